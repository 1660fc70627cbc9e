"""Which processes work for our load though nobody said so: those that are at work while it runs, and rest with it.

A database that no study lists, a proxy, the journal: they are part of what is tested, not others on the machine.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from loadproof.judge.limits import LIMITS

__all__ = ["Followers"]


@dataclass(slots=True)
class _Seen:
    """Of one process: what it used in each trial and each rest since it was first seen, in cores."""

    trials: list[float] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)
    at_work: list[float] = field(default_factory=list)
    """Of each trial the part of its seconds in which it was at work."""


Process = TypeVar("Process", bound=Hashable)


class Followers(Generic[Process]):
    """Compares what processes use in trials and in the rests between them.

    A process follows the load when in each of at least three trials it used three times what it used in any of at least
    three rests, and was at work in most seconds of each trial: one that comes and goes by itself rests in a trial, too.
    """

    def __init__(self) -> None:
        """Nothing was seen."""
        self._seen: dict[Process, _Seen] = {}
        self._seconds: list[Mapping[Process, float]] = []
        self._trials = 0

    def second(self, used: Mapping[Process, float]) -> None:
        """What each process used in a second of the trial under way, in cores; who is not in it used nothing."""
        self._seconds.append(used)

    def trial_ended(self) -> None:
        """The trial is over; one of fewer than a few seconds says nothing."""
        seconds, self._seconds = self._seconds, []
        if len(seconds) < LIMITS.follower_seconds:
            return
        total: dict[Process, float] = defaultdict(float)
        for used in seconds:
            for process, cores in used.items():
                total[process] += cores
        for process in total:
            self._seen.setdefault(process, _Seen())
        for process, seen in self._seen.items():
            mean = total.get(process, 0.0) / len(seconds)
            at_work = sum(used.get(process, 0.0) > mean / 2.0 for used in seconds) / len(seconds) if mean else 0.0
            seen.trials.append(mean)
            seen.at_work.append(at_work)

    def rested(self, used: Mapping[Process, float]) -> None:
        """What each process used in a rest of a second and more, in cores."""
        for process, seen in self._seen.items():
            seen.rests.append(used.get(process, 0.0))

    def found(self) -> set[Process]:
        """Those that follow the load."""
        return {process for process, seen in self._seen.items() if _follows(seen)}


def _follows(seen: _Seen) -> bool:
    enough = min(len(seen.trials), len(seen.rests)) >= LIMITS.follower_times
    if not enough or min(seen.trials) < LIMITS.follower_cores:
        return False
    is_more = min(seen.trials) >= LIMITS.follower_ratio * max(seen.rests)
    return is_more and min(seen.at_work) >= LIMITS.follower_at_work
