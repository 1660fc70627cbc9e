"""The generator and the services share no CPU where there are two."""

import os

import pytest
from loadproof.stand.placement import generator_cpus, service_cpus
from loadproof.study.stand_settings import Placement


@pytest.mark.parametrize(
    ("allowed", "placement", "generator", "services"),
    [
        ({0, 1}, Placement.APART, [0], [1]),
        ({2, 5, 7, 9, 11}, Placement.APART, [2, 5], [7, 9, 11]),
        ({3}, Placement.APART, [3], [3]),
        ({0, 1}, Placement.SHARED, [0, 1], [0, 1]),
    ],
)
def test_halves(
    allowed: set[int],
    placement: Placement,
    generator: list[int],
    services: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: allowed)
    assert (generator_cpus(placement), service_cpus(placement)) == (generator, services)
