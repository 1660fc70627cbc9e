"""What a watch tells of seconds whose ticks did not come one by one."""

import os
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from loadproof.judge.disturbance import Background, MachineSecond
from loadproof.methods.trial import Purpose, Trial
from loadproof.probes.reading import Reading
from loadproof.records.doubt import DoubtCode
from loadproof.run.machine_watch import OURS, MachineWatch
from loadproof.run.run_context import RunContext
from loadproof.system.servers import TargetServers

from tests.strangers import strangers
from tests.unit.probes.probed import assert_known


class _Written:
    def __init__(self) -> None:
        self.foreign_cores: list[float] = []

    def readings(self, _number: int | None, rows: Sequence[tuple[float, str, str, str, float]]) -> None:
        for _, probe, name, unit, value in rows:
            assert_known(Reading(probe, name, unit, value))
        self.foreign_cores += [value for _, probe, name, _, value in rows if (probe, name) == ("machine", _FOREIGN)]

    def event(self, *_: object) -> None:
        """What the kernel does not tell is nothing here."""


_FOREIGN = "foreign_cores"


def watch_of(written: _Written, *, is_shared: bool = False) -> MachineWatch:
    live = SimpleNamespace(machine=lambda _second: None, say=lambda _message: None)
    context = cast(
        RunContext, SimpleNamespace(writer=written, log=None, live=live, said=set(), is_shared_machine=is_shared)
    )
    return MachineWatch(context, Background(), cast(TargetServers, SimpleNamespace(now=lambda: None)))


def test_ticks_that_come_late_share_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OURS, "")
    written = _Written()
    watch = watch_of(written)
    with strangers():
        watch.trial_started(1, Trial(Purpose.LOAD, 100.0, 10.0))
        time.sleep(1.5)
        seconds: list[MachineSecond] = []
        # The run was held up until the fourth second had ended: each is told at once.
        for second in range(4):
            seconds += watch.machine(second)
    assert [one.second for one in seconds] == [0, 1, 2, 3]
    assert {one.foreign_cores for one in seconds} == set(written.foreign_cores)
    assert len(written.foreign_cores) == 1
    assert 0.0 < written.foreign_cores[0] <= (os.cpu_count() or 1) + 0.1


def test_on_a_shared_machine_other_processes_are_read_and_disturb_no_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OURS, "")
    written = _Written()
    watch = watch_of(written, is_shared=True)
    with strangers():
        watch.trial_started(1, Trial(Purpose.LOAD, 100.0, 10.0))
        time.sleep(1.5)
        (second,) = watch.machine(0)
    assert (second.foreign_cores, second.stolen_cores) == (0.0, 0.0)
    assert written.foreign_cores[0] > 0.0
    seen = watch.trial_ended()
    assert [doubt.code for doubt in seen.doubts] == [DoubtCode.SHARED_MACHINE]
    assert (seen.foreign_share, seen.steal_share) == (None, None)
