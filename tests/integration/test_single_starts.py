"""Real variants for which memory does not suffice together, in a control group that has little of it."""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import loadproof
import pytest
from loadproof import Study
from loadproof.stand.service_group import make_service_group
from loadproof.study.stand_settings import Limits

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended
from .study_file import processes_with

_HOLDER = """\
import socket, subprocess, sys
held = b"x" * (int(sys.argv[1]) << 20)
outside = socket.create_connection(("127.0.0.1", int(sys.argv[2]))) if sys.argv[2] != "0" else None
sys.exit(subprocess.call(sys.argv[3:]))
"""
_STUDY = """\
name: what memory does not hold
stand:
  target: http://127.0.0.1:${{api.port}}
  services: {{api: {{command: "true"}}}}
  reset: [[sh, -c, "echo reset >> {place}/resets"]]
variants: {variants}
profile: {{operations: {{read: {{request: GET /}}}}}}
slo: [p99<1s]
methods: {{compare: {{rate: 200, {settings}}}}}
"""


def study_file(
    place: Path, held_mib: dict[str, int], settings: str = "rounds: 3, slot: 5s", outside_port: int = 0
) -> Path:
    """Variants by the memory that their services hold besides that of the server; each has a log of its name.

    They are connected to a server at `outside_port`, if there is one.
    """
    holder = place / "holder.py"
    holder.write_text(_HOLDER, encoding="utf-8")
    variants = []
    for name, mib in held_mib.items():
        server = f'{binary_of("known-truth")}, burn, --cpu-us, "300", --log, "{place}/{name}.csv"'
        command = (
            f'["{sys.executable}", "{holder}", "{mib}", "{outside_port}", {server}, --listen, "127.0.0.1:${{port}}"]'
        )
        variants.append(f"{name}: {{services: {{api: {{command: {command}}}}}}}")
    file = place / "study.yaml"
    told = {"place": place, "variants": "{" + ", ".join(variants) + "}", "settings": settings}
    file.write_text(_STUDY.format(**told), encoding="utf-8")
    return file


@contextmanager
def limited_memory(mib: int) -> Iterator[Path]:
    """A control group, by its file of processes, whose members may use no more than so much."""
    made = make_service_group(f"loadproof-test-{os.getpid()}", Limits(memory_bytes=mib << 20))
    assert made.group is not None
    assert made.group.memory is not None
    try:
        yield made.group.memory / "cgroup.procs"
    finally:
        for place in made.directories:
            _remove(place)


def _remove(place: Path) -> None:
    for _ in range(100):
        try:
            return place.rmdir()
        except OSError:
            # What has just ended is in it for a moment.
            time.sleep(0.05)
    raise AssertionError(f"{place} still has processes")


def until_the_first_slot(place: Path, file: Path, group: Path | None = None) -> tuple[Ended, set[str]]:
    """Which variants are up in it.

    The command alone joins the `group`, while it is being imported: of this process the kernel would take more.
    """
    state = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("run", file, "--out", place / "run", "--json", cwd=place, environment=state) as running:
        if group is not None:
            group.write_text(str(running.process.pid), encoding="utf-8")
        running.wait_for_second(place / "run", 1, trial=1, within_s=60)
        up = {name for name in ("light", "heavy") if processes_with(f"{place}/{name}.csv")}
        running.send(signal.SIGINT)
        ended = running.ended(within_s=30)
    assert processes_with(str(place)) == []
    return ended, up


def said(ended: Ended) -> str:
    return " ".join(ended.messages.split())


@pytest.mark.usefixtures("rights")
def test_what_holds_more_than_half_of_the_control_group_is_started_one_at_a_time(tmp_path: Path) -> None:
    with limited_memory(900) as group:
        ended, up = until_the_first_slot(tmp_path, study_file(tmp_path, {"light": 240, "heavy": 270}), group)
    assert ended.exit_code == 130, ended.messages
    assert "more than half of the 900 MiB that there are" in said(ended)
    assert len(up) == 1
    assert [event["kind"] for event in ended.result["run"]["events"]].count("single-starts") == 1
    assert {trial["variant"] for trial in ended.result["trials"]} == up


@pytest.mark.usefixtures("rights")
def test_what_the_kernel_kills_beside_another_is_started_by_itself(tmp_path: Path) -> None:
    with limited_memory(600) as group:
        ended, up = until_the_first_slot(tmp_path, study_file(tmp_path, {"light": 200, "heavy": 400}), group)
    assert ended.exit_code == 130, ended.messages
    assert "The kernel killed processes for want of memory" in said(ended)
    assert "and heavy did not come up; there are 600 MiB" in said(ended)
    # It alone has enough.
    assert up == {"heavy"}


def test_what_fits_is_up_together(tmp_path: Path) -> None:
    _, up = until_the_first_slot(tmp_path, study_file(tmp_path, {"light": 1, "heavy": 2}))
    assert up == {"light", "heavy"}


def test_single_starts_of_real_services_have_all_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with socket.create_server(("127.0.0.1", 0)) as outside:
        port = outside.getsockname()[1]
        file = study_file(tmp_path, {"light": 20, "heavy": 60}, "rounds: 1, slot: 5s, together: false", port)
        study = Study.read(file)
        assert study.methods.compare is not None
        short = replace(study.methods.compare, warm_up_cycles=1, counted_cycles=2)
        result = loadproof.run(replace(study, methods=study.methods.changed(compare=short)), out=tmp_path / "run")
    (comparison,) = result.comparisons
    assert comparison.design == "single starts"
    pairs = {pair.metric.value: pair for pair in comparison.pairs if not pair.operation}
    # What nobody loads meanwhile is not up, and has no part in what the others cost.
    assert pairs["cpu"].level_a == pytest.approx(0.35, abs=0.15)
    assert pairs["cpu"].level_b == pytest.approx(0.35, abs=0.15)
    assert pairs["memory"].level_a is not None
    assert pairs["memory"].level_b is not None
    assert pairs["memory"].level_b - pairs["memory"].level_a == pytest.approx(40.0, abs=4.0)
    assert [slot.purpose for slot in comparison.slots] == ["warm-up", "compare", "compare"] * 2
    assert all(slot.generator_us_per_call for slot in comparison.slots)
    assert processes_with(str(tmp_path)) == []
    # Each start is reset before; what both are connected to is said.
    assert (tmp_path / "resets").read_text(encoding="utf-8").split() == ["reset"] * 2
    told = [str(doubt.text) for doubt in result.doubts if doubt.code == "shared-service"]
    assert len(told) == 1
    assert f"127.0.0.1:{port}" in told[0]
