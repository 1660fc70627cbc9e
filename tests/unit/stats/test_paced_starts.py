"""Covariances of the starts per minute, against formulas and against users that are drawn."""

import numpy as np
import pytest
from loadproof.model.pause import Pause, PauseKind
from loadproof.stats.evenness import PacedStarts
from loadproof.stats.paced_starts import start_covariances

from bench.method.evenness_tests import starts_of


@pytest.mark.parametrize("pacing_s", [7.0, 25.0, 45.0, 60.0, 90.0, 250.0])
def test_constant_pacing_gives_the_lower_or_the_higher_whole_number(pacing_s: float) -> None:
    part = 60.0 / pacing_s % 1.0
    found = start_covariances(Pause(PauseKind.CONSTANT, pacing_s), 0.0, 5)
    assert found[0] == pytest.approx(part * (1.0 - part), abs=1e-9)


def test_constant_pacing_makes_up_for_a_lower_number_later() -> None:
    # In three minutes four iterations of 45 s always start.
    variance, *later = start_covariances(Pause(PauseKind.CONSTANT, 45.0), 0.0, 3)
    assert 3.0 * variance + 2.0 * (2.0 * later[0] + later[1]) == pytest.approx(0.0, abs=1e-9)


def test_exponential_pacing_is_poisson() -> None:
    assert start_covariances(Pause(PauseKind.EXPONENTIAL, 50.0), 1.0, 4) == (1.2, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    "pacing",
    [
        Pause(PauseKind.CONSTANT, 45.0),
        Pause(PauseKind.UNIFORM, 30.0, 90.0),
        Pause(PauseKind.NORMAL, 40.0, 8.0),
        Pause(PauseKind.LOGNORMAL, 40.0, 0.8),
    ],
    ids=lambda pacing: pacing.kind.value,
)
def test_starts_of_drawn_users_have_these_covariances(pacing: Pause) -> None:
    rng, users = np.random.default_rng(6), 40
    paced = PacedStarts(users, pacing, 1.0, delay_deviation_s=2.0)
    counts = np.vstack([starts_of(rng, paced, 8)[0] for _ in range(1500)])
    centered = counts - users * 60.0 / pacing.mean_s
    drawn = [np.mean(centered[:, : 8 - lag] * centered[:, lag:]) / users for lag in range(3)]
    found = start_covariances(pacing, 2.0, 8)
    assert drawn == pytest.approx(found[:3], abs=0.05 * found[0] + 0.004)
