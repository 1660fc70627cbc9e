"""Effects against what scipy and drawn starts say of them."""

import numpy as np
import pytest
from loadproof.stats.effect import Effects, RoundResiduals, effects_of
from loadproof.stats.pair_estimates import residuals_of
from loadproof.stats.variance_shrinkage import Floats, expected_variances, independent_operations, shrunken
from scipy import stats

ROUNDS, OPERATIONS = 5, 38


def drawn(random: np.random.Generator, common: float, own: float) -> Effects:
    """Two variants that are the same, from the deviations of a round's common and own difference."""
    values = common * random.standard_normal((ROUNDS, 1)) + own * random.standard_normal((ROUNDS, OPERATIONS))
    return effects_of(values, np.zeros(OPERATIONS))


def test_operations_that_only_move_together_are_students_test_on_rounds() -> None:
    random = np.random.default_rng(1)
    common = 0.02 * random.standard_normal((ROUNDS, 1)) + 0.03
    effects = effects_of(common + 1e-7 * random.standard_normal((ROUNDS, OPERATIONS)), np.zeros(OPERATIONS))
    expected = stats.ttest_1samp(common[:, 0], 0.0)
    assert effects.p_values() == pytest.approx(np.full(OPERATIONS, expected.pvalue), rel=1e-3)


def test_a_common_effect_keeps_the_few_degrees_of_the_rounds() -> None:
    effects = [drawn(np.random.default_rng(seed), common=0.02, own=0.001) for seed in range(50)]
    assert np.median([effect.degrees.max() for effect in effects]) < ROUNDS
    # Without it the operations would all be called different together.
    wrong = np.mean([(effect.p_values() < 0.05).any() for effect in effects])
    assert wrong < 0.2


def test_operations_of_their_own_gain_degrees_from_each_other() -> None:
    effects = [drawn(np.random.default_rng(seed), common=0.0, own=0.02) for seed in range(50)]
    assert np.median([np.median(effect.degrees) for effect in effects]) > 5 * ROUNDS
    p_values = np.concatenate([effect.p_values() for effect in effects])
    assert 0.03 < (p_values < 0.05).mean() < 0.07
    assert (p_values < 0.001).mean() < 0.004


def test_more_variants_say_more_of_how_rounds_scatter() -> None:
    random = np.random.default_rng(5)
    cells = 0.02 * random.standard_normal((ROUNDS, 6, 1)) + 0.01 * random.standard_normal((ROUNDS, 6, OPERATIONS))
    left, degrees = residuals_of(cells)
    pooled = RoundResiduals(np.sqrt(2.0) * left.reshape(-1, OPERATIONS), float(degrees))
    differences = cells[:, 1] - cells[:, 0]
    alone, together = (
        effects_of(differences, np.zeros(OPERATIONS)),
        effects_of(differences, np.zeros(OPERATIONS), pooled),
    )
    assert together.common_degrees == 5.0 * (ROUNDS - 1)
    assert np.median(together.degrees) > 2.0 * np.median(alone.degrees)
    # And a pair that moves more than all of them counts with its own.
    wild = differences * 10.0
    assert effects_of(wild, np.zeros(OPERATIONS), pooled).common > 20.0 * together.common


def test_the_scatter_of_calls_is_the_least_that_a_variance_can_be() -> None:
    effects = effects_of(np.full((3, 5), 0.01), np.full(5, 0.0004))
    assert (effects.deviation >= np.sqrt(0.0004 / 3.0) * 0.999).all()
    assert (effects.p_values() > 0.05).all()


def test_identical_operations_count_as_one_and_independent_ones_as_many() -> None:
    random = np.random.default_rng(2)
    one = random.standard_normal((2 * ROUNDS, 1))
    assert independent_operations(one * np.ones(OPERATIONS), 2 * ROUNDS - 2) < 2.0
    assert independent_operations(random.standard_normal((60, OPERATIONS)), 60) > 25.0


def variances_drawn(random: np.random.Generator, truth: Floats) -> Floats:
    residuals: Floats = random.standard_normal((8, len(truth))) * np.sqrt(truth)
    return np.asarray(residuals - residuals.mean(axis=0))


def test_shrinking_makes_variances_more_right() -> None:
    random = np.random.default_rng(3)
    sampling = np.geomspace(1e-5, 1e-3, OPERATIONS)
    truth = 1e-4 + 2.0 * sampling
    errors = []
    for _ in range(30):
        residuals = variances_drawn(random, truth)
        degrees = np.full(OPERATIONS, 7.0)
        found = shrunken(residuals, sampling, 7.0, degrees).variances
        alone = (residuals**2).sum(axis=0) / 7.0
        errors.append((np.log(found / truth).std(), np.log(alone / truth).std()))
    found_error, alone_error = np.mean(errors, axis=0)
    assert found_error < 0.6 * alone_error


def test_variances_that_nothing_explains_are_left_alone() -> None:
    random = np.random.default_rng(4)
    truth = np.exp(3.0 * random.standard_normal(OPERATIONS))
    residuals = variances_drawn(random, truth)
    alone = (residuals**2).sum(axis=0) / 7.0
    found = shrunken(residuals, np.zeros(OPERATIONS), 7.0, np.full(OPERATIONS, 7.0))
    assert np.median(found.degrees) < 12.0
    assert np.corrcoef(np.log(found.variances), np.log(alone))[0, 1] > 0.7


def test_no_variance_at_all_is_no_fault() -> None:
    assert (expected_variances(np.zeros(3), np.zeros(3)) > 0.0).all()
