"""Who is told of a trial while it runs: the store, the live view, whoever watches the stand or waits for Ctrl-C."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.tick import StallReading, TickReading
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["IsolatedObserver", "Observer", "SeenBeside"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeenBeside:
    """What was seen beside the load of one trial."""

    died: tuple[str, ...] = ()
    """Services that ended by themselves, in the order in which it was seen."""
    foreign_share: float | None = None
    """Share (0 to 1) of the machine that processes of neither loadproof nor the stand used.

    None where others run the service: it cannot be told from strangers.
    """
    steal_share: float | None = None
    """Share (0 to 1) of the machine that its host gave to others; None: nobody looked."""
    doubts: tuple[Doubt, ...] = ()
    """What else speaks against the trial, and changes no verdict."""

    @classmethod
    def together(cls, parts: Iterable["SeenBeside"]) -> Self:
        """What several have seen; of each share the first that is known.

        >>> SeenBeside.together([SeenBeside(("api",)), SeenBeside(steal_share=0.1)])
        SeenBeside(died=('api',), foreign_share=None, steal_share=0.1, doubts=())
        """
        seen = list(parts)
        foreign = (part.foreign_share for part in seen if part.foreign_share is not None)
        steal = (part.steal_share for part in seen if part.steal_share is not None)
        died = tuple(name for part in seen for name in part.died)
        doubts = tuple(doubt for part in seen for doubt in part.doubts)
        return cls(died, next(foreign, None), next(steal, None), doubts)


class Observer:
    """Told what happens in each trial, in this order; must not raise and must not take long.

    Nobody has to answer all of it: what is not overridden is heard and means nothing.
    """

    subject = "run"
    """Name of the reading in the message `readings-failed`."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` of the run, from 1, begins now."""

    def stalled(self, number: int, stalls: Sequence[StallReading], /) -> None:
        """The generator stood still; told before the tick that brings it."""

    def saturated(self, _begin_s: float, _end_s: float, /) -> bool:
        """Whether the stand took nearly all of the processor time in this stretch of the trial, as far as is known."""
        return False

    def machine(self, _second: int, /) -> Sequence[MachineSecond]:
        """What others did on the machine in the seconds up to this one, which has just ended; told before its tick."""
        return ()

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """A second of the trial has ended, and its judge knows of it; of the closing tick a part of one."""

    def wants_end(self) -> bool:
        """Whether somebody wants the trial to end now; asked at least once a second."""
        return False

    def given_up(self) -> None:
        """The generator did not end when it was told to: what it did since its last second is lost."""

    def trial_ended(self) -> SeenBeside:
        """The load is over; says what was seen from its begin until now."""
        return SeenBeside()

    def trial_judged(self, number: int, result: TrialResult, /) -> None:
        """The trial has its verdict."""


class IsolatedObserver(Observer):
    """An observer whose failed readings end no trial: each one is skipped and counted, and all are one doubt."""

    def __init__(self, observer: Observer) -> None:
        """`observer` is told everything; a reading that the system refuses counts as nothing seen."""
        self._observer = observer
        self._failed = 0
        self._why = ""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Passes it on."""
        self._try(None, lambda: self._observer.trial_started(number, trial))

    def stalled(self, number: int, stalls: Sequence[StallReading], /) -> None:
        """Passes it on."""
        self._try(None, lambda: self._observer.stalled(number, stalls))

    def saturated(self, begin_s: float, end_s: float, /) -> bool:
        """The answer of the observer; false where it could not read."""
        return self._try(False, lambda: self._observer.saturated(begin_s, end_s))

    def machine(self, second: int, /) -> Sequence[MachineSecond]:
        """Return the readings of the observer; nothing if the system refused them."""
        return self._try((), lambda: self._observer.machine(second))

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """Passes it on."""
        self._try(None, lambda: self._observer.ticked(number, tick))

    def wants_end(self) -> bool:
        """The answer of the observer; false where it could not read."""
        return self._try(False, self._observer.wants_end)

    def given_up(self) -> None:
        """Passes it on."""
        self._try(None, self._observer.given_up)

    def trial_ended(self) -> SeenBeside:
        """Return the view of the observer, with a doubt if readings failed."""
        seen = self._try(SeenBeside(), self._observer.trial_ended)
        return SeenBeside.together([seen, SeenBeside(doubts=self._doubts())])

    def trial_judged(self, number: int, result: TrialResult, /) -> None:
        """Passes it on."""
        self._try(None, lambda: self._observer.trial_judged(number, result))

    def _try(self, nothing: T, read: Callable[[], T]) -> T:
        try:
            return read()
        except OSError as error:
            self._failed += 1
            self._why = self._why or error.strerror or str(error)
            return nothing

    def _doubts(self) -> tuple[Doubt, ...]:
        if not self._failed:
            return ()
        why = Message.said(self._why)
        text = Message("readings-failed", what=self._observer.subject, count=count(self._failed), why=why)
        return (Doubt(DoubtCode.READINGS_FAILED, text),)
