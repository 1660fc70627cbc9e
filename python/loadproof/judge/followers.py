"""Follower processes, which work for our load though no study lists them: at work while it runs, at rest with it.

Examples are an unlisted database, a proxy or the journal. They are part of the system under test, not other load.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from loadproof.judge.limits import LIMITS

__all__ = ["Followers"]

_BINS_PER_CORE = 100
"""The kernel counts processor time in hundredths of a second."""


@dataclass(slots=True)
class _ProcessUse:
    """Use by one process in each trial and each rest since the process was first seen, in cores."""

    trials: list[float] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)
    at_work: list[float] = field(default_factory=list)
    """Part of the seconds of each trial (0 to 1) in which the process used more than half of its mean."""


@dataclass(slots=True)
class _Use:
    """Use of one process in the trial under way: a sum, and its seconds by hundredths of a core."""

    cores: float = 0.0
    seconds: Counter[int] = field(default_factory=Counter)

    def add(self, cores: float) -> None:
        self.cores += cores
        self.seconds[round(cores * _BINS_PER_CORE)] += 1

    def seconds_above(self, cores: float) -> int:
        """Seconds in which the process used more than so much."""
        return sum(count for level, count in self.seconds.items() if level > cores * _BINS_PER_CORE)


Process = TypeVar("Process", bound=Hashable)


class Followers(Generic[Process]):
    """Compares what processes use in trials and in the rests between them.

    A process follows the load when in each of at least three trials it used three times what it used in any of at least
    three rests, and was at work in most seconds of each trial: one that comes and goes by itself rests in a trial, too.

    A process that has ended is forgotten, and seconds are counted, not kept: memory does not grow with a trial.
    """

    def __init__(self) -> None:
        """Nothing was seen."""
        self._seen: dict[Process, _ProcessUse] = {}
        self._uses: dict[Process, _Use] = {}
        self._seconds = 0

    def second(self, used: Mapping[Process, float], alive: Collection[Process]) -> None:
        """Take what each process used in a second of the trial under way, in cores, and which processes still live.

        A process that is not in `used` used nothing.
        """
        self._seconds += 1
        for process, cores in used.items():
            self._uses.setdefault(process, _Use()).add(cores)
        self._seen = {process: seen for process, seen in self._seen.items() if process in alive}
        self._uses = {process: use for process, use in self._uses.items() if process in alive}

    def trial_ended(self) -> None:
        """The trial is over; one of fewer than a few seconds says nothing."""
        uses, seconds = self._uses, self._seconds
        self._uses, self._seconds = {}, 0
        if seconds < LIMITS.follower_seconds:
            return
        for process in uses:
            self._seen.setdefault(process, _ProcessUse())
        for process, seen in self._seen.items():
            use = uses.get(process, _Use())
            mean = use.cores / seconds
            seen.trials.append(mean)
            seen.at_work.append(use.seconds_above(mean / 2.0) / seconds)

    def rested(self, used: Mapping[Process, float]) -> None:
        """Note the use by each process in a rest of at least one second, in cores."""
        for process, seen in self._seen.items():
            seen.rests.append(used.get(process, 0.0))

    def found(self) -> set[Process]:
        """Return the processes that follow the load."""
        return {process for process, seen in self._seen.items() if _follows(seen)}


def _follows(seen: _ProcessUse) -> bool:
    enough = min(len(seen.trials), len(seen.rests)) >= LIMITS.follower_times
    if not enough or min(seen.trials) < LIMITS.follower_cores:
        return False
    is_more = min(seen.trials) >= LIMITS.follower_ratio * max(seen.rests)
    return is_more and min(seen.at_work) >= LIMITS.follower_at_work
