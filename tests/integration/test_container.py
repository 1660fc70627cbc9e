"""The steps of the Containerfile make a system in which loadproof runs, and leave nothing here."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .installed_wheel import ROOT, built_wheel
from .stand_of_tests import until

STEPS = ROOT / "scripts/container_steps.py"
LONGEST_S = 600.0


def mounts() -> str:
    return Path("/proc/self/mounts").read_text(encoding="utf-8")


def test_the_steps_run_in_a_bare_root(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("a root of its own is made by root alone")
    subprocess.run([ROOT / "scripts/prepare.sh", "mmdebstrap"], check=True)
    before = mounts()
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, STEPS, built_wheel()],
        env=environment, capture_output=True, text=True, timeout=LONGEST_S, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
    assert "\nloadproof 0" in ended.stdout
    assert (list(tmp_path.iterdir()), mounts()) == ([], before)


def started(place: Path, step: str) -> subprocess.Popen[str]:
    """The script without what needs root and the archive of Debian: its root stays empty, each step does `step`."""
    wheel = place / "loadproof-1-cp311-abi3-manylinux_2_28_x86_64.whl"
    wheel.touch()
    for name, script in {
        "apt-config": """echo 'Acquire::Check-Date "false";'""",
        # OPTIONS SUITE ROOT MIRROR
        "mmdebstrap": f'echo "$@" >>{place}/noted; mkdir "${{@: -2:1}}"',
        # OPTIONS /bin/sh -c STEP
        "unshare": f'echo "${{@: -1}}" >>{place}/noted; {step}',
    }.items():
        (place / name).write_text(f"#!/bin/bash\n{script}\n")
        (place / name).chmod(0o755)
    (place / "made").mkdir()
    environment = {**os.environ, "PATH": f"{place}:{os.environ['PATH']}", "TMPDIR": str(place / "made")}
    return subprocess.Popen([sys.executable, STEPS, wheel], env=environment, stderr=subprocess.PIPE, text=True)


def test_every_step_of_the_containerfile_is_run_in_its_order(tmp_path: Path) -> None:
    with started(tmp_path, "true") as script:
        assert script.communicate(timeout=30)[1] == ""
    assert script.returncode == 0
    noted = (tmp_path / "noted").read_text(encoding="utf-8")
    steps = ("--aptopt=Acquire::Check-Date", " bookworm ", "apt-get install", "-m venv", "loadproof --version", "load ")
    places = [noted.index(step) for step in steps]
    assert places == sorted(places)
    assert list((tmp_path / "made").iterdir()) == []


def test_a_step_that_fails_ends_it_and_leaves_nothing(tmp_path: Path) -> None:
    with started(tmp_path, "exit 7") as script:
        _, messages = script.communicate(timeout=30)
    assert script.returncode == 1
    assert messages.startswith("error: ")
    assert "exit status 7" in messages
    assert "loadproof --version" not in (tmp_path / "noted").read_text(encoding="utf-8")
    assert list((tmp_path / "made").iterdir()) == []


def test_a_signal_in_a_step_leaves_nothing(tmp_path: Path) -> None:
    with started(tmp_path, "exec sleep 60") as script:
        assert until(lambda: (tmp_path / "noted").is_file() and "apt-get" in (tmp_path / "noted").read_text(), 20)
        script.send_signal(signal.SIGTERM)
        assert script.wait(20) == 128 + signal.SIGTERM
    assert list((tmp_path / "made").iterdir()) == []
