"""One round of a comparison: the order of its slots, its warm-up, what is repeated, and who is left out."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.compare.machine import CompareRound, CompareSettings, RoundDetails
from loadproof.methods.cycles import cycles_of
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.plan.engine_plan import trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of

SETTINGS = CompareSettings(500.0)
VARIANTS = ("a", "b", "c")
SlotOf = Callable[[Trial, Sequence[TrialResult]], TrialResult]


def steady(trial: Trial, _history: Sequence[TrialResult] = ()) -> TrialResult:
    return replace(result_of(trial, State.PASSED, median_ms=1.0), cpu_ms_per_request=0.5)


def disturbed(result: TrialResult, seconds: int = 3) -> TrialResult:
    stretch = (3, 3 + max(3, seconds))
    measurement = replace(result.measurement, left_out_s=(stretch,), disturbed_s=((3, 3 + seconds),))
    return replace(result, measurement=measurement)


def dead(result: TrialResult) -> TrialResult:
    doubts = (Doubt(DoubtCode.SERVICE_DIED, Message.said("the service api died")),)
    return replace(result, measurement=replace(result.measurement, doubts=doubts, valid=False))


def driven(one: CompareRound, slot_of: SlotOf = steady) -> tuple[list[TrialResult], Answer]:
    history: list[TrialResult] = []
    while not isinstance(step := one.next(history), Answer):
        assert len(history) < 200
        history.append(slot_of(step, tuple(history)))
    return history, step


def variant_of(trial: Trial) -> str:
    return trial.variant


def orders(history: Sequence[TrialResult], purpose: Purpose) -> list[str]:
    return ["".join(cycle.slots) for cycle in cycles_of(history, variant_of) if cycle.purpose is purpose]


def test_a_round_warms_up_counts_four_cycles_and_ends_with_a_slot_alone_of_each() -> None:
    history, answer = driven(CompareRound(SETTINGS, VARIANTS))
    purposes = [cycle.purpose.value for cycle in cycles_of(history, variant_of)]
    assert purposes == ["warm-up"] * 3 + ["compare"] * 4 + ["alone"]
    assert {(slot.trial.purpose.value, slot.trial.settle_s, slot.trial.hold_s) for slot in history} == {
        ("warm-up", 1.0, 4.0),
        ("compare", 1.0, 4.0),
        ("alone", 1.0, 4.0),
    }
    assert {slot.trial.rate for slot in history} == {500.0}
    assert not any(slot.trial.early_stop for slot in history)
    assert (answer.outcome, answer.details_of(RoundDetails).cycles) == (Outcome.MEASURED, (4, 5, 6, 7))
    assert answer.doubts == ()


@pytest.mark.parametrize("purpose", [Purpose.WARM_UP, Purpose.COMPARE])
def test_of_each_pair_of_cycles_the_second_mirrors_the_first(purpose: Purpose) -> None:
    for number in range(1, 6):
        order = orders(driven(CompareRound(SETTINGS, VARIANTS, number))[0], purpose)
        assert all(second == first[::-1] for first, second in zip(order[::2], order[1::2], strict=False))


def test_the_order_is_drawn_for_each_pair_round_and_seed() -> None:
    drawn = {
        orders(driven(CompareRound(SETTINGS, VARIANTS, number, seed))[0], Purpose.COMPARE)[place]
        for number in range(1, 9)
        for seed in (1, 2)
        for place in (0, 2)
    }
    assert drawn == {"abc", "acb", "bac", "bca", "cab", "cba"}


def test_all_variants_of_a_cycle_get_the_same_arrivals_and_another_cycle_others() -> None:
    history, _ = driven(CompareRound(SETTINGS, VARIANTS))
    seeds = {
        cycle.number: {trial_plan(slot.trial, 70 + place, LoadSettings(), 1.0)["seed"] for place, slot in enumerate(of)}
        for cycle in cycles_of(history, variant_of)
        for of in [list(cycle.slots.values())]
    }
    assert all(len(own) == 1 for own in seeds.values())
    assert len(set().union(*seeds.values())) == len(seeds)


def test_the_warm_up_goes_on_while_one_variant_falls_by_two_per_cent_a_cycle() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        fallen = 0.95 ** min(trial.cycle, 6) if trial.variant == "b" else 1.0
        return replace(steady(trial), cpu_ms_per_request=fallen)

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert len(orders(history, Purpose.WARM_UP)) == 8
    assert not answer.doubts


def test_what_falls_with_the_machine_is_warm_and_a_machine_that_gets_slower_hides_no_fall() -> None:
    def of_machine(part: float) -> SlotOf:
        def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
            fallen, cost_us = 0.95 ** min(trial.cycle, 6), 60.0 * part**trial.cycle
            return replace(steady(trial), cpu_ms_per_request=fallen, generator_us_per_call=cost_us)

        return slot_of

    warmed = {part: driven(CompareRound(SETTINGS, VARIANTS), of_machine(part))[0] for part in (0.94, 1.0, 1.1)}
    assert {part: len(orders(history, Purpose.WARM_UP)) for part, history in warmed.items()} == {
        0.94: 3,
        1.0: 8,
        1.1: 8,
    }


def test_where_nobody_reads_cpu_it_goes_by_the_response_time() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        return result_of(trial, State.PASSED, median_ms=10.0 * 0.9 ** min(trial.cycle, 5))

    assert len(orders(driven(CompareRound(SETTINGS, VARIANTS), slot_of)[0], Purpose.WARM_UP)) == 7


def test_a_variant_that_never_is_steady_is_compared_with_a_doubt() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        return replace(steady(trial), cpu_ms_per_request=0.9**trial.cycle)

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert len(orders(history, Purpose.WARM_UP)) == 12
    assert answer.outcome is Outcome.MEASURED
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.NOT_WARM]
    assert "never steady" in english(answer.doubts[0].text)


def test_a_disturbed_slot_drops_its_cycle_for_all_which_is_run_again_in_the_same_order() -> None:
    def slot_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        is_second = trial.cycle == 5 and len([one for one in history if one.trial.cycle == 5]) == 1
        return disturbed(steady(trial)) if is_second else steady(trial)

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    order = orders(history, Purpose.COMPARE)
    assert answer.details_of(RoundDetails).cycles == (4, 6, 7, 8)
    assert [len(cycle) for cycle in order] == [3] * 5
    assert order[1] == order[2] == order[0][::-1]


def test_one_second_that_others_disturbed_drops_nothing() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        result = steady(trial)
        return replace(result, measurement=replace(result.measurement, left_out_s=((3, 4),)))

    _, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert answer.details_of(RoundDetails).cycles == (4, 5, 6, 7)


def test_on_a_machine_that_is_never_quiet_the_least_disturbed_cycles_count_with_a_doubt() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        # Cycles 5, 7, 9 and 11 are disturbed for a second less.
        return disturbed(steady(trial), 3 - trial.cycle % 2)

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert len(orders(history, Purpose.COMPARE)) == 8
    assert (answer.outcome, answer.details_of(RoundDetails).cycles) == (Outcome.MEASURED, (5, 7, 9, 11))
    (doubt,) = answer.doubts
    assert english(doubt.text) == (
        "round 1: 4 of 8 cycles count, 4 of them although others disturbed them: none was quieter"
    )


def test_what_is_not_valid_by_other_reasons_never_counts() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        return result_of(trial, State.INVALID) if trial.purpose is Purpose.COMPARE else steady(trial)

    def invalid(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        result = slot_of(trial, history)
        valid = result.verdict.state is not State.INVALID
        return replace(result, measurement=replace(result.measurement, valid=valid))

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), invalid)
    assert (answer.outcome, answer.details_of(RoundDetails).cycles) == (Outcome.INVALID, ())
    assert len(orders(history, Purpose.COMPARE)) == 8
    assert not orders(history, Purpose.ALONE)


def test_a_variant_that_dies_is_left_out_and_the_others_go_on() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        return dead(steady(trial)) if (trial.cycle, trial.variant) == (5, "b") else steady(trial)

    history, answer = driven(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert (answer.outcome, answer.details_of(RoundDetails).died) == (Outcome.MEASURED, ("b",))
    assert answer.details_of(RoundDetails).cycles == (4, 5, 6, 7)
    assert all("b" not in order for order in orders(history, Purpose.COMPARE)[2:])


def test_where_one_of_two_dies_the_round_ends() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        return dead(steady(trial)) if (trial.cycle, trial.variant) == (2, "b") else steady(trial)

    history, answer = driven(CompareRound(SETTINGS, ("a", "b")), slot_of)
    assert (answer.outcome, history[-1].trial.cycle) == (Outcome.INVALID, 2)
    assert english(answer.reason) == "a service died: b"


def lines(one: CompareRound, slot_of: SlotOf = steady) -> list[str]:
    """What a log says of the round, slot by slot."""
    history, _ = driven(one, slot_of)
    told = [one.told_after(history[:place]) for place in range(1, len(history) + 1)]
    return [english(message) for message in told if message is not None]


def test_a_log_has_a_line_for_each_cycle() -> None:
    cost = dict(zip(VARIANTS, (0.5, 0.6, 0.75), strict=True))

    def slot_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        slot = replace(steady(trial), cpu_ms_per_request=cost[trial.variant])
        return disturbed(slot) if (trial.cycle, trial.variant) == (5, "c") else slot

    shown = "CPU per request: a 0.5 ms, b 0.6 ms, c 0.75 ms"
    assert lines(CompareRound(SETTINGS, VARIANTS, number=2), slot_of) == [
        *(f"round 2, warm-up cycle {number}; {shown}" for number in (1, 2, 3)),
        f"round 2, cycle 1 of 4 counts; {shown}",
        f"round 2, a cycle does not count yet, as others disturbed c; {shown}",
        *(f"round 2, cycle {number} of 4 counts; {shown}" for number in (2, 3, 4)),
        f"round 2, each variant alone; {shown}",
    ]


def test_a_log_says_who_died_and_tells_response_times_where_nobody_reads_cpu() -> None:
    def slot_of(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        slot = result_of(trial, State.PASSED, median_ms=2.0)
        return dead(slot) if (trial.cycle, trial.variant) == (4, "b") else slot

    told = lines(CompareRound(SETTINGS, VARIANTS), slot_of)
    assert told[0].startswith("round 1, warm-up cycle 1; mean response time: a 2")
    assert [", b died, " in line for line in told] == [False] * 3 + [True] * 5


@pytest.mark.parametrize(
    ("settings", "told"),
    [({"rate": -1.0}, "rate"), ({"slot_s": 1.0}, "slot_s"), ({"rounds": 13}, "rounds"), ({"rounds": 0}, "rounds")],
)
def test_settings_that_nothing_can_be_run_with_are_refused(settings: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        CompareSettings(**{"rate": 500.0, **settings})  # type: ignore[arg-type]
