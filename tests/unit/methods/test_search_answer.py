"""What is answered of what was held and of what the fit says, where the two differ."""

import math

import numpy as np
import pytest
from loadproof.judge.verdict import State
from loadproof.methods.capacity import search_answer
from loadproof.methods.capacity.crossing import Crossing
from loadproof.methods.capacity.estimate import Estimate
from loadproof.methods.capacity.search_evidence import SearchEvidence
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import Purpose, Trial
from loadproof.records.answer import Outcome

from .made_results import result_of


def fitted(masses: tuple[float, float, float, float]) -> Estimate:
    """A capacity that lies in one of four stretches of rates, from 590 to 810 calls/s, with these probabilities."""
    edges = np.log(np.array([590.0, 640.0, 780.0, 800.0, 810.0]))
    return Estimate((Crossing(edges, np.array(masses)),), 0.03, 0.03)


@pytest.mark.parametrize(
    ("masses", "outcome"), [((0.05, 0.0, 0.9, 0.05), Outcome.FOUND), ((0.5, 0.0, 0.5, 0.0), Outcome.COARSE)]
)
def test_what_was_held_bounds_a_capacity_that_was_found(
    masses: tuple[float, float, float, float], outcome: Outcome
) -> None:
    """A remote part of the fit is no lower end; where the fit does not know, the hold is one trial of many."""
    held = result_of(Trial(Purpose.CONFIRM, 775.0, 120.0), State.PASSED)
    failed = result_of(Trial(Purpose.SEARCH, 812.0, 30.0), State.FAILED)
    evidence = SearchEvidence.of((held, failed))
    answer = search_answer.kept(evidence, CapacitySettings(), 775.0, 812.0, fitted(masses))
    assert answer.outcome is outcome
    assert answer.low is not None
    bound = 775.0 / 1.015 / (1.0 + 0.42 / math.sqrt(evidence.seen_s(775.0)))
    assert (answer.low >= bound) is (outcome is Outcome.FOUND)
    assert answer.low < 775.0
