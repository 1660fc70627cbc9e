"""What a comparison is made of: rounds from a store, whose CPU, memory and calls are known."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pytest
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import TOTAL
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.compare.result.comparisons import comparisons_in, round_doubts
from loadproof.methods.compare.result.measured_rounds import MeasuredRound, measured_rounds
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.records.answer import Answer
from loadproof.records.metric import Metric
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartState
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import english

from ..store.made_run import MadeClock, MadeShardReading, MadeTick, answered, description_of, directory_in

SLOT_S, SETTLE_S = 5, 1
IDLE_CORES = 0.02
CALLS = 10
"""Of each operation in a second."""
METHOD = {"compare_rate": 40.0, "compare_slot_s": 5.0, "compare_rounds": 3}
VARIANT: dict[str, object] = {
    "driver": "process",
    "target": "http://127.0.0.1:1",
    "placement": "shared",
    "cpus": None,
    "services": [],
}
VARIANTS = [{"name": "a", **VARIANT}, {"name": "b", **VARIANT}]
STUDY = {"name": "two", "description": None, "file": "s", "preset": None, "variants": VARIANTS}


class Made:
    """Writes rounds of `a` and `b`: each slot costs its variant CPU, and `deferred` as much again in the next one."""

    def __init__(self, writer: RunWriter, clock: MadeClock, deferred_s: Mapping[str, float] | None = None) -> None:
        self._writer = writer
        self._clock = clock
        self._deferred_s = deferred_s or {}
        self._used_s = {"a": 0.0, "b": 0.0}
        self._number = 0
        self.lacking = 0
        """Calls that write which `b` lacks in its last slot."""
        self.collected: Mapping[str, float] = {}
        """Major collections of a service in each second of a slot, by variant."""
        self.memory: Mapping[str, float] = {}
        """What probes read in each second, by probe and series."""
        self.generator_slowness = 1.0
        self.maintained_s = 0.0
        """What the maintenance of `b` costs between two cycles."""

    def round(self, number: int, cost_s: Mapping[str, float], spoilt: int = 0, ends: bool = True) -> None:
        """One cycle of warm-up and two that count, of which `spoilt` has left-out seconds in the slot of `a`."""
        writer = self._writer
        logs = {name: writer.begin(CampaignName.COMPARE, name, number) for name in ("a", "b")}
        self._read(None, "begin", number)
        self._pass(3.0)
        self._read(None, "end", number)
        for cycle, purpose in ((1, Purpose.WARM_UP), (2, Purpose.COMPARE), (3, Purpose.COMPARE), (4, Purpose.ALONE)):
            if self.maintained_s and cycle > 1:
                self._read(self._number, "maintenance", number)
                self._used_s["b"] += self.maintained_s
            for name in ("a", "b") if cycle % 2 else ("b", "a"):
                left_out = ((2, 3),) if (cycle, name) == (spoilt, "a") else ()
                self._slot(Trial(purpose, 40.0, 4.0, 1.0, variant=name, start=number, cycle=cycle), cost_s, left_out)
        for name in ("a", "b") if ends else ():
            answer = {
                "outcome": "measured",
                "rate": 40.0,
                "reason": Message("slot-held"),
                "cycles": [2, 3],
                "warm_up_cycles": 1,
            }
            logs[name].answer(Answer.of_json("compare", answer))
        for log in logs.values():
            log.end(StartState.COMPLETE if ends else StartState.UNDER_WAY)

    def _slot(self, trial: Trial, cost_s: Mapping[str, float], left_out: tuple[tuple[int, int], ...]) -> None:
        self._number += 1
        number, name = self._number, trial.variant
        other = "b" if name == "a" else "a"
        self._writer.trial_started(number, trial, method="compare", variant=name)
        self._read(number, "begin", trial.start)
        for second in range(SLOT_S):
            # The second that others disturbed is slow.
            time_ms = 90.0 if any(begin <= second < end for begin, end in left_out) else 10.0
            is_last = (name, trial.cycle, second) == ("b", 4, SLOT_S - 1)
            calls = [CALLS, CALLS, CALLS, CALLS - (self.lacking if is_last else 0)]
            deltas = [answered(second, operation, [time_ms] * due) for operation, due in enumerate(calls)]
            shard = MadeShardReading(cpu_s=0.004 * self.generator_slowness * (second + 1))
            self._writer.tick(number, MadeTick(second, deltas, [shard]))
            self._pass(1.0)
            cells = ((key.rpartition(" "), value) for key, value in self.memory.items())
            rows = [(self._clock.now_s, probe, name, "", value) for (probe, _, name), value in cells]
            self._writer.readings(number, rows)
            if name in self.collected:
                self._probes(number, second, trial.start, self.collected[name])
        self._used_s[name] += cost_s[name]
        self._used_s[other] += self._deferred_s.get(other, 0.0) if trial.purpose is not Purpose.ALONE else 0.0
        self._read(number, "end", trial.start, {name: 100.0 + trial.start})
        bare = Histogram()
        measured = MeasuredSpan(4.0, 40.0, 160, 160, 160, 0, 0, {}, (160,), bare, bare, bare, bare, left_out_s=left_out)
        self._writer.trial_ended(number, TrialResult(trial, measured, Verdict(State.PASSED, Message("slot-held"))))

    def _probes(self, number: int, second: int, start: int, major: float) -> None:
        """One service with a heap that pauses a tenth of each second, but half of the one that settles."""
        read = [("gc_pause_share", 0.5 if second == 0 else 0.1), ("major_collections_per_s", major)]
        read += [("heap_max_mib", 64.0)] + [("live_set_mib", 20.0 + start)] * (major > 0.0 and second == 2)
        rows = [(self._clock.now_s, "java:api", name, "", value) for name, value in read]
        # What another probe says of the same service goes last.
        rows.append((self._clock.now_s, "prometheus:api", "gc_pause_share", "", 0.9))
        self._writer.readings(number, rows)

    def _pass(self, seconds: float) -> None:
        self._clock.now_s += seconds
        for name in self._used_s:
            self._used_s[name] += IDLE_CORES * seconds

    def _read(self, trial: int | None, boundary: str, start: int, held: Mapping[str, float] | None = None) -> None:
        rows = [(name, start, used, (held or {}).get(name)) for name, used in self._used_s.items()]
        self._writer.variant_use(trial, boundary, rows)


def store(place: Path, deferred_s: Mapping[str, float] | None = None) -> tuple[RunWriter, Made]:
    description = dataclasses.replace(description_of("run"), method=METHOD, study=STUDY)
    clock = MadeClock()
    writer = RunWriter(directory_in(place), description, clock)
    return writer, Made(writer, clock, deferred_s)


def read(writer: RunWriter) -> list[MeasuredRound]:
    with writer.reader() as reader:
        return measured_rounds(reader)


def value(one: MeasuredRound, variant: str, metric: Metric) -> float:
    return one.figures[variant].values[metric, TOTAL]


def test_cpu_per_request_is_without_what_is_used_idle_and_memory_is_that_of_the_own_slots(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.round(1, {"a": 0.4, "b": 0.5})
        (one,) = read(writer)
    # 200 calls of each of two slots.
    assert value(one, "a", Metric.CPU) == pytest.approx(1e3 * 0.4 / 200)
    assert value(one, "b", Metric.CPU) == pytest.approx(1e3 * 0.5 / 200)
    assert one.idle_cores == pytest.approx({"a": IDLE_CORES, "b": IDLE_CORES})
    assert value(one, "a", Metric.MEMORY) == 101.0
    assert one.figures["a"].calls[TOTAL] == 2 * 4 * 4 * CALLS
    assert {slot.generator_us_per_call for slot in one.slots} == {1e6 * 0.02 / 200}


def test_a_variant_is_charged_for_one_maintenance_a_cycle(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    made.maintained_s = 0.2
    with writer:
        made.round(1, {"a": 0.4, "b": 0.4})
        (one,) = read(writer)
    assert value(one, "a", Metric.CPU) == pytest.approx(1e3 * 0.4 / 200)
    assert value(one, "b", Metric.CPU) == pytest.approx(1e3 * (0.4 + 0.2) / 200)
    assert one.idle_cores["b"] == pytest.approx(IDLE_CORES)


def test_work_that_a_variant_puts_off_to_the_slots_of_others_is_its_own(tmp_path: Path) -> None:
    writer, made = store(tmp_path, {"b": 0.1})
    with writer:
        made.round(1, {"a": 0.4, "b": 0.4})
        (one,) = read(writer)
    # What it uses at rest says that it is none of its idle floor. Both slots of `a` lie within the judged part.
    assert one.idle_cores["b"] == pytest.approx(IDLE_CORES)
    assert value(one, "a", Metric.CPU) == pytest.approx(1e3 * 0.4 / 200)
    assert value(one, "b", Metric.CPU) == pytest.approx(1e3 * (2 * 0.4 + 2 * 0.1) / 400)
    # Alone it pays for nothing of others, and a slot of its own shows none of what it puts off.
    assert one.company["b", "cpu"] == pytest.approx(0.0, abs=1e-9)


def test_seconds_that_were_left_out_of_one_slot_are_left_out_of_all_of_its_cycle(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.round(1, {"a": 0.4, "b": 0.4}, spoilt=3)
        (one,) = read(writer)
    for name in ("a", "b"):
        assert one.figures[name].calls[TOTAL] == (4 + 3) * 4 * CALLS
        assert value(one, name, Metric.MEAN) == pytest.approx(10.0, rel=0.01)


def test_seconds_of_slots_are_kept_however_long_ago_they_were(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        for number in range(1, 100):
            made.round(number, {"a": 0.4, "b": 0.4}, spoilt=3)
        first = read(writer)[0]
    assert value(first, "a", Metric.MEAN) == pytest.approx(10.0, rel=0.01)


def test_a_round_that_was_cut_and_one_that_was_run_again_count_nothing(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.round(1, {"a": 0.4, "b": 0.4})
        made.round(2, {"a": 9.0, "b": 0.4}, ends=False)
        assert [one.number for one in read(writer)] == [1]
        for name in ("a", "b"):
            writer.log_of(name, 2).supersede()
        made.round(3, {"a": 0.4, "b": 0.4})
        assert [one.number for one in read(writer)] == [1, 3]


def test_a_stored_comparison_tells_pairs_ranks_and_idle_work(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        for number, luck in enumerate((1.0, 1.01, 0.99), 1):
            made.round(number, {"a": 0.4 * luck, "b": 0.5 * luck})
        writer.log.event("comparison-ended", Message("comparison-of-all-rounds", rounds=count(3)))
        writer.ended()
    with RunReader(writer._directory) as reader:
        (told,) = comparisons_in(reader)
    cpu = next(pair for pair in told.pairs if (pair.metric, pair.operation) == ("cpu", ""))
    assert (cpu.a, cpu.b, cpu.decision, cpu.rounds) == ("a", "b", "different", 3)
    assert cpu.effect_percent == pytest.approx(25.0, abs=0.1)
    assert told.ranks["cpu"] == {"a": 1, "b": 2}
    assert told.ranks["mean"] == {"a": 1, "b": 1}
    assert told.pairs[told.importance[0]] == cpu
    assert (told.rate, told.margins["cpu"], told.variants) == (40.0, 3.0, ("a", "b"))
    doubts = round_doubts([told])
    assert [doubt.code for doubt in doubts] == ["idle-work"] * 2
    # Two of four operations write, in all of four slots.
    assert {variant.writes for one in told.rounds for variant in one.variants} == {2 * 4 * SLOT_S * CALLS}


def test_a_round_in_which_one_variant_wrote_less_leaves_unlike_data(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        made.lacking = 9
        made.round(1, {"a": 0.4, "b": 0.5})
        writer.ended()
    with RunReader(writer._directory) as reader:
        (told,) = comparisons_in(reader)
    (doubt,) = [doubt for doubt in round_doubts([told]) if doubt.code == "unlike-data"]
    assert english(doubt.text) == "round 1: one variant completed 391 calls that write, another 400"


@pytest.mark.parametrize(("felt", "is_doubted"), [(0.5, True), (0.0, False)])
def test_a_difference_that_goes_with_the_machine_is_a_doubt(tmp_path: Path, felt: float, is_doubted: bool) -> None:
    writer, made = store(tmp_path)
    slow = (1.0, 1.2, 1.05, 1.3, 1.1)
    with writer:
        for number, (slowness, luck) in enumerate(zip(slow, (1.0, 0.99, 1.01, 1.0, 0.99), strict=True), 1):
            made.generator_slowness = slowness
            made.round(number, {"a": 0.4 * slowness * luck, "b": 0.5 * slowness ** (1.0 + felt)})
        writer.log.event("comparison-ended", Message("comparison-of-all-rounds", rounds=count(5)))
        writer.ended()
    with RunReader(writer._directory) as reader:
        (told,) = comparisons_in(reader)
    assert next(pair for pair in told.pairs if pair.metric == "cpu").decision == "different"
    doubts = [doubt for doubt in round_doubts([told]) if doubt.code == "machine-speed"]
    assert bool(doubts) is is_doubted
    for doubt in doubts:
        assert english(doubt.text).startswith("what a and b differ by in CPU per request went with the machine over 5")
        assert "up to 1.3 times as slow" in english(doubt.text)


def test_three_rounds_cannot_say_that_a_difference_goes_with_the_machine(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    with writer:
        for number, slowness in enumerate((1.0, 1.02, 1.01), 1):
            made.generator_slowness = slowness
            made.round(number, {"a": 0.4 * slowness, "b": 0.5 * slowness**2})
        writer.log.event("comparison-ended", Message("comparison-of-all-rounds", rounds=count(3)))
        writer.ended()
    with RunReader(writer._directory) as reader:
        (told,) = comparisons_in(reader)
    assert "machine-speed" not in {doubt.code for doubt in round_doubts([told])}


def test_a_run_without_rounds_has_no_comparison(tmp_path: Path) -> None:
    writer, _ = store(tmp_path)
    with writer, writer.reader() as reader:
        assert comparisons_in(reader) == []


def test_what_collectors_did_in_counted_slots_is_a_figure_and_few_collections_are_doubted_once(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    # Ten seconds of two slots that count.
    made.collected = {"a": 0.5, "b": 0.2}
    with writer:
        for number in (1, 2, 3):
            made.round(number, {"a": 0.4, "b": 0.5})
        rounds = read(writer)
        writer.ended()
    assert [value(one, "a", Metric.LIVE_SET) for one in rounds] == [21.0, 22.0, 23.0]
    assert value(rounds[0], "a", Metric.GC) == pytest.approx(10.0)
    assert value(rounds[0], "a", Metric.MEMORY) == 101.0
    with RunReader(writer._directory) as reader:
        (told,) = comparisons_in(reader)
    assert {variant.variant: variant.major_collections for variant in told.rounds[0].variants} == {"a": 5, "b": 2}
    pair = next(pair for pair in told.pairs if (pair.metric, pair.operation) == ("live_set", ""))
    assert (pair.family, pair.decision, pair.effect_percent) == ("operation", "equivalent", 0.0)
    (doubt,) = [doubt for doubt in round_doubts([told]) if doubt.code == "few-collections"]
    assert english(doubt.text).startswith(
        "b had fewer than three major collections in its counted slots, in 3 of 3 rounds"
    )


def test_what_no_probe_read_of_a_collector_is_absent_and_no_doubt(tmp_path: Path) -> None:
    writer, made = store(tmp_path)
    made.collected = {"a": 0.0}
    with writer:
        made.round(1, {"a": 0.4, "b": 0.5})
        (one,) = read(writer)
        writer.ended()
    # A heap without a collection has no live set that is known; `b` has no heap.
    assert (Metric.LIVE_SET, TOTAL) not in one.figures["a"].values
    assert (one.collections["a"].major, one.collections["b"].major) == (0, None)
    assert not {Metric.LIVE_SET, Metric.GC} & {metric for metric, _ in one.figures["b"].values}
    with RunReader(writer._directory) as reader:
        doubts = round_doubts(comparisons_in(reader))
    assert [english(doubt.text).partition(" ")[0] for doubt in doubts if doubt.code == "few-collections"] == ["a"]
