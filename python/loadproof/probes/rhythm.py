"""The seconds that all probes keep."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

__all__ = ["Beat", "Rhythm"]

_LEAST_APART_S = 0.5
"""Rates over less would be noise: the kernel counts processor time in hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One whole second since the alignment."""

    at_s: float
    """Actual start on the monotonic clock, seconds: the whole second or, on a busy machine, somewhat later."""
    alignment: int
    """Counts the alignments."""
    baseline: bool
    """The first of its alignment: what is read now only says where counters began."""
    missed: int
    """Whole seconds since the last beat that were missed because the caller came too late."""
    ended: bool = field(default=False, compare=False)
    """True once the trial of the alignment has ended; of a caller that hears of ends, from an additional beat on."""


class Rhythm:
    """Whole seconds since the last alignment, for several threads; each gives its last beat and waits for the next."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begins now; `clock` is monotonic."""
        self._clock = clock
        self._changed = threading.Condition()
        self._began_s = clock()
        self._alignment = 1
        self._stopped = False
        self._rests = False
        self._ended = True
        """No trial has begun."""

    def align(self, began_s: float) -> None:
        """Seconds are counted from `began_s` on; everybody who waits gets a baseline now."""
        with self._changed:
            self._began_s = began_s
            self._alignment += 1
            self._rests = False
            self._ended = False
            self._changed.notify_all()

    def end(self) -> None:
        """The trial of this alignment has ended; everybody who hears of ends gets a beat now."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def rest(self) -> None:
        """No beat comes until the next alignment."""
        with self._changed:
            self._rests = True

    def stop(self) -> None:
        """Everybody who waits, or will, gets None."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def next(self, last: Beat | None, *, hears_ends: bool = False) -> Beat | None:
        """Blocks until the next beat; None: there is none any more.

        A caller that `hears_ends` gets its last beat again, as `ended`, once the trial of that beat has ended.
        """
        with self._changed:
            while not self._stopped:
                is_same = last is not None and last.alignment == self._alignment
                if hears_ends and self._ended and last is not None and is_same and not last.ended:
                    return replace(last, baseline=False, missed=0, ended=True)
                if self._rests:
                    self._changed.wait()
                    continue
                now_s = self._clock()
                if last is None or last.alignment != self._alignment:
                    return Beat(now_s, self._alignment, baseline=True, missed=0, ended=self._ended)
                due_s = self._due_s(last, now_s)
                if now_s >= due_s:
                    missed = max(0, self._whole_s(due_s) - self._whole_s(last.at_s) - 1)
                    return Beat(now_s, self._alignment, baseline=False, missed=missed, ended=self._ended)
                self._changed.wait(due_s - now_s)
            return None

    def _due_s(self, last: Beat, now_s: float) -> float:
        """The latest whole second that has passed, else the next one; never less than half a second after the last."""
        after_last = math.ceil(last.at_s + _LEAST_APART_S - self._began_s)
        return self._began_s + max(after_last, self._whole_s(now_s))

    def _whole_s(self, at_s: float) -> int:
        """Rounded down; a sum of floats may be a little short of a whole second."""
        return math.floor(at_s - self._began_s + 1e-6)
