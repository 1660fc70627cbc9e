"""Replies of one operation in a smoke test, as every report shows them: one line per operation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loadproof.model.message import Message, Value, count, listed
from loadproof.records.measurement import FailedReply, Measurement
from loadproof.records.tone import Tone
from loadproof.records.trial import Trial
from loadproof.result.expected_replies import ExpectedReplies

__all__ = ["OperationReplies", "operation_replies"]

_STATUS = re.compile(r"status-(\d{3})")
_REPLIED = re.compile(r"HTTP/\d(?:\.\d)? (\d{3})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationReplies:
    """Calls of one operation in a smoke test, and how many were answered as the operation expects."""

    operation: str
    tone: Tone
    """`undecided`: no call was answered or failed."""
    calls: int
    """Calls due."""
    as_expected: int
    expected: tuple[str, ...]
    """Statuses that the operation expects, such as `200` or `2xx`, and what its failed checks expect."""
    text: Message
    """The line of a report, such as "GET /old: 6 of 6 answered 302, expected 200"."""


def operation_replies(trial: Trial, plan: Mapping[str, Any], flows: Sequence[str]) -> tuple[OperationReplies, ...]:
    """Return the replies of each operation of a trial, in the order of the plan; `flows` are left out."""
    expected = ExpectedReplies.of_plan(plan)
    statuses = {
        str(one.get("name")): tuple(_statuses(one.get("expect", ())))
        for one in plan.get("scenario", {}).get("operations", ())
    }
    return tuple(
        _replies(name, part, statuses.get(name, ()), expected, trial.failed_replies)
        for name, part in trial.measurement.operations.items()
        if name not in flows
    )


def _replies(
    name: str,
    part: Measurement,
    statuses: tuple[str, ...],
    expected: ExpectedReplies,
    failed: Sequence[FailedReply],
) -> OperationReplies:
    example = {reply.kind: reply for reply in failed if reply.operation == name}
    kinds = sorted(part.errors_by_kind.items(), key=lambda one: (-one[1], one[0]))
    counted = {**dict(kinds), **{code: n for code, n in (("dropped", part.dropped), ("cut", part.cut)) if n}}
    clauses: list[Value] = [_clause(kind, calls, part.due, example.get(kind)) for kind, calls in counted.items()]
    wanted = list(statuses) if any(_is_of_status(kind) for kind, _ in kinds) else []
    wanted += [told for kind, _ in kinds if (told := expected.told(kind, name)) is not None]
    values: dict[str, Value] = {"operation": name, "calls": count(part.due)}
    if part.due == part.cut:
        tone: Tone = "undecided"
        text = Message("replies-of-none", **values)
    elif part.missing == part.cut:
        tone, text = "passed", Message("replies-of-expected", answered=count(part.completed), **values)
    else:
        tone, failures = "failed", listed(clauses)
        text = Message("replies-of-failed", operation=name, failed=failures)
        if wanted:
            text = Message("replies-of-unexpected", operation=name, failed=failures, expected=listed(list(wanted)))
    return OperationReplies(
        operation=name,
        tone=tone,
        calls=part.due,
        as_expected=part.completed,
        expected=tuple(wanted or statuses),
        text=text,
    )


def _clause(kind: str, calls: int, due: int, reply: FailedReply | None) -> Message:
    """Calls of one error kind, such as "6 of 6 answered 302"."""
    values = {"calls": count(calls), "of": count(due)}
    status = _STATUS.fullmatch(kind) or (_REPLIED.match(reply.head) if kind == "redirect" and reply else None)
    if status is not None:
        return Message("replies-status", status=status[1], **values)
    if kind in ("dropped", "cut"):
        return Message(f"replies-{kind}", **values)
    return Message("replies-error", kind=kind, **values)


def _is_of_status(kind: str) -> bool:
    return kind == "redirect" or _STATUS.fullmatch(kind) is not None


def _statuses(spans: Sequence[Sequence[int]]) -> Iterator[str]:
    """Ranges of statuses as a study writes them.

    >>> list(_statuses([[200, 299], [304, 304], [400, 404]]))
    ['2xx', '304', '400-404']
    """
    for low, high in spans:
        if low == high:
            yield str(low)
        elif low % 100 == 0 and high == low + 99:
            yield f"{low // 100}xx"
        else:
            yield f"{low}-{high}"
