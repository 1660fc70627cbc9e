"""`--otlp`: what a receiver is told while a run goes on, and that a run waits for none and is harmed by none."""

import json
import signal
import socket
import threading
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from loadproof import open_run
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsPartialSuccess,
    ExportMetricsServiceResponse,
)

from ..unit.api.short_study import study_file
from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .otlp_receiver import Point, points_of, taken
from .recording_server import Answer, Recorded, RecordingServer
from .test_bad_input import refused, silent_target
from .test_secrets import everything_in

COUNTERS = ("due", "sent", "completed", "dropped", "cut")
PROTOBUF = (("Content-Type", "application/x-protobuf"),)
# What the library would else do: another receiver, another form, more labels, a proxy, plug-ins that are not there.
SURPRISES = {
    "OTEL_SDK_DISABLED": "true",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://127.0.0.1:9",
    "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
    "OTEL_EXPORTER_OTLP_TIMEOUT": "0",
    "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE": "delta",
    "OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION": "nonsense",
    "OTEL_RESOURCE_ATTRIBUTES": "service.name=other,who=me",
    "OTEL_SERVICE_NAME": "other",
    "OTEL_PYTHON_SDK_INTERNAL_METRICS_ENABLED": "true",
    "OTEL_PYTHON_METER_PROVIDER": "nonsense",
    "OTEL_PYTHON_EXPORTER_OTLP_HTTP_CREDENTIAL_PROVIDER": "nonsense",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
}


def last_of_each(points: list[Point], trial: int = 1) -> dict[tuple[str, str, str], float]:
    """The last value of each metric by operation or state, and kind of error."""
    found = {}
    for point in points:
        if point.labels["loadproof.trial"] == trial:
            name = point.labels.get("loadproof.operation") or point.labels["loadproof.state"]
            found[point.metric, name, point.labels.get("error.type", "")] = point.value
    return found


def counted_in(operations: dict[str, Any]) -> dict[tuple[str, str, str], float]:
    """The same of the measurements of result.json."""
    found: dict[tuple[str, str, str], float] = {}
    for name, measured in operations.items():
        found |= {(f"loadproof.calls.{counter}", name, ""): measured[counter] for counter in COUNTERS}
        found |= {("loadproof.calls.errors", name, kind): calls for kind, calls in measured["errors_by_kind"].items()}
        found["loadproof.response_time", name, ""] = measured["completed"]
    return found


def lost_in(ended: Ended) -> list[str]:
    """What a run says of metrics that nobody took."""
    return [doubt["text"] for doubt in ended.result["doubts"] if doubt["code"] == "metrics-not-exported"]


def load(place: Path, target: str, *words: object, environment: dict[str, str] | None = None) -> Ended:
    options = ("load", target, "--rate", 100, "--for", "3s", "--json", "--out", place / "run", *words)
    with CommandLine(*options, cwd=place, environment=environment) as command:
        return command.ended(within_s=60)


def test_totals_of_a_load_are_those_of_its_report(tmp_path: Path) -> None:
    profile = "operations:\n  get: {request: GET /}\n  put: {request: PUT /, weight: 0.5}\n"
    (tmp_path / "p.yaml").write_text(profile, encoding="utf-8")
    with (
        RecordingServer(lambda request: 503 if request.method == "PUT" else 200) as target,
        RecordingServer(taken) as to,
    ):
        words = ("--profile", "p.yaml", "--slo", "p90<17ms", "--otlp", to.url)
        ended = load(tmp_path, target.url, *words, environment=SURPRISES)
    assert ended.exit_code == 3, ended.messages
    assert lost_in(ended) == []
    assert {request.path for request in to.requests} == {"/v1/metrics"}
    # Of each second one, and one with the verdict.
    assert len(to.requests) >= 3
    points = points_of(to.requests)
    found = last_of_each(points)
    sent = Counter(request.method for request in target.requests)
    assert found["loadproof.calls.sent", "get", ""] == sent["GET"]
    assert found["loadproof.calls.errors", "put", "status-503"] == sent["PUT"] > 0
    (trial,) = ended.result["trials"]
    # A second in which the generator stood still is sent, and is not judged.
    if not trial["measurement"]["left_out_s"]:
        expected = counted_in(trial["measurement"]["operations"])
        assert {key: value for key, value in found.items() if key[1] in ("get", "put")} == expected
    seconds = open_run(tmp_path / "run").table("seconds").to_dicts()
    for counter in ("due", "completed"):
        total = sum(found[f"loadproof.calls.{counter}", name, ""] for name in ("get", "put"))
        assert total == sum(row[counter] for row in seconds)
    states = {name: value for (metric, name, _), value in found.items() if metric == "loadproof.trial.state"}
    assert states == {"running": 0, "passed": 0, "failed": 1, "undecided": 0, "invalid": 0}
    assert any(point.labels.get("loadproof.state") == "running" and point.value == 1 for point in points)


def test_what_the_points_say_of_themselves(tmp_path: Path) -> None:
    with RecordingServer() as target, RecordingServer(taken) as to:
        ended = load(
            tmp_path, target.url, *FORGIVING, "--slo", "p90<17ms", "--otlp", f"{to.url}/base/", environment=SURPRISES
        )
    assert lost_in(ended) == []
    assert {request.path for request in to.requests} == {"/base/v1/metrics"}
    points = points_of(to.requests)
    about = {
        "service.name": "loadproof",
        "service.instance.id": "run",
        "loadproof.run": "run",
        "loadproof.method": "load",
        "loadproof.trial": 1,
        "loadproof.purpose": "load",
        "loadproof.rate": "100",
    }
    for point in points:
        assert {name: point.labels.get(name) for name in about} == about
        assert "who" not in point.labels
    assert {(point.metric, point.unit) for point in points} == {
        *((f"loadproof.calls.{counter}", "{call}") for counter in COUNTERS),
        ("loadproof.response_time", "s"),
        ("loadproof.trial.state", "{trial}"),
    }
    times = [point for point in points if point.metric == "loadproof.response_time"]
    assert all(point.labels["loadproof.kind"] == "operation" for point in times)
    # The limits of SLOs are limits of buckets: what keeps one can be read exactly.
    assert {0.017, 1.0} <= set(times[-1].bounds_s)
    assert (times[-1].bounds_s[0], times[-1].bounds_s[-1]) == (0.0001, 60.0)
    measured = ended.result["trials"][0]["measurement"]
    if not measured["left_out_s"]:
        mean_s = measured["response_ms"]["mean"] / 1000
        assert times[-1].sum_s == pytest.approx(mean_s * measured["completed"], rel=0.01)
    for counter in COUNTERS:
        values = [point.value for point in points if point.metric == f"loadproof.calls.{counter}"]
        assert values == sorted(values)


def test_each_start_and_trial_of_a_study_has_its_own(tmp_path: Path) -> None:
    study_file(tmp_path, starts=2, variants="{plain: {}, large: {simulated: {workers: 4}}}")
    with RecordingServer(taken) as to:
        ended = loadproof("run", "study.yaml", "--json", "--out", "run", "--otlp", to.url, cwd=tmp_path)
    assert lost_in(ended) == []
    points = points_of(to.requests)
    for trial in ended.result["trials"]:
        found = last_of_each(points, trial["number"])
        expected = counted_in(trial["measurement"]["operations"])
        assert {key: value for key, value in found.items() if key[0] != "loadproof.trial.state"} == expected
        assert found["loadproof.trial.state", trial["state"], ""] == 1
    names = ("study", "variant", "start", "method", "trial")
    assert {tuple(point.labels[f"loadproof.{name}"] for name in names) for point in points} == {
        ("model", trial["variant"], trial["start"], "load", trial["number"]) for trial in ended.result["trials"]
    }


def test_a_search_tells_each_of_its_trials(tmp_path: Path) -> None:
    study_file(tmp_path, "{capacity: {start_rate: 50, max_rate: 1000}}")
    with RecordingServer(taken) as to:
        ended = loadproof("run", "study.yaml", "--json", "--out", "run", "--otlp", to.url, cwd=tmp_path)
    assert lost_in(ended) == []
    told = [point for point in points_of(to.requests) if point.metric == "loadproof.trial.state" and point.value == 1]
    last = {point.labels["loadproof.trial"]: point for point in told}
    trials = ended.result["trials"]
    assert len(trials) > 3
    assert [(number, point.labels["loadproof.state"]) for number, point in last.items()] == [
        (trial["number"], trial["state"]) for trial in trials
    ]
    assert {point.labels["loadproof.purpose"] for point in told} == {trial["purpose"] for trial in trials}


def test_a_run_that_goes_on_tells_what_was_missing(tmp_path: Path) -> None:
    with RecordingServer() as target, RecordingServer(taken) as to:
        (tmp_path / "study.yaml").write_text(
            f"name: two\nstand: {{target: '{target.url}'}}\nstarts: 2\n"
            "profile: {operations: {get: {request: GET /}}, slo: p99<1s}\nmethods: {load: {rate: 50, hold: 3s}}\n",
            encoding="utf-8",
        )
        with CommandLine("run", "study.yaml", "--out", "run", cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 0, trial=2)
            command.send(signal.SIGKILL)
            command.ended(within_s=30)
        ended = loadproof("run", "--continue", "run", "--json", "--otlp", to.url, cwd=tmp_path)
    assert lost_in(ended) == []
    points = points_of(to.requests)
    assert {(point.labels["loadproof.trial"], point.labels["loadproof.start"]) for point in points} == {(3, 3)}
    assert {point.labels["loadproof.study"] for point in points} == {"two"}
    seconds = [row for row in open_run(tmp_path / "run").table("seconds").to_dicts() if row["trial"] == 3]
    assert last_of_each(points, 3)["loadproof.calls.due", "get", ""] == sum(row["due"] for row in seconds) > 0


@contextmanager
def hanging(answer: bytes = b"", then: bytes = b"") -> Iterator[str]:
    """A receiver that takes what it is sent, answers with `answer`, then with `then` for ever; its URL."""
    over = threading.Event()

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(1 << 20)
            connection.sendall(answer)
            while not over.wait(0.2):
                connection.sendall(then)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        yield "http://{}:{}".format(*listener.getsockname())
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
        accepting.join()


def test_a_receiver_that_hangs_does_not_hold_a_load_up(tmp_path: Path) -> None:
    with RecordingServer() as target, hanging() as url:
        ended = load(tmp_path, target.url, *FORGIVING, "--otlp", url)
    assert ended.exit_code in (0, 4), ended.messages
    (told,) = lost_in(ended)
    assert told.endswith("it lacks the totals of 1 trial")
    assert "Traceback" not in ended.messages
    assert "OpenTelemetry" not in ended.messages
    # All that was due was sent.
    measured = ended.result["trials"][0]["measurement"]
    assert measured["sent"] == measured["due"] > 200
    cures = [doubt["cure"] for doubt in ended.result["doubts"] if doubt["code"] == "metrics-not-exported"]
    assert "--otlp" in cures[0]


def test_a_receiver_that_is_not_able_at_first_is_told_all(tmp_path: Path) -> None:
    answered = count()
    # The specification lets a sender try again.
    with RecordingServer() as target, RecordingServer(lambda it: taken(it) if next(answered) > 1 else 503) as to:
        ended = load(tmp_path, target.url, *FORGIVING, "--otlp", to.url)
    assert lost_in(ended) == []
    assert to.requests[0].body == to.requests[1].body
    found = last_of_each(points_of(to.requests))
    assert found["loadproof.calls.sent", "get", ""] == len(target.requests)


REJECTING = ExportMetricsServiceResponse(partial_success=ExportMetricsPartialSuccess(rejected_data_points=3))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(500), "it answers 500"),
        (Answer(401, b"hunter2"), "it answers 401"),
        (Answer(302, b"", (("Location", "/elsewhere"),)), "it answers 302"),
        (Answer(999), "it answers ?"),
        (Answer(200, b"<html>welcome</html>", (("Content-Type", "text/html"),)), "its answer is none of OTLP"),
        (Answer(200, b"\xff" * 100_000, PROTOBUF), "its answer is none of OTLP"),
        (Answer(200, b"[" * 60_000, (("Content-Type", "application/json"),)), "its answer is none of OTLP"),
        (Answer(200, REJECTING.SerializeToString(), PROTOBUF), "points rejected: 3"),
    ],
    ids=lambda value: f"{value.status}-{len(value.body)}" if isinstance(value, Answer) else "",
)
def test_a_receiver_that_does_not_take_it_changes_no_verdict(tmp_path: Path, answer: Answer, why: str) -> None:
    study_file(tmp_path)
    with RecordingServer(lambda _: answer) as to:
        ended = loadproof("run", "study.yaml", "--json", "--out", "run", "--otlp", to.url, cwd=tmp_path)
        plain = loadproof("run", "study.yaml", "--json", "--out", "plain", cwd=tmp_path)
    assert to.requests
    assert (ended.exit_code, ended.result["state"]) == (plain.exit_code, plain.result["state"])
    assert ended.result["trials"][0]["measurement"] == plain.result["trials"][0]["measurement"]
    (told,) = lost_in(ended)
    assert f"({why})" in told
    assert "hunter2" not in ended.output + ended.messages
    assert len(ended.messages.splitlines()) == len(plain.messages.splitlines())


@pytest.mark.parametrize("answer", ["refuses", "hangs", "drips a head", "drips a body", "speaks nothing known"])
def test_a_receiver_that_is_none_ends_with_the_run(tmp_path: Path, answer: str) -> None:
    study_file(tmp_path)
    head = b"HTTP/1.1 200 OK\r\n"
    told: dict[str, tuple[bytes, bytes]] = {
        "hangs": (b"", b""),
        "drips a head": (head, b"x: y\r\n"),
        "drips a body": (head + b"Content-Length: 60000\r\n\r\n", b"x"),
        "speaks nothing known": (b"220 smtp\r\n", b"x"),
    }
    with hanging(*told.get(answer, (b"", b""))) as url:
        to = "http://127.0.0.1:9" if answer == "refuses" else url
        ended = loadproof("run", "study.yaml", "--json", "--out", "run", "--otlp", to, cwd=tmp_path)
        # It is here still, and holds what it was asked.
        (text,) = lost_in(ended)
    assert ended.exit_code in (0, 4), ended.messages
    assert text.endswith("it lacks the totals of 1 trial")
    assert "Traceback" not in ended.messages


@pytest.mark.parametrize("verb", ["load", "capacity", "run"])
def test_a_url_that_is_none_is_told_before_any_load(tmp_path: Path, verb: str) -> None:
    with silent_target() as target:
        words = (study_file(tmp_path),) if verb == "run" else (target,)
        (line,) = refused(loadproof(verb, *words, "--otlp", "collector:4318", cwd=tmp_path), tmp_path)
    assert line.startswith("--otlp: 'collector:4318' is no address of a receiver of OTLP. Cure: give http://HOST:4318")


def test_without_the_packages_it_is_told_before_any_load(tmp_path: Path) -> None:
    (tmp_path / "without/opentelemetry").mkdir(parents=True)
    (tmp_path / "without/opentelemetry/__init__.py").write_text("")
    import loadproof as package

    places = f"{tmp_path / 'without'}:{Path(package.__file__).parents[1]}"
    with silent_target() as target:
        words = ("load", target, "--otlp", "http://127.0.0.1:9")
        with CommandLine(*words, cwd=tmp_path, environment={"PYTHONPATH": places}) as command:
            (line,) = refused(command.ended(within_s=30), tmp_path)
    assert line.startswith("--otlp: the packages of OpenTelemetry are not installed")
    assert line.endswith("Cure: pip install 'loadproof[otlp]'")


def told_of(data: bytes) -> list[str]:
    return [
        text for text in ("hunter2", "t0ken-of", "tok-env", "aHVudGVyMg", b64of("me:hunter2#")) if text.encode() in data
    ]


def b64of(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize("works", [True, False])
def test_credentials_are_sent_and_stand_nowhere(tmp_path: Path, works: bool) -> None:
    def telling(request: Recorded) -> Answer:
        return Answer(500, json.dumps(request.headers).encode())

    environment = {"OTEL_EXPORTER_OTLP_HEADERS": "X-Api-Key=tok-env-1,X-Scope-OrgID=run"}
    with RecordingServer(telling) as target, RecordingServer(taken if works else lambda _: 403) as to:
        url = f"http://me:hunter2%23@{to.authority}/in?key=t0ken-of-a-url"
        ended = load(tmp_path, target.url, *FORGIVING, f"--otlp={url}", environment=environment)
    assert (lost_in(ended) == []) is works
    first = to.requests[0]
    assert first.path == "/in/v1/metrics?key=t0ken-of-a-url"
    assert first.headers["authorization"] == f"Basic {b64of('me:hunter2#')}"
    assert (first.headers["x-api-key"], first.headers["x-scope-orgid"]) == ("tok-env-1", "run")
    found = everything_in(tmp_path / "run")
    assert {name: told for name, data in found.items() if (told := told_of(data))} == {}
    assert told_of((ended.output + ended.messages).encode()) == []
    assert f"--otlp=http://***@{to.authority}/in?***" in ended.result["run"]["command"]


def test_nothing_is_sent_where_nobody_asked(tmp_path: Path) -> None:
    study_file(tmp_path)
    with RecordingServer(taken) as to:
        environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": to.url, "OTEL_METRICS_EXPORTER": "otlp"}
        with CommandLine("run", "study.yaml", "--out", "run", cwd=tmp_path, environment=environment) as command:
            command.ended(within_s=60)
    assert to.requests == []
