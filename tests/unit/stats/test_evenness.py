import numpy as np
import pytest
from loadproof.model.pause import Pause, PauseKind
from loadproof.stats.evenness import PacedStarts, PoissonStarts, evenness
from scipy import stats

POISSON = PoissonStarts()
EVERY_45_S = PacedStarts(users=75, pacing=Pause(PauseKind.CONSTANT, 45.0), calls_per_iteration=1.0)


def test_the_dispersion_test_of_poisson_starts_is_the_chi_square_test() -> None:
    counts = [44, 51, 63, 48, 57, 39, 52]
    found = evenness({"a": counts}, {"a": POISSON})["a"]
    assert found is not None
    assert found.dispersion == pytest.approx(np.var(counts, ddof=1) / np.mean(counts))
    assert found.expected_dispersion == pytest.approx(1.0)
    assert found.p_value == pytest.approx(2.0 * stats.chi2.sf(found.dispersion * 6, 6))
    assert not found.is_uneven
    assert found.minutes == ()


@pytest.mark.parametrize("counts", [[50] * 4, [4, 5, 4, 5, 6, 5], []])
def test_few_minutes_or_few_starts_have_no_statement(counts: list[int]) -> None:
    assert evenness({"a": counts}, {"a": POISSON}) == {"a": None}


def test_five_minutes_with_five_starts_have_a_statement() -> None:
    assert evenness({"a": [5] * 5}, {"a": POISSON})["a"] is not None


def test_load_that_is_too_even_is_no_fault() -> None:
    found = evenness({"a": [50] * 10}, {"a": POISSON})["a"]
    assert found is not None
    assert (found.dispersion, found.is_uneven) == (0.0, False)
    assert found.p_value == pytest.approx(1.0)


def test_a_doubled_minute_is_named_and_no_other() -> None:
    found = evenness({"a": [1000, 1010, 2000, 990, 1005, 995]}, {"a": POISSON})["a"]
    assert found is not None
    assert (found.is_uneven, found.minutes) == (True, (2,))


def test_one_doubled_minute_of_two_hours_is_found_though_it_hardly_changes_the_dispersion() -> None:
    counts = np.random.default_rng(9).poisson(50.0, 120)
    counts[70] = 100
    found = evenness({"a": counts.tolist()}, {"a": POISSON})["a"]
    assert found is not None
    assert found.dispersion < 1.4
    assert found.p_value < 1e-4
    assert found.minutes == (70,)


def test_the_most_extreme_minute_has_about_the_binomial_tail_of_its_share() -> None:
    counts = [50] * 9 + [85]
    found = evenness({"a": counts}, {"a": POISSON})["a"]
    assert found is not None
    assert found.p_value <= 2 * 20 * stats.binom.sf(84, sum(counts), 0.1) * 1.5


def test_a_minute_without_starts_is_named() -> None:
    found = evenness({"a": [50, 47, 52, 0, 55, 49, 51]}, {"a": POISSON})["a"]
    assert found is not None
    assert found.minutes == (3,)


def test_pacing_allows_less_dispersion_than_poisson_starts() -> None:
    counts = [100, 120, 88, 110, 96, 91, 118, 102]
    paced = evenness({"a": counts}, {"a": EVERY_45_S})["a"]
    poisson = evenness({"a": counts}, {"a": POISSON})["a"]
    assert paced is not None
    assert poisson is not None
    assert paced.dispersion == poisson.dispersion
    assert 0.1 < paced.expected_dispersion < 0.3
    assert (paced.is_uneven, poisson.is_uneven) == (True, False)


def test_pacing_that_divides_the_minute_allows_a_tenth_of_the_dispersion_of_poisson_starts() -> None:
    every_minute = PacedStarts(1000, Pause(PauseKind.CONSTANT, 60.0), 1.0, delay_deviation_s=0.0)
    found = evenness({"a": [1000, 1001, 1000, 999, 1000]}, {"a": every_minute})["a"]
    assert found is not None
    assert found.expected_dispersion == pytest.approx(0.1)
    assert not found.is_uneven


def test_operations_share_the_error_by_holms_rule() -> None:
    weak = [50, 37, 63, 55, 40, 68, 43, 36, 61, 52]
    alone = evenness({"weak": weak}, {"weak": POISSON})["weak"]
    even = {f"even {number}": [50, 51, 49, 50, 52, 48, 50, 51, 50, 49] for number in range(9)}
    shared = evenness({"weak": weak} | even, dict.fromkeys(["weak", *even], POISSON))["weak"]
    assert alone is not None
    assert shared is not None
    assert 0.005 < alone.p_value < 0.05
    assert (alone.is_uneven, shared.is_uneven) == (True, False)


def test_even_load_of_ten_operations_is_rarely_called_uneven_and_a_doubled_minute_is_found() -> None:
    rng = np.random.default_rng(5)
    names = [f"operation {number}" for number in range(10)]
    expected = dict.fromkeys(names, POISSON)
    false_alarms = found = 0
    for _ in range(400):
        counts = rng.poisson(50.0, (10, 10))
        even = evenness(dict(zip(names, counts.tolist(), strict=True)), expected)
        false_alarms += any(one is not None and one.is_uneven for one in even.values())
        counts[3, 6] += rng.poisson(50.0)
        doubled = evenness(dict(zip(names, counts.tolist(), strict=True)), expected)[names[3]]
        found += doubled is not None and doubled.is_uneven and 6 in doubled.minutes
    # 5 %, and two standard errors of 400 families.
    assert false_alarms <= 0.072 * 400
    assert found >= 0.9 * 400
