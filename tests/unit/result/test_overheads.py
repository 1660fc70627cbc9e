"""What an overhead is made of: starts from a store, whose CPU, memory, calls and switches are known."""

import dataclasses
from pathlib import Path

import pytest
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import TOTAL
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.overhead.result.overheads import overheads_in
from loadproof.methods.overhead.result.switched_starts import OVERHEAD_ENDED, MeasuredStart, switched_starts
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.cell import Cell
from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.metric import Metric
from loadproof.records.overhead import Overhead
from loadproof.store.record import CampaignName, StartState
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import english

from ..store.made_run import MadeClock, MadeShardReading, MadeTick, answered, description_of, directory_in

SLOT_S, SETTLE_S = 5, 1
RATE = 40.0
CALLS = 10
"""Of each of four operations in a second."""
IDLE_CORES = 0.02
METHOD = {
    "overhead_rates": [RATE],
    "overhead_levels": ["on"],
    "overhead_starts": 5,
    "overhead_slot_s": 5.0,
    "overhead_hold_s": 30.0,
    "overhead_bound_percent": 5.0,
}
STUDY = {"name": "one", "description": None, "file": "s", "preset": None, "variants": [{"name": "base"}]}
OFF_CORES = 0.4
"""What the service uses under load."""


class Made:
    """Writes starts of `base`: a switch takes half a second, and costs CPU then and while its slot settles."""

    def __init__(self, writer: RunWriter, clock: MadeClock) -> None:
        self._writer = writer
        self._clock = clock
        self._used_s = 0.0
        self._number = 0
        self.own_s = 0.02
        """Of a switch, while it lasts."""
        self.after_s = 0.03
        """Of a switch, in the seconds that settle."""

    def start(self, number: int, on_cores: float, outcome: str = "measured") -> None:
        """One cycle of warm-up and two that count."""
        writer = self._writer
        log = writer.begin(CampaignName.OVERHEAD, "base", number)
        self._read(None, "begin", number)
        self._pass(3.0, IDLE_CORES)
        self._read(None, "end", number)
        level = "off"
        previous: int | None = None
        for cycle, purpose in ((1, Purpose.WARM_UP), (2, Purpose.COMPARE), (3, Purpose.COMPARE)):
            for wanted in ("on", "off") if cycle == 3 else ("off", "on"):
                is_switched = wanted != level
                if is_switched:
                    self._read(previous, "switch", number)
                    self._pass(0.5, IDLE_CORES)
                    self._used_s += self.own_s
                    self._read(previous, "switched", number)
                level = wanted
                trial = Trial(purpose, RATE, 4.0, 1.0, variant="base", start=number, cycle=cycle, level=level)
                cores = on_cores if level == "on" else OFF_CORES
                previous = self._slot(trial, cores, self.after_s if is_switched else 0.0)
        answer = {"outcome": outcome, "rate": RATE, "reason": Message("slot-held"), "warm_up_cycles": 1, "doubts": ()}
        log.answer(Answer.of_json("overhead", {**answer, "cycles": [2, 3] if outcome == "measured" else []}))
        log.end(StartState.COMPLETE)

    def _slot(self, trial: Trial, cores: float, after_s: float) -> int:
        self._number += 1
        number = self._number
        self._writer.trial_started(number, trial, method="overhead", variant="base")
        self._read(number, "begin", trial.start)
        for second in range(SLOT_S):
            deltas = [answered(second, operation, [10.0] * CALLS) for operation in range(4)]
            self._writer.tick(number, MadeTick(second, deltas, [MadeShardReading(cpu_s=0.004 * (second + 1))]))
            self._pass(1.0, cores)
            if second == SETTLE_S - 1:
                self._used_s += after_s
                self._read(number, "settled", trial.start)
        self._read(number, "end", trial.start, 100.0 if trial.level == "off" else 110.0)
        bare = Histogram()
        measured = MeasuredSpan(4.0, RATE, 160, 160, 160, 0, 0, {}, (160,), bare, bare, bare, bare)
        self._writer.trial_ended(number, TrialResult(trial, measured, Verdict(State.PASSED, Message("slot-held"))))
        return number

    def _pass(self, seconds: float, cores: float) -> None:
        self._clock.now_s += seconds
        self._used_s += cores * seconds

    def _read(self, trial: int | None, boundary: str, start: int, held_mib: float | None = None) -> None:
        self._writer.variant_use(trial, boundary, [("base", start, self._used_s, held_mib)])


def store(place: Path) -> tuple[RunWriter, Made]:
    description = dataclasses.replace(description_of("run"), method=METHOD, study=STUDY)
    clock = MadeClock()
    writer = RunWriter(directory_in(place), description, clock)
    return writer, Made(writer, clock)


def read(writer: RunWriter) -> list[MeasuredStart]:
    with writer.reader() as reader:
        return switched_starts(reader)


def told(writer: RunWriter) -> Overhead:
    with writer.reader() as reader:
        (overhead,) = overheads_in(reader)
        return overhead


def test_cpu_is_that_of_the_judged_parts_and_a_level_is_charged_for_its_own_slots(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.start(1, on_cores=0.44)
        (one,) = read(writer)
    values = {cell.level: figures.values for cell, figures in one.figures.items()}
    # 160 calls in four seconds; what a switch costs is in none of them.
    assert values["off"][Metric.CPU, TOTAL] == pytest.approx(1e3 * 4 * OFF_CORES / 160)
    assert values["on"][Metric.CPU, TOTAL] == pytest.approx(1e3 * 4 * 0.44 / 160)
    assert (values["off"][Metric.MEMORY, TOTAL], values["on"][Metric.MEMORY, TOTAL]) == (100.0, 110.0)
    assert values["on"][Metric.MEAN, TOTAL] == pytest.approx(10.0, rel=0.01)
    assert one.figures[Cell("on", RATE)].calls[TOTAL] == 2 * 160


def test_what_a_switch_costs_stands_apart_without_what_the_level_uses_anyway(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.start(1, on_cores=0.44)
        (one,) = read(writer)
    # off | on, off | on on off: of the cycles that count two begin with a switch.
    assert [switch.cell.level for switch in one.switches] == ["off", "on", "off"]
    assert [switch.took_s for switch in one.switches] == pytest.approx([0.5] * 3)
    for switch in one.switches:
        assert switch.cpu_ms == pytest.approx(1e3 * (made.own_s + made.after_s), abs=0.5)


def test_a_claim_is_held_against_five_starts_and_those_that_failed_are_none(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        for number, on_cores in enumerate((0.404, 0.403, 0.405, 0.404, 0.402), start=1):
            made.start(number, on_cores)
        made.start(6, 4.0, outcome="invalid")
        writer.log.event(OVERHEAD_ENDED, Message("overhead-with-death"))
        overhead = told(writer)
    cpu = next(one for one in overhead.levels if one.metric == "cpu")
    assert cpu.effect_percent == pytest.approx(0.9, abs=0.01)
    assert (cpu.verdict, cpu.starts, cpu.bound) == ("shown", 5, 5.0)
    assert cpu.off == pytest.approx(10.0)
    memory = next(one for one in overhead.levels if one.metric == "memory")
    assert memory.effect_percent == pytest.approx(10.0)
    assert memory.verdict == "refuted"
    assert (overhead.verdict, overhead.measured, len(overhead.starts)) == ("refuted", 5, 6)
    assert [start.outcome for start in overhead.starts] == ["measured"] * 5 + ["invalid"]
    assert english(overhead.ended) == "a service died"
    assert sum(slot.counts for slot in overhead.slots) == 5 * 4
    switch = next(one for one in overhead.switches if one.level == "on")
    assert (switch.starts, switch.switches) == (5, 5)
    assert switch.cpu_ms == pytest.approx(50.0, abs=0.5)
    assert switch.took_low_s == pytest.approx(0.5)


def test_a_run_without_it_has_none(tmp_path: Path) -> None:
    writer, _ = store(tmp_path)
    with writer, writer.reader() as reader:
        assert overheads_in(reader) == []
