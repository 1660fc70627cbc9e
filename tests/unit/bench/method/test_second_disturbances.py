"""The second population of disturbances in small, and the services beside them."""

from collections import Counter

import numpy as np
import pytest
from loadproof.judge.verdict import State

from bench.method.disturbances import Judged, Plateaus, claims_of, judged, states_of
from bench.method.effort import Effort
from bench.method.second_disturbances import SECOND, second_disturbances
from tests.unit.judge.disturbed_machine import DisturbedPlateau, KnownUsers
from tests.unit.judge.simulated_service import KnownService

_OTHER_SEED = 3
_BESIDE = [kind for kind in SECOND.kinds if kind not in ("nobody", "bursts beside others at work all the time")]


def states(load: float, slowing: float = 0.0, *, is_watched: bool = True) -> Counter[State]:
    """Verdicts on all services beside everybody who is not at work all the time."""
    asked = [
        Plateaus(place, kind, load, is_watched, 1, _OTHER_SEED, slowing)
        for kind in _BESIDE
        for place in range(len(SECOND.services))
    ]
    return states_of([judged(one, SECOND) for one in asked], is_watched=is_watched)


@pytest.mark.parametrize("known", SECOND.services, ids=lambda known: known.name)
def test_each_service_breaks_its_slo_at_its_capacity(known: KnownService | KnownUsers) -> None:
    """By calls of a plateau without a judge: far fewer bad below the capacity than the limit, far more above it."""
    rng = np.random.default_rng(4)
    below, above = (
        DisturbedPlateau(known).responses(rng, part * known.capacity, 400) * 1000.0 > known.threshold_ms
        for part in (0.8, 1.2)
    )
    assert below[len(below) // 10 :].mean() < 0.005
    assert above[len(above) // 10 :].mean() > 0.02


def test_a_healthy_service_is_not_blamed_whatever_the_shape() -> None:
    assert states(0.65)[State.FAILED] == 0
    # Seen from the response times alone it would be.
    assert states(0.65, is_watched=False)[State.FAILED] > 5


def test_neither_an_overload_nor_a_service_that_gets_too_slow_is_passed() -> None:
    assert states(1.5)[State.PASSED] == 0
    assert states(0.7, 1.0)[State.PASSED] == 0


def test_a_claim_of_those_that_get_too_slow_is_no_claim_of_the_healthy() -> None:
    def one(load: float, state: State, slowing: float = 0.0) -> Judged:
        of_one = Counter({state: 1})
        return Judged(Plateaus(0, "ramps up and down", load, True, 1, 1, slowing), of_one, of_one)

    drifts = one(0.7, State.FAILED, 1.0)
    assert all(claim.is_met for claim in claims_of([one(0.5, State.PASSED), one(1.1, State.FAILED), drifts], [drifts]))
    missed = claims_of([one(0.5, State.FAILED), one(1.1, State.UNDECIDED), one(1.5, State.PASSED)], [])
    assert not any(claim.is_met for claim in missed)


def test_the_table_has_every_kind_at_every_load_and_soaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def passes(asked: Plateaus, beside: object) -> Judged:
        return Judged(asked, Counter({State.PASSED: 1}), Counter({State.PASSED: 1}))

    monkeypatch.setattr("bench.method.second_disturbances.judged", passes)
    table = second_disturbances(Effort(0.05))
    assert len(table.rows) == 7 * len(SECOND.kinds) + 3 * 5
    assert {row[0] for row in table.rows if not str(row[0]).startswith("a soak")} == set(SECOND.kinds)
    assert [claim.is_met for claim in table.claims] == [True, False, True, True, True, True, True]
