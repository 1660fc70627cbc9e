"""Self-signed certificates that `--ca` names, as curl takes them; and certificates that change during a load."""

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from .certificates import Certificate, self_signed
from .closing_counts import assert_counts_close, stored_calls
from .command_line import loadproof
from .test_error_kinds import LOAD, Certificates, Serve, context_of, over_tls, server

NAMES = "subjectAltName=IP:127.0.0.1"
CURL_REFUSES = 60
LEAF = "basicConstraints=critical,CA:FALSE"


@dataclass(frozen=True)
class Case:
    """Extensions and key of a certificate; whether curl takes it, and whether loadproof does."""

    extensions: tuple[str, ...] = (NAMES,)
    key: str = "ec:P-256"
    words: tuple[str, ...] = ()
    curl: bool = True
    taken: bool = True


CASES: Mapping[str, Case] = {
    "authority": Case(),
    "leaf": Case((NAMES, LEAF)),
    "server": Case((NAMES, LEAF, "extendedKeyUsage=serverAuth", "keyUsage=digitalSignature")),
    "client": Case((NAMES, LEAF, "extendedKeyUsage=clientAuth"), curl=False, taken=False),
    "client-authority": Case((NAMES, "extendedKeyUsage=clientAuth"), curl=False),
    "other-name": Case(("subjectAltName=DNS:shop.example",), curl=False, taken=False),
    "critical": Case((NAMES, "1.2.3.4=critical,ASN1:UTF8String:x"), curl=False, taken=False),
    "rsa": Case(key="rsa:2048"),
    "rsa-1024": Case(key="rsa:1024", curl=False, taken=False),
    "sha-1": Case(key="rsa:2048", words=("-sha1",)),
    "ed25519": Case(key="ed25519"),
    "p-384": Case(key="ec:P-384"),
    "p-521": Case(key="ec:P-521", taken=False),
    "no-names": Case((), taken=False),
}
"""curl takes the subject where there are no names, and keys on P-521; it refuses an authority for clients alone."""


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates.made(tmp_path_factory.mktemp("certificates"))


def serving(certificate: Certificate) -> Serve:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    context.load_cert_chain(certificate.chain, certificate.key)
    return over_tls(context)


@pytest.mark.parametrize("name", CASES)
def test_a_certificate_that_ca_names_is_taken_as_curl_takes_it(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    certificate = self_signed(tmp_path, case.key, *case.extensions, words=case.words)
    with server(serving(certificate)) as place:
        if shutil.which("curl"):
            command: list[str | Path] = [
                "curl",
                "-sS",
                "--noproxy",
                "*",
                "-o",
                os.devnull,
                "--cacert",
                certificate.chain,
                f"https://{place}/",
            ]
            by_curl = subprocess.run(command, capture_output=True, check=False, timeout=30)
            assert by_curl.returncode == (0 if case.curl else CURL_REFUSES), by_curl.stderr
        ended = loadproof("load", f"https://{place}/", "--ca", certificate.chain, *LOAD, cwd=tmp_path)
    if case.taken:
        assert_counts_close(ended.result)
        calls = stored_calls(tmp_path / "run")
        assert calls.completed == calls.due > 0
    else:
        assert (ended.exit_code, ended.output) == (2, ""), ended.messages
        assert place in ended.messages
        assert ". Cure: " in ended.messages


def test_another_certificate_of_the_same_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    named, served = self_signed(tmp_path, "ec:P-256", NAMES), self_signed(tmp_path / "other", "ec:P-256", NAMES)
    with server(serving(served)) as place:
        ended = loadproof("load", f"https://{place}/", "--ca", named.chain, *LOAD, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages


FILES = ("several", "crlf", "mark", "text")


@pytest.mark.parametrize("form", FILES)
def test_a_file_of_certificates_is_read_in_any_form(tmp_path: Path, certificates: Certificates, form: str) -> None:
    certificate = self_signed(tmp_path, "ec:P-256", NAMES)
    own, others = certificate.chain.read_bytes(), certificates.authority.certificate.read_bytes()
    content = {
        "several": others + own,
        "crlf": own.replace(b"\n", b"\r\n"),
        "mark": b"\xef\xbb\xbf" + own,
        "text": b"a key and text beside it\n" + certificate.key.read_bytes() + own,
    }[form]
    file = tmp_path / "named.pem"
    file.write_bytes(content)
    with server(serving(certificate)) as place:
        ended = loadproof("load", f"https://{place}/", "--ca", file, *LOAD, cwd=tmp_path)
    assert ended.exit_code in (0, 4), ended.messages
    calls = stored_calls(tmp_path / "run")
    assert calls.completed == calls.due > 0


@pytest.mark.parametrize("form", ["der", "key", "empty", "pkcs7"])
def test_a_file_without_a_certificate_in_pem_is_refused(tmp_path: Path, form: str) -> None:
    certificate = self_signed(tmp_path, "ec:P-256", NAMES)
    content = {
        "der": ssl.PEM_cert_to_DER_cert(certificate.chain.read_text("ascii")),
        "key": certificate.key.read_bytes(),
        "empty": b"",
        "pkcs7": b"-----BEGIN PKCS7-----\nAA==\n-----END PKCS7-----\n",
    }[form]
    file = tmp_path / "named"
    file.write_bytes(content)
    ended = loadproof("load", "https://127.0.0.1:1/", "--ca", file, *LOAD, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert "--ca" in ended.messages
    assert "Cure: " in ended.messages


def test_a_certificate_that_changes_during_a_load_is_no_failure_of_the_service(
    tmp_path: Path, certificates: Certificates
) -> None:
    good, bad = over_tls(context_of(certificates.good)), over_tls(context_of(certificates.untrusted))
    well_served = iter((good, good))

    def serve(connection: socket.socket) -> None:
        next(well_served, bad)(connection)

    with server(serve) as place:
        command = ("load", f"https://{place}/", "--ca", certificates.authority.certificate, "--slo", "errors<1%", *LOAD)
        ended = loadproof(*command, cwd=tmp_path)
    assert ended.exit_code == 4, ended.messages
    assert set(stored_calls(tmp_path / "run").errors) == {"tls-unknown-issuer"}
    if ended.result["errors"]:
        assert "own-errors" in {doubt["code"] for doubt in ended.result["doubts"]}
        assert not ended.result["valid"]
