"""Slowdown of a simulated service: its service times are longer for some seconds of virtual time.

There is no process, no file and no clock in it: the slowdown ends with the trial's service, and its begin and end are
seconds of virtual time. Whoever makes it is told of each second (`keeps_pace` of the observers of a trial), and begins
one second early: the engine runs a second while the one before it is looked at.
"""

from contextlib import suppress
from typing import Protocol

from loadproof._engine import EngineError, PlanError
from loadproof.injections.injector import InjectionError
from loadproof.injections.settings import Injection, SlowdownProblem
from loadproof.model.message import Message
from loadproof.words.catalogue import english

__all__ = ["LEAD_S", "SlowableService", "SlowdownInjector"]

LEAD_S = 1
"""Seconds from a call of `begin` or `end`, at the tick of a second, to the instant from which it holds."""


class SlowableService(Protocol):
    """Simulated service of a generator (`LocalGenerator`)."""

    def slow_service(self, factor: float, /) -> int:
        """Multiply service times; return the second of the trial from which they are, 0 between trials."""


class SlowdownInjector:
    """Injector of a slowdown, on the simulated service of one start."""

    def __init__(self, injection: Injection, service: SlowableService | None) -> None:
        """Take the injection, and the service; None: the services of the start are real ones."""
        self._injection = injection
        self._service = service
        self._is_slow = False
        self.changed_s: int | None = None
        """Second of the trial from which the last begin or end holds, exactly; None: there was none yet."""

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a service that is not simulated. Raises InjectionError."""
        self._simulated()

    def begin(self) -> None:
        """Make service times longer. Raises InjectionError where nothing is simulated, or for a wrong factor."""
        problem = self._injection.problem
        if not isinstance(problem, SlowdownProblem):
            raise TypeError(f"{problem.kind} is no slowdown")
        try:
            self.changed_s = self._simulated().slow_service(1.0 + problem.more)
        except (EngineError, PlanError) as error:
            raise InjectionError(str(error), Message.said(str(error))) from error
        self._is_slow = True

    def fault(self) -> Message | None:
        """Nothing can go wrong meanwhile."""
        return None

    def end(self) -> None:
        """Give the service its own times again; does nothing where it has them."""
        if self._is_slow:
            # A generator that is closed has no service any more.
            with suppress(EngineError):
                self.changed_s = self._simulated().slow_service(1.0)
            self._is_slow = False

    def remains(self) -> Message | None:
        """Return what is left: nothing, as the engine has one factor for all calls that begin."""
        return None

    def _simulated(self) -> SlowableService:
        if self._service is None:
            told = Message("injection-slowdown-real", name=self._injection.name)
            raise InjectionError(english(told), told)
        return self._service
