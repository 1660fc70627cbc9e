"""Service with one flag, which others run: POST /slow sets it, DELETE /slow clears it, GET /slow answers 503 while set.

`python flag_server.py PORT` prints `ready PORT`; port 0 is a free one. `/broken` answers 500. With
`--children` it forks two processes that do nothing but live, with `--overloaded` the first three DELETE fail.
"""

import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FlagHandler(BaseHTTPRequestHandler):
    is_slow = False
    refused = 3 if "--overloaded" in sys.argv else 0

    def do_GET(self) -> None:
        self._answer(503 if FlagHandler.is_slow else 200)

    def do_POST(self) -> None:
        FlagHandler.is_slow = True
        self._answer(500 if self.path == "/broken" else 200)

    def do_DELETE(self) -> None:
        FlagHandler.refused -= 1
        if FlagHandler.refused >= 0:
            self._answer(503)
            return
        FlagHandler.is_slow = False
        self._answer(200)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), FlagHandler)
    for _ in range(2 if "--children" in sys.argv else 0):
        if os.fork() == 0:
            server.socket.close()
            while True:
                time.sleep(1)
    sys.stdout.write(f"ready {server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
