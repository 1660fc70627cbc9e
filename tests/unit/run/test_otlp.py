"""Metrics of a run: what `--otlp` may say, and what is given up first where a receiver does not keep up."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from loadproof import InputError, load, run
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.run import trial_metrics
from loadproof.run.otlp_export import OtlpExport
from loadproof.run.otlp_target import OtlpTarget, read_otlp
from loadproof.store.window import WindowTally
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

from ..api.short_study import study_file
from ..store.made_run import MadeTick, answered

TRIAL = Trial(Purpose.SEARCH, 100.0, hold_s=10.0)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "collector:4318",
        "grpc://h:4317",
        "unix:/run/otlp.sock",
        "http://",
        "http://h:0",
        "http://h:99999/",
        "http://h/#a",
        "http://h/a b",
        "http://us er:hunter2@",
        "http://user:hun@ter2@h:p/",
        "http://user:hunter2?@h/",
        "http://h/?a=hunter2 b",
        "http://h/\x00",
        "http://h\r\nX: y/",
    ],
)
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(InputError, match=r"^--otlp: .* is no address of a receiver of OTLP\. Cure: ") as raised:
        read_otlp(url)
    assert "hun" not in str(raised.value)
    assert "ter2" not in str(raised.value)


@pytest.mark.parametrize(
    ("written", "posted", "shown"),
    [
        ("http://h:4318", "http://h:4318/v1/metrics", "http://h:4318"),
        ("https://h/", "https://h/v1/metrics", "https://h/"),
        ("https://h/otlp", "https://h/otlp/v1/metrics", "https://h/otlp"),
        ("https://h/api/v1/metrics", "https://h/api/v1/metrics", "https://h/api/v1/metrics"),
        ("http://[::1]:1/?k=v", "http://[::1]:1/v1/metrics?k=v", "http://[::1]:1/?***"),
        ("http://u:p%40@h", "http://h/v1/metrics", "http://***@h"),
    ],
)
def test_where_metrics_go(written: str, posted: str, shown: str) -> None:
    target = read_otlp(written)
    assert target is not None
    assert (target.url, target.shown) == (posted, shown)
    assert (target.headers == {"authorization": "Basic dTpwQA=="}) is ("@" in written)
    assert "p%40" not in repr(target)


class _Receiver(BaseHTTPRequestHandler):
    """Answers once it may."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server.asked.set()
        server.may_answer.wait(60)
        server.bodies.append(body)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing."""


@contextmanager
def receiver() -> Iterator[Any]:
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), _Receiver)
    server.daemon_threads = True
    server.asked, server.may_answer, server.bodies = threading.Event(), threading.Event(), []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.may_answer.set()
    server.shutdown()
    server.server_close()


def target_of(server: Any) -> OtlpTarget:
    target = read_otlp(f"http://127.0.0.1:{server.server_port}")
    assert target is not None
    return target


def judged(state: State) -> TrialResult:
    return TrialResult(TRIAL, WindowTally().measurement(10.0), Verdict(state, Message("passed")))


def finals_in(bodies: list[bytes]) -> list[int]:
    """The trials whose verdict was told."""
    found = []
    for body in bodies:
        for metric in ExportMetricsServiceRequest.FromString(body).resource_metrics[0].scope_metrics[0].metrics:
            for point in metric.gauge.data_points:
                labels = {one.key: one.value for one in point.attributes}
                if point.as_int == 1 and labels["loadproof.state"].string_value == "passed":
                    found.append(labels["loadproof.trial"].int_value)
    return found


def test_what_comes_between_is_given_up_before_what_a_trial_came_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_metrics, "_SHORTEST_GAP_S", 0.0)
    with receiver() as server, OtlpExport(target_of(server), "run", None, []) as export:
        for number in range(1, 41):
            observer = export.observer("capacity", None, ["get"], 1)
            observer.trial_started(number, TRIAL)
            for second in range(5):
                observer.ticked(number, MadeTick(second, (answered(second, 0, [3.0, 80.0]),)))
            observer.trial_judged(number, judged(State.PASSED))
            server.asked.wait(60)
        # Nobody waited for the receiver, which has not answered once.
        assert server.bodies == []
        server.may_answer.set()
        doubt = export.close()
    assert finals_in(server.bodies) == list(range(1, 41))
    assert doubt is not None
    assert doubt.text.code == "metrics-lost-between"
    assert doubt.text.values["all"] == count(240)
    assert doubt.text.values["lost"] == count(240 - len(server.bodies))
    assert export.close() is doubt


def test_all_that_a_receiver_never_takes_is_told() -> None:
    with receiver() as server, OtlpExport(target_of(server), "run", "shop", [50.0]) as export:
        for number in range(1, 101):
            observer = export.observer("capacity", "plain", ["get"], 1)
            observer.trial_started(number, TRIAL)
            observer.trial_judged(number, judged(State.FAILED))
        doubt = export.close()
    assert doubt is not None
    assert not doubt.invalidates
    assert doubt.text.code == "metrics-lost"
    assert [doubt.text.values[name] for name in ("lost", "all", "trials")] == [count(100)] * 3


def test_a_run_without_a_trial_has_nothing_to_tell() -> None:
    with receiver() as server, OtlpExport(target_of(server), "run", None, []) as export:
        assert export.close() is None
    assert not server.asked.is_set()


def test_a_program_asks_for_the_same(tmp_path: Path) -> None:
    study = study_file(tmp_path)
    with receiver() as server:
        server.may_answer.set()
        result = run(study, out=tmp_path / "run", otlp=f"http://me:hunter2@127.0.0.1:{server.server_port}/?k=v")
    assert finals_in(server.bodies) == [1]
    assert result.run.repeat == f"loadproof run {study} --otlp 'http://***@127.0.0.1:{server.server_port}/?***'"
    assert "metrics-not-exported" not in [doubt.code for doubt in result.doubts]
    with pytest.raises(InputError, match=r"^otlp: 'collector' is no address"):
        run(study, otlp="collector")
    with pytest.raises(InputError, match=r"^otlp: 'collector' is no address"):
        load("http://127.0.0.1:9/", otlp="collector")
