"""Effects of slowdowns that the engine makes in virtual time: few draws, with loose bounds on the published shares."""

import pytest

from bench.injections import FIRST, Population, drawn_series, summaries

_ERRORS = [one for one in FIRST if "errors" in one.service]


def test_a_slowdown_of_20_percent_is_held_by_its_intervals_and_nothing_is_seen_without_one() -> None:
    whole = summaries([*_ERRORS, FIRST[0]], draws=60, power_draws=15, processes=1)[-1]
    assert whole.draws == 60
    # 95 % of 60 are 57; each bound is passed by chance once in a thousand tests or less.
    for covered in (whole.covered, whole.covered_without):
        assert min(covered.values()) >= 0.85
    assert whole.claimed_without <= 0.15
    assert whole.detected["50%"] >= 0.8
    assert whole.recovered_at_once >= 0.7


@pytest.mark.parametrize("population", FIRST, ids=lambda one: one.name)
def test_a_slowdown_changes_its_own_blocks_alone(population: Population) -> None:
    begun_s, ended_s = population.layout.stretch
    plain, slowed = (drawn_series(population, slowdown, seed=3)[0].values for slowdown in (0.0, 0.4))
    # A call that waits at the begin begins in it.
    before = range(int(begun_s) // 10 - 1)
    during = range(int(begun_s) // 10, int(ended_s) // 10)
    assert [plain[block] for block in before] == [slowed[block] for block in before]
    pairs = [(plain[block], slowed[block]) for block in during]
    assert all(mine is not None and base is not None and mine > base for base, mine in pairs)
