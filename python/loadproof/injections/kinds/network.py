"""Faults of a link: latency, jitter, bandwidth, cut and reset of the connections that it passes on."""

import socket
import time

from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.settings import Injection, NetworkProblem
from loadproof.model.message import Message, byte_size, duration
from loadproof.stand.link import control_place
from loadproof.stand.link_control import LinkControl, LinkError, LinkState
from loadproof.words.catalogue import english

__all__ = ["NetworkInjector"]

_ROUND_S = 0.05
_SHORTEST_S = 1.0
_LONGEST_ANSWER_S = 5.0
_LOOK = "look in the log of the link"


class NetworkInjector:
    """A fault of a link, which the link ends by itself at its deadline.

    There is no hold. The deadline is in the link, so nobody has to be alive for the undo, and a link ends with its
    stand however that ends.
    """

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Makes nothing yet."""
        if not isinstance(injection.problem, NetworkProblem):
            raise TypeError(f"{injection.problem!r} is no fault of a network")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        patience_s = min(max(injection.undo_within_s, _SHORTEST_S), _LONGEST_ANSWER_S)
        self._socket = control_place(place.place.workspace, injection.problem.link)
        self._control = LinkControl(self._socket, patience_s)
        self._is_made = False
        self._ended_s = time.monotonic()

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a link that is not there or does not answer. Raises InjectionError."""
        if self._problem.link not in self._place.services.services or not self._socket.exists():
            cure = "name a service of the stand that has the key link"
            raise self._failure(Message("injection-link-unknown"), cure)
        try:
            self._control.state()
        except LinkError as error:
            raise self._failure(_silent(error), _LOOK) from error

    def begin(self) -> None:
        """Put the fault on, with its deadline. Raises InjectionError."""
        problem, injection = self._problem, self._injection
        # Also an order without an answer may have had its effect.
        self._is_made = True
        try:
            state = self._control.put(
                injection.name,
                injection.for_s + injection.undo_within_s,
                latency_s=problem.latency_s,
                jitter_s=problem.jitter_s,
                bytes_per_s=problem.bytes_per_s,
                cut=problem.is_cut,
                reset=problem.is_reset,
            )
        except LinkError as error:
            raise self._failure(_silent(error), _LOOK) from error
        if injection.name not in state.faults:
            raise self._failure(Message("injection-link-lost"), _LOOK)

    def fault(self) -> Message | None:
        """Return that the link is silent, or has lost the fault, as after a start of its own."""
        try:
            state = self._control.state()
        except LinkError as error:
            return _silent(error)
        return None if self._injection.name in state.faults else Message("injection-link-lost")

    def end(self) -> None:
        """Take the fault off, again and again until the link answers or the time is over. Raises InjectionError."""
        self._ended_s = time.monotonic()
        if not self._is_made:
            return
        while True:
            try:
                self._control.clear(self._injection.name)
            except LinkError as error:
                if time.monotonic() + _ROUND_S > self._deadline_s:
                    raise self._failure(_silent(error), _LOOK) from error
                time.sleep(_ROUND_S)
            else:
                self._is_made = False
                return

    def remains(self) -> Message | None:
        """Return what is left: the fault, bytes that are held back, or a connection that is not passed on.

        A connection through the link is opened and closed for that; nothing is sent.
        """
        try:
            state = self._control.state()
            if self._injection.name in state.faults:
                return Message("injection-link-left")
            if state.faults:
                # Another fault of this link is on: what passes is its matter.
                return None
            if state.held_bytes:
                return Message("injection-link-holds", size=byte_size(state.held_bytes))
            return self._unpassed(state)
        except LinkError as error:
            return _silent(error)

    @property
    def _deadline_s(self) -> float:
        return self._ended_s + self._injection.undo_within_s

    def _unpassed(self, before: LinkState) -> Message | None:
        """Open a connection through the link; what keeps it from being passed on. Raises LinkError."""
        running = self._place.services.services.get(self._problem.link)
        if running is None:
            return _silent(LinkError("-"))
        limit_s = max(self._deadline_s - time.monotonic(), _SHORTEST_S)
        until_s = time.monotonic() + limit_s
        try:
            with socket.create_connection(("127.0.0.1", running.port), limit_s) as probe:
                while time.monotonic() < until_s:
                    state = self._control.state(probe.getsockname()[1])
                    # An upstream that refuses connections is none of the link's doing.
                    if state.joined or state.refused > before.refused:
                        return None
                    time.sleep(_ROUND_S)
        except OSError as error:
            return Message("injection-link-closed", why=error.strerror or str(error))
        return Message("injection-link-not-joined", limit=duration(limit_s))

    def _failure(self, what: Message, cure: str) -> InjectionError:
        told = Message("injection-of-link-did", injection=self._injection.name, link=self._problem.link, what=what)
        return InjectionError(f"{english(told)}. Cure: {cure}", told)


def _silent(error: LinkError) -> Message:
    return Message("injection-link-silent", why=error.why)
