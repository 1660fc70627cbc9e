"""Failed handshakes are refused with a message for each kind of the engine."""

import socket
import threading

import pytest
from loadproof._engine import error_kinds
from loadproof.errors import TargetError
from loadproof.model.message import Message
from loadproof.model.profile import Tls
from loadproof.model.target import Target
from loadproof.plan import handshake
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.handshake import FAULT_KINDS, require_handshake
from loadproof.words.catalogue import english, words_of
from loadproof.words.languages import LANGUAGES

AFTER_THE_HANDSHAKE = {"tls-expected"}


def refused(monkeypatch: pytest.MonkeyPatch, kind: str, detail: str = "") -> Message:
    monkeypatch.setattr("loadproof._engine.try_handshake", lambda _plan, _timeout_s: (kind, detail))
    target = Target("shop.example", 8443, "/", tls=True)
    endpoint = Endpoint(("127.0.0.1:8443",), "shop.example:8443", None, "shop.example")
    with pytest.raises(TargetError) as raised:
        require_handshake(target, endpoint, Tls())
    assert isinstance(raised.value.told, Message)
    assert str(raised.value) == english(raised.value.told)
    assert "shop.example:8443" in str(raised.value)
    for language in LANGUAGES:
        assert "shop.example:8443" in words_of(language).told(raised.value.told)
    return raised.value.told


def test_every_kind_of_the_engine_has_its_message(monkeypatch: pytest.MonkeyPatch) -> None:
    of_engine = {name for name in error_kinds()[0] if name.startswith("tls-")} - AFTER_THE_HANDSHAKE
    assert {*of_engine, "certificate-rejected", "timeout"} == set(FAULT_KINDS)
    for kind in FAULT_KINDS:
        assert refused(monkeypatch, kind, "1").code == f"handshake-{kind}"
    assert refused(monkeypatch, "refused", "connection refused").code == "target-unreachable"


def test_names_and_dates_of_a_certificate_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    names = english(refused(monkeypatch, "tls-wrong-name", "a.example, *.b.example"))
    assert "a.example, *.b.example" in names
    many = refused(monkeypatch, "tls-wrong-name", ", ".join(f"n{number}.example" for number in range(300)))
    assert len(english(many)) < 600
    assert "\x1b" not in english(refused(monkeypatch, "tls-wrong-name", "a\x1b[31m.example"))
    assert refused(monkeypatch, "tls-wrong-name").code == "handshake-tls-no-name"
    assert "2002-01-01" in english(refused(monkeypatch, "tls-expired", "1009843200"))
    assert "2002-01-01" in english(refused(monkeypatch, "tls-not-yet-valid", "1009843200"))
    assert refused(monkeypatch, "tls-expired", "Expired").code == "handshake-certificate-rejected"
    assert refused(monkeypatch, "tls-expired", "9" * 30).code == "handshake-tls-expired"


def test_without_tls_nothing_is_tried() -> None:
    require_handshake(Target("h", 1, "/"), Endpoint(("127.0.0.1:1",), "h:1"), Tls())


def test_a_silent_target_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshake, "_PATIENCE_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = "{}:{}".format(*listener.getsockname())
        accepted: list[tuple[socket.socket, object]] = []
        accepting = threading.Thread(target=lambda: accepted.append(listener.accept()))
        accepting.start()
        with pytest.raises(TargetError) as raised:
            require_handshake(
                Target("localhost", 1, "/", tls=True),
                Endpoint((address,), address, None, "localhost"),
                Tls(insecure=True),
            )
        accepting.join()
        accepted[0][0].close()
    assert isinstance(raised.value.told, Message)
    assert raised.value.told.code == "handshake-timeout"
