"""Judges one slot of a comparison: it is held to its end, and what speaks against it are its doubts alone."""

from __future__ import annotations

from collections.abc import Sequence

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import OF_LATENESS
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message, count, duration
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["MOST_LEFT_OUT", "SlotJudge", "is_whole"]

MOST_LEFT_OUT = 0.25
"""Part of the judged seconds of a slot that may be left out: with more its cycle does not count."""


def is_whole(measurement: MeasuredSpan) -> bool:
    """True if a slot counts: valid, sent on time, and at most `MOST_LEFT_OUT` of its seconds left out or disturbed."""
    spoilt = {
        second for begin, end in (*measurement.left_out_s, *measurement.disturbed_s) for second in range(begin, end)
    }
    # A pass of open arrivals stands beside lateness, but its response times are not those of another slot.
    if not measurement.valid or any(doubt.code in OF_LATENESS for doubt in measurement.doubts):
        return False
    return len(spoilt) <= MOST_LEFT_OUT * measurement.span_s


class SlotJudge:
    """Lets a slot go on to its end: a slot is compared, and breaks no SLO by itself.

    A connection that was opened in the judged seconds is a doubt: what it took stands in their response times.
    """

    def __init__(self, timeline: Timeline) -> None:
        """`timeline` is that of the slot."""
        self._timeline = timeline
        self._settled: int | None = None
        self._most = 0
        self._disturbed_s = 0

    def add(self, tick: TickReading, /) -> None:
        """Counts the open connections at the end of a second."""
        open_now = sum(shard.connections for shard in tick.shards)
        if tick.second < self._timeline.span_start:
            self._settled = open_now
        elif tick.second < self._timeline.span_stop and not tick.last:
            self._most = max(self._most, open_now)

    def look(self, _elapsed_s: float) -> Verdict | None:
        """Return None: all slots are equally long, so no slot ends early."""
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """Nothing is to be decided before the end."""
        return elapsed_s + 3600

    def final(self) -> Verdict:
        """Return the verdict that the slot was held: it always passes."""
        # Asked again once what others disturbed is judged, too.
        self._disturbed_s = max(self._disturbed_s, self._timeline.disturbed_s)
        return Verdict(State.PASSED, Message("slot-held"))

    def doubts(self) -> Sequence[Doubt]:
        """Return the doubts: others disturbed too much of the slot, connections were opened in its judged seconds."""
        found = []
        timeline = self._timeline
        span_s = timeline.span_stop - timeline.span_start
        if self._disturbed_s > MOST_LEFT_OUT * span_s:
            disturbed, span = duration(self._disturbed_s), duration(span_s)
            text = Message("others-disturbed-too-much", disturbed=disturbed, span=span)
            found.append(Doubt(DoubtCode.DISTURBED, text))
        opened = self._most - (self._settled or 0)
        if self._settled is not None and opened > 0:
            text = Message("connections-opened-in-slot", opened=count(opened))
            found.append(Doubt(DoubtCode.OPENED_CONNECTIONS, text))
        return found
