"""Alarms of a running trial in the live view: their phases now, and the line that each change leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.alarms.state import AlarmPhase
from loadproof.model.message import Listing, Message, Value, count, duration, listed
from loadproof.result.plain_text import printable

__all__ = ["LiveAlarms"]

_LONGEST_NAME = 40
_MOST_NAMED = 4
_MOST_LINES = 6
"""Lines of one alarm that stay, in one trial: an alarm that flaps would push away all else."""


@dataclass(frozen=True, slots=True)
class _Alarm:
    """Alarm that is pending or firing."""

    name: str
    phase: AlarmPhase
    since_s: float
    """Start of the phase, in seconds since the trial began."""
    told: Message
    """Value at the start of the phase, with its unit."""


@dataclass(slots=True)
class LiveAlarms:
    """Alarms of one trial; each is inactive until it changes."""

    trial: int = 0
    """Number of the trial."""
    active: dict[str, _Alarm] = field(default_factory=dict)
    """Alarms that are pending or firing, by name."""
    lines: Counter[str] = field(default_factory=Counter)
    """Number of lines that each alarm has left."""

    def change(self, name: str, phase: AlarmPhase, told: Message, at_s: float) -> Message | None:
        """Note that an alarm is in `phase` from `at_s` on; return the line that stays, None for a pending alarm."""
        before = self.active.pop(name, None)
        was_firing = before is not None and before.phase is AlarmPhase.FIRING
        is_firing = phase is AlarmPhase.FIRING
        if before is not None and before.phase is phase:
            self.active[name] = before
            return None
        if is_firing or phase is AlarmPhase.PENDING:
            self.active[name] = _Alarm(name, phase, at_s, told)
        if not is_firing and not was_firing:
            return None
        self.lines[name] += 1
        if self.lines[name] > _MOST_LINES:
            is_first = self.lines[name] == _MOST_LINES + 1
            return Message("live-alarm-flaps", trial=str(self.trial), alarm=_named(name)) if is_first else None
        values: dict[str, Value] = {
            "trial": str(self.trial),
            "elapsed": duration(at_s),
            "alarm": _named(name),
        }
        if is_firing or before is None:
            return Message("live-alarm-fires", **values, told=told)
        lasted = duration(at_s - before.since_s)
        if phase is AlarmPhase.NO_DATA:
            return Message("live-alarm-without-data", **values, lasted=lasted)
        return Message("live-alarm-resolved", **values, lasted=lasted, told=told)

    def firing(self) -> Value | None:
        """Return the firing alarms, each with its start and its value there; None: no alarm fires."""
        return _told(
            [
                Message("live-alarm-since", alarm=_named(one.name), since=duration(one.since_s), told=one.told)
                for one in self._in(AlarmPhase.FIRING)
            ]
        )

    def pending(self, now_s: float) -> Value | None:
        """Return the pending alarms, each with the time that it has been pending; None: no alarm is pending."""
        return _told(
            [
                Message("live-alarm-for", alarm=_named(one.name), time=duration(now_s - one.since_s), told=one.told)
                for one in self._in(AlarmPhase.PENDING)
            ]
        )

    def _in(self, phase: AlarmPhase) -> list[_Alarm]:
        return [one for one in self.active.values() if one.phase is phase]


def _named(name: str) -> str:
    return printable(name, limit=_LONGEST_NAME)


def _told(alarms: Sequence[Message]) -> Value | None:
    if not alarms:
        return None
    more = len(alarms) - _MOST_NAMED
    named = list(alarms[:_MOST_NAMED])
    if more > 0:
        named.append(Message("live-alarms-more", count=count(more)))
    return listed(named, Listing.CLAUSES)
