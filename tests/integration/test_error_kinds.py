"""Every error kind of the engine at a real socket: TLS failures here, the others where their servers are."""

import gzip
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from loadproof._engine import error_kinds

from .certificates import Authority, Certificate
from .closing_counts import assert_counts_close
from .command_line import loadproof
from .nasty_server import NASTY
from .recording_server import Answer, Recorded
from .scenario_load import Loaded, load_scenario
from .test_failing_replies import KINDS as FAILING_KINDS

LOAD = ("--rate", 40, "--for", "1s", "--arrivals", "constant", "--timeout", "5s", "--json", "--out", "run")
FAILED = (3, 4)
"""4: something else kept the machine busy, which says nothing against the counts."""
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
ELSEWHERE = {
    "bad-extract": "test_hostile_replies.py",
    "bad-request-data": "test_profile_on_the_wire.py",
    "connect-failed": "crates/loadproof-reactor/tests/endpoints.rs",
    "reused-connection-closed": "test_reused_connections.py",
    "refused": "test_capacity_of_a_dying_target.py",
    "tls-expected": "test_places.py",
    "tls-failed": "crates/loadproof-reactor/tests/tls.rs",
}
"""Kinds that other tests produce."""


@dataclass(frozen=True)
class Certificates:
    """An authority that the load trusts, its certificates, and one of an authority that the load does not trust."""

    authority: Authority
    good: Certificate
    expired: Certificate
    other_name: Certificate
    untrusted: Certificate

    @classmethod
    def made(cls, place: Path) -> "Certificates":
        authority, other = Authority(place), Authority(place, "others")
        return cls(
            authority,
            authority.signs("good", "DNS:localhost", "IP:127.0.0.1"),
            authority.signs("expired", "IP:127.0.0.1", days=-1),
            authority.signs("other-name", "DNS:shop.example"),
            other.signs("untrusted", "IP:127.0.0.1"),
        )


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates.made(tmp_path_factory.mktemp("certificates"))


Serve = Callable[[socket.socket], None]


def context_of(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.chain, certificate.key)
    return context


def over_tls(context: ssl.SSLContext) -> Serve:
    def serve(connection: socket.socket) -> None:
        with suppress(OSError), context.wrap_socket(connection, server_side=True) as wrapped:
            while wrapped.recv(65536):
                wrapped.sendall(OK)

    return serve


def with_certificate(name: str) -> Callable[[Certificates], Serve]:
    return lambda certificates: over_tls(context_of(getattr(certificates, name)))


def asking(version: ssl.TLSVersion) -> Callable[[Certificates], Serve]:
    """A server that requires a client certificate, in one version of TLS."""

    def made(certificates: Certificates) -> Serve:
        context = context_of(certificates.good)
        context.minimum_version = context.maximum_version = version
        context.load_verify_locations(certificates.authority.certificate)
        context.verify_mode = ssl.CERT_REQUIRED
        return over_tls(context)

    return made


def with_ciphers_of_old(certificates: Certificates) -> Serve:
    context = context_of(certificates.good)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("ECDHE-ECDSA-AES128-SHA")
    return over_tls(context)


def answering(reply: bytes) -> Callable[[Certificates], Serve]:
    """A server that answers the first bytes of a handshake with `reply`, and closes the connection."""

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(reply)

    return lambda _: serve


def alert(description: int) -> bytes:
    """A fatal alert of TLS (RFC 8446, section 6)."""
    return bytes((21, 3, 1, 0, 2, 2, description))


TLS = {
    "expired": ("tls-expired", with_certificate("expired")),
    "other-name": ("tls-wrong-name", with_certificate("other_name")),
    "untrusted": ("tls-unknown-issuer", with_certificate("untrusted")),
    "client-certificate-1.2": ("tls-client-certificate", asking(ssl.TLSVersion.TLSv1_2)),
    "client-certificate-1.3": ("tls-client-certificate", asking(ssl.TLSVersion.TLSv1_3)),
    "old-ciphers": ("tls-no-common-cipher", with_ciphers_of_old),
    "old-version": ("tls-protocol-version", answering(alert(70))),
    "unknown-host": ("tls-unknown-host", answering(alert(112))),
    "http-2-alone": ("tls-no-http1", answering(alert(120))),
    "plain-http": ("tls-not-spoken", answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")),
    "babble": ("tls-not-spoken", answering(b"this is not TLS, whatever you may think of it\r\n")),
    "hang-up": ("tls-closed", answering(b"")),
}
NEVER_AT_A_SOCKET_OF_PYTHON = {"tls-not-yet-valid", "tls-ca-certificate", "certificate-rejected"}
"""Certificates that openssl of this machine does not make; crates/loadproof-reactor/tests/tls.rs makes them."""


@contextmanager
def server(serve: Serve) -> Iterator[str]:
    """A server that hands each connection to a thread of `serve`; its host and port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    is_stopped = threading.Event()

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            if is_stopped.is_set():
                return connection.close()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    yield "{}:{}".format(*listener.getsockname())
    is_stopped.set()
    socket.create_connection(listener.getsockname()).close()
    acceptor.join(timeout=10)
    listener.close()


@pytest.mark.parametrize("name", TLS)
def test_a_handshake_that_fails_ends_the_command_before_any_load(
    tmp_path: Path, certificates: Certificates, name: str
) -> None:
    serve = TLS[name][1](certificates)
    with server(serve) as place:
        ended = loadproof("load", f"https://{place}/", "--ca", certificates.authority.certificate, *LOAD, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert place in ended.messages
    assert ". Cure: " in ended.messages
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("name", TLS)
def test_a_handshake_that_fails_under_load_keeps_its_reason(
    tmp_path: Path, certificates: Certificates, name: str
) -> None:
    kind, serve_of = TLS[name]
    good, bad = over_tls(context_of(certificates.good)), serve_of(certificates)
    # The first look at the target and the one handshake before the load are served well.
    well_served = iter((good, good))

    def serve(connection: socket.socket) -> None:
        next(well_served, bad)(connection)

    with server(serve) as place:
        ended = loadproof("load", f"https://{place}/", "--ca", certificates.authority.certificate, *LOAD, cwd=tmp_path)
    assert ended.exit_code in FAILED, ended.messages
    assert_counts_close(ended.result)
    assert ended.result["due"] > 0
    assert set(ended.result["errors_by_kind"]) == {kind}
    assert ended.result["completed"] == 0


BODIES = {
    "br": (Answer(200, b"\x0b\x02\x80", (("Content-Encoding", "br"),)), "unsupported-encoding"),
    "cut": (Answer(200, gzip.compress(b'{"a": 1}')[:-6], (("Content-Encoding", "gzip"),)), "corrupt-encoding"),
    "latin": (Answer(200, b'{"a": "M\xfcller"}', (("Content-Type", "application/json"),)), "unsupported-charset"),
    "redirect": (Answer(302, b"", (("Location", "/new"),)), "redirect"),
    "gzip": (Answer(200, gzip.compress(b'{"a": 1}'), (("Content-Encoding", "gzip"),)), None),
    "mark": (Answer(200, b'\xef\xbb\xbf{"a": 1}'), None),
    "fault": (Answer(500, gzip.compress(b"out of beans"), (("Content-Encoding", "gzip"),)), "status-500"),
    "unmet": (Answer(200, gzip.compress(b'{"b": "beans"}'), (("Content-Encoding", "gzip"),)), "check-known"),
}


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    def answer(request: Recorded) -> int | Answer:
        return BODIES[request.path.removeprefix("/")][0]

    operations = "".join(f"  {name}: {{request: GET /{name}, check: {{known: {{json: $.a}}}}}}\n" for name in BODIES)
    place = tmp_path_factory.mktemp("bodies")
    return load_scenario(place, f"operations:\n{operations}", answer, "--rate", 120, "--for", "1s")


@pytest.mark.parametrize("name", BODIES)
def test_a_body_fails_by_its_reason(bodies: Loaded, name: str) -> None:
    counted, kind = bodies.result["operations"][name], BODIES[name][1]
    assert counted["due"] > 0
    assert counted["errors_by_kind"] == ({} if kind is None else {kind: counted["due"]})


def test_failed_replies_show_decoded_bodies_and_the_location(bodies: Loaded) -> None:
    (trial,) = bodies.result["trials"]
    shown = {reply["operation"]: reply for reply in trial["failed_replies"]}
    assert shown["fault"]["body"] == "out of beans"
    assert "beans" in shown["unmet"]["body"]
    assert "Location: /new" in shown["redirect"]["head"]


def test_every_kind_is_produced_by_a_test() -> None:
    names, prefixes = error_kinds()
    nasty = {kind for one in NASTY.values() for kind in one.kinds}
    produced = {kind for kind, _ in TLS.values()} | {kind for _, kind in BODIES.values() if kind} | nasty
    produced |= {*FAILING_KINDS.values(), *ELSEWHERE, *NEVER_AT_A_SOCKET_OF_PYTHON}
    fixed = {kind for kind in produced if not kind.startswith(tuple(prefixes))}
    assert fixed == set(names)
    assert all(any(kind.startswith(prefix) for kind in produced) for prefix in prefixes)
