"""Injections of a running trial in the live view: what is injected now, and the line that each change leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.model.message import Listing, Message, Value, count, duration, listed
from loadproof.records.injection import InjectionState
from loadproof.result.plain_text import printable
from loadproof.store.record import UNDER_WAY, InjectionRecord

__all__ = ["LiveInjections", "style_of"]

_LONGEST_NAME = 40
_LONGEST_FAULT = 120
_MOST_NAMED = 4
_MOST_LINES = 6
"""Lines of one injection that stay, in one trial; the first one that is not undone has a line all the same."""
_LOUD = (InjectionState.FAILED.value, InjectionState.NOT_UNDONE.value)


@dataclass(slots=True)
class LiveInjections:
    """Injections of one trial; none is under way until it begins."""

    trial: int = 0
    """Number of the trial."""
    active: dict[tuple[str, int], tuple[InjectionRecord, float | None]] = field(default_factory=dict)
    """Occurrences that are under way by name and number, with the seconds that each is to last."""
    lines: Counter[str] = field(default_factory=Counter)
    """Number of lines that each injection has left."""
    left: set[str] = field(default_factory=set)
    """Injections of which something was left."""

    def change(self, record: InjectionRecord, for_s: float | None) -> Message | None:
        """Note what has become of an occurrence that is to last `for_s`; return its line, if it leaves one."""
        key = (record.name, record.number)
        before = self.active.pop(key, None)
        if record.state == UNDER_WAY:
            self.active[key] = (record, for_s)
            if before is not None:
                return None
        self.lines[record.name] += 1
        is_first_left = record.state == InjectionState.NOT_UNDONE and record.name not in self.left
        if is_first_left:
            self.left.add(record.name)
        if self.lines[record.name] > _MOST_LINES and not is_first_left:
            is_first = self.lines[record.name] == _MOST_LINES + 1
            values: dict[str, Value] = {"trial": str(self.trial), "injection": _named(record.name)}
            return Message("live-injection-more", **values) if is_first else None
        return self._line(record)

    def _line(self, record: InjectionRecord) -> Message:
        values: dict[str, Value] = {"trial": str(self.trial), "injection": _named(record.name)}
        if record.state == UNDER_WAY:
            return Message("live-injection-begins", **values, elapsed=duration(record.begun_s))
        known_s = next(at_s for at_s in (record.undone_s, record.ended_s, record.begun_s) if at_s is not None)
        values["elapsed"] = duration(known_s)
        if record.state in _LOUD:
            why = "" if record.fault is None else record.fault.with_names(_fault)
            code = "live-injection-failed" if record.state == InjectionState.FAILED else "live-injection-left"
            return Message(code, **values, why=why)
        return Message("live-injection-undone", **values, lasted=duration(known_s - record.begun_s))

    def now(self, now_s: float) -> Value | None:
        """Return the injections that are under way, each with the seconds that are left; None: there is none."""
        found = [_told(record, for_s, now_s) for record, for_s in self.active.values()]
        return _listed(found) if found else None


def style_of(record: InjectionRecord) -> str:
    """Return the style of the line of a change: loud if the injection failed, or is not undone."""
    return "bold red" if record.state in _LOUD else "magenta"


def _told(record: InjectionRecord, for_s: float | None, now_s: float) -> Message:
    name = _named(record.name)
    if record.ended_s is not None:
        return Message("live-injection-ends", injection=name, time=duration(max(0.0, now_s - record.ended_s)))
    if for_s is None:
        return Message("live-injection-for", injection=name, time=duration(max(0.0, now_s - record.begun_s)))
    left_s = max(0.0, record.begun_s + for_s - now_s)
    return Message("live-injection-now", injection=name, left=duration(left_s))


def _named(name: str) -> str:
    return printable(name, limit=_LONGEST_NAME)


def _fault(text: str) -> str:
    return printable(text, limit=_LONGEST_FAULT)


def _listed(found: Sequence[Message]) -> Value:
    named = list(found[:_MOST_NAMED])
    more = len(found) - _MOST_NAMED
    if more > 0:
        named.append(Message("live-alarms-more", count=count(more)))
    return listed(named, Listing.CLAUSES)
