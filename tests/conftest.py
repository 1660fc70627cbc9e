"""Tests in real time, on machines that others share."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.accuracy.awake import kept_awake

_IN_REAL_TIME = [Path(__file__).parent / place for place in ("accuracy", "integration")]
_RERUNS = 2
_WAIT_S = 5

# `nohup make test &` ignores them, and what ignores a signal hands that on to all that it starts: a Java VM would not
# end at the SIGINT of a test. What is heard and disregarded is the default in children (signal(7)).
for _number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests over real sockets and processes get two more tries: a hypervisor that takes the processor away for a
    tenth of a second fails them, a broken product fails all three. pytest names every one that was run again.
    """
    for item in items:
        if any(place in item.path.parents for place in _IN_REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=_RERUNS, reruns_delay=_WAIT_S))


@pytest.fixture(scope="session", autouse=True)
def _awake() -> Iterator[None]:
    """As under `make accuracy`: a processor that sleeps comes back when the hypervisor finds the time."""
    with kept_awake():
        yield
