"""Errors shared by Holm's rule: the same hypotheses are rejected as by the steps of his paper."""

import random

from loadproof.stats.holm import sharing_error


def rejected(p_values: list[float], error: float) -> set[int]:
    shared = sharing_error(range(len(p_values)), error, lambda number, allowed: p_values[number] <= allowed)
    return {number for number, p_value in enumerate(p_values) if p_value <= error / shared[number]}


def by_steps(p_values: list[float], error: float) -> set[int]:
    """From the smallest on: p(1) at error / n, p(2) at error / (n - 1), ... until one is not rejected."""
    found = set()
    for place, number in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[number] > error / (len(p_values) - place):
            break
        found.add(number)
    return found


def test_the_hypotheses_of_the_paper_are_rejected() -> None:
    drawn = random.Random(7)
    counts = set()
    for _ in range(2000):
        p_values = [drawn.random() ** drawn.choice((1, 4, 12)) for _ in range(drawn.randint(1, 8))]
        assert rejected(p_values, 0.05) == by_steps(p_values, 0.05)
        counts.add(len(rejected(p_values, 0.05)))
    assert counts >= set(range(6))


def test_nothing_is_rejected_of_nothing() -> None:
    assert sharing_error([], 0.05, lambda _, __: True) == {}
