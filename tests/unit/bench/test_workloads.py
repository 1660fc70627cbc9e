"""The workloads say the same to every tool."""

import http.client
import re
import ssl
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from loadproof.study.load import load_profile

from bench.error import BenchError
from bench.nginx import Server, nginx_on
from bench.package import find_program
from bench.place import make_workloads

WEIGHTS = {"get": 70, "batch": 20, "create": 5, "update": 5}
BOUNDS = [70, 90, 95]


def bounds_in(text: str) -> list[int]:
    return [int(bound) for bound in re.findall(r"drawn <=? (\d+)", text)]


def test_the_mix_has_the_same_shares_for_all_tools(tmp_path: Path) -> None:
    workloads = make_workloads(tmp_path)
    profile = (workloads / "mix.yaml").read_text(encoding="utf-8")
    written = dict(re.findall(r"^  (\w+):\n    weight: (\d+)$", profile, re.MULTILINE))
    assert {name: int(weight) for name, weight in written.items()} == WEIGHTS
    assert bounds_in((workloads / "mix.lua").read_text(encoding="utf-8")) == BOUNDS
    assert bounds_in((workloads / "mix.js").read_text(encoding="utf-8")) == BOUNDS


def test_the_profiles_are_ones_that_loadproof_reads(tmp_path: Path) -> None:
    workloads = make_workloads(tmp_path)
    mix = load_profile(workloads / "mix.yaml", ())
    assert {operation.name: operation.weight for operation in mix.operations} == WEIGHTS
    visitors = load_profile(workloads / "visitors.yaml", ())
    assert [users.count for users in visitors.users] == [3000]
    assert visitors.cookies
    assert "vus: 3000" in (workloads / "visitors.js").read_text(encoding="utf-8")


def test_ids_are_ten_thousand_different_ones_and_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first = (make_workloads(tmp_path) / "ids.csv").read_text(encoding="ascii")
    assert (make_workloads(tmp_path / "again") / "ids.csv").read_text(encoding="ascii") == first
    header, *ids = first.splitlines()
    assert header == "id"
    assert len(set(ids)) == 10_000


def has(program: str) -> bool:
    try:
        find_program(program)
    except BenchError:
        return False
    return True


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    if not (has("nginx") and has("openssl")):
        pytest.skip("nginx is not installed; make bench installs it")
    with nginx_on(0) as running:
        yield running


def status_of(server: Server, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    try:
        body = '{"status": 3}' if method in ("POST", "PUT") else None
        connection.request(method, path, body, headers or {})
        reply = connection.getresponse()
        return reply.status, reply.headers.get("set-cookie", "")
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", "/status/1"), ("GET", "/status?ids=1,2"), ("POST", "/status")]
)
def test_the_server_answers_every_operation(server: Server, method: str, path: str) -> None:
    assert status_of(server, method, path)[0] == 200


def test_the_server_refuses_visitors_without_the_cookie_of_their_login(server: Server) -> None:
    status, cookie = status_of(server, "GET", "/login")
    assert status == 200
    assert status_of(server, "GET", "/basket")[0] == 403
    assert status_of(server, "GET", "/basket", {"cookie": cookie.partition(";")[0]})[0] == 200


def test_the_server_counts_the_connections_that_it_accepts(server: Server) -> None:
    before = server.connections_accepted()
    for _ in range(3):
        status_of(server, "GET", "/")
    assert server.connections_accepted() - before - 1 == 3


def test_the_server_offers_tls_1_3_with_one_suite(server: Server) -> None:
    assert server.negotiated == "TLSv1.3, TLS_AES_256_GCM_SHA384"
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    connection = http.client.HTTPSConnection(urlsplit(server.tls_url).netloc, timeout=10, context=trusting)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


def test_wrk_sends_the_mix_in_its_shares(server: Server, tmp_path: Path) -> None:
    if not has("wrk"):
        pytest.skip("wrk is not installed; make bench installs it")
    workloads = make_workloads(tmp_path)
    tally = workloads / "tally.lua"
    # The script as it is, then requests drawn from it and shown before any is sent.
    tally.write_text(
        f'dofile("{workloads / "mix.lua"}")\n'
        "local original = init\n"
        "function init(arguments)\n"
        "  original(arguments)\n"
        "  for number = 1, 4000 do print('REQUEST ' .. request():match('[^\\r]+')) end\n"
        "end\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        [find_program("wrk"), "-t1", "-c1", "-d1s", "-s", tally, server.url, "--", workloads / "ids.csv"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ended.stdout.count("REQUEST") >= 4000, ended.stdout + ended.stderr
    drawn = Counter(re.findall(r"REQUEST (\w+ /status[/?]?)", ended.stdout))
    known = set((workloads / "ids.csv").read_text(encoding="ascii").split())
    ids = re.findall(r"REQUEST (?:GET|PUT) /status/(\S+)", ended.stdout)
    tens = re.findall(r"REQUEST GET /status\?ids=(\S+)", ended.stdout)
    assert set(ids) <= known
    assert {len(ten.split(",")) for ten in tens} == {10}
    shares = {name: 100 * count / sum(drawn.values()) for name, count in drawn.items()}
    assert shares == pytest.approx(
        {"GET /status/": 70, "GET /status?": 20, "POST /status": 5, "PUT /status/": 5}, abs=3
    )
