"""Whether the counts of a result close, and are those of the server's log."""

from collections.abc import Iterator

from bench.accuracy.observation import Observed
from bench.accuracy.replay import Replayed

__all__ = ["count_faults"]


def count_faults(observed: Observed, truth: Replayed) -> list[str]:
    """What does not agree, in words; none when all does.

    An answer that left as the time of its call ran out may count as either.
    """
    return [f"{name}: {seen}, not {expected}" for name, seen, expected in _pairs(observed, truth) if seen != expected]


def _pairs(observed: Observed, truth: Replayed) -> Iterator[tuple[str, int, int]]:
    result, case, log = observed.result, observed.case, observed.log
    outcomes = log.outcomes
    yield "due, by the schedule", result["due"], sum(map(len, case.due_ns))
    yield "due, as sent + dropped", result["due"], result["sent"] + result["dropped"]
    yield "sent, as completed + errors + cut", result["sent"], result["completed"] + result["errors"] + result["cut"]
    yield "errors, by their kinds", result["errors"], sum(result["errors_by_kind"].values())
    yield "cut", result["cut"], 0
    answered = outcomes["200"]
    yield (
        "completed, by the server's log",
        result["completed"],
        _nearest(result["completed"], answered - truth.close, answered),
    )
    if case.mode.dies:
        # Its errors are calls that it never saw; how many is what is left of those that were due.
        yield "dropped", result["dropped"], 0
        return
    yield "sent, by the server's log", result["sent"], len(log.calls)
    yield "retried, by the server's log", result["retried"], log.sent_again
    for kind, names in case.mode.errors:
        logged = sum(outcomes[name] for name in names)
        seen = result["errors_by_kind"].get(kind, 0)
        yield f"errors {kind}, by the server's log", seen, _nearest(seen, logged, logged + truth.close)
    expected = {kind for kind, _ in case.mode.errors}
    yield "errors of other kinds", sum(n for kind, n in result["errors_by_kind"].items() if kind not in expected), 0


def _nearest(value: int, least: int, most: int) -> int:
    return min(max(value, least), most)
