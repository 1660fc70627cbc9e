"""The trial loop: what ends a trial, what of it is judged, who is told, and what its result says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.tick import StallReading, TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.trial.judging import Assessment, Judging
from loadproof.trial.loop import run_trial
from loadproof.trial.observer import Meter, Observers, SeenBeside, StopSource, TrialListener, Witness
from loadproof.words.catalogue import english

from ..judge.simulated_service import ERRORS, MadeStall, SimulatedShard, SimulatedTick, simulated_delta
from .made_generator import MadeGenerator

HELD = 12


@dataclass
class MadeJudge:
    """Ends the trial at the end of second `at_s` with `state`, where it is asked then; looks every `every_s`."""

    at_s: int = 10**6
    state: State = State.FAILED
    every_s: int = 1
    looks: list[float] = field(default_factory=list)

    def look(self, elapsed_s: float) -> Verdict | None:
        self.looks.append(elapsed_s)
        return Verdict(self.state, Message.said("seen early"), early=True) if elapsed_s >= self.at_s else None

    def next_look_s(self, elapsed_s: int) -> int:
        return (elapsed_s // self.every_s + 1) * self.every_s

    def final(self) -> Verdict:
        return Verdict(State.PASSED, Message.said("held"))


@dataclass
class Watcher(Witness, StopSource):
    """Writes down what it is told; wants the end once so many seconds have passed, or at once where no tick comes."""

    end_at_s: int | None = None
    seen: SeenBeside = field(default_factory=SeenBeside)
    is_saturated: bool = False
    heard: list[str] = field(default_factory=list)
    ticks: int = 0

    def trial_started(self, number: int, trial: Trial, /) -> None:
        self.heard.append(f"started {number}")

    def saturated(self, _begin_s: float, _end_s: float, /) -> bool:
        return self.is_saturated

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        self.ticks += 1

    def wants_end(self) -> bool:
        return self.end_at_s is not None and self.ticks >= self.end_at_s

    def trial_ended(self) -> SeenBeside:
        self.heard.append("ended")
        return self.seen

    def trial_judged(self, _number: int, result: TrialResult, /) -> None:
        self.heard.append(result.verdict.state.value)


@dataclass
class Told(TrialListener):
    """Writes down for a watcher what listeners alone are told."""

    heard: list[str]

    def stalled(self, _number: int, stalls: Sequence[StallReading], /) -> None:
        self.heard.append(f"{len(stalls)} stalled")

    def given_up(self) -> None:
        self.heard.append("given up")


def second(number: int, stalls: Sequence[StallReading] = ()) -> SimulatedTick:
    return SimulatedTick(number, (simulated_delta(number, 100, 100, (), 100),), (SimulatedShard(1, stalls=stalls),))


def ran(
    generator: MadeGenerator,
    judge: MadeJudge,
    *observers: Watcher | Witness,
    purpose: Purpose = Purpose.SEARCH,
    doubts: Callable[[], Sequence[Doubt]] = lambda: (),
) -> TrialResult:
    trial = Trial(purpose, 100.0, hold_s=HELD - 2.0, settle_s=2.0)
    timeline = Timeline(("call",), (), 2.0)
    watchers = tuple(one for one in observers if isinstance(one, Watcher))
    told = Observers((), tuple(Told(one.heard) for one in watchers), observers, watchers)
    return run_trial(generator, trial, Assessment(timeline, Judging(judge, doubts), (ERRORS,)), told, 7)


def held() -> MadeGenerator:
    return MadeGenerator([second(number) for number in range(HELD)])


def test_a_trial_is_held_to_its_end_and_its_span_is_the_hold() -> None:
    generator, judge, watcher = held(), MadeJudge(), Watcher()
    result = ran(generator, judge, watcher)
    assert generator.told == ["start search 7"]
    assert (result.verdict.state, result.measurement.duration_s, result.measurement.due) == (State.PASSED, 10.0, 1000)
    # The last second of the hold is that of the final verdict.
    assert judge.looks == list(range(1, HELD))
    assert watcher.heard == ["started 7", "ended", "passed"]
    assert watcher.ticks == HELD + 1


@pytest.mark.parametrize(("state", "order"), [(State.FAILED, "stop"), (State.PASSED, "finish")])
def test_an_early_verdict_ends_load_and_span(state: State, order: str) -> None:
    generator = held()
    result = ran(generator, MadeJudge(6, state))
    assert generator.told[1:] == [order]
    assert (english(result.verdict.reason), result.measurement.duration_s, result.measurement.due) == (
        "seen early",
        4.0,
        400,
    )


@pytest.mark.parametrize("purpose", [Purpose.LOAD, Purpose.PLATEAU])
def test_what_is_held_whatever_it_shows_is_not_looked_at(purpose: Purpose) -> None:
    generator, judge = held(), MadeJudge(3)
    assert ran(generator, judge, purpose=purpose).verdict.state is State.PASSED
    assert judge.looks == []
    # Nobody has to wait for a look that never comes.
    assert generator.ahead[0] == 59


def test_the_generator_may_run_ahead_to_the_next_look() -> None:
    generator, judge = held(), MadeJudge(every_s=5)
    ran(generator, judge)
    assert judge.looks == [5, 10]
    assert generator.ahead[:6] == [4, 4, 4, 4, 4, 9]


def test_a_wish_for_the_end_cuts_the_trial_after_its_last_whole_second() -> None:
    generator, watcher = held(), Watcher(end_at_s=5)
    result = ran(generator, MadeJudge(), watcher)
    assert generator.told[1:] == ["stop"]
    assert result.verdict.state is State.UNDECIDED
    assert [english(doubt.text) for doubt in result.measurement.doubts] == ["the trial was interrupted after 6 s"]
    # What came with the sixth tick came after the wish.
    assert result.measurement.duration_s == 3.0
    assert watcher.heard == ["started 7", "ended", "undecided"]


def test_a_generator_that_does_not_hear_is_given_up() -> None:
    generator, watcher = MadeGenerator([second(0), second(1), second(2), None], deaf=True), Watcher(end_at_s=3)
    result = ran(generator, MadeJudge(), watcher)
    assert watcher.heard == ["started 7", "given up", "ended", "undecided"]
    assert result.measurement.duration_s == 1.0


def test_an_early_verdict_stands_whatever_is_wished_then() -> None:
    generator, watcher = held(), Watcher(end_at_s=6)
    result = ran(generator, MadeJudge(6), watcher)
    assert (generator.told[1:], result.verdict.state) == (["stop"], State.FAILED)
    assert result.measurement.doubts == ()


@pytest.mark.parametrize(
    ("cause", "is_saturated", "left_out"),
    [("starved", True, False), ("starved", False, True), ("busy", True, True)],
)
def test_a_stall_takes_seconds_out_unless_the_stand_starved_the_generator(
    cause: str, is_saturated: bool, left_out: bool
) -> None:
    stall = MadeStall(4.2, 5.2, 4.19, cause)
    ticks = [second(number, [stall] if number == 5 else ()) for number in range(HELD)]
    watcher = Watcher(is_saturated=is_saturated)
    result = ran(MadeGenerator(ticks), MadeJudge(), Witness(), watcher)
    assert "1 stalled" in watcher.heard
    assert bool(result.measurement.left_out_s) is left_out


def test_every_doubt_is_in_the_result_and_bears_on_its_verdict() -> None:
    few = Doubt(DoubtCode.TOO_FEW_SAMPLES, Message.said("few"))
    beside = [Watcher(seen=SeenBeside(("api",), 0.5)), Watcher(seen=SeenBeside(steal_share=0.2))]
    result = ran(held(), MadeJudge(), *beside, doubts=lambda: (few,))
    codes = [doubt.code for doubt in result.measurement.doubts]
    assert codes == [DoubtCode.TOO_FEW_SAMPLES, DoubtCode.SERVICE_DIED, DoubtCode.FOREIGN_LOAD, DoubtCode.STEAL]
    assert (result.verdict.state, result.measurement.valid) == (State.INVALID, False)


def test_a_failure_that_stands_needs_no_more_calls() -> None:
    few = Doubt(DoubtCode.TOO_FEW_SAMPLES, Message.said("few"))
    result = ran(held(), MadeJudge(at_s=5), doubts=lambda: (few,))
    assert result.verdict.state is State.FAILED
    assert DoubtCode.TOO_FEW_SAMPLES not in {doubt.code for doubt in result.measurement.doubts}


def test_meters_are_told_before_listeners_and_those_before_witnesses() -> None:
    heard = list[str]()

    class Clock(Meter):
        def trial_started(self, _number: int, _trial: Trial, /) -> None:
            heard.append("meter")

    class Store(TrialListener):
        def trial_started(self, _number: int, _trial: Trial, /) -> None:
            heard.append("listener")

    class Machine(Witness):
        def trial_started(self, _number: int, _trial: Trial, /) -> None:
            heard.append("witness")

    told = Observers((), (Store(),), (Machine(),)).with_more(Observers((Clock(),)))
    trial, timeline = Trial(Purpose.SEARCH, 100.0, hold_s=HELD - 2.0, settle_s=2.0), Timeline(("call",), (), 2.0)
    run_trial(held(), trial, Assessment(timeline, Judging(MadeJudge(), tuple), (ERRORS,)), told)
    assert heard == ["meter", "listener", "witness"]


class Refused(Witness):
    """Every reading of it is refused from tick 3 on."""

    subject = "machine"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def machine(self, second: int, /) -> Sequence[MachineSecond]:
        if second >= 3:
            raise self.error
        return ()

    def trial_ended(self) -> SeenBeside:
        raise self.error


def test_readings_that_the_system_refuses_are_one_doubt_and_end_no_trial() -> None:
    watcher = Watcher()
    result = ran(held(), MadeJudge(), Refused(OSError(24, "Too many open files", "/proc/1/stat")), watcher)
    assert (result.verdict.state, result.measurement.valid, result.measurement.due) == (State.PASSED, True, 1000)
    (doubt,) = result.measurement.doubts
    refused = HELD - 3 + 1
    assert (doubt.code, doubt.text.values["count"]) == (DoubtCode.READINGS_FAILED, count(refused))
    assert english(doubt.text) == f"{refused} readings of the machine failed: Too many open files"
    assert watcher.ticks == HELD + 1


def test_a_fault_of_ours_in_an_observer_is_none_of_the_system() -> None:
    with pytest.raises(ZeroDivisionError):
        ran(held(), MadeJudge(), Refused(ZeroDivisionError()))


def test_a_witness_that_keeps_pace_is_told_of_each_second_before_the_next_but_one_runs() -> None:
    class Pacing(Watcher):
        keeps_pace = True

    generator = held()
    ran(generator, MadeJudge(), Pacing(), purpose=Purpose.LOAD)
    assert generator.ahead[:4] == [0, 1, 2, 3]
