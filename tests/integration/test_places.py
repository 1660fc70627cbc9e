"""Where a target may be: IPv4, IPv6, a name with several addresses, a Unix socket; over TCP and TLS."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .certificates import Authority
from .closing_counts import assert_counts_close
from .command_line import Ended, loadproof
from .nginx_server import Nginx, nginx
from .real_server import RealServer
from .undisturbed import undisturbed, undisturbed_load

LOAD = ("--rate", 400, "--for", "1s", "--arrivals", "constant", "--timeout", "5s", "--json", "--out", "run")
PASSED = (0, 4)
"""4: something else kept the machine busy, which says nothing against the counts."""
FAILED = (3, 4)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("places")


@pytest.fixture(scope="module")
def authority(place: Path) -> Authority:
    return Authority(place)


@pytest.fixture(scope="module")
def other_authority(place: Path) -> Authority:
    return Authority(place, "others")


@pytest.fixture(scope="module")
def go(place: Path, authority: Authority) -> Iterator[RealServer]:
    certificate = authority.signs("go", "DNS:localhost", "IP:127.0.0.1")
    options = (f"-certificate={certificate.chain}", f"-key={certificate.key}", f"-unix={place}/go.sock")
    with RealServer("go", *options) as server:
        yield server


@pytest.fixture(scope="module")
def over_tls(place: Path, authority: Authority) -> Iterator[Nginx]:
    directory = place / "nginx"
    directory.mkdir()
    with nginx(directory, authority.signs("nginx", "DNS:localhost", "IP:127.0.0.1")) as server:
        yield server


@pytest.fixture
def tls_url(request: pytest.FixtureRequest, go: RealServer, over_tls: Nginx) -> str:
    return f"https://{go.places['https']}" if request.param == "go" else over_tls.tls_url


both_servers = pytest.mark.parametrize("tls_url", ["go", "nginx"], indirect=True)


def all_answered(ended: Ended) -> dict[str, Any]:
    assert ended.exit_code in PASSED, ended.messages
    result = ended.result
    assert_counts_close(result)
    assert result["errors_by_kind"] == {}
    assert result["completed"] == result["due"] > 0
    return result


def refused_before_any_load(ended: Ended, *named: object) -> None:
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert "Traceback" not in ended.messages
    for part in (*named, ". Cure: "):
        assert str(part) in ended.messages


@both_servers
def test_tls_with_an_authority_of_ones_own(tmp_path: Path, tls_url: str, authority: Authority) -> None:
    ended = undisturbed_load(tmp_path, f"{tls_url}/length", "--ca", authority.certificate, *LOAD)
    result = all_answered(ended)
    assert "insecure-tls" not in {doubt["code"] for doubt in result["doubts"]}


@both_servers
def test_tls_with_any_certificate_is_shown(tmp_path: Path, tls_url: str) -> None:
    result = all_answered(undisturbed_load(tmp_path, f"{tls_url}/length", "--insecure", *LOAD))
    assert "insecure-tls" in {doubt["code"] for doubt in result["doubts"]}


@both_servers
def test_an_authority_that_did_not_sign(tmp_path: Path, tls_url: str, other_authority: Authority) -> None:
    ended = loadproof("load", f"{tls_url}/length", "--ca", other_authority.certificate, *LOAD, cwd=tmp_path)
    refused_before_any_load(ended, tls_url.removeprefix("https://"), "--ca FILE", "--insecure")
    assert not (tmp_path / "run").exists()


def test_a_certificate_of_another_name(tmp_path: Path, go: RealServer, authority: Authority) -> None:
    port = go.places["https"].rpartition(":")[2]
    (tmp_path / "p.yaml").write_text(
        f"target: https://127.0.0.1:{port}\n"
        f"tls: {{ca: {authority.certificate}, server_name: shop.example}}\n"
        "operations: {get: {request: GET /length}}\n"
    )
    options = ("--profile", tmp_path / "p.yaml", *[word for word in LOAD if word not in ("--timeout", "5s")])
    ended = loadproof("load", *options, cwd=tmp_path)
    refused_before_any_load(ended, f"127.0.0.1:{port}", "localhost", "shop.example", "tls.server_name")


def test_a_certificate_that_has_expired(tmp_path: Path, authority: Authority) -> None:
    expired = authority.signs("expired", "DNS:localhost", "IP:127.0.0.1", days=-1)
    with RealServer("go", f"-certificate={expired.chain}", f"-key={expired.key}") as server:
        url = f"https://{server.places['https']}/length"
        ended = loadproof("load", url, "--ca", authority.certificate, *LOAD, cwd=tmp_path)
    # As openssl makes it, it ends before it begins, and so has no date.
    refused_before_any_load(ended, server.places["https"], "Expired", "--insecure")


def test_tls_to_a_target_that_speaks_plain_http(tmp_path: Path, go: RealServer) -> None:
    ended = loadproof("load", f"https://{go.places['http']}/length", "--insecure", *LOAD, cwd=tmp_path)
    refused_before_any_load(ended, go.places["http"], "http://")


@both_servers
def test_plain_http_to_a_target_that_speaks_tls(tmp_path: Path, tls_url: str) -> None:
    ended = undisturbed_load(tmp_path, f"{tls_url.replace('https', 'http')}/length", *LOAD)
    assert ended.exit_code in FAILED, ended.messages
    assert_counts_close(ended.result)
    assert ended.result["errors_by_kind"] == {"tls-expected": ended.result["due"]}


@pytest.mark.parametrize("text", [None, "", "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n"])
def test_a_file_that_holds_no_authority(tmp_path: Path, go: RealServer, text: str | None) -> None:
    if text is not None:
        (tmp_path / "ca.pem").write_text(text)
    ended = loadproof("load", f"https://{go.places['https']}/", "--ca", "ca.pem", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert "ca.pem" in ended.messages
    assert ". Cure: " in ended.messages
    assert "Traceback" not in ended.messages


def test_a_target_of_ipv6(tmp_path: Path, go: RealServer) -> None:
    if "http6" not in go.places:
        pytest.skip("no ::1 here")
    all_answered(undisturbed_load(tmp_path, f"http://{go.places['http6']}/length", *LOAD))


def test_a_name_with_several_addresses(tmp_path: Path, go: RealServer) -> None:
    found = {entry[4][0] for entry in socket.getaddrinfo("localhost", 80, type=socket.SOCK_STREAM)}
    port = go.places["http"].rpartition(":")[2]

    def arrived() -> int:
        return int(go.stats()["requests"].get("GET /length", 0))

    def attempt(directory: Path) -> tuple[Ended, int]:
        before = arrived()
        return loadproof("load", f"http://localhost:{port}/length", *LOAD, cwd=directory), arrived() - before

    ended, count = undisturbed(tmp_path, attempt)
    assert all_answered(ended)["due"] == count
    if found < {"127.0.0.1", "::1"}:
        pytest.skip(f"localhost is {', '.join(sorted(map(str, found)))} alone here: asked for, and answered")


def over_unix_socket(place: Path, path: str) -> Ended:
    profile = f"target: unix:{path}\noperations: {{get: {{request: GET /length}}}}\n"
    (place / "p.yaml").write_text(profile)
    options = ("--profile", "p.yaml", *[word for word in LOAD if word not in ("--timeout", "5s")])
    return loadproof("load", *options, cwd=place)


def test_a_unix_socket_of_go(tmp_path: Path, go: RealServer) -> None:
    all_answered(undisturbed(tmp_path, lambda directory: over_unix_socket(directory, go.places["unix"])))


def test_a_unix_socket_of_node(tmp_path: Path) -> None:
    def attempt(directory: Path) -> tuple[Ended, dict[str, int]]:
        with RealServer("node", f"--unix={directory}/node.sock") as node:
            return over_unix_socket(directory, node.places["unix"]), node.stats()["requests"]

    ended, requests = undisturbed(tmp_path, attempt)
    assert requests == {"GET /length": all_answered(ended)["due"]}


def test_a_unix_socket_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(f"target: unix:{tmp_path}/none.sock\noperations: {{get: {{request: GET /}}}}\n")
    ended = loadproof("load", "--profile", "p.yaml", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert "none.sock" in ended.messages
    assert ". Cure: " in ended.messages
