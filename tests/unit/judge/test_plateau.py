"""What the judge says of plateaus made by hand."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from loadproof._engine import Delta
from loadproof.judge.plateau import PlateauJudge, PlateauSettings, Standard
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.model.slo import Slo, SloKind
from loadproof.records.doubt import DoubtCode
from loadproof.stats.looks import Looks
from loadproof.words.catalogue import english

from .simulated_service import (
    ERRORS,
    RATE,
    Plateau,
    QueueService,
    SimulatedShard,
    SimulatedTick,
    p99_under,
    simulated_delta,
)

SLOS = (p99_under(50.0), ERRORS, RATE)


@dataclass(frozen=True, slots=True)
class Second:
    """What becomes of the calls due in one second; open ones stay open to the end of the trial."""

    due: int
    slow: int = 0
    errors: int = 0
    open: int = 0
    in_flight: int = 0


def judged(
    seconds: Callable[[int], Second], slos: tuple[Slo, ...] = SLOS, settings: PlateauSettings | None = None
) -> tuple[Verdict, int, PlateauJudge]:
    """The verdict, the seconds it took, and the judge."""
    settings = settings or PlateauSettings(30.0)
    timeline = Timeline(("call",), (12.5, 25.0, 50.0), settle_s=0.0)
    judge = PlateauJudge(slos, timeline, settings)
    plateau_s = round(settings.hold_s)
    timeline.close_span(plateau_s)
    left: list[Delta] = []
    for second in range(plateau_s):
        row = seconds(second)
        completed = row.due - row.errors - row.open
        fast = completed - row.slow
        errors = {"reset": row.errors} if row.errors else {}
        timeline.add(
            SimulatedTick(
                second,
                (simulated_delta(second, row.due, completed, (fast, fast, fast), completed, errors),),
                (SimulatedShard(row.in_flight),),
            )
        )
        if row.open:
            left.append(simulated_delta(second, 0, 0, (0, 0, 0), 0, {"timeout": row.open}))
        verdict = judge.look(second + 1.0)
        if verdict is not None:
            return verdict, second + 1, judge
    timeline.add(SimulatedTick(plateau_s, tuple(left), (SimulatedShard(0),), last=True))
    return judge.final(), plateau_s, judge


def test_a_fast_service_passes_at_the_first_look() -> None:
    verdict, seconds, _ = judged(lambda second: Second(500))
    assert (verdict.state, verdict.early, seconds) == (State.PASSED, True, 6)
    assert english(verdict.reason).endswith("shown with 95 % confidence after 6 s")


def test_a_hard_overload_fails_within_four_seconds() -> None:
    verdict, seconds, _ = judged(lambda second: Second(500, slow=400, in_flight=100 * second))
    assert (verdict.state, verdict.early) == (State.FAILED, True)
    assert seconds <= 4


def test_a_service_that_answers_nothing_fails_before_any_timeout() -> None:
    verdict, seconds, _ = judged(lambda second: Second(500, open=500, in_flight=500 * second))
    assert verdict.state is State.FAILED
    assert seconds <= 4


def test_a_service_that_only_errs_fails_by_the_errors_too() -> None:
    verdict, seconds, _ = judged(lambda second: Second(500, errors=500), slos=(ERRORS,))
    assert verdict.state is State.FAILED
    assert seconds <= 3
    assert "failed (limit 1 %)" in english(verdict.reason)


def test_one_second_of_trouble_is_not_a_hard_overload() -> None:
    verdict, _, _ = judged(lambda second: Second(500, slow=500 if second == 1 else 0))
    assert verdict.state is State.UNDECIDED


def test_a_steady_share_over_the_limit_fails() -> None:
    rng = np.random.default_rng(1)
    verdict, seconds, _ = judged(lambda second: Second(1000, slow=int(rng.binomial(1000, 0.03))))
    assert verdict.state is State.FAILED
    assert seconds <= 12


def test_a_shortfall_of_the_rate_fails() -> None:
    # Every tenth call stays open: without an SLO on times or errors only the rate can tell.
    verdict, _, _ = judged(lambda second: Second(100, open=10, in_flight=10 * second), slos=(RATE,))
    assert verdict.state is State.FAILED
    assert "fell behind" in english(verdict.reason)


def test_calls_in_flight_that_grow_forbid_a_pass() -> None:
    verdict, seconds, _ = judged(lambda second: Second(500, in_flight=2 + 4 * second))
    assert seconds == 30
    assert verdict.state is State.UNDECIDED
    assert "never steady" in english(verdict.reason)


def test_open_calls_count_as_no_error_until_they_time_out() -> None:
    # Two per cent hang from the start; their timeout of 10 s ends within the hold.
    verdict, seconds, _ = judged(
        lambda second: Second(1000, open=20, in_flight=20 * second),
        slos=(ERRORS,),
        settings=PlateauSettings(30.0, timeout_s=10.0),
    )
    assert verdict.state is State.FAILED
    assert seconds > 10


def test_too_few_calls_say_how_many_are_needed() -> None:
    verdict, seconds, judge = judged(lambda second: Second(3))
    assert (verdict.state, seconds) == (State.UNDECIDED, 30)
    doubts = judge.doubts()
    assert {doubt.code for doubt in doubts} == {DoubtCode.TOO_FEW_SAMPLES}
    assert "90 calls came due, at least 368 are needed" in english(doubts[0].text)


def test_few_calls_can_still_show_a_failure() -> None:
    verdict, _, _ = judged(lambda second: Second(4, slow=4))
    assert verdict.state is State.FAILED


def test_an_operation_with_few_calls_leaves_only_its_own_slo_open() -> None:
    rare = Slo("rare:p99<50ms", SloKind.PERCENTILE, 0.01, 50.0, "rare")
    timeline = Timeline(("common", "rare"), (12.5, 25.0, 50.0), settle_s=0.0)
    judge = PlateauJudge((p99_under(50.0), rare), timeline, PlateauSettings(10.0))
    for second in range(10):
        deltas = tuple(
            simulated_delta(second, due, due, (due, due, due), due, operation=operation)
            for operation, due in enumerate((500, 2))
        )
        timeline.add(SimulatedTick(second, deltas, (SimulatedShard(1),)))
        assert judge.look(second + 1.0) is None
    timeline.add(SimulatedTick(10, (), (SimulatedShard(0),), last=True))
    verdict = judge.final()
    assert verdict.state is State.UNDECIDED
    assert [result.state for result in verdict.results] == [State.PASSED, State.UNDECIDED]
    assert "rare calls" in english(verdict.reason)


def confirmed(share: float) -> Verdict:
    settings = PlateauSettings(30.0, early_pass=False, standard=Standard.HELD)

    def seconds(second: int) -> Second:
        # Every fifth second has the bad calls of five, so that nothing near the limit can be shown.
        return Second(1000, slow=round(5000 * share) if second % 5 == 0 else 0)

    verdict, length, _ = judged(seconds, settings=settings)
    assert length == 30
    return verdict


def test_a_confirmation_passes_by_count_at_its_end_only() -> None:
    assert confirmed(0.0).state is State.PASSED
    assert confirmed(0.008).state is State.PASSED
    assert confirmed(0.012).state is State.UNDECIDED


def test_a_pass_whose_bounds_include_the_limit_says_that_the_count_decided() -> None:
    verdict = confirmed(0.008)
    (open_one,) = [result for result in verdict.results if result.state is State.UNDECIDED]
    assert open_one.share <= open_one.slo.limit_share < open_one.share_high
    assert verdict.reason.code == "slo-held-by-count"
    assert verdict.decided_by == open_one.slo
    assert verdict.record().decided_by == open_one.slo.text


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (Second(100, errors=100), SloKind.ERRORS),
        (Second(100, errors=20), SloKind.ERRORS),
        (Second(100, slow=80, errors=20), SloKind.PERCENTILE),
        (Second(100, slow=100), SloKind.PERCENTILE),
    ],
)
def test_errors_decide_where_they_are_what_broke_the_percentile(second: Second, kind: SloKind) -> None:
    verdict, _, _ = judged(lambda _: second, slos=(p99_under(50.0), ERRORS))
    assert verdict.state is State.FAILED
    assert verdict.decided_by is not None
    assert verdict.decided_by.kind is kind


@pytest.mark.parametrize("hold_s", [3.0, 10.0, 60.0, 7200.0])
def test_the_errors_of_all_looks_add_up_to_no_more_than_alpha(hold_s: float) -> None:
    looks = Looks(hold_s, 0.05)
    early = looks.early_error * len(looks.early_s)
    assert early + looks.final_error(early=bool(looks.early_s)) <= 0.05 + 1e-12
    assert all(time < hold_s for time in looks.early_s)


def test_a_plan_without_the_parts_of_a_threshold_is_refused() -> None:
    with pytest.raises(ValueError, match="counted_thresholds_ms"):
        PlateauJudge((p99_under(50.0),), Timeline(("call",), (50.0,), 0.0), PlateauSettings(10.0))


def test_a_service_that_freezes_is_not_confirmed_although_it_is_fast_otherwise() -> None:
    frozen = QueueService(200, 0.002, frozen_s=1.0, period_s=10.0)
    for standard in Standard:
        settings = PlateauSettings(60.0, early_pass=False, standard=standard)
        verdict, _ = Plateau(frozen, SLOS, settings=settings).run(np.random.default_rng(1), 1000.0)
        assert verdict.state is State.FAILED
        assert verdict.results[0].share > 0.05
