"""Effect of an injection: blocks of each part, recovery, decisions that share an error, repetitions."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from loadproof.judge.injection_effect import BlockSeries, block_length_s, effects_over, occurrence_effect
from loadproof.records.injection import Effect, EffectDecision, OccurrenceEffect

_TRIAL = (0.0, 420.0)
_BLOCK_S = 10


def noisy(level: float, blocks: int = 42, seed: int = 1, deviation: float = 0.02) -> list[float | None]:
    rng = np.random.default_rng(seed)
    return [level * (1.0 + deviation * float(noise)) for noise in rng.normal(size=blocks)]


def p95(values: Sequence[float | None]) -> BlockSeries:
    return BlockSeries("p95_ms", "ms", False, values)


def shifted(values: Sequence[float | None], blocks: range, by: float) -> list[float | None]:
    return [value if value is None or place not in blocks else value + by for place, value in enumerate(values)]


def of(
    series: BlockSeries | Sequence[BlockSeries],
    stretch: tuple[float, float, float] = (180.0, 240.0, 240.0),
    others: Sequence[tuple[float, float]] = (),
    span: tuple[float, float] = _TRIAL,
) -> OccurrenceEffect:
    every = [series] if isinstance(series, BlockSeries) else series
    return occurrence_effect(every, _BLOCK_S, *stretch, span, others)


def effect(found: OccurrenceEffect, metric: str = "p95_ms") -> Effect:
    return next(one for one in found.effects if one.metric == metric)


@pytest.mark.parametrize(
    ("for_s", "block_s"), [(5.0, 10), (30.0, 10), (120.0, 10), (121.0, 15), (180.0, 15), (3600.0, 300)]
)
def test_an_occurrence_has_at_most_twelve_blocks_of_ten_seconds_or_more(for_s: float, block_s: int) -> None:
    assert block_length_s(for_s) == block_s
    assert for_s / block_s <= 12


def test_a_shift_is_found_with_its_interval_and_its_means() -> None:
    found = effect(of(p95(shifted(noisy(100.0), range(18, 24), 30.0))))
    assert found.decision is EffectDecision.WORSE
    assert found.low is not None
    assert found.high is not None
    assert 20.0 < found.low < 30.0 < found.high < 40.0
    assert found.before == pytest.approx(100.0, abs=2.0)
    assert found.during == pytest.approx(130.0, abs=3.0)
    assert found.after == pytest.approx(100.0, abs=2.0)


def test_a_drift_is_no_effect_and_less_of_what_is_better_high_is_worse() -> None:
    drifting = [value + 2.0 * place for place, value in enumerate(noisy(100.0)) if value is not None]
    assert effect(of(p95(drifting))).decision is EffectDecision.NOT_SEEN
    lower = BlockSeries("apdex", "", True, shifted(noisy(0.9, seed=4, deviation=0.01), range(18, 24), -0.2))
    assert effect(of(lower), "apdex").decision is EffectDecision.WORSE
    faster = p95(shifted(noisy(100.0), range(18, 24), -30.0))
    assert effect(of(faster)).decision is EffectDecision.BETTER


def test_shares_differ_by_one_at_most() -> None:
    lost = BlockSeries("apdex", "", True, shifted(noisy(0.98, seed=4, deviation=0.05), range(18, 24), -0.98))
    found = effect(of(lost), "apdex")
    assert (found.low, found.decision) == (-1.0, EffectDecision.WORSE)


def test_blocks_that_hold_a_boundary_belong_to_no_part() -> None:
    # Begin in block 18, end in block 23, undo in block 24: their values would ruin everything.
    values = shifted(noisy(100.0), range(19, 23), 30.0)
    for block in (18, 23, 24):
        values[block] = 1e6
    found = effect(of(p95(values), (183.0, 236.0, 241.5)))
    assert found.during == pytest.approx(130.0, abs=3.0)
    assert found.after == pytest.approx(100.0, abs=2.0)
    assert found.decision is EffectDecision.WORSE


def test_a_begin_just_behind_a_boundary_costs_no_block() -> None:
    values = shifted(noisy(100.0), range(18, 21), 30.0)
    # Three blocks in either case, as less than 1 % of a block lies beyond.
    for stretch in ((180.0, 210.0, 210.0), (180.05, 210.08, 210.09)):
        found = effect(of(p95(values), stretch))
        assert found.during == pytest.approx(130.0, abs=3.0)
        assert found.decision is EffectDecision.WORSE


def test_what_is_not_judged_or_not_measured_is_left_out() -> None:
    values = shifted(noisy(100.0), range(18, 24), 30.0)
    for block in (0, 1, 19, 30):
        values[block] = 1e6
    values[19] = values[30] = None
    assert effect(of(p95(values), span=(20.0, 420.0))).decision is EffectDecision.WORSE
    assert effect(of(p95(values), span=(20.0, 420.0))).before == pytest.approx(100.0, abs=2.0)


@pytest.mark.parametrize(
    ("stretch", "span"),
    [
        ((180.0, 190.0, 190.0), _TRIAL),
        ((180.0, 240.0, 240.0), (160.0, 260.0)),
        ((180.0, 240.0, 240.0), (200.0, 210.0)),
    ],
    ids=["one block during", "few around", "none around"],
)
def test_too_few_blocks_have_no_interval(stretch: tuple[float, float, float], span: tuple[float, float]) -> None:
    found = effect(of(p95(noisy(100.0)), stretch, span=span))
    assert (found.difference, found.low, found.high, found.decision) == (None, None, None, EffectDecision.UNKNOWN)


def test_recovery_is_the_first_of_three_blocks_in_a_row_that_are_as_before() -> None:
    values = noisy(100.0)
    # Blocks 24 and 25 are still slow, 27 once more.
    for block in (24, 25, 27):
        values[block] = 180.0
    found = of(p95(shifted(values, range(18, 24), 80.0)), (180.0, 240.0, 241.0))
    assert found.recovery_s == 280.0 - 241.0
    # What came before the recovery is no part of what the effect is measured against.
    assert effect(found).after == pytest.approx(100.0, abs=2.0)


def test_the_last_metric_to_recover_decides() -> None:
    apdex = BlockSeries("apdex", "", True, shifted(noisy(0.95, seed=3, deviation=0.005), range(18, 27), -0.3))
    errors = BlockSeries("error_share", "", False, shifted([0.0] * 42, range(18, 26), 0.2))
    assert of([p95(shifted(noisy(100.0), range(18, 24), 80.0)), apdex, errors]).recovery_s == 30.0


def test_a_service_that_does_not_recover_has_no_recovery_and_shows_its_level_after() -> None:
    found = of(p95(shifted(noisy(100.0), range(18, 42), 80.0)))
    assert found.recovery_s is None
    assert effect(found).after == pytest.approx(180.0, abs=3.0)


def test_other_occurrences_and_their_recoveries_are_left_out() -> None:
    values = shifted(noisy(100.0), range(18, 24), 30.0)
    # Others from 60 s to 90 s and from 300 s to 330 s, each with 20 s of recovery.
    for block in (6, 7, 8, 9, 10, 30, 31, 32, 33, 34):
        values[block] = 900.0
    found = of(p95(values), others=((60.0, 90.0), (300.0, 330.0)))
    assert effect(found).before == pytest.approx(100.0, abs=2.0)
    assert effect(found).after == pytest.approx(100.0, abs=2.0)
    assert effect(found).decision is EffectDecision.WORSE
    assert found.recovery_s == 0.0
    first = of(p95(values), (60.0, 90.0, 90.0), ((180.0, 240.0), (300.0, 330.0)))
    assert first.recovery_s == 20.0


def test_an_occurrence_that_another_one_covers_has_no_effect_of_its_own() -> None:
    found = of(p95(noisy(100.0)), others=((170.0, 250.0),))
    assert effect(found).decision is EffectDecision.UNKNOWN


def test_metrics_that_are_alike_throughout_have_no_effect() -> None:
    found = of([p95(noisy(100.0)), BlockSeries("error_share", "", False, [0.0] * 42)])
    same = effect(found, "error_share")
    assert (same.difference, same.low, same.high, same.decision) == (0.0, None, None, EffectDecision.NOT_SEEN)
    # One error in three blocks is nothing that is sure.
    rare: list[float | None] = [0.0] * 42
    rare[19] = 0.002
    assert effect(of(BlockSeries("error_share", "", False, rare)), "error_share").decision is EffectDecision.NOT_SEEN
    down = BlockSeries("error_share", "", False, [1.0 if 18 <= block < 24 else 0.0 for block in range(42)])
    gone = effect(of(down), "error_share")
    assert (gone.difference, gone.decision) == (1.0, EffectDecision.WORSE)


def test_primary_metrics_share_the_error_and_a_metric_without_a_direction_is_changed() -> None:
    slight = BlockSeries("p95_ms", "ms", False, shifted(noisy(100.0, seed=7), range(18, 24), 3.6))
    alone = effect(of(slight))
    assert alone.low is not None
    assert alone.low > 0.0
    assert alone.decision is EffectDecision.WORSE
    others = [
        BlockSeries("apdex", "", True, noisy(0.9, seed=8)),
        BlockSeries("error_share", "", False, noisy(0.05, seed=9)),
    ]
    shared = effect(of([slight, *others]))
    assert (shared.low, shared.high) == (alone.low, alone.high)
    assert shared.decision is EffectDecision.NOT_SEEN
    busy = BlockSeries("host cpu_busy_share", "", None, shifted(noisy(0.5), range(18, 24), 0.3))
    assert effect(of(busy), busy.metric).decision is EffectDecision.CHANGED


def repeated(differences: Sequence[float | None]) -> list[OccurrenceEffect]:
    return [
        OccurrenceEffect(
            block_s=10,
            effects=(
                Effect(
                    metric="p95_ms",
                    unit="ms",
                    before=100.0 + place,
                    during=None if one is None else 100.0 + place + one,
                    after=100.0,
                    difference=one,
                    low=None if one is None else one - 1.0,
                    high=None if one is None else one + 1.0,
                    decision=EffectDecision.UNKNOWN if one is None else EffectDecision.WORSE,
                ),
            ),
            recovery_s=0.0,
        )
        for place, one in enumerate(differences)
    ]


def test_three_repetitions_have_the_interval_of_student_over_their_differences() -> None:
    (over,) = effects_over(repeated([9.0, 11.0, None, 10.0]))
    assert over.difference == pytest.approx(10.0)
    assert over.low is not None
    assert over.high is not None
    # t of 2 degrees is 4.303, the standard error 1/sqrt(3).
    assert over.high - over.low == pytest.approx(2 * 4.3027 / math.sqrt(3.0), abs=1e-3)
    assert over.before == pytest.approx(101.5)
    assert over.decision is EffectDecision.WORSE
    (unsure,) = effects_over(repeated([-9.0, 11.0, 10.0]))
    assert unsure.decision is EffectDecision.NOT_SEEN


def test_fewer_repetitions_have_the_effect_of_the_first() -> None:
    occurrences = repeated([9.0, 30.0])
    assert effects_over(occurrences) == occurrences[0].effects
    assert effects_over([]) == ()
