"""What is said of trials, of the stand and of soaks is said in every language, with the same figures."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from loadproof.findings.causes import causes_of, shown_beside
from loadproof.findings.knee import knee
from loadproof.findings.trial_evidence import ServiceLimits, TrialEvidence
from loadproof.judge.leak import MemoryShape, Span
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.soak_memory import memory_trends
from loadproof.judge.steadiness import SoakSeries, trend_of
from loadproof.jvm.causes import diagnosed_heap, diagnosed_threads
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.dumps import report_on
from loadproof.model.message import Message, count, listed, share
from loadproof.postgres import activity_reader
from loadproof.postgres import link as postgres_link
from loadproof.postgres import probe as postgres_probe
from loadproof.postgres.causes import database_causes
from loadproof.records.finding import Cause, Finding, Unit
from loadproof.records.trend import Steadiness, Trend
from loadproof.result.trend_figure import trend_figure
from loadproof.system.runtime import Collector
from loadproof.words.catalogue import LANGUAGES, english, words_of

from ..findings.made_evidence import machine_use, measurement_of
from ..jvm.heaps import book_shop
from ..postgres.made_activity import activity, every_text
from .test_judged_everywhere import doubts
from .told_everywhere import told_everywhere

DUMPS = Path(__file__).parents[1] / "jvm/dumps"


def trial_evidence(number: int, **facts: Any) -> TrialEvidence:
    """A trial of one service, `api`; `facts` may hold `readings`: each a value over the 30 s, or a series."""
    readings = {
        key: [(float(at), value) for at, value in enumerate(shown if isinstance(shown, list) else [shown] * 30)]
        for key, shown in facts.pop("readings", {}).items()
    }
    measurement = {"due": 10_000, "missing": 800, **facts.pop("measurement", {})}
    known: dict[str, Any] = {"rate": 1000.0, "state": "failed", "duration_s": 30.0} | facts
    return TrialEvidence(number=number, readings=readings, measurement=measurement_of(measurement), **known)


LIMITED = {"services": {"api": ServiceLimits(2.0, 512.0)}}
GROWING = [300.0 + 7.0 * second for second in range(30)]
FREE = {("host", "cpu_busy_share"): 0.3, ("process:api", "cpu_cores"): 0.4}
POOL = {
    ("prometheus:api", name): value
    for name, value in {"pool_pending": 4.0, "pool_acquire_ms": 9.0, "pool_active": 64.0, "pool_idle": 0.0}.items()
}
FULL_THREADS = {("prometheus:api", "threads_busy"): 9.0, ("prometheus:api", "threads_max"): 9.0}
SESSIONS = {("postgres:db", "sessions_active"): 8.0, ("postgres:db", "statement_ms"): 3.0}
ANSWERED = [(second, 100, 0 if second in (7, 8) else 100) for second in range(30)]
SILENT = [(second, 100, 100 if second < 6 else 0) for second in range(20)]
BACKLOG = [(float(second), 20.0 * second) for second in range(30)]
LOG = "artifacts/logs/api/api.log"
ERROR_KINDS = [
    "tls-failed", "redirect", "check-a", "check-b", "extract-a", "garbage", "bad-request-data", "unheard-of"
]  # fmt: skip
"""One of each cause that lists its kinds, and two of the same."""
FAILED_TRIALS = [
    trial_evidence(2, deaths=[Message.said("it died")], last_lines={"api": "no memory"}, logs={"api": LOG}),
    trial_evidence(2, measurement={"errors_by_kind": {"status-503": 60}}, logs={"api": LOG}),
    trial_evidence(2, deaths=[Message.said("the service api was started again, as it had died")]),
    trial_evidence(2, readings={("cgroup:api", "oom_kills"): [0.0, 2.0], ("cgroup:api", "memory_mib"): 500.0}),
    trial_evidence(2, measurement={"errors_by_kind": dict.fromkeys(ERROR_KINDS, 40)}, replies={"check-a": "200"}),
    trial_evidence(2, measurement={"errors_by_kind": {"refused": 90, "reset": 80, "timeout": 70, "status-503": 60}}),
    trial_evidence(2, readings={("process:api", "pss_mib"): 480.0}, **LIMITED),
    trial_evidence(2, readings={("process:api", "pss_mib"): GROWING}, **LIMITED),
    trial_evidence(2, readings={("process:api", "pss_mib"): GROWING}),
    trial_evidence(2, readings={("cgroup:api", "throttled_share"): 0.4, ("process:api", "cpu_cores"): 1.9}, **LIMITED),
    trial_evidence(2, readings={("process:api", "cpu_cores"): 1.9}, **LIMITED),
    trial_evidence(2, readings={("process:api", "cpu_cores"): 0.97}, **LIMITED),
    trial_evidence(2, readings={("process:api", "cpu_cores"): 0.98, ("host", "cpu_0_busy_share"): 0.99}),
    trial_evidence(2, readings={("host", "cpu_busy_share"): 0.97, ("host", "steal_share"): 0.2}),
    *(
        trial_evidence(2, readings={("host", "cpu_busy_share"): 0.97, ("host", "cpu_0_busy_share"): 0.97,
                                    ("generator", "cpu_cores"): cores})
        for cores in (0.1, 0.9)
    ),
    trial_evidence(2, readings={("host", "cpu_busy_share"): 0.97, ("host", "cpu_0_busy_share"): 0.97,
                                ("host", "cpu_1_busy_share"): 0.97, ("process:api", "cpu_cores"): 1.9}),
    trial_evidence(2, readings={("host", "disk_sda_busy_share"): 0.95, ("process:api", "written_mib_per_s"): 9.0}),
    trial_evidence(2, readings={("host", "iowait_share"): 0.5}),
    trial_evidence(2, measurement={"machines": [machine_use("app1", "cpu"), machine_use("host", "memory")]}),
    trial_evidence(2, readings=FREE, backlog=BACKLOG),
    trial_evidence(2, answered=ANSWERED, backlog=BACKLOG),
    trial_evidence(2, answered=SILENT, measurement={"errors_by_kind": {"timeout": 1_400}}),
    trial_evidence(2, readings={("prometheus:api", "gc_pause_share"): 0.2}),
    trial_evidence(2, readings={**FREE, **POOL}, **LIMITED),
    trial_evidence(2, readings={**FREE, ("prometheus:api", "threads_queued"): 9.0}, **LIMITED),
    trial_evidence(2, readings={**FREE, **FULL_THREADS}),
    trial_evidence(2, readings={**FREE, **FULL_THREADS, ("prometheus:api", "threads_queued"): 9.0}),
    *(
        trial_evidence(2, readings={**SESSIONS, ("postgres:db", f"sessions_waiting_{what}"): 5.0})
        for what in ("lock", "lwlock", "io", "other")
    ),
    trial_evidence(2, readings={("redis:cache", "main_thread_cores"): 0.97, ("redis:cache", "commands_per_s"): 9e4}),
    trial_evidence(
        2,
        readings={
            ("mariadb:db", name): value
            for name, value in {"sessions_active": 1.0, "sessions_total": 100.0, "sessions_limit": 100.0}.items()
        },
    ),
    trial_evidence(
        2,
        readings=FREE,
        measurement={
            "wait_ms": {"p99": 120.0},
            "lateness_ms": {"p99": 7.0},
            "doubts": [{"code": doubt.code, "text": english(doubt.text)} for doubt in doubts()],
        },
    ),
]  # fmt: skip


HELD_S = 1800
RISING = [100.0 + 60.0 * second / HELD_S + second % 3 / 10.0 for second in range(HELD_S)]
MEMORY = list(enumerate(RISING))
HELD = {
    ("process:api", "descriptors"): RISING,
    ("process:api", "threads"): RISING,
    ("postgres:db", "sessions_total"): RISING,
    ("postgres:db", "sessions_limit"): [300.0] * HELD_S,
    ("prometheus:api", "pool_active"): RISING,
    ("prometheus:api", "threads_blocked"): [2.0] * HELD_S,
    ("java:api", "gc_pause_share"): [0.01 + second / 20_000 for second in range(HELD_S)],
}


def held_findings() -> Iterator[Finding]:
    """What is said of holds that passed."""
    held = trial_evidence(
        8, state="passed", duration_s=float(HELD_S), span=(0.0, float(HELD_S)), readings=HELD, logs={"api": LOG}
    )
    for limit_mib in (None, 400.0):
        used = ServiceMemory(MEMORY, (), limit_mib, Collector.NONE)
        alive = ServiceMemory((), MEMORY, limit_mib, Collector.JAVA, limit_mib)
        yield from shown_beside(replace(held, memory={"api": used}))
        yield from shown_beside(replace(held, memory={"api": alive}))


def findings() -> Iterator[Finding]:
    """What the rules say of failed trials, beside the same trial at a lower rate and alone, and of holds."""
    yield from held_findings()
    for failed in FAILED_TRIALS:
        passed = replace(failed, number=1, rate=500.0, state="passed")
        for beside in (None, passed, replace(passed, rate=None)):
            yield from causes_of(failed, beside)
    slower = {**SESSIONS, ("postgres:db", "statement_ms"): 9.0}
    yield from causes_of(trial_evidence(2, readings=slower), trial_evidence(1, state="passed", readings=SESSIONS))
    times = {"response_ms": {"p99": 20.0}}, {"response_ms": {"p99": 900.0}}
    broken = knee(
        [trial_evidence(1, state="passed", rate=500.0, measurement=times[0]), trial_evidence(2, measurement=times[1])]
    )
    assert broken is not None
    yield broken
    for now in every_text():
        for before in (None, activity()):
            yield from database_causes(now, before, 2)
    yield from diagnosed_findings()


def diagnosed_findings() -> Iterator[Finding]:
    """What dumps name that were taken after a trial."""
    for old_prices in ((1500,), (1500, 3000, 4500)):
        with tempfile.TemporaryDirectory() as place:
            files = [Path(place) / f"{at}.hprof" for at in range(len(old_prices))]
            for at, (file, prices) in enumerate(zip(files, old_prices, strict=True)):
                file.write_bytes(book_shop(prices, taken_ms=(at + 1) * 60_000).written())
            heap = report_of_heap_dumps([str(file) for file in files])
        yield from diagnosed_heap(3, "shop", heap, "artifacts/diagnosis/base/start-1/heap.hprof")
    for name in ("book-1.txt", "deadlock.json"):
        (dump,) = read_dumps(str(DUMPS / name))
        yield from diagnosed_threads(3, "shop", report_on([replace(dump, name=str(at)) for at in range(3)]), None)


def test_every_finding_has_its_text_and_test() -> None:
    found = list(findings())
    assert {finding.cause for finding in found} == set(Cause)
    for text in {finding.text for finding in found} | {finding.test for finding in found if finding.test}:
        told_everywhere(text)


def test_every_kind_of_what_grows_is_told_apart() -> None:
    codes = {finding.text for finding in held_findings()}
    assert {str(text.values["what"]) for text in codes if text.code == "holds-ever-more"} == {
        *("descriptors", "threads", "sessions", "connections")
    }
    assert {text.code for text in codes} >= {"memory-rises-along-line", "live-set-rises-along-line", "gc-share-rose"}


@pytest.mark.parametrize(
    "sentence",
    [
        Message("sentence-passed-and-yet", trial="8", fact=Message("cpu-stolen", share=share(0.2))),
        Message(
            "sentence-passed-and-yet-more",
            trial="8",
            fact=Message("cpu-stolen", share=share(0.2)),
            causes=listed([Cause.STEAL.words, Cause.THREAD_GROWTH.words]),
        ),
        *(
            Message("sentence-starts-show", starts=count(starts), causes=listed([Cause.STEAL.words]))
            for starts in (2, 5, 21)
        ),
    ],
)
def test_what_passed_and_shows_a_cause_all_the_same_is_told(sentence: Message) -> None:
    told_everywhere(sentence)


def test_every_figure_that_is_evidence_has_its_name_and_unit() -> None:
    found = list(findings())
    for name in {evidence.name for finding in found for evidence in finding.evidence}:
        told_everywhere(name)
    units = {Unit(evidence.unit) for finding in found for evidence in finding.evidence}
    assert len(units) >= 6
    for unit in units:
        assert len({words_of(language).told(unit.words) == "" for language in LANGUAGES}) == 1


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_has_its_words_and_its_short_name(cause: Cause) -> None:
    told_everywhere(cause.words)
    told_everywhere(cause.short_name)


def trends() -> Iterator[Trend]:
    rng = np.random.default_rng(1)
    noise = rng.normal(0.0, 1.0, 100)
    rising = np.arange(100.0)
    shapes = (
        100 + noise,
        100 + rising + noise,
        300 - rising + noise,
        100 + 100 * noise,
        np.r_[300 - 10 * rising[:20], 100 + noise[:80]],
    )
    labels = {Message("figure-response-p50"): "ms", Message("figure-errors"): "%"}
    for (label, unit), shape in product(labels.items(), shapes):
        yield trend_of(SoakSeries("figure", unit, label, list(shape), 6.0, 0.05, 1.0))
    yield from memory_trends_by_shape()


def memory_trends_by_shape() -> Iterator[Trend]:
    rng = np.random.default_rng(1)
    place = np.linspace(0.0, 1.0, 600)
    shapes = (
        200 + rng.normal(size=600),
        200 + 100 * place + rng.normal(size=600),
        300 - 100 * np.exp(-20 * place) + rng.normal(size=600),
        200 + 100 * place + 15 * rng.normal(size=600).cumsum() ** 2 / 600,
        200 + 100 * place**3 + rng.normal(size=600),
        200 + 100 * (1 - np.exp(-place)) + 0.2 * rng.normal(size=600),
        200 + 100 * (3 * place % 1.0) + rng.normal(size=600),
        200 + 3 * rng.normal(size=600).cumsum(),
    )
    for shape, limit_mib in product(shapes, (None, 1000.0)):
        readings = list(enumerate(shape.tolist()))
        for memory in (
            ServiceMemory(readings, limit_mib=limit_mib),
            ServiceMemory(readings, limit_mib=limit_mib, collector=Collector.NONE),
            ServiceMemory((), readings, limit_mib),
            *(ServiceMemory(readings, (), limit_mib, collector) for collector in Collector if collector.is_there),
        ):
            (trend,) = memory_trends({"api": memory}, Span(0.0, 600.0), disturbed_s=20 if limit_mib else 0)
            assert isinstance(trend, Trend)
            yield trend


def test_every_trend_has_its_text() -> None:
    found = list(trends())
    assert {trend.steadiness for trend in found} == set(Steadiness)
    assert {trend.shape for trend in found} == {None, *MemoryShape}
    assert len({trend.text.code for trend in found}) >= 10
    for trend in found:
        told_everywhere(trend.text)


@pytest.mark.parametrize(
    "name", ["response_p50_ms", "response_p95_ms", "error_percent", "memory_mib of api", "live_set_mib of api"]
)
def test_every_figure_of_a_soak_has_its_name(name: str) -> None:
    assert told_everywhere(trend_figure(name))["en"] != name


@pytest.mark.parametrize(
    "code",
    [
        postgres_link._REACH,
        *(cure for _, cure in postgres_link._CURES),
        postgres_probe._OLD_STATEMENTS,
        *postgres_probe._STATEMENT_CURES.values(),
        *activity_reader._CURES.values(),
        "postgres-cure-load",
        "postgres-answer-large",
        "postgres-elsewhere",
        "postgres-connection-ended",
        "postgres-no-statements",
        "postgres-statements-uncounted",
    ],
)
def test_every_cure_of_the_database_is_told(code: str) -> None:
    told_everywhere(Message(code))
