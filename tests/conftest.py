"""What every run of the tests has: which part of them it takes, how long each took, and a machine that is awake."""

import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from loadproof.run.machine_watch import OURS
from loadproof.system.awake import kept_awake
from loadproof.system.process_files import read_process_stat

from tests.parts import SHORT, part_of
from tests.parts.reruns import RERUN

_RERUNS = 2
_WAIT_S = 5

# `nohup make test &` ignores them, and what ignores a signal hands that on to all that it starts: a Java VM would not
# end at the SIGINT of a test. What is heard and disregarded is the default in children (signal(7)).
for _number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)


def _first_ancestor() -> int:
    """The process that all of this container or machine descend from, as far as this one sees."""
    process_id = os.getpid()
    while (stat := read_process_stat(process_id)) is not None and stat.parent:
        process_id = stat.parent
    return process_id


# Tests count calls, and run beside each other: other processes take no second out of their loads. Tests of what others
# do on the machine say otherwise.
os.environ.setdefault(OURS, f"1 {_first_ancestor()}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `make test` and `make test-long`; without them every test runs that is asked for."""
    parser.addoption("--part", default="", help="short: what is in no part of tests/parts; 3: the third part")
    parser.addoption("--durations-file", type=Path, help="where to write how long each test took, the longest first")


def pytest_configure(config: pytest.Config) -> None:
    """The marker of tests that measure."""
    config.addinivalue_line("markers", "quiet_machine: measures; has one other of its kind beside it at most")
    config.addinivalue_line("markers", "alone: tells what others do on the machine; no other test runs beside it")
    path: Path | None = config.getoption("--durations-file")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Durations(path))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests of the part that was asked for, and lets those of the list be run again."""
    wanted: str = config.getoption("--part")
    if wanted:
        part = SHORT if wanted == "short" else int(wanted)
        others = [item for item in items if part_of(item.nodeid) != part]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if part_of(item.nodeid) == part]
    for item in items:
        if item.nodeid.partition("[")[0] in RERUN:
            item.add_marker(pytest.mark.flaky(reruns=_RERUNS, reruns_delay=_WAIT_S))


class _Durations:
    """Writes a line "SECONDS TEST" for each test, with its fixtures; heard of from the workers too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        longest_first = sorted(self._seconds.items(), key=lambda item: -item[1])
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text("".join(f"{seconds:8.2f} {test}\n" for test, seconds in longest_first), encoding="utf-8")


@pytest.fixture(scope="session", autouse=True)
def _awake() -> Iterator[None]:
    """As under `make accuracy`: a processor that sleeps comes back when the hypervisor finds the time."""
    with kept_awake():
        yield
