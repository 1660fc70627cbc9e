"""A target is reached by a plain connection, and every address that answers is told."""

import socket
from pathlib import Path

import pytest
from loadproof.errors import TargetError
from loadproof.model.message import Message
from loadproof.model.target import Target, parse_target
from loadproof.plan.endpoint import Endpoint, reach
from loadproof.words.catalogue import english


def listening(host: str, port: int = 0) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind((host, port))
    listener.listen()
    return listener


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def getaddrinfo(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def test_every_address_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "127.0.0.1", "127.0.0.2", "127.0.0.1")
    with listening("0.0.0.0") as listener:  # noqa: S104 - all of 127.0.0.0/8 is meant
        port = listener.getsockname()[1]
        assert reach(Target("shop", port, "/")) == Endpoint((f"127.0.0.1:{port}", f"127.0.0.2:{port}"), f"shop:{port}")
    with listening("127.0.0.2") as listener:
        port = listener.getsockname()[1]
        reached = reach(Target("shop", port, "/", tls=True))
        assert reached == Endpoint((f"127.0.0.2:{port}",), f"shop:{port}", None, "shop")


def test_no_address_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "127.0.0.1", "127.0.0.2")
    with listening("127.0.0.1") as listener:
        port = listener.getsockname()[1]
    with pytest.raises(TargetError) as raised:
        reach(Target("shop", port, "/"))
    refused = f"127.0.0.1:{port} (connection refused), 127.0.0.2:{port} (connection refused)"
    assert f"the target shop:{port} cannot be reached: tried {refused}" in str(raised.value)
    assert isinstance(raised.value.told, Message)
    assert english(raised.value.told) == str(raised.value)


def test_a_unix_socket(tmp_path: Path) -> None:
    target = parse_target(f"unix:{tmp_path}/a.sock")
    with pytest.raises(TargetError, match=r"a\.sock cannot be reached: tried .*no such file"):
        reach(target)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(f"{tmp_path}/a.sock")
        listener.listen()
        assert reach(target) == Endpoint((), "localhost", f"{tmp_path}/a.sock")
