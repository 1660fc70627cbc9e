"""Stalls of the generator: which due seconds they take out of the judgement, and what is said of them.

A stall delays the calls that fall due in it, and sends them in a burst that the service has to work off. Whole due
seconds go, from that of the oldest call open at its begin to that in which the calls in flight are back at their level:
removing just the calls that overlap would be biased, as longer ones overlap more often (docs/method.md, "Stalls").
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.limits import LIMITS
from loadproof.judge.tick import StallReading
from loadproof.judge.trend import growth_of, rising_error
from loadproof.model.duration import duration_text

__all__ = ["Stalls", "stall_text"]

_CAUSES = {
    "starved": "it was ready to run and got no processor",
    "busy": "it was at work",
    "stopped": "it was stopped, or its machine was",
    "unknown": "the kernel does not say why",
}


@dataclass(slots=True)
class _Episode:
    """Stalls so near to each other that the service had not recovered in between; s from the start of the trial."""

    begin_s: float
    end_s: float
    oldest_due_s: float
    stalled: list[tuple[float, float]]
    level: float
    grew: bool
    """The calls in flight grew before: what comes after is the service's own."""
    last: int | None = None
    """The second in which the calls in flight were back; None: not yet."""

    @property
    def stalled_s(self) -> float:
        return math.fsum(end_s - begin_s for begin_s, end_s in self.stalled)

    def seconds(self, ended_s: int) -> set[int]:
        found: set[int] = set()
        for begin_s, end_s in self.stalled:
            found.update(range(math.floor(begin_s), math.ceil(end_s)))
        if self.grew:
            return found
        first_s = max(self.oldest_due_s, self.begin_s - LIMITS.stall_before * self.stalled_s)
        latest = math.floor(self.end_s + LIMITS.stall_after * self.stalled_s)
        last = latest if self.last is None else min(self.last, latest)
        found.update(range(math.floor(first_s), min(last, max(ended_s - 1, math.ceil(self.end_s) - 1)) + 1))
        return found


class Stalls:
    """The stalls of one trial, and the due seconds that they take out of its judgement."""

    def __init__(self) -> None:
        """There was none yet."""
        self._episodes: list[_Episode] = []
        self._kept: list[tuple[float, float]] = []
        self._causes: dict[str, float] = {}

    def add(self, stalls: Sequence[StallReading], levels: Callable[[int], Sequence[int]]) -> None:
        """Takes stalls that excuse the service: of all shards, in any order.

        `levels` gives the calls in flight at the end of each judged second before a second.
        """
        for stall in sorted(stalls, key=lambda stall: stall.begin_s):
            self._causes[stall.cause] = self._causes.get(stall.cause, 0.0) + stall.end_s - stall.begin_s
            episode = self._episodes[-1] if self._episodes else None
            if episode is None or (episode.last is not None and math.floor(stall.begin_s) > episode.last):
                before = levels(math.floor(stall.begin_s))
                grew = (
                    rising_error(before) <= LIMITS.early_rising_error and growth_of(before) > LIMITS.early_growth_calls
                )
                level = median(before) if before else 0.0
                episode = _Episode(stall.begin_s, stall.end_s, stall.oldest_due_s, [], level, grew)
                self._episodes.append(episode)
            episode.last = None
            episode.begin_s = min(episode.begin_s, stall.begin_s)
            episode.end_s = max(episode.end_s, stall.end_s)
            episode.oldest_due_s = min(episode.oldest_due_s, stall.oldest_due_s)
            episode.stalled = _united([*episode.stalled, (stall.begin_s, stall.end_s)])

    def keep(self, stalls: Sequence[StallReading]) -> None:
        """Takes stalls that excuse nobody: the stand itself took the processor."""
        self._kept = _united([*self._kept, *((stall.begin_s, stall.end_s) for stall in stalls)])

    def second_ended(self, second: int, in_flight: int) -> None:
        """Notes the calls in flight or waiting at the end of a second."""
        if not self._episodes or self._episodes[-1].last is not None:
            return
        episode = self._episodes[-1]
        usual = episode.level + LIMITS.stall_deviations * math.sqrt(episode.level) + LIMITS.stall_room_calls
        over = second + 1 > episode.end_s + LIMITS.stall_after * episode.stalled_s
        if second + 1 >= episode.end_s and (in_flight <= usual or over):
            episode.last = second

    def seconds(self, ended_s: int) -> set[int]:
        """The due seconds that are not judged, once `ended_s` seconds of the trial are over."""
        return {second for episode in self._episodes for second in episode.seconds(ended_s)}

    @property
    def longest_kept_s(self) -> float:
        """The longest stall that excuses nobody."""
        return max((end_s - begin_s for begin_s, end_s in self._kept), default=0.0)

    def doubts(self, left_out_s: int) -> list[Doubt]:
        """The doubts that stalls give, where `left_out_s` seconds of the span were not judged because of them."""
        doubts = []
        stalled = [stretch for episode in self._episodes for stretch in episode.stalled]
        if stalled:
            cause = max(self._causes, key=lambda name: self._causes[name])
            text = f"{stall_text(stalled, cause)}; {left_out_s} s of the span are not judged for it"
            doubts.append(Doubt(DoubtCode.GENERATOR_STALLED, text))
        if self._kept:
            text = (
                f"the stand took nearly all of the processor time and starved the generator for up to "
                f"{_length(self.longest_kept_s)}: that excuses nothing"
            )
            doubts.append(Doubt(DoubtCode.STARVED_BY_STAND, text))
        return doubts


def stall_text(stalled: Sequence[tuple[float, float]], cause: str) -> str:
    """How often and how long the generator stood still, and why.

    >>> stall_text([(5.0, 8.0)], "stopped")
    'the generator stood still for 3 s (it was stopped, or its machine was)'
    """
    lengths_s = [end_s - begin_s for begin_s, end_s in stalled]
    told = f"{_length(math.fsum(lengths_s))} ({_CAUSES.get(cause, cause)})"
    if len(lengths_s) == 1:
        return f"the generator stood still for {told}"
    return f"the generator stood still {len(lengths_s)} times, {_length(max(lengths_s))} at most, in all for {told}"


def _length(length_s: float) -> str:
    return duration_text(round(length_s, 1)) if length_s >= 1.0 else f"{1000.0 * length_s:.0f} ms"


def _united(stretches: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches that touch as one: shards that stood still together did so once."""
    united: list[tuple[float, float]] = []
    for begin_s, end_s in sorted(stretches):
        if united and begin_s <= united[-1][1]:
            united[-1] = (united[-1][0], max(united[-1][1], end_s))
        else:
            united.append((begin_s, end_s))
    return united
