"""An HTTP/1.1 service that tells all it knows: `python telling_service.py PORT MODE`.

Its environment and the head of each request go to standard output in every form and in small pieces, and into the
replies, all of which fail. MODE `late`: it dies after 30 replies; `early`: before it is ready.
"""

import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.secret_forms import forms

_VARIABLES = "LOADPROOF_TEST_"
_FORMS = [name for name, _ in forms("any")]
_PIECE = 7
_LAST = ("raw", "quoted", "hex", "base64 of user:-", "base64 of u-:", "JSON")


def main() -> None:
    """Serves one connection after the other until it dies."""
    port, mode = int(sys.argv[1]), sys.argv[2]
    secrets = [value for name, value in sorted(os.environ.items()) if name.startswith(_VARIABLES)]
    told = {name: [form for secret in secrets for each, form in forms(secret) if each == name] for name in _FORMS}
    for name, texts in told.items():
        tell(f"{name}: {' '.join(texts)}")
    with socket.create_server(("127.0.0.1", port)) as server:
        if mode == "early":
            die(told)
        tell("ready", end="")
        replies = 0
        while True:
            connection, _ = server.accept()
            with connection:
                connection.settimeout(5.0)
                while head := read_head(connection):
                    tell(head.decode("latin-1"))
                    text = "\n".join(told[_FORMS[replies % len(_FORMS)]]).encode()
                    connection.sendall(
                        b"HTTP/1.1 500 %b\r\nX-Echo: %b\r\nContent-Length: %d\r\n\r\n%b"
                        % (b"No", head.replace(b"\r\n", b" "), len(text), text)
                    )
                    replies += 1
                    if replies == 30:
                        die(told)


def read_head(connection: socket.socket) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head:
        try:
            piece = connection.recv(4096)
        except OSError:
            return b""
        if not piece:
            return b""
        head += piece
    return head


def tell(text: str, end: str = "\n") -> None:
    data = f"{text}{end}".encode()
    for at in range(0, len(data), _PIECE):
        os.write(1, data[at : at + _PIECE])


def die(told: dict[str, list[str]]) -> None:
    """With all of it in its last lines."""
    for name in _LAST:
        for form in told[name]:
            tell(f"{name} {form}"[:190])
    os._exit(3)


if __name__ == "__main__":
    main()
