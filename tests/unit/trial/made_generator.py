"""A generator that gives the ticks that a test wrote down, and remembers what it was told."""

from collections.abc import Iterable, Iterator

from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial

from ..judge.simulated_service import SimulatedShard, SimulatedTick


class MadeGenerator:
    """A `TrialGenerator`: after `stop` or `finish` comes the closing tick, unless it is `deaf`; None: no tick yet."""

    def __init__(self, ticks: Iterable[TickReading | None], *, deaf: bool = False) -> None:
        self.told: list[str] = []
        self.ahead: list[int] = []
        self._ticks: Iterator[TickReading | None] = iter(ticks)
        self._deaf = deaf
        self._seconds = 0
        self._is_ending = False

    def start(self, trial: Trial, number: int, /) -> None:
        self.told.append(f"start {trial.purpose} {number}")

    def run_ahead(self, second: int, /) -> None:
        self.ahead.append(second)

    def tick(self, _timeout_s: float, /) -> TickReading | None:
        if self._is_ending:
            return None if self._deaf else closing(self._seconds)
        tick = next(self._ticks, closing(self._seconds))
        if tick is not None:
            self._seconds = tick.second + 1
        return tick

    def stop(self) -> None:
        self.told.append("stop")
        self._is_ending = True

    def finish(self) -> None:
        self.told.append("finish")
        self._is_ending = True


def closing(seconds: int) -> SimulatedTick:
    """The tick after the drain: every call is settled."""
    return SimulatedTick(seconds, (), (SimulatedShard(0),), last=True)
