"""One HTTP call to a service, bounded in time and in what is kept of its answer."""

import http.client
import socket
import threading
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from loadproof.model.message import Message

__all__ = ["HttpAnswer", "called"]


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """Answer to an HTTP call. `fault` says what is wrong with the answer; None: a status from 200 to 399."""

    fault: Message | None
    status: int = 0
    """0: none came."""
    body: bytes = b""
    """Start of the body of the answer, at most the number of bytes asked for."""


def called(url: str, within_s: float, method: str = "GET", most_bytes: int = 0) -> HttpAnswer:
    """The answer to `method` on `url`, http or https, within `within_s`; of its body up to `most_bytes` are read."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    deadline_s = time.monotonic() + within_s
    try:
        connection = kind(parts.hostname or "", parts.port, timeout=within_s)
        connection.connect()
    except (OSError, ValueError, http.client.HTTPException) as error:
        return HttpAnswer(_why(error))
    # The timeout of a socket holds for one piece of an answer; a service may send a thousand of them.
    watchdog = threading.Timer(max(0.0, deadline_s - time.monotonic()), _shut, (connection.sock,))
    watchdog.daemon = True
    watchdog.start()
    try:
        connection.request(method, path, headers={"Connection": "close"})
        response = connection.getresponse()
        status, body = response.status, response.read(most_bytes) if most_bytes else b""
    except (OSError, ValueError, http.client.HTTPException) as error:
        return HttpAnswer(_why(error))
    finally:
        watchdog.cancel()
        connection.close()
    if time.monotonic() >= deadline_s:
        return HttpAnswer(Message("ready-answer-broken-off"), status, body)
    wrong = None if 200 <= status <= 399 else Message("ready-status", status=str(status))
    return HttpAnswer(wrong, status, body)


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def _why(error: Exception) -> Message:
    # The text of other errors may repeat what the service sent.
    return Message.said((error.strerror if isinstance(error, OSError) else None) or type(error).__name__)
