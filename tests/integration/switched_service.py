"""A service with a feature for the tests of what switches it: it says on a page, and in a file, what became of it.

`POST /on`, `POST /off` and `GET /ready` are noted in the file and answered 200, `POST /fails` is answered 500 and
`POST /hangs` never; every other request is answered at once.
"""

import http.server
import sys
import threading
from pathlib import Path

__all__ = ["main"]


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers one request after the other on a connection that stays open."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """A page, or a step of the feature."""
        if self.path == "/hangs":
            threading.Event().wait()
        if self.path in ("/on", "/off", "/ready", "/fails"):
            with Path(sys.argv[2]).open("a", encoding="ascii") as notes:
                notes.write(f"{self.path[1:]}\n")
        self.send_response(500 if self.path == "/fails" else 200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"done\n")

    def do_POST(self) -> None:
        """As a page."""
        self.do_GET()

    def log_message(self, *_arguments: object) -> None:
        """Says nothing."""


def main() -> None:
    """Listens on the port of the first argument, and notes in the file of the second."""
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
