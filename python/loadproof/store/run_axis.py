"""The axis that every instant of a run is stored on, also where the run was cut and is continued later."""

from collections.abc import Callable

__all__ = ["RunAxis"]


class RunAxis:
    """Seconds of a clock, moved so that a continued run goes on where it was cut, also after the machine was restarted.

    >>> axis = RunAxis(lambda: 7.0, origin_s=1000.0, goes_on_at_s=60.0)
    >>> axis.now_s, axis.since_began_s, axis.of(7.5)
    (1060.0, 60.0, 1060.5)
    """

    def __init__(self, clock: Callable[[], float], origin_s: float | None = None, goes_on_at_s: float = 0.0) -> None:
        """`origin_s` is that of a run that goes on, `goes_on_at_s` after it; None: the run begins now."""
        now_s = clock()
        self._clock = clock
        self.origin_s = now_s if origin_s is None else origin_s
        """Instant at which the run began, on the axis."""
        self._moved_s = self.origin_s + goes_on_at_s - now_s

    @property
    def now_s(self) -> float:
        """The present instant on the axis."""
        return self._clock() + self._moved_s

    @property
    def since_began_s(self) -> float:
        """From the begin of the run to now."""
        return self.now_s - self.origin_s

    def of(self, instant_s: float) -> float:
        """An instant of the clock on the axis."""
        return instant_s + self._moved_s
