"""A feature of a service that is up is switched, and is off in the end: by whoever is left to do it."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from loadproof.errors import LevelError, ToggleError
from loadproof.model.message import Message
from loadproof.stand.feature_switch import FeatureSwitch
from loadproof.stand.stand import Stand
from loadproof.stand.toggle_place import OUTPUT_BYTES
from loadproof.study.stand_settings import Driver, ServiceSettings, StandSettings
from loadproof.study.toggle_settings import LevelToggle, ToggleKind, ToggleStep
from loadproof.words.catalogue import english

from .stand_of_tests import MARK, gone, stand_of, until

ROOT = Path(__file__).parents[2]
SERVICE = Path(__file__).with_name("switched_service.py")
HIDDEN = "not-to-be-seen"


def call(path: str) -> ToggleStep:
    method = "GET" if path == "/ready" else "POST"
    return ToggleStep(ToggleKind.URL, (method, f"http://127.0.0.1:${{api.port}}{path}"))


def shell(text: str) -> ToggleStep:
    return ToggleStep(ToggleKind.COMMAND, ("sh", "-c", text))


def noting(place: Path, word: str) -> ToggleStep:
    return shell(f'echo "{word} ${{api.pid}} $LOADPROOF_PID_API" >> {place}/notes; echo said {HIDDEN}')


def service(place: Path) -> ServiceSettings:
    command = (sys.executable, "-S", "-u", str(SERVICE), "${port}", str(place / "notes"))
    return ServiceSettings("api", command, place, stop_within_s=2.0)


def switch_of(stand: Stand, toggles: Mapping[str, LevelToggle], place: Path) -> FeatureSwitch:
    texts = [word for toggle in toggles.values() for word in toggle.off.words]
    return FeatureSwitch(stand.toggle_place(texts), toggles, "off", place / "output.log")


def notes(place: Path) -> list[str]:
    """The first words of what was noted, in order."""
    file = place / "notes"
    return [line.split()[0] for line in file.read_text().splitlines()] if file.exists() else []


def leases(place: Path) -> list[dict[str, object]]:
    return [json.loads(path.read_text()) for path in place.glob("state/**/*.json")]


def test_a_run_directory_may_be_told_from_where_its_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    toggles = {"on": LevelToggle(noting(tmp_path, "begin"), noting(tmp_path, "end"))}
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, toggles, Path("here"))
        switch.begin()
        switch.to("on")
        switch.to("off")
    assert notes(tmp_path).count("end") == 2
    assert (tmp_path / "here/output.log").exists()


def test_between_two_levels_the_first_is_switched_off_and_the_second_is_waited_for(tmp_path: Path) -> None:
    toggles = {
        "called": LevelToggle(call("/on"), call("/off"), call("/ready")),
        "run": LevelToggle(noting(tmp_path, "begin"), noting(tmp_path, "end")),
    }
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, toggles, tmp_path)
        assert switch.level is None
        switch.begin()
        # Nobody knows what a start begins with.
        assert [switch.level, *notes(tmp_path)] == ["off", "off", "end"]
        for level in ("called", "run", "off"):
            assert switch.to(level).took_s > 0.0
            assert switch.level == level
        assert notes(tmp_path)[2:] == ["on", "ready", "off", "begin", "end"]
        process = stand.services["api"].process_id
        begun = next(line for line in (tmp_path / "notes").read_text().splitlines() if line.startswith("begin"))
        assert begun == f"begin {process} {process}"
        assert switch.undo() is None
        assert notes(tmp_path)[-1] == "end"


def test_what_steps_write_is_kept_masked_for_their_owner_and_not_for_ever(tmp_path: Path) -> None:
    loud = shell(f"head -c 200000 /dev/zero | tr '\\0' x; echo; echo {HIDDEN}")
    toggles = {"on": LevelToggle(loud, noting(tmp_path, "end"))}
    settings = StandSettings(Driver.PROCESS, "http://127.0.0.1:1/", (service(tmp_path),))
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    with Stand(settings, tmp_path / "logs", environment, secrets=[HIDDEN]) as stand:
        switch = switch_of(stand, toggles, tmp_path)
        switch.begin()
        switch.to("on")
        switch.undo()
    output = tmp_path / "output.log"
    assert stat.S_IMODE(output.stat().st_mode) == 0o600
    assert output.stat().st_size <= OUTPUT_BYTES
    text = output.read_text()
    assert HIDDEN not in text
    assert text.startswith("said ***\nxxxx")
    assert text.endswith("said ***\n")
    assert "loadproof left out" in text


@pytest.mark.parametrize(
    ("toggle", "told"),
    [
        (LevelToggle(call("/fails"), call("/off")), "POST http://127.0.0.1:"),
        (LevelToggle(call("/hangs"), call("/off"), timeout_s=0.5), "/hangs"),
        (LevelToggle(shell("echo wrong; exit 3"), call("/off")), "ended with exit code 3; its last lines: wrong"),
        (LevelToggle(shell("sleep 60"), call("/off"), timeout_s=0.5), "did not end within"),
        (LevelToggle(ToggleStep(ToggleKind.COMMAND, ("no-such-program",)), call("/off")), "no-such-program"),
        (LevelToggle(call("/on"), call("/off"), call("/fails"), timeout_s=0.5), "was not ready within"),
    ],
)
def test_a_step_that_fails_or_hangs_is_told_and_the_feature_is_switched_off(
    tmp_path: Path, toggle: LevelToggle, told: str
) -> None:
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, {"on": toggle}, tmp_path)
        switch.begin()
        began_s = time.monotonic()
        before = notes(tmp_path).count("off")
        with pytest.raises(LevelError) as raised:
            switch.to("on")
        assert time.monotonic() - began_s < 5.0
        assert raised.value.level == "on"
        assert isinstance(raised.value.told, Message)
        assert told in english(raised.value.told)
        assert [switch.level, str(notes(tmp_path).count("off"))] == ["off", str(before + 1)]
        # Nothing is on any more, and nothing was wrong.
        assert switch.undo() is None
        assert notes(tmp_path).count("off") == before + 1
        assert [lease["toggle"] for lease in leases(tmp_path)] == [None]


def test_what_cannot_be_switched_off_is_told_and_not_tried_for_ever(tmp_path: Path) -> None:
    flag = tmp_path / "broken"
    off = shell(f"test ! -e {flag}")
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, {"on": LevelToggle(call("/on"), off)}, tmp_path)
        switch.begin()
        switch.to("on")
        flag.touch()
        with pytest.raises(ToggleError):
            switch.to("off")
        fault = switch.undo()
        assert fault is not None
        assert "ended with exit code 1" in english(fault)
        assert switch.level is None
        assert switch.undo() is None


def test_a_lease_says_that_something_is_on_and_never_what(tmp_path: Path) -> None:
    toggles = {"on": LevelToggle(call("/on"), shell(f"true {HIDDEN}"))}
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, toggles, tmp_path)
        switch.begin()
        switch.to("on")
        (lease,) = leases(tmp_path)
        held = lease["toggle"]
        assert isinstance(held, dict)
        assert held.keys() == {"kind", "supervisor"}
        assert held["kind"] == "command"
        assert held["supervisor"].keys() == {"process_id", "start_ticks"}
        assert HIDDEN not in json.dumps(lease)
        switch.to("off")
        (lease,) = leases(tmp_path)
        assert lease["toggle"] is None


def test_a_stand_that_is_stopped_while_the_feature_is_on_switches_it_off_first(tmp_path: Path) -> None:
    toggles = {"on": LevelToggle(call("/on"), call("/off"))}
    with stand_of(tmp_path, service(tmp_path)) as stand:
        switch = switch_of(stand, toggles, tmp_path)
        switch.begin()
        switch.to("on")
    # Its own undo was interrupted, say: the service still answered when its supervisor called it.
    assert notes(tmp_path) == ["off", "on", "off"]


def test_a_service_of_others_is_switched_off_too(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    toggles = {"on": LevelToggle(shell(f"echo on >> {file}"), shell(f"echo off >> {file}"))}
    with socket.create_server(("127.0.0.1", 0)) as others:
        target = f"http://127.0.0.1:{others.getsockname()[1]}/"
        with stand_of(tmp_path, driver=Driver.EXTERNAL, target=target) as stand:
            assert stand.services == {}
            switch = switch_of(stand, toggles, tmp_path)
            switch.begin()
            switch.to("on")
    assert notes(tmp_path) == ["off", "on", "off"]


CONTROLLER = """
import pathlib, sys, time
from tests.integration.stand_of_tests import MARK, stand_of
from tests.integration.test_feature_switch import LevelToggle, call, noting, service, switch_of
place, mark, kind = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
off = call("/off") if kind == "url" else noting(place, "off")
with stand_of(place, service(place), environment={MARK: mark}) as stand:
    switch = switch_of(stand, {"on": LevelToggle(call("/on"), off)}, place)
    switch.begin()
    switch.to("on")
    print("on", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("kind", ["url", "command"])
def test_after_kill_9_the_supervisor_switches_off_before_the_service_ends(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", CONTROLLER, str(tmp_path), tmp_path.name, kind]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as one:
        assert one.stdout is not None
        assert one.stdout.readline() == b"on\n"
        assert notes(tmp_path) == ["off", "on"]
        one.send_signal(signal.SIGKILL)
    assert until(lambda: notes(tmp_path) == ["off", "on", "off"], 5.0)
    assert gone(tmp_path.name, 5.0)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with stand_of(tmp_path) as stand:
        (cleared,) = [english(told) for told in stand.cleared]
    kinds = {"url": "a call", "command": "a command"}
    assert f"was switched on by {kinds[kind]} was switched off before its service ended" in cleared


def test_a_supervisor_that_was_killed_too_leaves_a_feature_that_may_be_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", CONTROLLER, str(tmp_path), tmp_path.name, "url"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as one:
        assert one.stdout is not None
        assert one.stdout.readline() == b"on\n"
        one.send_signal(signal.SIGSTOP)
        (lease,) = leases(tmp_path)
        held = lease["toggle"]
        assert isinstance(held, dict)
        os.kill(held["supervisor"]["process_id"], signal.SIGKILL)
        one.send_signal(signal.SIGKILL)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with stand_of(tmp_path) as stand:
        (cleared,) = [english(told) for told in stand.cleared]
    assert "may still be on: switch it off by hand" in cleared
    assert gone(tmp_path.name)


def test_an_undo_that_hangs_is_ended_in_its_time(tmp_path: Path) -> None:
    flag = tmp_path / "hang"
    off = shell(f"test ! -e {flag} || sleep 60")
    with stand_of(tmp_path, service(tmp_path), environment={MARK: tmp_path.name}) as stand:
        switch = switch_of(stand, {"on": LevelToggle(call("/on"), off, timeout_s=1.0)}, tmp_path)
        switch.begin()
        switch.to("on")
        flag.touch()
        began_s = time.monotonic()
    assert 0.9 <= time.monotonic() - began_s < 6.0
    assert gone(tmp_path.name)
