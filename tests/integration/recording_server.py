"""An HTTP server that remembers every request as it arrived."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

__all__ = ["Answer", "Recorded", "RecordingServer"]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request: header names are lower case, `body` is exactly as long as its Content-Length said."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    fields: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """All headers in their order, several of one name among them."""
    at_s: float = field(default=0.0, compare=False)
    """When it was whole, on the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply."""

    status: int = 200
    body: bytes = b"{}"
    headers: tuple[tuple[str, str], ...] = ()


class RecordingServer:
    """Answers each request with the status or the answer that `status_of` gives it; a context manager."""

    def __init__(self, status_of: Callable[[Recorded], "int | Answer"] = lambda _: 200) -> None:
        """Takes a free port of 127.0.0.1."""
        self.requests: list[Recorded] = []
        self.malformed: list[str] = []
        self._server = _Server(self, status_of)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def authority(self) -> str:
        """Address and port."""
        host, port = self._server.server_address[:2]
        return f"{host!s}:{port}"

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{self.authority}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, recording: RecordingServer, status_of: Callable[[Recorded], int | Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.recording = recording
        self.status_of = status_of


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one segment: two would wait for each other's acknowledgement.
    wbufsize = -1
    server: _Server

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        headers = {name.lower(): value for name, value in self.headers.items()}
        fields = tuple((name.lower(), value) for name, value in self.headers.items())
        request = Recorded(self.command, self.path, headers, self.rfile.read(length), fields, time.monotonic())
        self.server.recording.requests.append(request)
        made = self.server.status_of(request)
        answer = made if isinstance(made, Answer) else Answer(made)
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Keeps quiet."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What cannot be read as a request is remembered instead of answered."""
        self.server.recording.malformed.append(f"{code} {message or explain}")
        self.close_connection = True


for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
    setattr(_Handler, f"do_{method}", _Handler.answer)
