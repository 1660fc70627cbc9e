"""Stalls of the generator: which due seconds they take out of the judgement, and what is said of them.

A stall delays the calls that fall due in it, and sends them in a burst that the service has to work off. Whole due
seconds go, from that of the oldest call open at its begin to that in which the calls in flight are back at their level:
removing just the calls that overlap would be biased, as longer ones overlap more often (docs/method/stalls.md).
"""

import math
from collections.abc import Callable, Sequence

from loadproof.judge.episodes import Episodes, left_out, united
from loadproof.judge.tick import StallReading
from loadproof.model.message import Message, Quantity, count, duration, milliseconds
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["Stalls", "stall_text"]


class Stalls:
    """The stalls of one trial, and the due seconds that they take out of its judgement."""

    def __init__(self) -> None:
        """There was none yet."""
        self._episodes = Episodes()
        self._kept: list[tuple[float, float]] = []
        self._causes: dict[str, float] = {}

    def add(self, stalls: Sequence[StallReading], levels: Callable[[int], Sequence[int]]) -> None:
        """Takes stalls that excuse the service: of all shards, in any order.

        `levels` gives the calls in flight at the end of each judged second before a second.
        """
        for stall in sorted(stalls, key=lambda stall: stall.begin_s):
            self._causes[stall.cause] = self._causes.get(stall.cause, 0.0) + stall.end_s - stall.begin_s
            self._episodes.add(stall.begin_s, stall.end_s, stall.oldest_due_s, levels)

    def keep(self, stalls: Sequence[StallReading]) -> None:
        """Takes stalls that excuse nobody: the stand itself took the processor."""
        self._kept = united([*self._kept, *((stall.begin_s, stall.end_s) for stall in stalls)])

    def second_ended(self, second: int, in_flight: int) -> None:
        """Notes the calls in flight or waiting at the end of a second."""
        self._episodes.second_ended(second, in_flight)

    def seconds(self, ended_s: int) -> set[int]:
        """The due seconds that are not judged, once `ended_s` seconds of the trial are over."""
        return self._episodes.seconds(ended_s)

    @property
    def longest_kept_s(self) -> float:
        """The longest stall that excuses nobody."""
        return max((end_s - begin_s for begin_s, end_s in self._kept), default=0.0)

    def doubts(self, left_out_s: int) -> list[Doubt]:
        """The doubts that stalls give, where `left_out_s` seconds of the span were not judged because of them."""
        doubts = []
        stalled = self._episodes.stretches
        if stalled:
            cause = max(self._causes, key=lambda name: self._causes[name])
            doubts.append(Doubt(DoubtCode.GENERATOR_STALLED, left_out(stall_text(stalled, cause), left_out_s)))
        if self._kept:
            text = Message("stand-starved-generator", length=_length(self.longest_kept_s))
            doubts.append(Doubt(DoubtCode.STARVED_BY_STAND, text))
        return doubts


def stall_text(stalled: Sequence[tuple[float, float]], cause: str) -> Message:
    """Return the sentence about how often and how long the generator stood still, and why.

    >>> from loadproof.words.catalogue import english
    >>> english(stall_text([(5.0, 8.0)], "stopped"))
    'the generator stood still for 3 s (it was stopped, or its machine was)'
    """
    lengths_s = [end_s - begin_s for begin_s, end_s in stalled]
    length, why = _length(math.fsum(lengths_s)), Message("stall-cause", cause=cause)
    if len(lengths_s) == 1:
        return Message("stalled-once", length=length, cause=why)
    times, most = count(len(lengths_s)), _length(max(lengths_s))
    return Message("stalled-often", times=times, most=most, length=length, cause=why)


def _length(length_s: float) -> Quantity:
    return duration(round(length_s, 1)) if length_s >= 1.0 else milliseconds(1000.0 * length_s)
