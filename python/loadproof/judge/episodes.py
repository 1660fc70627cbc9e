"""Stretches of a trial that spoil due seconds, and how far each reaches: back to calls that were open, on to the calm.

Whole due seconds go, never single calls: those that overlap a stretch are the longer ones, so leaving just them out
would be biased (docs/method/stalls.md).
"""

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from loadproof.judge.limits import LIMITS
from loadproof.model.message import Message, duration
from loadproof.stats.trend import growth_of, rising_error

__all__ = ["Episodes", "left_out", "united"]


@dataclass(slots=True)
class _Episode:
    """Stretches so near to each other that the service had not recovered in between; s from the start of the trial."""

    begin_s: float
    end_s: float
    oldest_due_s: float
    spoiled: list[tuple[float, float]]
    level: float
    grew: bool
    """The calls in flight grew before: what comes after is the service's own."""
    last: int | None = None
    """The second in which the calls in flight were back; None: not yet."""

    @property
    def length_s(self) -> float:
        return math.fsum(end_s - begin_s for begin_s, end_s in self.spoiled)

    def seconds(self, ended_s: int) -> set[int]:
        found: set[int] = set()
        for begin_s, end_s in self.spoiled:
            found.update(range(math.floor(begin_s), math.ceil(end_s)))
        if self.grew:
            return found
        first_s = max(self.oldest_due_s, self.begin_s - LIMITS.stall_before * self.length_s)
        latest = math.floor(self.end_s + LIMITS.stall_after * self.length_s)
        last = latest if self.last is None else min(self.last, latest)
        found.update(range(math.floor(first_s), min(last, max(ended_s - 1, math.ceil(self.end_s) - 1)) + 1))
        return found


class Episodes:
    """The spoiled stretches of one trial in the order in which they came; of those that are over numbers are kept."""

    def __init__(self) -> None:
        """There was none yet."""
        self._latest: _Episode | None = None
        self._former_seconds = array("q")
        self._former_stretches = array("d")
        """Begin and end of each, one after the other."""

    def add(self, begin_s: float, end_s: float, oldest_due_s: float, levels: Callable[[int], Sequence[int]]) -> None:
        """Takes a stretch; calls due from `oldest_due_s` on were open at its begin.

        `levels` gives the calls in flight at the end of each judged second before a second.
        """
        episode = self._latest
        if episode is None or (episode.last is not None and math.floor(begin_s) > episode.last):
            self._close()
            before = levels(math.floor(begin_s))
            grew = rising_error(before) <= LIMITS.early_rising_error and growth_of(before) > LIMITS.early_growth_calls
            level = median(before) if before else 0.0
            episode = self._latest = _Episode(begin_s, end_s, oldest_due_s, [], level, grew)
        episode.last = None
        episode.begin_s = min(episode.begin_s, begin_s)
        episode.end_s = max(episode.end_s, end_s)
        episode.oldest_due_s = min(episode.oldest_due_s, oldest_due_s)
        episode.spoiled = united([*episode.spoiled, (begin_s, end_s)])

    def _close(self) -> None:
        """Keeps numbers of the latest episode, which is over: its last second is known, and has ended."""
        if self._latest is None or self._latest.last is None:
            return
        self._former_seconds.extend(sorted(self._latest.seconds(self._latest.last + 1)))
        for stretch in self._latest.spoiled:
            self._former_stretches.extend(stretch)

    def second_ended(self, second: int, in_flight: int) -> None:
        """Notes the calls in flight or waiting at the end of a second."""
        episode = self._latest
        if episode is None or episode.last is not None:
            return
        usual = episode.level + LIMITS.stall_deviations * math.sqrt(episode.level) + LIMITS.stall_room_calls
        over = second + 1 > episode.end_s + LIMITS.stall_after * episode.length_s
        if second + 1 >= episode.end_s and (in_flight <= usual or over):
            episode.last = second

    def seconds(self, ended_s: int) -> set[int]:
        """The due seconds that they spoil, once `ended_s` seconds of the trial are over."""
        found = set(self._former_seconds)
        return found if self._latest is None else found | self._latest.seconds(ended_s)

    @property
    def stretches(self) -> list[tuple[float, float]]:
        """The stretches themselves, without what they reach to."""
        former = list(zip(self._former_stretches[::2], self._former_stretches[1::2], strict=True))
        return former if self._latest is None else former + self._latest.spoiled


def united(stretches: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches that touch as one: shards that stood still together did so once."""
    united: list[tuple[float, float]] = []
    for begin_s, end_s in sorted(stretches):
        if united and begin_s <= united[-1][1]:
            united[-1] = (united[-1][0], max(united[-1][1], end_s))
        else:
            united.append((begin_s, end_s))
    return united


def left_out(why: Message, left_out_s: int) -> Message:
    """Return the sentence `why`, with the `left_out_s` seconds that the stretches took out of a span.

    0: the stretches are in seconds that are not judged anyway.

    >>> from loadproof.words.catalogue import english
    >>> [english(left_out(Message.said("it stood still"), seconds)) for seconds in (2, 0)]
    ['it stood still; 2 s of the span are not judged for it', 'it stood still, in seconds that are not judged anyway']
    """
    if left_out_s == 0:
        return Message("outside-span", why=why)
    return Message("span-left-out", why=why, left_out=duration(left_out_s))
