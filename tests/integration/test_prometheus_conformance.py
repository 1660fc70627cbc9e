"""Alarms fire at the same seconds as alerting rules of Prometheus, by its own promtool on random series."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from loadproof.alarms.rule import Comparison
from loadproof.alarms.state import INACTIVE, AlarmPhase, next_state

from .promtool import failed_tests

SECONDS = 150
CHUNK_S = 15
"""Seconds of one query: promtool refuses one that reads 10,000 samples."""
STATES = {"pending": AlarmPhase.PENDING, "firing": AlarmPhase.FIRING}
HIGHEST = 9

Values = Sequence[float | None]


@dataclass(frozen=True)
class Rule:
    name: str
    comparison: Comparison
    limit: int
    for_s: int = 0
    keep_firing_for_s: int = 0

    def written(self) -> dict[str, str]:
        """The rule as a rule file has it; a key with the default is left out."""
        written = {"alert": self.name, "expr": f"load {self.comparison.value} {self.limit}"}
        if self.for_s:
            written["for"] = f"{self.for_s}s"
        if self.keep_firing_for_s:
            written["keep_firing_for"] = f"{self.keep_firing_for_s}s"
        return written


def random_rules(chance: random.Random, number: int) -> list[Rule]:
    """Rules with limits that values are equal to, and times shorter and longer than most gaps."""
    return [
        Rule(
            f"rule_{place}",
            chance.choice(list(Comparison)),
            chance.randint(1, HIGHEST - 1),
            chance.choice((0, 0, 1, 2, 3, 5, 10, 30)),
            chance.choice((0, 0, 1, 2, 3, 5, 10, 30)),
        )
        for place in range(number)
    ]


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


def phases(rule: Rule, values: Values) -> list[AlarmPhase]:
    """Phases of the alarm of one series, second by second."""
    state, found = INACTIVE, []
    for at_s, value in enumerate(values):
        is_true = None if value is None else rule.comparison.holds(value, rule.limit)
        state = next_state(state, at_s, is_true, rule.for_s, rule.keep_firing_for_s)
        found.append(state.phase)
    return found


def expectation(rule: Rule, all_phases: Sequence[Sequence[AlarmPhase]], state: str, first_s: int) -> dict[str, object]:
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
    """Return what promtool finds to differ between Prometheus and the state machine of alarms; empty: nothing."""
    chance = random.Random(seed)
    made = random_rules(chance, rules)
    values = [random_values(chance) for _ in range(series)]
    file = directory / "rules.yaml"
    written = [rule.written() for rule in made]
    file.write_text(json.dumps({"groups": [{"name": "g", "interval": "1s", "rules": written}]}), encoding="utf-8")
    tests = []
    for rule in made:
        all_phases = [phases(rule, one) for one in values]
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
    group = {"interval": "1s", "input_series": inputs, "promql_expr_test": tests}
    return failed_tests(directory / "tests.yaml", file, [group])


def test_alarms_are_pending_and_fire_at_the_seconds_of_prometheus(tmp_path: Path) -> None:
    assert difference(tmp_path, seed=1, series=20, rules=20) == ""


@pytest.mark.parametrize("seed", range(2, 5))
def test_alarms_of_many_series_are_pending_and_fire_at_the_seconds_of_prometheus(tmp_path: Path, seed: int) -> None:
    assert difference(tmp_path, seed, series=200, rules=20) == ""
