"""The tables of comparisons in small, and what their simulated rounds are made of."""

import pickle

import numpy as np
import pytest
from loadproof.judge.round_figures import TOTAL
from loadproof.records.comparison import Decision
from loadproof.records.metric import PRIMARY, Metric

from bench.method.compared_rounds import drawn_starts, drawn_study
from bench.method.compared_runs import PAIRS, PairOfRuns, told_of
from bench.method.comparison_population import Drift, Population
from bench.method.comparison_power import Case, gaps_seen
from bench.method.comparisons import MOST_ROUNDS, POPULATIONS, errors_of, judged_study
from bench.method.effort import Effort
from bench.method.primary_operations import FAMILIES, findings_of
from bench.method.second_comparisons import SECOND_POPULATIONS
from bench.method.single_starts import ROUNDS, SINGLE_POPULATIONS, judged_single_starts

ONE = Effort(processes=1)


def test_two_variants_that_are_the_same_are_seldom_called_different_and_intervals_hold_the_truth() -> None:
    found = errors_of(POPULATIONS["slopes 0.5 to 1.5"], 2, 60, seed=11, effort=ONE)
    # 5 % of 60 studies, and three standard deviations more.
    assert found.different.sum() <= 8
    assert found.covered_same.mean() > 0.93
    assert found.covered.mean() > 0.93
    assert found.equivalent.mean() < 0.1


def test_the_same_seed_gives_the_same_studies_on_any_number_of_processes() -> None:
    one, two = (
        errors_of(POPULATIONS["all of it"], 2, 20, seed=13, effort=Effort(processes=processes)) for processes in (1, 2)
    )
    assert (one.covered == two.covered).all()
    assert (one.rounds == two.rounds).all()


def test_a_gap_is_seen_by_rounds_where_starts_one_at_a_time_see_nothing() -> None:
    seen = gaps_seen(Case(Population(machine=Drift(deviation=0.05))), (0.1, 0.2), 6, seed=12, effort=ONE)
    cpu = 0
    assert seen.by_rounds[:, 1, cpu].mean() > 0.8
    assert seen.by_rounds[:, 0, cpu].mean() > seen.by_starts[:, 0, cpu].mean() + 0.3
    assert (seen.rounds >= 3).all()


def test_single_starts_are_careful_and_see_little() -> None:
    found = judged_single_starts(SINGLE_POPULATIONS["even starts"], 2, 60, seed=14, effort=ONE)
    assert tuple(found) == ROUNDS
    for judged in found.values():
        assert judged.different.sum() <= 8
        assert judged.covered.mean() > 0.9
    seen = [float(np.median(judged.visible[Metric.CPU])) for judged in found.values()]
    # More rounds see more; the drift of 15 % is in all of them.
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] > 20.0


def test_the_machine_drifts_as_it_was_measured() -> None:
    path = Drift()(np.random.default_rng(1), 200_000)
    found = [float(np.corrcoef(path[:-lag], path[lag:])[0, 1]) for lag in (20, 148)]
    assert found == pytest.approx([0.85, 0.31], abs=0.02)
    assert path.std() == pytest.approx(0.15, abs=0.01)


@pytest.mark.parametrize("name", [*POPULATIONS, *SECOND_POPULATIONS])
def test_variants_of_every_population_are_the_same_in_the_mean(name: str) -> None:
    population = {**POPULATIONS, **SECOND_POPULATIONS}[name]
    random = np.random.default_rng(2)
    machine = np.concatenate([population.machine(random, 4000) for _ in range(40)])
    assert abs(machine.mean()) < 0.05
    assert pickle.loads(pickle.dumps(population)).slopes == population.slopes  # noqa: S301
    study = drawn_study(population, 2, 3, random)
    assert {metric: found.shape for metric, found in study.shown.items()} == dict.fromkeys(PRIMARY, (3, 2))
    assert list(study.ends_s) == sorted(study.ends_s)


def test_what_feels_the_machine_more_is_not_slower_by_that_alone() -> None:
    random, differences = np.random.default_rng(3), []
    population = Population(slopes=(0.5, 1.5))
    for _ in range(60):
        shown = drawn_study(population, 2, 3, random).shown[Metric.P99]
        differences.append(float((shown[:, 1] - shown[:, 0]).mean()))
    assert abs(np.mean(differences)) < 4.0 * np.std(differences) / np.sqrt(len(differences))


def test_effects_are_what_the_judge_sees() -> None:
    random = np.random.default_rng(4)
    study = drawn_study(Population(machine=Drift(deviation=0.01)), 2, MOST_ROUNDS, random)
    rounds = study.rounds({Metric.CPU: np.array([0.0, 0.2])}, random)
    ratio = rounds[0]["variant-1"].values[Metric.CPU, TOTAL] / rounds[0]["variant-0"].values[Metric.CPU, TOTAL]
    assert ratio == pytest.approx(np.exp(0.2), rel=0.1)
    pair = next(one for one in judged_study(rounds, MOST_ROUNDS).primary if one.metric is Metric.CPU)
    assert pair.decision is Decision.DIFFERENT


def test_starts_one_at_a_time_feel_the_machine_of_their_own_hour() -> None:
    random = np.random.default_rng(5)
    starts = drawn_starts(Population(), 3, 4, 200.0, random)[Metric.CPU]
    assert starts.shape == (4, 3)
    rounds = drawn_study(Population(), 3, 4, random).shown[Metric.CPU]
    assert np.diff(starts, axis=1).std() > 1.5 * np.diff(rounds, axis=1).std()


def test_stored_runs_of_one_service_are_seldom_called_worse_however_fast_their_starts_follow_each_other() -> None:
    for name in ("10 starts each, 75 s apart", "1 start each, 10 earlier ones"):
        worse, different, *_ = told_of(PAIRS[name], 100, seed=15, effort=ONE).mean(axis=0)
        assert worse <= 0.08
        assert different <= 0.12
    steady = PairOfRuns(5, 300.0, population=Population(machine=Drift(deviation=0.0)))
    found = told_of(steady, 40, seed=16, effort=ONE).mean(axis=0)
    # Where nothing drifts what is 20 % slower is seen, and of five starts each the same is mostly no worse.
    assert found[3] > 0.9
    assert found[2] > 0.3


def test_seven_primary_operations_are_seldom_called_different_where_nothing_differs() -> None:
    found = findings_of(FAMILIES["even starts, operations on their own"], 20, seed=15, effort=ONE)
    # 5 % of 20 studies, and three standard deviations more.
    assert found.different.sum() <= 4
    assert found.covered.mean() > 0.93
    assert 0.0 < found.seen.mean() <= 1.0
    again = findings_of(FAMILIES["even starts, operations on their own"], 20, seed=15, effort=ONE)
    assert (found.covered == again.covered).all()
