"""HTTP call that makes a problem, and the call that undoes it."""

import time

from loadproof.errors import WrittenValueError
from loadproof.injections.hold import Hold, Traces
from loadproof.injections.injector import InjectionPlace
from loadproof.injections.kinds.failure import injection_failure, step_text
from loadproof.injections.settings import CallProblem, Injection
from loadproof.model.message import Message
from loadproof.stand.http_call import called
from loadproof.study.toggle_settings import ToggleStep

__all__ = ["CallInjector"]

_CALL_WITHIN_S = 30.0
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.5
_SHORTEST_S = 0.5
_CURE = "correct the call, or look in the log of the service for why it refuses the call"


class CallInjector:
    """A call of an HTTP service; the undo is repeated until its time is over, as the service may be overloaded."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Calls nothing yet."""
        if not isinstance(injection.problem, CallProblem):
            raise TypeError(f"{injection.problem!r} is no call")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        self._hold = Hold(place, injection)
        self._is_made = False
        self._ended_s = 0.0

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a call whose gaps cannot be filled. Raises InjectionError."""
        for step in (self._problem.call, self._problem.undo, self._problem.check):
            if step is not None:
                self._url(step)
        if self._problem.undo is not None:
            self._hold.open()

    def begin(self) -> None:
        """Make the call, its undo with the guard. Raises InjectionError."""
        undo = self._problem.undo
        if undo is not None:
            traces = Traces(self._injection.problem.kind.value, self._injection.name)
            self._hold.take_call(self._url(undo), undo.words[0], traces)
        # Also a call without an answer may have had its effect.
        self._is_made = True
        within_s = min(_CALL_WITHIN_S, max(1.0, self._injection.for_s))
        wrong = self._fault_of(self._problem.call, within_s)
        if wrong is not None:
            raise injection_failure(self._injection.name, step_text("call", wrong), _CURE)

    def fault(self) -> Message | None:
        """Nothing goes wrong after the answer."""
        return None

    def end(self) -> None:
        """Make the call that undoes, until it succeeds. Raises InjectionError."""
        self._ended_s = time.monotonic()
        if not self._is_made:
            return
        if self._problem.undo is not None:
            wrong = self._until_answered(self._problem.undo)
            if wrong is not None:
                # The guard keeps the undo, and tries again at the end of the start.
                raise injection_failure(self._injection.name, step_text("undo", wrong), _CURE)
            self._hold.drop()
        self._is_made = False

    def remains(self) -> Message | None:
        """Return what the check says, which is called until the time for the undo is over."""
        if self._problem.check is None:
            return None
        wrong = self._until_answered(self._problem.check)
        return None if wrong is None else step_text("check", wrong)

    def _until_answered(self, step: ToggleStep) -> Message | None:
        """Call until the answer is as wanted or the time for the undo is over; what is wrong with the last answer."""
        deadline_s, pause_s = self._ended_s + self._injection.undo_within_s, _FIRST_PAUSE_S
        while True:
            within_s = max(_SHORTEST_S, deadline_s - time.monotonic())
            wrong = self._fault_of(step, within_s)
            if wrong is None or time.monotonic() + pause_s > deadline_s:
                return wrong
            time.sleep(pause_s)
            pause_s = min(2.0 * pause_s, _LONGEST_PAUSE_S)

    def _fault_of(self, step: ToggleStep, within_s: float) -> Message | None:
        """Call once, and return what is wrong with the answer."""
        answer = called(self._url(step), within_s, step.words[0])
        if answer.fault is None:
            return None
        if not answer.status:
            return Message("injection-unanswered", why=answer.fault)
        return Message("injection-answered", why=answer.fault)

    def _url(self, step: ToggleStep) -> str:
        """Raises InjectionError."""
        processes = {name: service.process_id for name, service in self._place.services.services.items()}
        try:
            return self._place.place.filled(step.words[1], None, processes)
        except WrittenValueError as error:
            raise injection_failure(self._injection.name, Message.said(error.message), error.cure) from error
