"""A Prometheus page over HTTP: what the format allows, and everything that a hostile endpoint may do instead."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.message import Message, count
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.prometheus_page import get_page
from loadproof.probes.prometheus_probe import PrometheusProbe
from loadproof.probes.prometheus_text import parse_page
from loadproof.study.probe_settings import PrometheusSeries, PrometheusSettings
from loadproof.words.catalogue import english

from tests.unit.probes.probed import values_of

PAGE = r"""# HELP http_requests_total The "total" {of} requests.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027 1395066363000
http_requests_total{method="post",code="400",}    3 1395066363000
  http_requests_total { method = "get" , code="200" } 1e3
http_requests_total_other 99
msdos_file_access_time_seconds{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\" {}"} 1.458255915e9
metric_without_timestamp_and_labels 12.47
something_weird{problem="division by zero"} +Inf -3982045
rpc_duration_seconds{quantile="0.5"} NaN
rpc_duration_seconds{quantile="0.9"} 0.25
request_seconds_bucket{le="0.05"} 24054
request_seconds_bucket{le="+Inf"} 144320
"""


Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def served(answer: Answer) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with suppress(OSError):  # The other side may give up in between.
                answer(self)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def page_of(text: Callable[[], bytes], status: int = 200) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = text()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def probe_of(*series: PrometheusSeries) -> Callable[[str], PrometheusProbe]:
    settings = PrometheusSettings("api", "${url}/metrics", series)
    return lambda url: PrometheusProbe(settings, lambda text, service: text.replace("${url}", f"{url}/{service}"))


def test_series_of_a_page() -> None:
    probe = probe_of(
        PrometheusSeries("all", "http_requests_total"),
        PrometheusSeries("ok", "http_requests_total", (("code", "200"),), unit="1"),
        PrometheusSeries("escaped", "msdos_file_access_time_seconds", (("path", "C:\\DIR\\FILE.TXT"),)),
        PrometheusSeries("bare", "metric_without_timestamp_and_labels"),
        PrometheusSeries("infinite", "something_weird"),
        PrometheusSeries("quantiles", "rpc_duration_seconds"),
        PrometheusSeries("bucket", "request_seconds_bucket", (("le", "+Inf"),)),
        PrometheusSeries("absent", "http_requests_total", (("code", "503"),)),
        PrometheusSeries("elsewhere", "threads_busy", optional=True),
    )
    with served(page_of(PAGE.encode)) as url:
        made = probe(url)
        readings = made.read(1.0)
    assert {reading.probe for reading in readings} == {"prometheus:api"}
    assert values_of(readings) == {
        "all": 2030.0,
        "ok": 2027.0,
        "escaped": 1.458255915e9,
        "bare": 12.47,
        "quantiles": 0.25,
        "bucket": 144320.0,
    }
    assert [english(shortfall) for shortfall in made.shortfalls()] == [
        'no page had a sample for absent; look for http_requests_total{code="503"} on the page'
    ]


def test_rates_of_counters_through_a_reset_and_a_new_label() -> None:
    pages = iter([b'hits{a="1"} 10\nhits{a="2"} 100\n', b'hits{a="1"} 14\nhits{a="2"} 6\nhits{a="3"} 2\n', b"none 1\n"])
    with served(page_of(lambda: next(pages))) as url:
        probe = probe_of(PrometheusSeries("rate", "hits", rate=True))(url)
        assert probe.read(10.0) == []
        assert values_of(probe.read(12.0)) == {"rate": pytest.approx((4 + 6 + 2) / 2)}
        assert probe.read(13.0) == []


def test_means_of_what_happened_between_two_pages() -> None:
    pages = iter(
        [
            b'wait_sum{p="a"} 1\nwait_count{p="a"} 10\nwait_sum{p="b"} 0\nwait_count{p="b"} 0\n',
            b'wait_sum{p="a"} 1.5\nwait_count{p="a"} 14\nwait_sum{p="b"} 0.1\nwait_count{p="b"} 2\n',
            b'wait_sum{p="a"} 1.5\nwait_count{p="a"} 14\nwait_sum{p="b"} 0.1\nwait_count{p="b"} 2\n',
            b'wait_sum{p="a"} 0.4\nwait_count{p="a"} 2\nwait_sum{p="b"} 0.1\nwait_count{p="b"} 2\n',
            b'wait_sum{p="a"} 0.9\n',
        ]
    )
    with served(page_of(lambda: next(pages))) as url:
        probe = probe_of(
            PrometheusSeries("wait_ms", "wait_sum", per="wait_count", scale=1000, unit="ms"),
            PrometheusSeries("wait_of_a", "wait_sum", (("p", "a"),), per="wait_count"),
            PrometheusSeries("waits_per_min", "wait_count", rate=True, scale=60),
            PrometheusSeries("sum_ms", "wait_sum", scale=1000),
            PrometheusSeries("torn", "wait_sum", per="wait_total"),
        )(url)
        assert values_of(probe.read(10.0)) == {"sum_ms": 1000}
        assert values_of(probe.read(12.0)) == pytest.approx(
            {"wait_ms": 100, "wait_of_a": 0.125, "waits_per_min": 180, "sum_ms": 1600}
        )
        assert values_of(probe.read(13.0)) == {"waits_per_min": 0, "sum_ms": 1600}
        # The service was started anew.
        assert values_of(probe.read(14.0)) == pytest.approx(
            {"wait_ms": 200, "wait_of_a": 0.2, "waits_per_min": 120, "sum_ms": 500}
        )
        assert values_of(probe.read(15.0)) == {"sum_ms": 900}
        (shortfall,) = probe.shortfalls()
    assert english(shortfall) == "no page had a sample for torn; look for wait_sum and wait_total on the page"


def test_lines_that_are_not_of_the_format_are_left_out_and_counted() -> None:
    bad = b'hits{a="1" 5\nhits{a=1} 5\nhits 1_000\nhits x\nhits\nhits{a="b"}\nhits{,} 1\nhits{a="\\"} 1\n'
    bad += b"\xff\xfe\x00\nhits 7\n"
    with served(page_of(lambda: bad)) as url:
        probe = probe_of(PrometheusSeries("value", "hits"))(url)
        assert values_of(probe.read(1.0)) == {"value": 7.0}
        assert probe.shortfalls() == [Message("page-lines-malformed", count=count(8))]


@given(st.text(alphabet='hits{}="\\,\n\t ab01.+-eNaIf#', max_size=80))
def test_any_text_is_parsed_in_lines(text: str) -> None:
    page = parse_page("hits" + text, ["hits"])
    assert len(page.samples) + page.malformed <= text.count("\n") + 1
    assert all(sample.metric == "hits" for sample in page.samples)
    assert all(isinstance(sample.value, float) or math.isnan(sample.value) for sample in page.samples)


def test_a_line_of_quotes_does_not_take_long() -> None:
    began_s = time.monotonic()
    page = parse_page("hits{" + 'a="\\' * 200_000 + "\nhits{" + " " * 200_000 + "\n" + "hits " * 100_000, ["hits"])
    assert page.malformed == 3
    assert time.monotonic() - began_s < 2.0


def raw(data: bytes, piece_bytes: int = 1 << 20, pause_s: float = 0.0) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        for at in range(0, len(data), piece_bytes):
            handler.wfile.write(data[at : at + piece_bytes])
            time.sleep(pause_s)

    return answer


OK = b"HTTP/1.0 200 OK\r\n"


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        (page_of(lambda: b"no", status=503), "status 503"),
        (page_of(lambda: b"", status=302), "status 302"),
        (raw(b"220 smtp ready\r\n\r\n"), "does not speak HTTP"),
        (raw(b""), "does not speak HTTP"),
        (raw(b"x" * 200_000), "does not speak HTTP"),
        (raw(OK + b"Content-Length: 50\r\n\r\nhits 1\n"), "broke off after 7 of 50"),
        (raw(OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhits \r\n"), "chunks"),
        (raw(OK + b"\r\n" + b"hits 1\n" * (5 << 18)), "larger than 8 MiB"),
    ],
)
def test_answers_that_are_no_page(answer: Answer, failure: str) -> None:
    with served(answer) as url, pytest.raises(ProbeFailure, match=failure):
        get_page(url, 1.0)


@pytest.mark.parametrize("data", [OK + b"X: y\r\n" * 1000, OK + b"\r\n" + b"hits 1\n" * 1000, b""])
def test_a_page_that_trickles_is_given_up_in_time(data: bytes) -> None:
    answer = raw(data, piece_bytes=5, pause_s=0.05) if data else (lambda handler: time.sleep(0.8))
    with served(answer) as url:
        began_s = time.monotonic()
        with pytest.raises(ProbeFailure, match=r"within 0\.4 s"):
            get_page(url, 0.4)
        assert time.monotonic() - began_s < 0.7


def test_an_unreachable_page_and_a_bad_url_show_no_secret() -> None:
    for url in (
        "http://127.0.0.1:1/?key=secret",
        "ftp://secret/",
        "http://127.0.0.1:99999/secret",
        "http://a b\u1234/secret",
    ):
        with pytest.raises(ProbeFailure) as raised:
            get_page(url, 0.3)
        assert "secret" not in str(raised.value)


def test_a_page_is_taken_though_the_connection_stays_open() -> None:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(OK + b"Content-Length: 7\r\n\r\nhits 1\n")
        time.sleep(0.6)

    with served(answer) as url:
        assert get_page(url, 0.5) == "hits 1\n"
