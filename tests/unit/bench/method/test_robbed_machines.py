"""The population of machines that the hypervisor robs in small."""

from collections import Counter

import numpy as np
import pytest
from loadproof.judge.disturbance import Background
from loadproof.judge.verdict import State

from bench.method.disturbances import Judged, Plateaus, judged, states_of
from bench.method.effort import Effort
from bench.method.robbed_machines import ROBBED, robbed_machines
from tests.unit.judge.disturbed_machine import DisturbedPlateau, KnownUsers
from tests.unit.judge.simulated_service import KnownService

_OTHER_SEED = 3
_AT_WORK = [kind for kind in ROBBED.kinds if kind.startswith("stolen as long as it works")]


def states(load: float, kinds: list[str] = _AT_WORK) -> Counter[State]:
    asked = [Plateaus(place, kind, load, True, 1, _OTHER_SEED) for kind in kinds for place in range(4)]
    return states_of([judged(one, ROBBED) for one in asked])


@pytest.mark.parametrize("known", ROBBED.services, ids=lambda known: known.name)
def test_each_service_breaks_its_slo_at_its_capacity(known: KnownService | KnownUsers) -> None:
    rng = np.random.default_rng(4)
    below, above = (
        DisturbedPlateau(known).responses(rng, part * known.capacity, 400) * 1000.0 > known.threshold_ms
        for part in (0.8, 1.2)
    )
    assert below[len(below) // 10 :].mean() < 0.005
    assert above[len(above) // 10 :].mean() > 0.02


def test_an_overload_is_told_on_a_machine_that_is_robbed(monkeypatch: pytest.MonkeyPatch) -> None:
    told = states(1.5)
    assert told[State.PASSED] == 0
    assert told[State.FAILED] >= 11
    # Without what is usual each second is disturbed, however often the plateau is repeated.
    monkeypatch.setattr(Background, "stolen_cores", lambda *_of_second: 0.0)
    assert states(1.5)[State.FAILED] <= 8


def test_a_healthy_service_is_not_blamed() -> None:
    assert states(0.5, list(ROBBED.kinds))[State.FAILED] == 0


def test_the_table_has_every_kind_at_every_load(monkeypatch: pytest.MonkeyPatch) -> None:
    def passes(asked: Plateaus, beside: object) -> Judged:
        return Judged(asked, Counter({State.PASSED: 1}), Counter({State.PASSED: 1}))

    monkeypatch.setattr("bench.method.robbed_machines.judged", passes)
    table = robbed_machines(Effort(0.04))
    assert len(table.rows) == 7 * len(ROBBED.kinds)
    assert [claim.is_met for claim in table.claims] == [True, False, True]
