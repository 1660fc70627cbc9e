"""Gets a Prometheus page: bounded in size and in time, whatever the other side does."""

import socket
import ssl
import time
from urllib.parse import urlsplit

from loadproof.model.message import Message, count, duration, mebibytes
from loadproof.probes.probe import ProbeFailure

__all__ = ["get_page"]

_MOST_BYTES = 8 << 20
_PIECE_BYTES = 65536
_MOST_HEAD_BYTES = 65536


def get_page(url: str, timeout_s: float) -> str:
    """The text at `url` (http or https), which the whole exchange must have given within `timeout_s`.

    HTTP 1.0 on a connection of its own: the answer then ends with the connection and is not chunked, and its end can be
    bounded as a whole, which a client with a timeout per read cannot. Redirects are not followed.

    Raises ProbeFailure, never with the URL, which may hold a secret.
    """
    until_s = time.monotonic() + timeout_s
    try:
        answer = _exchange(url, until_s)
    except TimeoutError:
        raise ProbeFailure(Message("page-late", limit=duration(timeout_s))) from None
    except OSError as error:
        raise ProbeFailure(Message("page-unreachable", why=error.strerror or type(error).__name__)) from None
    except ValueError:
        raise ProbeFailure(Message("page-url-unusable")) from None
    head, parted, body = answer.partition(b"\r\n\r\n")
    status = head.split(b"\r\n", 1)[0].split()
    if not parted or len(status) < 2 or not status[0].startswith(b"HTTP/1."):
        raise ProbeFailure(Message("page-not-http"))
    if status[1] != b"200":
        raise ProbeFailure(Message("page-status", status=status[1][:3].decode("ascii", "replace")))
    if b"\r\ntransfer-encoding:" in head.lower():
        raise ProbeFailure(Message("page-chunked"))
    length = _content_length(head)
    if length is not None and len(body) < length:
        raise ProbeFailure(Message("page-broken-off", got=count(len(body)), length=count(length)))
    return body.decode("utf-8", "replace")


def _exchange(url: str, until_s: float) -> bytes:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(parts.scheme)
    default_port = 443 if parts.scheme == "https" else 80
    connection = socket.create_connection((parts.hostname, parts.port or default_port), _left_s(until_s))
    try:
        if parts.scheme == "https":
            connection.settimeout(_left_s(until_s))
            connection = ssl.create_default_context().wrap_socket(connection, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"GET {path} HTTP/1.0", f"Host: {parts.netloc.rpartition('@')[2]}", "Accept: text/plain;version=0.0.4"]
        connection.settimeout(_left_s(until_s))
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("ascii"))
        return _received(connection, until_s)
    finally:
        connection.close()


def _received(connection: socket.socket, until_s: float) -> bytes:
    received = bytearray()
    most_bytes = _MOST_BYTES + _MOST_HEAD_BYTES
    head_bytes = -1
    while True:
        connection.settimeout(_left_s(until_s))
        piece = connection.recv(_PIECE_BYTES)
        received += piece
        if len(received) > most_bytes:
            raise ProbeFailure(Message("page-too-large", most=mebibytes(_MOST_BYTES >> 20)))
        if head_bytes < 0:
            head_bytes = received.find(b"\r\n\r\n") + 4 if b"\r\n\r\n" in received else -1
            if head_bytes < 0 and len(received) > _MOST_HEAD_BYTES:
                raise ProbeFailure(Message("page-not-http"))
            length = _content_length(bytes(received[:head_bytes])) if head_bytes >= 0 else None
        # Some servers keep the connection open all the same.
        if not piece or (head_bytes >= 0 and length is not None and len(received) - head_bytes >= length):
            return bytes(received)


def _content_length(head: bytes) -> int | None:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value[:20])
    return None


def _left_s(until_s: float) -> float:
    left_s = until_s - time.monotonic()
    if left_s <= 0:
        raise TimeoutError
    return left_s
