"""The clock of a run in virtual time: it stands still but for the seconds of trials."""

__all__ = ["VirtualClock"]


class VirtualClock:
    """Seconds since the run began, called as `time.monotonic` is; trials follow each other without a gap.

    >>> clock = VirtualClock()
    >>> clock.trial_started()
    >>> clock.trial_reached(30)
    >>> clock()
    30.0
    """

    def __init__(self) -> None:
        """Nothing has run yet."""
        self._now_s = 0.0
        self._began_s = 0.0

    def __call__(self) -> float:
        """Virtual seconds of all trials so far."""
        return self._now_s

    def trial_started(self) -> None:
        """A trial begins now."""
        self._began_s = self._now_s

    def trial_reached(self, second: int) -> None:
        """The trial under way has lasted `second` seconds."""
        self._now_s = self._began_s + second
