"""A slot of a comparison is held to its end; others on the machine, and connections opened late, speak against it."""

import pytest
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.slot_judge import SlotJudge, is_whole
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.records.doubt import DoubtCode
from loadproof.trial.judging import Assessment, Judging, clean_first
from loadproof.trial.observer import SeenBeside
from loadproof.words.catalogue import english

from ..store.made_run import MadeShardReading, MadeTick, answered

SLOT = Trial(Purpose.COMPARE, 10.0, 8.0, 2.0, early_stop=False, variant="a", cycle=4)


def judged(disturbed: set[int] | None = None, connections: dict[int, int] | None = None) -> TrialResult:
    """A slot of 10 s in which others took a core in the seconds `disturbed`; `connections` are open from then on."""
    timeline = Timeline(["get"], [50.0], 2.0)
    timeline.close_span(10)
    own = SlotJudge(timeline)
    judging = clean_first(Judging(own, own.doubts, own.add), SLOT, timeline)
    open_now = 4
    for second in range(11):
        open_now = (connections or {}).get(second, open_now)
        taken = 1.0 if second in (disturbed or ()) else 0.0
        deltas = [answered(second, 0, [10.0] * 10)] if second < 10 else []
        tick = MadeTick(second, deltas, [MadeShardReading(connections=open_now)], last=second == 10)
        machine = [] if tick.last else [MachineSecond(second, taken, 0.0, taken, 0.4)]
        timeline.add(tick, (), machine)
        own.add(tick)
        assert own.look(second + 1.0) is None
    return Assessment(timeline, judging, ()).result(SLOT, None, SeenBeside(), interrupted=False)


def codes(result: TrialResult) -> set[str]:
    return {doubt.code for doubt in result.measurement.doubts}


def test_a_slot_that_nobody_disturbs_counts_and_breaks_nothing() -> None:
    result = judged()
    assert (result.verdict.state, english(result.verdict.reason)) == (State.PASSED, "held to its end")
    assert is_whole(result.measurement)
    assert (result.measurement.due, codes(result)) == (80, set())


@pytest.mark.parametrize(("disturbed", "counts"), [({5}, True), ({5, 6}, False), ({2, 4, 6, 8}, False)])
def test_it_counts_where_no_more_than_a_quarter_of_its_judged_seconds_is_disturbed(
    disturbed: set[int], counts: bool
) -> None:
    result = judged(disturbed)
    assert is_whole(result.measurement) == counts
    assert (DoubtCode.DISTURBED in codes(result)) == (not counts)
    assert (result.verdict.state is State.INVALID) == (not counts)


def test_connections_that_are_opened_while_it_settles_are_none_of_its_matter() -> None:
    assert codes(judged(connections={1: 9})) == set()
    late = judged(connections={1: 9, 6: 11, 7: 10})
    (doubt,) = late.measurement.doubts
    assert (doubt.code, is_whole(late.measurement)) == (DoubtCode.OPENED_CONNECTIONS, True)
    assert english(doubt.text) == "2 connections were opened in the judged seconds"
    # After its end, while the last calls are answered.
    assert codes(judged(connections={10: 11})) == set()
