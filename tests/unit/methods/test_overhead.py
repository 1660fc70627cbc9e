"""One start in which a feature is switched: the order of its slots, how many there are, and when it does not count."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.cycles import cycles_of
from loadproof.methods.overhead.machine import OverheadSettings, OverheadStart, SwitchedDetails
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.cell import OFF, Cell
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of

SETTINGS = OverheadSettings((500.0,), slot_s=15.0, hold_s=240.0)
SlotOf = Callable[[Trial, Sequence[TrialResult]], TrialResult]


def steady(trial: Trial, _history: Sequence[TrialResult] = ()) -> TrialResult:
    return replace(result_of(trial, State.PASSED, median_ms=1.0), cpu_ms_per_request=0.5)


def cell_of(trial: Trial) -> Cell:
    return Cell(trial.level, trial.rate or 0.0)


def driven(settings: OverheadSettings, slot_of: SlotOf = steady, number: int = 1) -> tuple[list[TrialResult], Answer]:
    one = OverheadStart(settings, "base", number, seed=7)
    history: list[TrialResult] = []
    while not isinstance(step := one.next(history), Answer):
        assert len(history) < 500
        history.append(slot_of(step, tuple(history)))
    return history, step


def test_levels_take_turns_in_mirrored_pairs_after_a_warm_up_of_shorter_slots() -> None:
    history, answer = driven(SETTINGS)
    slots = [result.trial for result in history]
    assert {slot.variant for slot in slots} == {"base"}
    assert [slot.purpose for slot in slots[:7]] == [Purpose.WARM_UP] * 6 + [Purpose.COMPARE]
    assert {slot.load_s for slot in slots[:6]} == {5.0}
    counted = slots[6:]
    assert {(slot.settle_s, slot.hold_s, slot.early_stop) for slot in counted} == {(3.0, 12.0, False)}
    levels = [slot.level for slot in counted]
    # 240 s less 30 s of warm-up hold three pairs of cycles.
    assert len(levels) == 12
    for pair in range(0, len(levels), 4):
        four = levels[pair : pair + 4]
        assert four in ([OFF, "on", "on", OFF], ["on", OFF, OFF, "on"])
    assert (answer.outcome, answer.details_of(SwitchedDetails).cycles) == (Outcome.MEASURED, (4, 5, 6, 7, 8, 9))
    assert answer.doubts == ()
    assert answer.rate == 500.0


def test_every_level_is_measured_at_every_rate_with_the_same_arrivals_in_a_cycle() -> None:
    settings = OverheadSettings((100.0, 300.0), ("low", "high"), hold_s=60.0)
    history, answer = driven(settings)
    cycles = [cycle for cycle in cycles_of(history, cell_of) if cycle.purpose is Purpose.COMPARE]
    # However little time there is, one pair counts.
    assert len(cycles) == 2
    wanted = {(level, rate) for level in (OFF, "low", "high") for rate in (100.0, 300.0)}
    assert all(set(cycle.slots) == wanted for cycle in cycles)
    assert list(cycles[0].slots) == list(cycles[1].slots)[::-1]
    assert answer.rate is None


def test_another_start_has_another_order_and_the_same_start_the_same() -> None:
    orders = [[cell_of(slot.trial) for slot in driven(SETTINGS, number=number)[0]] for number in (1, 1, 2, 3, 4)]
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) > 1


def test_a_start_lasts_as_long_as_its_settings_say() -> None:
    for settings in (SETTINGS, OverheadSettings((10.0,)), OverheadSettings((10.0, 20.0), ("a", "b", "c"))):
        history, _ = driven(settings)
        assert sum(slot.trial.load_s for slot in history) == settings.start_s
        assert settings.start_s <= max(settings.hold_s, settings.start_s)
    assert OverheadSettings((10.0,)).start_s <= OverheadSettings((10.0,)).hold_s


def test_what_still_falls_is_warmed_up_for_longer_and_never_for_ever() -> None:
    def falling(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        return replace(steady(trial), cpu_ms_per_request=0.9 ** (len(history) // 2))

    history, answer = driven(SETTINGS, falling)
    warmed = [slot for slot in history if slot.trial.purpose is Purpose.WARM_UP]
    assert len(warmed) == 2 * SETTINGS.warm_up_cycles
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.NOT_WARM]
    assert "never steady" in english(answer.doubts[0].text)


def costing(cost_of: Callable[[int], float]) -> SlotOf:
    """Slots of a service that costs `cost_of` the number of its cycle, and a tenth more at the level."""

    def slot(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        cost = cost_of(trial.cycle) * (1.1 if trial.level == "on" else 1.0)
        return replace(steady(trial), cpu_ms_per_request=cost)

    return slot


@pytest.mark.parametrize(("cold", "left_out"), [(1, 2), (4, 4), (5, 6)])
def test_cycles_before_the_cost_of_a_call_falls_are_warm_up_after_all(cold: int, left_out: int) -> None:
    settings = OverheadSettings((500.0,), hold_s=190.0)
    assert settings.counted_cycles == 16
    history, answer = driven(settings, costing(lambda cycle: 1.2 if cycle <= 3 + cold else 0.6))
    # Mirrored pairs stay whole: each pair that is left out is run again.
    first = 4 + left_out
    assert answer.details_of(SwitchedDetails).cycles == tuple(range(first, first + 16))
    assert answer.details_of(SwitchedDetails).warm_up_cycles == 3 + left_out
    assert answer.doubts == ()
    counted = [slot.trial.level for slot in history if slot.trial.cycle >= first]
    assert all(counted[place : place + 4] in ([OFF, "on", "on", OFF], ["on", OFF, OFF, "on"]) for place in (0, 4, 8))


@pytest.mark.parametrize(
    "cost_of",
    [
        lambda cycle: 0.64 if cycle < 9 else 0.6,
        lambda cycle: 0.5 if cycle < 9 else 0.6,
        lambda cycle: 0.9 if cycle == 12 else 0.6,
        lambda cycle: 0.8 if cycle < 9 and cycle != 4 else 0.6,
        lambda cycle: (0.5, 0.7)[cycle % 2],
    ],
    ids=["small", "rises", "later", "not from the begin", "scatters"],
)
def test_no_other_change_of_the_cost_is_taken_for_a_cold_service(cost_of: Callable[[int], float]) -> None:
    settings = OverheadSettings((500.0,), hold_s=190.0)
    _, answer = driven(settings, costing(cost_of))
    assert answer.details_of(SwitchedDetails).cycles == tuple(range(4, 20))


def test_what_the_generator_costs_more_excuses_a_dear_begin() -> None:
    def slower_machine(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        factor = 1.5 if trial.cycle < 9 else 1.0
        return replace(steady(trial), cpu_ms_per_request=0.6 * factor, generator_us_per_call=20.0 * factor)

    _, answer = driven(OverheadSettings((500.0,), hold_s=190.0), slower_machine)
    assert answer.details_of(SwitchedDetails).warm_up_cycles == 3


def test_a_cycle_that_others_disturb_is_run_again_in_the_same_order() -> None:
    def once(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        result = steady(trial)
        if len(history) != 9:
            return result
        measurement = replace(result.measurement, left_out_s=((3, 12),), disturbed_s=((3, 12),))
        return replace(result, measurement=measurement)

    history, answer = driven(SETTINGS, once)
    assert len(answer.details_of(SwitchedDetails).cycles) == SETTINGS.counted_cycles
    cycles = {cycle.number: list(cycle.slots) for cycle in cycles_of(history, cell_of)}
    assert 5 not in answer.details_of(SwitchedDetails).cycles
    assert cycles[5] == cycles[6]


def test_a_service_that_dies_ends_the_start_and_it_does_not_count() -> None:
    def dying(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        result = steady(trial)
        if len(history) < 8:
            return result
        doubts = (Doubt(DoubtCode.SERVICE_DIED, Message.said("the service api died")),)
        return replace(result, measurement=replace(result.measurement, doubts=doubts, valid=False))

    history, answer = driven(SETTINGS, dying)
    assert len(history) == 9
    assert (answer.outcome, answer.reason.code, answer.details_of(SwitchedDetails).cycles) == (
        Outcome.INVALID,
        "overhead-with-death",
        (),
    )


def test_a_log_tells_each_cycle_once_with_its_levels() -> None:
    one = OverheadStart(SETTINGS, "base", 2)
    history: list[TrialResult] = []
    told = []
    while not isinstance(step := one.next(history), Answer):
        history.append(steady(step))
        told.append(one.told_after(history))
    lines = [english(line) for line in told if line is not None]
    assert len(lines) == 3 + SETTINGS.counted_cycles
    assert lines[0] == "base, start 2, warm-up cycle 1; CPU per request: off 0.5 ms, on 0.5 ms"
    assert lines[3] == "base, start 2, cycle 1 of 6 counts; CPU per request: off 0.5 ms, on 0.5 ms"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"rates": (-1.0,)}, "rates"),
        ({"rates": (5.0, 5.0)}, "rates"),
        ({"levels": ()}, "levels"),
        ({"levels": ("off",)}, "levels"),
        ({"starts": 0}, "starts"),
        ({"slot_s": 4.0}, "slot_s"),
        ({"settle_s": 4.0}, "settle_s"),
        ({"settle_s": 0.0}, "settle_s"),
        ({"bound_percent": 0.0}, "bound_percent"),
    ],
)
def test_settings_that_nothing_can_be_run_with_are_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        OverheadSettings(**{"rates": (100.0,), **wrong})  # type: ignore[arg-type]


def test_more_time_is_more_pairs_of_cycles_and_never_half_of_one() -> None:
    cycles = [OverheadSettings((100.0,), hold_s=hold_s).counted_cycles for hold_s in (30.0, 60.0, 120.0, 480.0)]
    assert all(more > fewer for fewer, more in pairwise(cycles[1:]))
    assert all(number % 2 == 0 and number >= 2 for number in cycles)


@pytest.mark.parametrize("slots", [0, 4, 10, 13, 20])
def test_a_level_that_is_lost_is_left_out_and_the_others_are_counted(slots: int) -> None:
    settings = OverheadSettings((500.0,), ("good", "bad"), slot_s=15.0, hold_s=360.0)
    one = OverheadStart(settings, "base", 1, seed=7)
    history: list[TrialResult] = []
    why = Message("ended-with-code", code="3")
    while not isinstance(step := one.next(history), Answer):
        if step.level == "bad" and len(history) >= slots:
            one.lose("bad", why)
            continue
        history.append(steady(step))
        one.told_after(history)
    assert step.outcome is Outcome.MEASURED
    assert step.details_of(SwitchedDetails).lost == {"bad": why}
    counted = step.details_of(SwitchedDetails).cycles
    assert len(counted) >= 2
    of_cycles = {cycle.number: set(cycle.slots) for cycle in cycles_of(history, cell_of)}
    assert all({Cell(OFF, 500.0), Cell("good", 500.0)} <= of_cycles[number] for number in counted)


def test_a_start_without_any_level_left_does_not_count() -> None:
    one = OverheadStart(SETTINGS, "base", 1, seed=7)
    why = Message("ended-with-code", code="3")
    one.lose("on", why)
    answer = one.next([steady(Trial(Purpose.WARM_UP, 500.0, 5.0, cycle=1, level=OFF))])
    assert isinstance(answer, Answer)
    assert (answer.outcome, answer.reason, answer.details_of(SwitchedDetails).cycles) == (Outcome.INVALID, why, ())


def test_a_gentle_start_is_the_first_load_and_in_no_cycle() -> None:
    settings = replace(SETTINGS, gentle_rate=50.0, gentle_s=60.0)
    history, answer = driven(settings)
    gentle, *slots = [result.trial for result in history]
    assert (gentle.level, gentle.rate, gentle.load_s, gentle.cycle) == (OFF, 50.0, 60.0, 0)
    assert {slot.rate for slot in slots} == {500.0}
    assert [slot.cycle for slot in slots] == [slot.trial.cycle for slot in driven(SETTINGS)[0]]
    assert len(answer.details_of(SwitchedDetails).cycles) == 6
    assert settings.start_s == SETTINGS.start_s + 60.0
