"""Alarms fire at the same seconds as alerting rules of Prometheus, by its own promtool on random series."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from loadproof.alarms.evaluation import AlarmEvaluation
from loadproof.alarms.load_metrics import LoadMetrics
from loadproof.alarms.rule import AlarmRule, LimitRelation, ProbeSeries
from loadproof.alarms.state import AlarmPhase

from tests.unit.judge.simulated_service import SimulatedShard, SimulatedTick

from .promtool import failed_tests

SECONDS = 150
CHUNK_S = 15
"""Seconds of one query: promtool refuses one that reads 10,000 samples."""
STATES = {"pending": AlarmPhase.PENDING, "firing": AlarmPhase.FIRING}
HIGHEST = 9

Values = Sequence[float | None]


def written(rule: AlarmRule) -> dict[str, str]:
    """The rule as a rule file has it; a key with the default is left out."""
    # A window without its left end, which version 2 of Prometheus counts in and version 3 does not.
    load = "load" if rule.over_s == 1 else f"avg_over_time(load[{rule.over_s - 1}s999ms])"
    found = {"alert": rule.name, "expr": f"{load} {rule.relation.value} {rule.limit:g}"}
    if rule.for_s:
        found["for"] = f"{rule.for_s}s"
    if rule.keep_firing_for_s:
        found["keep_firing_for"] = f"{rule.keep_firing_for_s}s"
    return found


def random_rules(chance: random.Random, number: int) -> list[AlarmRule]:
    """Rules with limits that values are equal to, and times shorter and longer than most gaps."""
    found = []
    for place in range(number):
        relation, limit = chance.choice(list(LimitRelation)), chance.randint(1, HIGHEST - 1)
        over_s = chance.choice((1, 1, 2, 5, 20))
        # The two add up the values of a window in another order, so that no mean may be equal to the limit.
        found.append(
            AlarmRule(
                f"rule_{place}",
                "",
                ProbeSeries("host", "load"),
                relation,
                limit if over_s == 1 else limit + 0.0123,
                over_s=over_s,
                for_s=chance.choice((0, 0, 1, 2, 3, 5, 10, 30)),
                keep_firing_for_s=chance.choice((0, 0, 1, 2, 3, 5, 10, 30)),
            )
        )
    return found


def random_values(chance: random.Random) -> list[float | None]:
    """Values that stay in a range for a while, with single other ones and with gaps."""
    values: list[float | None] = []
    while len(values) < SECONDS:
        center, spread = chance.randint(0, HIGHEST), chance.choice((0, 0, 1, 3))
        for _ in range(chance.choice((1, 2, 3, 5, 8, 20, 45))):
            value = max(0, min(HIGHEST, center + chance.randint(-spread, spread)))
            values.append(None if chance.random() < 0.03 else value)
        if chance.random() < 0.2:
            values += [None] * chance.randint(1, 7)
    return values[:SECONDS]


def evaluated(rules: Sequence[AlarmRule], values: Values) -> Mapping[str, Sequence[AlarmPhase]]:
    """Phases of the alarms on one series, second by second, by the name of the rule."""
    metrics = LoadMetrics(rules, (), 0, (), {}, timeout_s=1.0)
    evaluation = AlarmEvaluation(rules, metrics, float(SECONDS))
    changes = []
    for second, value in enumerate(values):
        if value is not None:
            evaluation.reading("host", "load", second + 1.0, value)
        changes += evaluation.ticked(SimulatedTick(second, (), (SimulatedShard(1),)))
    changes += evaluation.ticked(SimulatedTick(SECONDS, (), (SimulatedShard(1),), last=True))
    found = {rule.name: [AlarmPhase.INACTIVE] * SECONDS for rule in rules}
    for change in changes:
        # The reading of a second comes at its end.
        first = change.at_s - 1
        found[change.rule.name][first:] = [change.phase] * (SECONDS - first)
    return found


def expectation(
    rule: AlarmRule, all_phases: Sequence[Sequence[AlarmPhase]], state: str, first_s: int
) -> dict[str, object]:
    """A query whose value is a bit for each second of a chunk in which the alarm of a series has this state."""
    last_s = first_s + CHUNK_S - 1
    alerts = f'ALERTS{{alertname="{rule.name}",alertstate="{state}"}}'
    bits = [
        sum(1 << second for second in range(CHUNK_S) if phases[first_s + second] is STATES[state])
        for phases in all_phases
    ]
    return {
        # Prometheus 3 leaves out the left end of a range, and version 2 does not: there is no second on it.
        "expr": f"sum by (series) (sum_over_time(({alerts} * 2 ^ (time() - {first_s}))[{CHUNK_S - 1}s999ms:1s]))",
        "eval_time": f"{last_s}s",
        "exp_samples": [
            {"labels": f'{{series="{place}"}}', "value": value} for place, value in enumerate(bits) if value
        ],
    }


def difference(directory: Path, seed: int, series: int, rules: int) -> str:
    """Return what promtool finds to differ between Prometheus and the evaluation of alarms; empty: nothing."""
    chance = random.Random(seed)
    made = random_rules(chance, rules)
    values = [random_values(chance) for _ in range(series)]
    file = directory / "rules.yaml"
    group = {"name": "g", "interval": "1s", "rules": [written(rule) for rule in made]}
    file.write_text(json.dumps({"groups": [group]}), encoding="utf-8")
    phases = [evaluated(made, one) for one in values]
    tests = []
    for rule in made:
        all_phases = [one[rule.name] for one in phases]
        tests += [
            expectation(rule, all_phases, state, first_s) for state in STATES for first_s in range(0, SECONDS, CHUNK_S)
        ]
    inputs = [
        {
            "series": f'load{{series="{place}"}}',
            "values": " ".join("stale" if value is None else f"{value:g}" for value in one),
        }
        for place, one in enumerate(values)
    ]
    test = {"interval": "1s", "input_series": inputs, "promql_expr_test": tests}
    return failed_tests(directory / "tests.yaml", file, [test])


def test_alarms_are_pending_and_fire_at_the_seconds_of_prometheus(tmp_path: Path) -> None:
    assert difference(tmp_path, seed=1, series=20, rules=20) == ""


@pytest.mark.parametrize("seed", range(2, 5))
def test_alarms_of_many_series_are_pending_and_fire_at_the_seconds_of_prometheus(tmp_path: Path, seed: int) -> None:
    assert difference(tmp_path, seed, series=200, rules=20) == ""
