"""A small HTTP/1.1 server in the shapes in which services listen: `python listening_server.py SHAPE PORT`.

`alone` serves itself, `prefork` has two children that share its socket, `ports` two that each have their own
(SO_REUSEPORT), which their parent does not hold. Says "ready" on a line.
"""

import contextlib
import os
import signal
import socket
import sys
import threading

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
_CHILDREN = 2


def listener(port: int) -> socket.socket:
    """A socket that listens, and may share its port."""
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    opened.bind(("127.0.0.1", port))
    opened.listen(128)
    return opened


def answer(connection: socket.socket) -> None:
    """Answers one connection until it ends."""
    with connection, contextlib.suppress(OSError):
        while connection.recv(65536):
            connection.sendall(_ANSWER)


def serve(opened: socket.socket) -> None:
    """Answers for ever."""
    while True:
        connection, _ = opened.accept()
        threading.Thread(target=answer, args=(connection,), daemon=True).start()


def main() -> None:
    """Serves in the asked shape until it is killed."""
    shape, port = sys.argv[1], int(sys.argv[2])
    shared = None if shape == "ports" else listener(port)
    told, tells = os.pipe()
    for _ in range(0 if shape == "alone" else _CHILDREN):
        if os.fork() == 0:
            opened = shared or listener(port)
            os.write(tells, b"x")
            serve(opened)
    for _ in range(0 if shape == "alone" else _CHILDREN):
        os.read(told, 1)
    os.write(sys.stdout.fileno(), b"ready\n")
    if shape == "alone" and shared is not None:
        serve(shared)
    signal.pause()


if __name__ == "__main__":
    main()
