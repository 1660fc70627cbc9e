"""Kill of a service of the stand, which is started anew at the end."""

import time

from loadproof.errors import LoadproofError
from loadproof.injections.injector import InjectionPlace
from loadproof.injections.kinds.failure import injection_failure, unknown_service
from loadproof.injections.settings import Injection, KillProblem
from loadproof.model.message import Message, duration

__all__ = ["KillInjector"]


class KillInjector:
    """All processes of a service are killed. There is no hold: the service ends with the start however that ends."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Kills nothing yet."""
        if not isinstance(injection.problem, KillProblem):
            raise TypeError(f"{injection.problem!r} is no kill")
        self._injection = injection
        self._service = injection.problem.service
        self._place = place
        self._is_made = False

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a service that nobody here can start again. Raises InjectionError."""
        if self._place.is_external:
            what = Message("injection-kills-foreign", service=self._service)
            cure = "stop it instead (stop: PORT), or have loadproof start the service"
            raise injection_failure(self._injection.name, what, cure)
        if self._service not in self._place.services.services:
            raise unknown_service(self._injection.name, self._service, self._place)

    def begin(self) -> None:
        """Kill the service. Raises InjectionError."""
        self._is_made = True
        try:
            self._place.services.kill(self._service)
        except LoadproofError as error:
            raise self._failure(error) from error
        if self._place.services.members_of(self._service):
            what = Message("injection-service-lives", service=self._service)
            raise injection_failure(self._injection.name, what, "look in the log of the service")

    def fault(self) -> Message | None:
        """Nobody but `end` starts the service."""
        return None

    def end(self) -> None:
        """Start the service anew, and wait until it is ready. Raises InjectionError; another call tries again."""
        if not self._is_made:
            return
        began_s = time.monotonic()
        try:
            self._place.services.restart(self._service)
        except LoadproofError as error:
            raise self._failure(error) from error
        self._is_made = False
        took_s, limit_s = time.monotonic() - began_s, self._injection.undo_within_s
        if took_s > limit_s:
            what = Message("injection-undo-late", time=duration(took_s), limit=duration(limit_s))
            raise injection_failure(self._injection.name, what, "raise undo_within to the time that a start takes")

    def remains(self) -> Message | None:
        """Return that the service has no processes, if that is so."""
        if self._place.services.members_of(self._service):
            return None
        return Message("injection-service-down", service=self._service)

    def _failure(self, error: LoadproofError) -> Exception:
        told = getattr(error, "told", None)
        failed = getattr(error, "failed", None)
        why = failed.told if failed is not None else told if isinstance(told, Message) else Message.said(str(error))
        what = Message("injection-restart-failed", service=self._service, why=why)
        return injection_failure(self._injection.name, what, "look in the log of the service for why it does not start")
