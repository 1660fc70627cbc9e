"""Observers of a trial, by what they are for: meters, listeners, witnesses and sources of its end.

Their order is in their kind: meters are told first, as they read clocks and counters; then listeners, who keep and
show; then witnesses, who look at the machine and are to see nothing but the trial.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self, TypeVar

from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.saturation import ResourceReading
from loadproof.judge.tick import StallReading, TickReading
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["Meter", "Observers", "SeenBeside", "StopSource", "ToldObservers", "TrialListener", "Witness"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeenBeside:
    """Observations beside the load of one trial."""

    died: tuple[str, ...] = ()
    """Services that ended by themselves, in the order in which it was seen."""
    foreign_share: float | None = None
    """Share (0 to 1) of the machine that processes of neither loadproof nor the stand used.

    None where others run the service: it cannot be told from strangers.
    """
    steal_share: float | None = None
    """Share (0 to 1) of the machine that its host gave to others; None: nobody looked."""
    doubts: tuple[Doubt, ...] = ()
    """Other doubts about the trial, which change no verdict."""
    resources: tuple[ResourceReading, ...] = ()
    """Use of machines that a probe read and no tick was told of."""

    @classmethod
    def together(cls, parts: Iterable["SeenBeside"]) -> Self:
        """Merge the observations of several witnesses; each share is the first one that is known.

        >>> SeenBeside.together([SeenBeside(("api",)), SeenBeside(steal_share=0.1)])
        SeenBeside(died=('api',), foreign_share=None, steal_share=0.1, doubts=(), resources=())
        """
        seen = list(parts)
        foreign = (part.foreign_share for part in seen if part.foreign_share is not None)
        steal = (part.steal_share for part in seen if part.steal_share is not None)
        died = tuple(name for part in seen for name in part.died)
        doubts = tuple(doubt for part in seen for doubt in part.doubts)
        resources = tuple(one for part in seen for one in part.resources)
        return cls(died, next(foreign, None), next(steal, None), doubts, resources)


class Meter:
    """Reads clocks and counters at the boundaries of a trial; must not raise and must not take long."""

    subject: ClassVar[str] = "run"
    """Name of the reading in the message `readings-failed`."""
    keeps_pace: bool = False
    """True: virtual time runs no further than the second after the one that this observer is told of."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` of the run, from 1, begins now."""

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """A second of the trial has ended, and its judge knows of it; of the closing tick a part of one."""

    def trial_ended(self) -> None:
        """The load is over."""


class TrialListener:
    """Keeps or shows a trial: store, live view, metrics; must not raise and must not take long."""

    subject: ClassVar[str] = "run"
    keeps_pace: bool = False

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` of the run, from 1, begins now."""

    def stalled(self, number: int, stalls: Sequence[StallReading], /) -> None:
        """The generator stood still; told before the tick that brings it."""

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """A second of the trial has ended, and its judge knows of it; of the closing tick a part of one."""

    def given_up(self) -> None:
        """The generator did not end when it was told to: what it did since its last second is lost."""

    def trial_judged(self, number: int, result: TrialResult, /) -> None:
        """The trial has its verdict."""


class Witness:
    """Sees what happens beside the load: on the machine, to services; must not raise and must not take long."""

    subject: ClassVar[str] = "run"
    keeps_pace: bool = False

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` of the run, from 1, begins now."""

    def saturated(self, _begin_s: float, _end_s: float, /) -> bool:
        """Return whether the stand took nearly all processor time in this stretch of the trial, as far as is known."""
        return False

    def machine(self, _second: int, /) -> Sequence[MachineSecond]:
        """Return what others did in the seconds up to this one, which has just ended; told before its tick."""
        return ()

    def resources(self) -> Sequence[ResourceReading]:
        """Return the use of machines that probes have read since the last call; asked before each tick."""
        return ()

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """A second of the trial has ended, and its judge knows of it; of the closing tick a part of one."""

    def load_ended(self, second: int, /) -> None:
        """Nothing is due from `second` on, as the trial ends early; open calls may still be answered."""

    def trial_ended(self) -> SeenBeside:
        """Return what was seen from the begin of the trial until now; the load is over."""
        return SeenBeside()

    def trial_judged(self, number: int, result: TrialResult, /) -> None:
        """The trial has its verdict."""


class StopSource:
    """Ends trials: the user, or a rule."""

    subject: ClassVar[str] = "run"
    interrupts: ClassVar[bool] = True
    """False: a trial that it ended is judged like any other, and open calls may still be answered."""

    def wants_end(self) -> bool:
        """Return whether the trial is to end now; asked at least once a second."""
        return False


@dataclass(frozen=True, slots=True)
class Observers:
    """All who are told of a trial."""

    meters: tuple[Meter, ...] = ()
    listeners: tuple[TrialListener, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    stops: tuple[StopSource, ...] = ()

    def with_more(self, more: Self) -> Self:
        """Return these observers, and behind those of each kind the others."""
        return replace(
            self,
            meters=(*self.meters, *more.meters),
            listeners=(*self.listeners, *more.listeners),
            witnesses=(*self.witnesses, *more.witnesses),
            stops=(*self.stops, *more.stops),
        )


class ToldObservers:
    """Tells the observers of one trial. Readings that the system refuses end no trial: they are skipped and counted.

    Those of each observer are one doubt.
    """

    def __init__(self, observers: Observers) -> None:
        """Tell `observers`."""
        self._observers = observers
        self._timed: Sequence[Meter | TrialListener | Witness] = (
            *observers.meters,
            *observers.listeners,
            *observers.witnesses,
        )
        self._failed: Counter[int] = Counter()
        self._why: dict[int, str] = {}

    def trial_started(self, number: int, trial: Trial) -> None:
        """Tell that a trial begins."""
        for one in self._timed:
            self._try(one, None, partial(one.trial_started, number, trial))

    def stalled(self, number: int, stalls: Sequence[StallReading]) -> None:
        """Tell that the generator stood still."""
        for one in self._observers.listeners:
            self._try(one, None, partial(one.stalled, number, stalls))

    def saturated(self, begin_s: float, end_s: float) -> bool:
        """Return whether any witness says that the stand took nearly all processor time."""
        return any(self._try(one, False, partial(one.saturated, begin_s, end_s)) for one in self._observers.witnesses)

    def machine(self, second: int) -> list[MachineSecond]:
        """Return the readings of the machine."""
        nothing: Sequence[MachineSecond] = ()
        return [
            reading
            for one in self._observers.witnesses
            for reading in self._try(one, nothing, partial(one.machine, second))
        ]

    def resources(self) -> list[ResourceReading]:
        """Return the use of machines that probes have read since the last call."""
        nothing: Sequence[ResourceReading] = ()
        return [reading for one in self._observers.witnesses for reading in self._try(one, nothing, one.resources)]

    def ticked(self, number: int, tick: TickReading) -> None:
        """Tell that a second has ended."""
        for one in self._timed:
            self._try(one, None, partial(one.ticked, number, tick))

    def wants_end(self, *, interrupts: bool = True) -> bool:
        """Return whether somebody wants the end: a source that interrupts the trial, or one that does not."""
        stops = (one for one in self._observers.stops if one.interrupts is interrupts)
        return any(self._try(one, False, one.wants_end) for one in stops)

    @property
    def keeps_pace(self) -> bool:
        """True if a source may end the trial without an interruption, or an observer acts on its seconds."""
        return any(not one.interrupts for one in self._observers.stops) or any(one.keeps_pace for one in self._timed)

    def load_ended(self, second: int) -> None:
        """Tell that nothing is due from `second` on."""
        for one in self._observers.witnesses:
            self._try(one, None, partial(one.load_ended, second))

    def given_up(self) -> None:
        """Tell that the generator did not end."""
        for one in self._observers.listeners:
            self._try(one, None, one.given_up)

    def trial_ended(self) -> SeenBeside:
        """Return what was seen beside the load, with a doubt for each observer whose readings failed."""
        for meter in self._observers.meters:
            self._try(meter, None, meter.trial_ended)
        seen = [self._try(one, SeenBeside(), one.trial_ended) for one in self._observers.witnesses]
        every: Sequence[Meter | TrialListener | Witness | StopSource] = (*self._timed, *self._observers.stops)
        doubts = tuple(self._doubt(one) for one in every if self._failed[id(one)])
        return SeenBeside.together([*seen, SeenBeside(doubts=doubts)])

    def trial_judged(self, number: int, result: TrialResult) -> None:
        """Tell the verdict."""
        hearing: Sequence[TrialListener | Witness] = (*self._observers.listeners, *self._observers.witnesses)
        for one in hearing:
            self._try(one, None, partial(one.trial_judged, number, result))

    def _try(self, observer: object, nothing: T, read: Callable[[], T]) -> T:
        try:
            return read()
        except OSError as error:
            self._failed[id(observer)] += 1
            self._why.setdefault(id(observer), error.strerror or str(error))
            return nothing

    def _doubt(self, observer: Meter | TrialListener | Witness | StopSource) -> Doubt:
        why = Message.said(self._why[id(observer)])
        failed = count(self._failed[id(observer)])
        return Doubt(
            DoubtCode.READINGS_FAILED, Message("readings-failed", what=observer.subject, count=failed, why=why)
        )
