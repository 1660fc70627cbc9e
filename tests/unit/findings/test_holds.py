"""What a hold or a soak that passed shows beside that, and what it does not."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from loadproof.findings.causes import shown_beside
from loadproof.judge.leak import Span
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.soak_memory import memory_trends
from loadproof.model.message import Message, count
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact
from loadproof.records.json_form import plain
from loadproof.records.trend import Trend
from loadproof.system.runtime import Collector
from loadproof.words.catalogue import english

from .made_holds import HELD_S, codes_of, held, line, noisy

LEAK = ServiceMemory(
    list(enumerate(noisy(line(100.0, 160.0), 0.2))), limit_mib=400.0, collector=Collector.NONE, heap_max_mib=None
)
DESCRIPTORS, THREADS = ("process:api", "descriptors"), ("process:api", "threads")
SESSIONS, LIMIT = ("postgres:db", "sessions_total"), ("postgres:db", "sessions_limit")
PAUSED, BLOCKED = ("java:api", "gc_pause_share"), ("prometheus:api", "threads_blocked")
PENDING, IDLE, ACTIVE = (("prometheus:api", f"pool_{name}") for name in ("pending", "idle", "active"))
GROWING = noisy(line(40.0, 100.0), 0.5)
POOL = {PENDING: [3.0] * HELD_S, IDLE: [0.0] * HELD_S, ACTIVE: [10.0] * HELD_S}


def rounded(values: Sequence[float]) -> list[float]:
    return [float(round(value)) for value in values]


def lines(memory: ServiceMemory) -> tuple[Trend, ...]:
    """What the judge of a soak says of it."""
    found = memory_trends({"api": memory}, Span(0.0, float(HELD_S)))
    return tuple(trend for trend in found if isinstance(trend, Trend))


def figures(finding: Finding) -> dict[str, float | None]:
    return {english(item.name): item.value for item in finding.evidence}


def test_a_soak_that_leaks_is_told_with_the_pace_of_its_judge_and_the_time_until_it_is_full() -> None:
    (judged,) = lines(LEAK)
    leaks, supposed = shown_beside(held(lines=[judged]))
    assert (leaks.kind, supposed.kind) == ("fact", "hypothesis")
    assert leaks.text.code == "memory-rises-along-line"
    shown = figures(leaks)
    # 60 MiB in an hour; 240 MiB are left.
    assert shown["growth of memory of api"] == round(judged.per_hour, 6) == pytest.approx(60.0, rel=0.03)
    assert shown["growth of memory of api, at least"] == round(judged.per_hour_low, 6)
    assert shown["time to the limit"] == round(judged.exhaustion_s or 0.0, 6) == pytest.approx(14400.0, rel=0.03)
    assert "; at that pace its memory is full " in english(leaks.text)
    assert supposed.test == Message("test-heap-dumps")


def test_a_hold_is_judged_as_a_soak_is_and_a_small_rise_of_it_is_none() -> None:
    leaks, supposed = shown_beside(held(memory={"api": LEAK}))
    assert (leaks.text.code, supposed.test) == ("memory-rises-along-line", Message("test-soak-for-leak"))
    assert codes_of(held(memory={"api": LEAK}, lines=())) == []
    # It would take eleven hours.
    assert codes_of(held(memory={"api": replace(LEAK, limit_mib=820.0)})) == []
    small = replace(LEAK, used=list(enumerate(noisy(line(100.0, 112.0), 0.2))))
    assert lines(small)[0].is_leak
    assert codes_of(held(memory={"api": small})) == []
    assert codes_of(held(lines=lines(small))) == ["memory-growth"]


def test_a_live_set_is_called_one() -> None:
    alive = ServiceMemory((), LEAK.used, None, Collector.JAVA, 512.0)
    fact = shown_beside(held(memory={"api": alive}))[0]
    assert fact.text.code == "live-set-rises-along-line"
    # The heap is what fills.
    assert figures(fact)["time to the limit"] == pytest.approx(3600.0 * (512.0 - 160.0) / 60.0, rel=0.03)


def test_a_hold_below_half_an_hour_shows_no_trend_but_what_the_judge_of_a_soak_says() -> None:
    assert codes_of(held({DESCRIPTORS: line(40.0, 140.0, 1799)}, 1799, memory={"api": LEAK})) == []
    assert codes_of(held({DESCRIPTORS: line(40.0, 140.0, 1800)}, 1800)) == ["descriptor-growth"]
    assert codes_of(held({DESCRIPTORS: line(40.0, 140.0, 90)}, 90, lines=lines(LEAK))) == ["memory-growth"]


@pytest.mark.parametrize(
    ("series", "code"),
    [
        ({DESCRIPTORS: GROWING}, "descriptor-growth"),
        ({DESCRIPTORS: rounded(GROWING)}, "descriptor-growth"),
        ({THREADS: GROWING}, "thread-growth"),
        ({SESSIONS: GROWING}, "connection-growth"),
        ({("prometheus:api", "pool_active"): GROWING}, "connection-growth"),
    ],
)
def test_a_count_that_rises_along_a_line_is_a_fact_and_what_is_not_given_back_a_hypothesis(
    series: dict[tuple[str, str], list[float]], code: str
) -> None:
    assert codes_of(held(series)) == codes_of(held(series), "hypothesis") == [code]


def test_the_limit_of_sessions_gives_the_time_until_it_is_reached() -> None:
    fact = shown_beside(held({SESSIONS: GROWING, LIMIT: [220.0] * HELD_S}))[0]
    assert fact.text.values["outlook"].values["limit"] == count(220)  # type: ignore[union-attr]
    assert figures(fact)["time to the limit"] == pytest.approx(7200.0, rel=0.1)


def test_what_connections_of_the_generator_explain_is_no_growth_of_the_service() -> None:
    opened = [(float(second), 10.0 + second / 60.0) for second in range(HELD_S)]
    assert codes_of(held({DESCRIPTORS: GROWING, THREADS: GROWING}, connections=opened)) == []
    kept = [(at_s, 10.0) for at_s, _ in opened]
    assert codes_of(held({DESCRIPTORS: GROWING}, connections=kept)) == ["descriptor-growth"]


@pytest.mark.parametrize(
    "values",
    [
        [40.0] * HELD_S,
        noisy([40.0] * HELD_S, 2.0),
        noisy(line(40.0, 45.0), 0.5),
        rounded([40.0 + 60.0 * (1.0 - 0.99**second) for second in range(HELD_S)]),
        [40.0 + 8.0 * sum(second >= at for at in (20, 60, 200)) for second in range(HELD_S)],
        [40.0 + second % 60 for second in range(HELD_S)],
    ],
    ids=["level", "noise", "small", "pool that fills", "pool that finds its size", "opened and closed"],
)
def test_a_count_that_finds_its_level_is_none(values: list[float]) -> None:
    assert codes_of(held({DESCRIPTORS: values, THREADS: values, SESSIONS: values})) == []


def test_the_share_of_pauses_that_rises_to_twice_as_much_is_a_fact() -> None:
    rising = noisy(line(0.01, 0.08), 0.01)
    (fact, _) = shown_beside(held({PAUSED: rising}))
    assert fact.text.code == "gc-share-rose"
    assert figures(fact)["garbage collection pauses of api in the end"] == pytest.approx(8.0, abs=1.0)
    assert codes_of(held({PAUSED: noisy([0.08] * HELD_S, 0.03)})) == []
    assert codes_of(held({PAUSED: noisy(line(0.06, 0.09), 0.01)})) == []


def test_minutes_of_the_first_hour_and_seconds_of_the_last_are_one_series() -> None:
    """As the store keeps a long soak."""
    shares = noisy(line(0.01, 0.08, 7200), 0.01)
    minutes = [(at_s + 30.0, sum(shares[at_s : at_s + 60]) / 60.0) for at_s in range(0, 3600, 60)]
    seconds = [(float(at_s), shares[at_s]) for at_s in range(3600, 7200)]
    rolled_up = replace(held({}, 7200), readings={PAUSED: [*minutes, *seconds]})
    (fact, _) = shown_beside(rolled_up)
    assert figures(fact)["garbage collection pauses of api at first"] == pytest.approx(1.0, abs=0.5)
    level = [(at_s, 0.03) for at_s, _ in (*minutes, *seconds)]
    assert codes_of(replace(rolled_up, readings={PAUSED: level})) == []


def test_threads_that_are_blocked_throughout_are_a_fact_and_a_burst_is_none() -> None:
    blocked = held({BLOCKED: [2.0, 3.0] * (HELD_S // 2)})
    fact, supposed = shown_beside(blocked)
    assert (fact.cause, supposed.test) == ("threads-blocked", Message("test-thread-dumps"))
    assert figures(fact) == {"blocked threads of api": 2.5, "readings with one or more": 100.0}
    assert codes_of(held({BLOCKED: [0.0] * (HELD_S - 1) + [900.0]})) == []
    assert codes_of(held({BLOCKED: [0.0, 1.9] * (HELD_S // 2)})) == []


def test_a_pool_is_at_its_end_where_calls_wait_throughout_and_none_is_idle() -> None:
    assert codes_of(held(POOL)) == ["pool-queue"]
    assert codes_of(held({**POOL, IDLE: [2.0] * HELD_S})) == []
    assert codes_of(held({**POOL, PENDING: [0.0] * (HELD_S - 1) + [2000.0]})) == []
    assert codes_of(held({PENDING: POOL[PENDING]})) == ["pool-queue"]


def test_facts_stand_before_hypotheses_and_the_strongest_first() -> None:
    everything = held({**POOL, DESCRIPTORS: GROWING, BLOCKED: [2.0] * HELD_S}, memory={"api": LEAK})
    facts = ["memory-growth", "descriptor-growth", "pool-queue", "threads-blocked"]
    assert codes_of(everything) == facts
    kinds = [finding.kind for finding in shown_beside(everything)]
    assert kinds == sorted(kinds, key=lambda kind: kind == "hypothesis")


def test_evidence_may_be_a_text_of_the_target_and_a_file_of_the_run() -> None:
    said = Evidence.said(Message("evidence-log", service="api"), "y" * 500, "artifacts/logs/api/api.log")
    assert (said.value, said.unit, len(said.text or "")) == (None, Unit.NONE, 300)
    finding = fact(1, Cause.DIED, Message("evidence-log", service="api"), said)
    told = plain(finding.evidence[0])
    assert told.pop("messages") == {"name": {"code": "evidence-log", "values": {"service": "api"}}}
    assert told == {
        "name": "log of api",
        "value": None,
        "unit": "",
        "text": "y" * 299 + "…",
        "artifact": "artifacts/logs/api/api.log",
    }


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "artifacts", "artifacts/../run.db", "javascript:alert(1)", "run.db", ""]
)
def test_a_file_outside_of_the_run_is_no_evidence(path: str) -> None:
    with pytest.raises(ValueError, match="no file below artifacts/"):
        Evidence(Message("evidence-log", service="api"), artifact=path)
