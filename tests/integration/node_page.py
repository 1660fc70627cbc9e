"""A server that answers like node_exporter, with counters under the control of a test."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["NodePage", "node_page"]

_STEP_S = 0.05


@dataclass
class NodePage:
    """A machine of one core; `busy` says which share of a second works, by seconds since the first page was read."""

    busy: Callable[[float], float]
    url: str = ""
    lives_s: float = float("inf")
    """From then on nobody answers."""
    reads: int = 0
    _first_s: float | None = None

    def text(self) -> str:
        """The page now."""
        self.reads += 1
        if self._first_s is None:
            self._first_s = time.monotonic()
        elapsed_s = time.monotonic() - self._first_s
        steps = int(elapsed_s / _STEP_S)
        worked_s = sum(_STEP_S * self.busy(step * _STEP_S) for step in range(steps))
        return (
            f'node_cpu_seconds_total{{cpu="0",mode="user"}} {100 + worked_s}\n'
            f'node_cpu_seconds_total{{cpu="0",mode="idle"}} {900 + steps * _STEP_S - worked_s}\n'
            "node_memory_MemTotal_bytes 8e9\nnode_memory_MemAvailable_bytes 4e9\n"
            "node_vmstat_pswpin 0\nnode_vmstat_pswpout 0\n"
            f'node_disk_io_time_seconds_total{{device="sda"}} {0.2 * elapsed_s}\n'
            'node_network_receive_bytes_total{device="eth0"} 0\nnode_network_transmit_bytes_total{device="eth0"} 0\n'
            'node_network_speed_bytes{device="eth0"} 1.25e+08\n'
            f"node_time_seconds {time.time()}\n"
        )

    @property
    def is_gone(self) -> bool:
        """True once its life is over."""
        return self._first_s is not None and time.monotonic() - self._first_s > self.lives_s


@contextmanager
def node_page(busy: Callable[[float], float], lives_s: float = float("inf")) -> Iterator[NodePage]:
    """Serve such a page."""
    page = NodePage(busy, lives_s=lives_s)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if page.is_gone:
                self.close_connection = True
                return
            body = page.text().encode()
            with suppress(OSError):
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        page.url = f"http://127.0.0.1:{server.server_port}/metrics"
        try:
            yield page
        finally:
            server.shutdown()
            thread.join()
