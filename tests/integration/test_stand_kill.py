"""`kill -9` of whoever holds a stand, at any moment: no process, control group or directory of it is left."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from loadproof.words.catalogue import english

from .stand_of_tests import LISTEN, MARK, READY, carriers, gone, next_deaths, python_service, stand_of

SEEDS = range(10)
LATEST_S = 0.9
FORKING = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork(): os._exit(0)
        break
print("ready")
while True: time.sleep(0.01); os.fork() or os._exit(0)
"""
DAEMON = "import os\nos.fork() and os._exit(0)\nos.setsid()\nos.fork() and os._exit(0)\n" + LISTEN
CONTROLLER = f"""
import pathlib, sys
from tests.integration.stand_of_tests import *
place, mark = pathlib.Path(sys.argv[1]), sys.argv[2]
services = [
    python_service("tree", place, {FORKING!r}, ready=READY),
    python_service("daemon", place, {DAEMON!r}, "${{port}}", prepare=(("sleep", "0.1"),)),
    python_service("last", place, {LISTEN!r}, "${{port}}"),
]
print("go", flush=True)
with stand_of(place, *services, environment={{MARK: mark}}) as stand:
    print("up", flush=True)
    while True:
        stand.restart("tree")
"""
ROOT = Path(__file__).parents[2]


def controller(place: Path, mark: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CONTROLLER, str(place), mark]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "TMPDIR": str(place)})


def groups_in_leases(place: Path) -> list[Path]:
    leases = (json.loads(path.read_text()) for path in place.glob("state/**/*.json"))
    return [Path(group) for lease in leases for group in lease["groups"]]


def assert_the_next_stand_clears(place: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    groups = groups_in_leases(place)
    with stand_of(place) as stand:
        assert [group for group in groups if group.exists()] == []
        assert len(list(place.glob("loadproof-stand-*"))) == 1
        assert len(list(place.glob("state/**/*.json"))) == 1
        return [english(cleared) for cleared in stand.cleared]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_left_of_a_killed_controller(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path.name
    with controller(tmp_path, mark) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"go\n"
        time.sleep(random.Random(seed).uniform(0.0, LATEST_S))
        process.kill()
    assert gone(mark), f"seed {seed}: {carriers(mark)}"
    assert_the_next_stand_clears(tmp_path, monkeypatch)


def test_the_next_stand_clears_the_files_of_a_killed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with controller(tmp_path, tmp_path.name) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert process.stdout.readline() == b"up\n"
        process.kill()
    assert gone(tmp_path.name)
    left = [*tmp_path.glob("loadproof-stand-*"), *tmp_path.glob("state/**/*.json")]
    assert len(left) == 2
    (cleared,) = assert_the_next_stand_clears(tmp_path, monkeypatch)
    assert f"process {process.pid} had died" in cleared
    assert not [path for path in left if path.exists()]


def supervisors_of(process_id: int) -> list[int]:
    """The process may have other children: servers that tests share."""
    command = ["pgrep", "--parent", str(process_id), "--full", "loadproof.stand.supervisor"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [int(line) for line in listed.split()]


@pytest.mark.parametrize("code", [FORKING, DAEMON], ids=["forking", "daemon"])
def test_a_service_does_not_outlive_its_supervisor(tmp_path: Path, code: str) -> None:
    ready = {"ready": READY} if code is FORKING else {}
    service = python_service("api", tmp_path, code, "${port}", **ready)
    with stand_of(tmp_path, service, environment={MARK: tmp_path.name}) as stand:
        (supervisor,) = supervisors_of(os.getpid())
        os.kill(supervisor, signal.SIGKILL)
        assert next_deaths(stand) == [("api", "lost its supervisor, which was killed")]
        assert gone(tmp_path.name)
        before = stand.services["api"]
        stand.restart("api")
        assert stand.services["api"].control_group == before.control_group
        groups = groups_in_leases(tmp_path)
    assert [group for group in groups if group.exists()] == []
    assert gone(tmp_path.name, within_s=0)


def test_supervisors_and_controller_killed_at_once_leave_only_what_the_next_stand_clears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with controller(tmp_path, tmp_path.name) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert process.stdout.readline() == b"up\n"
        process.send_signal(signal.SIGSTOP)
        for supervisor in supervisors_of(process.pid):
            os.kill(supervisor, signal.SIGKILL)
        process.kill()
    time.sleep(0.2)
    # Orphans that nobody watched can go on; the next stand knows them by their mark.
    assert carriers(tmp_path.name)
    assert len(assert_the_next_stand_clears(tmp_path, monkeypatch)) == 1
    assert gone(tmp_path.name, within_s=0)
