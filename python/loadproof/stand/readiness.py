"""Waiting until a service is ready, or clearly is not."""

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from loadproof.model.message import Message, duration
from loadproof.stand.http_call import called
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.study.stand_settings import ReadyKind

__all__ = ["Readiness", "wait_until_ready"]

_ATTEMPT_S = 5.0
_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 0.25


@dataclass(frozen=True, slots=True)
class Readiness:
    """A ready check with its gaps filled: `text` is the URL; `run` runs the command and says what is wrong, if any."""

    kind: ReadyKind
    text: str
    port: int
    within_s: float
    run: Callable[[float], Message | None]


def wait_until_ready(readiness: Readiness, service: SupervisedProcess) -> Message | None:
    """Waits until the check passes: None. Else what was wrong last, as said after the name of the service."""
    deadline_s = time.monotonic() + readiness.within_s
    pause_s = _FIRST_PAUSE_S
    wrong, took_s = Message.said(""), 0.0
    while True:
        if service.has_ended():
            return Message("ended-before-ready")
        began_s = time.monotonic()
        left_s = deadline_s - began_s
        last = _attempt(readiness, service, max(0.001, min(_ATTEMPT_S, left_s)))
        if last is None:
            # Whoever answered, it was not a service that has ended.
            return Message("ended-before-ready") if service.has_ended() else None
        # An attempt that got less time than the one before took says that it was cut, not what is wrong.
        wrong = last if left_s > took_s else wrong
        if left_s <= pause_s:
            return Message("not-ready-within", limit=duration(readiness.within_s), why=wrong)
        took_s = time.monotonic() - began_s
        service.poll(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _attempt(readiness: Readiness, service: SupervisedProcess, within_s: float) -> Message | None:
    """Run the ready check once. Return what is still wrong; None: the service is ready."""
    match readiness.kind:
        case ReadyKind.LINE:
            return None if service.line_seen else Message("ready-line-missing")
        case ReadyKind.TCP:
            return _connection_fault("127.0.0.1", readiness.port, within_s)
        case ReadyKind.HTTP:
            return called(readiness.text, within_s).fault
        case ReadyKind.COMMAND:
            return readiness.run(within_s)


def _connection_fault(host: str, port: int, within_s: float) -> Message | None:
    try:
        socket.create_connection((host, port), within_s).close()
    except OSError as error:
        return Message("ready-port", port=str(port), why=error.strerror or str(error))
    return None
