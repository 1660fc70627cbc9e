"""Faults made on purpose in real PostgreSQL servers: each is there by the server's own views, and is diagnosed."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from loadproof.system.process_identity import descendants_of

from bench.database_faults.figures import Figures
from bench.database_faults.occurrence import occurred
from bench.database_faults.situations import BASE, FAULTS, HEALTHY, SITUATIONS
from tests.parts import part_of

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
SECONDS = 25
_BASE_RATES = tuple(client.rate for client in BASE[:3])
"""Those of the short statements: a report in five seconds is too rare to have a rate here."""


def _keeps_its_rate(figures: Figures) -> bool:
    kept = zip(figures.base_calls_per_s[:3], _BASE_RATES, strict=True)
    return all(calls > 0.7 * rate for calls, rate in kept)


THERE: Mapping[str, Callable[[Figures], bool]] = {
    "lock-chain": lambda seen: seen.most_blocked == 11 and seen.waiting_lock > 10.0 and seen.idle_in_transaction > 0.9,
    "jit-on-short-statements": lambda seen: seen.worst_jit_share > 0.5,
    "missing-index": lambda seen: seen.scanned_rows_per_s > 1e6,
    "temporary-tables": lambda seen: seen.relations_per_s > 60.0,
    "temporary-space": lambda seen: (seen.least_free_share or 0.0) < 0.02 and sum(seen.other_errors_per_s) > 1.0,
    "abandoned": lambda seen: seen.abandoned > 2.5,
    "too-few-connections": lambda seen: seen.most_sessions > seen.sessions_limit - 4 and seen.other_errors_per_s[0] > 1,
    "checkpoints": lambda seen: seen.checkpoints_requested > seen.seconds / 10,
    "join-order": lambda seen: max(one.mean_ms for one in seen.statements) > 100.0,
    **{one.name: _keeps_its_rate for one in HEALTHY},
}


def test_every_situation_has_its_figures_and_stands_in_one_part() -> None:
    assert THERE.keys() == SITUATIONS.keys()
    test = "tests/integration/test_database_faults.py::test_each_situation_is_there_and_diagnosed"
    assert all(part_of(f"{test}[{name}]") for name in SITUATIONS)
    assert len({one.cause for one in FAULTS}) == len(FAULTS)
    assert {one.cause for one in HEALTHY} == {None}


@pytest.mark.parametrize("name", ["lock-chain"])
def test_a_fault_is_made_and_leaves_nothing(name: str) -> None:
    figures = occurred(SITUATIONS[name], 4, is_diagnosed=False).figures
    assert THERE[name](figures)
    assert not [one for one in descendants_of(os.getpid()) if b"database_faults" in _command_line(one)]


@pytest.mark.parametrize("name", SITUATIONS)
def test_each_situation_is_there_and_diagnosed(name: str) -> None:
    if SITUATIONS[name].space_bytes and os.geteuid() != 0:
        pytest.skip("only root may mount a file system")
    seen = occurred(SITUATIONS[name], SECONDS)
    assert THERE[name](seen.figures), seen.figures
    assert seen.is_right, (seen.causes, seen.figures)
    assert not seen.wrong, (seen.causes, seen.figures)


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A directory that the server's user may enter, which those of pytest are not when it runs as root."""
    place = Path(tempfile.mkdtemp(prefix="loadproof-killed-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a file system")
def test_a_bench_that_is_killed_leaves_no_server_and_no_mount(open_place: Path) -> None:
    command = [sys.executable, "-m", "bench.database_faults", "--figures-only", "--fault", "temporary-space"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'python'}:{ROOT}", "TMPDIR": str(open_place)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as bench:
        try:
            _until(lambda: len(_clients_in(open_place)) > 4)
            assert _mounts_in(open_place)
        finally:
            bench.kill()
    _until(lambda: not _mounts_in(open_place) and not _servers_in(open_place))


def _until(reached: Callable[[], bool]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not reached():
        assert time.monotonic() < ends_s, f"not within {PATIENCE_S} s"
        time.sleep(0.1)


def _mounts_in(place: Path) -> list[str]:
    mounts = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    return [line for line in mounts if line.split(" ")[1].startswith(str(place))]


def _servers_in(place: Path) -> list[int]:
    """The first processes of servers whose data is below `place`."""
    return [int(one.name) for one in _processes() if f"-D\0{place}/".encode() in _command_line(int(one.name))]


def _clients_in(place: Path) -> list[int]:
    """Processes of sessions of the servers below `place`."""
    titles = (_command_line(child) for server in _servers_in(place) for child in descendants_of(server))
    return [number for number, title in enumerate(titles) if b"bench bench" in title]


def _processes() -> list[Path]:
    return [one for one in Path("/proc").iterdir() if one.name.isdecimal()]


def _command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
