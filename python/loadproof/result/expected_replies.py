"""Expectations of the checks and extractions of a stored plan, in the words of a profile."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from loadproof.model.scenario import timed_checks
from loadproof.result.plain_text import printable

__all__ = ["ExpectedReplies"]

_LONGEST_TEXT = 80
_UNITS = {"size": " B", "time": " ms"}


@dataclass(frozen=True, slots=True)
class ExpectedReplies:
    """Expectations by error kind (`check-NAME`, `extract-VARIABLE`) and operation."""

    by_kind: Mapping[str, Mapping[str, str]]
    timed_checks: frozenset[str]
    """Kinds of checks on the response time."""

    @classmethod
    def of_plan(cls, plan: Mapping[str, Any]) -> Self:
        """Read the scenario of an engine's plan; parts in another form are left out.

        >>> check = {"name": "greeting", "subject": "body", "demand": {"contains": "HELLO"}}
        >>> plan = {"scenario": {"operations": [{"name": "get", "checks": [check], "extracts": []}]}}
        >>> ExpectedReplies.of_plan(plan).told("check-greeting", "get")
        'body contains "HELLO"'
        """
        found: dict[str, dict[str, str]] = {}
        for operation, kind, subject, demand in _expected(plan):
            found.setdefault(kind, {})[operation] = f"{_subject(subject)} {_demand(subject, demand)}"
        return cls(found, timed_checks(plan))

    def told(self, kind: str, operation: str | None) -> str | None:
        """Return what an operation expects where it counts this error kind; None: nothing is known.

        Without an operation, the first that counts the kind.
        """
        expected = self.by_kind.get(kind, {})
        return expected.get(operation or "", next(iter(expected.values()), None))


def _expected(plan: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """(operation, error kind, subject, demand) of each check and extraction."""
    for operation in plan.get("scenario", {}).get("operations", ()):
        name = str(operation.get("name", ""))
        for check in operation.get("checks", ()):
            yield name, f"check-{check.get('name')}", check.get("subject"), check.get("demand")
        for extract in operation.get("extracts", ()):
            yield name, f"extract-{extract.get('variable')}", extract.get("subject"), "present"


def _subject(subject: Any) -> str:
    if isinstance(subject, Mapping):
        return " ".join(f"{name} {printable(str(text), _LONGEST_TEXT)}" for name, text in subject.items())
    return printable(str(subject), _LONGEST_TEXT)


def _demand(subject: Any, demand: Any) -> str:
    if not isinstance(demand, Mapping):
        return printable(str(demand), _LONGEST_TEXT)
    if "between" in demand:
        least, most = demand["between"]
        unit = _UNITS.get(subject, "") if isinstance(subject, str) else ""
        bounds = ((">=", least), ("<=", most))
        return " ".join(f"{sign} {bound:g}{unit}" for sign, bound in bounds if bound is not None)
    return " ".join(f'{name} "{printable(str(text), _LONGEST_TEXT)}"' for name, text in demand.items())
