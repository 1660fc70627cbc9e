import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.findings.causes import causes_of
from loadproof.findings.knee import knee
from loadproof.findings.trial_evidence import ServiceLimits, TrialEvidence
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Finding, Unit
from loadproof.records.json_form import of_json, plain
from loadproof.words.catalogue import english

from .made_evidence import codes, measured, measurement_of, trial

THROTTLED = {("cgroup:api", "throttled_share"): 0.6}
DISK = {("host", "disk_vda_busy_share"): 0.95, ("process:api", "written_mib_per_s"): 9.0}


def test_only_the_second_half_of_a_trial_tells_of_its_load() -> None:
    share = ("cgroup:api", "throttled_share")
    assert codes(trial({share: [0.9] * 10 + [0.0] * 10}), "fact") == []
    assert codes(trial({share: [0.0] * 10 + [0.9] * 10}), "fact") == ["throttled"]


def test_the_figure_of_the_passed_trial_stands_beside() -> None:
    passed = trial({("cgroup:api", "throttled_share"): 0.02}, state="passed", number=3, rate=400.0)
    fact = causes_of(trial(THROTTLED), passed)[0]
    assert "60 % of the scheduling periods (trial 3, which passed at 400/s: 2 %)" in english(fact.text)
    assert [(round(item.value or 0.0, 9), item.unit) for item in fact.evidence] == [
        (60.0, Unit.PERCENT),
        (2.0, Unit.PERCENT),
    ]


def test_the_time_to_the_memory_limit_is_reckoned() -> None:
    rising = [100.0 + 2 * second for second in range(20)]
    fact = causes_of(trial({("cgroup:api", "memory_mib"): rising, ("cgroup:api", "memory_limit_mib"): 338.0}))[0]
    assert {item.name.code: item.value for item in fact.evidence}["evidence-time-to-limit"] == 100.0


def test_the_time_until_a_heap_is_full_is_that_until_what_may_live_in_it_is_there() -> None:
    rising = [100.0 + 2 * second for second in range(20)]
    heap = {("java:api", "heap_max_mib"): 900.0, ("java:api", "live_set_max_mib"): 338.0}
    fact = next(
        one
        for one in causes_of(trial({("java:api", "live_set_mib"): rising, **heap}))
        if one.cause == Cause.MEMORY_GROWTH
    )
    told = {item.name.code: item.value for item in fact.evidence}
    assert told["evidence-time-to-limit"] == pytest.approx(100.0, abs=1.0)


def test_of_a_service_that_died_no_time_to_the_limit_is_told() -> None:
    rising = [100.0 + 2 * second for second in range(20)]
    died = trial({("cgroup:api", "memory_mib"): rising, ("cgroup:api", "memory_limit_mib"): 338.0}, deaths=["ended"])
    growth, *_ = (one for one in causes_of(died) if one.cause == Cause.MEMORY_GROWTH)
    assert [item.name.code for item in growth.evidence] == ["evidence-memory-growth"]
    assert "at that pace" not in english(growth.text)


def test_memory_is_known_to_leak_where_the_soak_said_so() -> None:
    rising = {("process:api", "pss_mib"): [100.0 + 4 * second + second % 2 for second in range(20)]}
    assert codes(trial(rising), "fact") == []
    seen = trial(rising, state="invalid", leaking={"api"})
    assert codes(seen, "fact") == ["memory-growth"]
    assert codes(trial(rising, state="invalid", leaking={"other"}), "fact") == []


def test_standstills_are_counted_and_the_longest_is_told() -> None:
    answers = [100] * 4 + [0] + [200] + [100] * 4 + [0, 0, 300] + [100] * 7
    calls = [1.0] * 5 + [100.0] + [1.0] * 5 + [100.0, 203.0] + [1.0] * 7
    (fact,) = causes_of(trial(answers=answers, calls=calls))
    assert [item.value for item in fact.evidence] == [2, 2, 203.0]
    assert "stood still 2 times, for 2 s or more at the longest, first after 4 s" in english(fact.text)


def test_what_a_service_wrote_last_and_where_its_log_lies_is_evidence_of_its_death() -> None:
    log = "artifacts/logs/api/api.log"
    last_lines = {"api": "java.lang.OutOfMemoryError"}
    (died,) = causes_of(trial(deaths=["the service api ended"], last_lines=last_lines, logs={"api": log}))
    assert [(item.text, item.artifact) for item in died.evidence[2:]] == [("java.lang.OutOfMemoryError", log)]
    (statuses,) = causes_of(trial(measurement=measured(status_503=90), logs={"api": log}))
    assert [(item.value, item.artifact) for item in statuses.evidence[1:]] == [(None, log)]


def test_an_invalid_trial_has_facts_alone() -> None:
    assert {finding.kind for finding in causes_of(trial(THROTTLED, state="invalid"))} == {"fact"}


def test_hypotheses_that_differ_name_each_other() -> None:
    supposed = [finding for finding in causes_of(trial({**THROTTLED, **DISK})) if finding.kind == "hypothesis"]
    assert [finding.cause for finding in supposed] == ["throttled", "disk-busy"]
    assert "differ: the disk;" in english(supposed[0].text)
    assert "differ: the CPU quota;" in english(supposed[1].text)
    alone = causes_of(trial(THROTTLED))[-1]
    assert "Other hypotheses" not in english(alone.text)


def test_a_database_that_takes_longer_than_at_the_rate_that_passed_holds_the_calls_up() -> None:
    statement, active = ("postgres:db", "statement_ms"), ("postgres:db", "sessions_active")
    failed, passed = (
        trial({statement: 3.0, active: 20.0}),
        trial({statement: 1.9, active: 2.0}, "passed", 3, rate=400.0),
    )
    fact, supposed = causes_of(failed, passed)
    assert (fact.cause, supposed.cause) == ("database-bound", "database-bound")
    assert "3 ms on average (trial 3, which passed at 400/s: 1.9 ms), with 20 sessions" in english(fact.text)
    assert causes_of(trial({statement: 2.8, active: 20.0}), passed) == []


def test_most_of_what_the_sessions_wait_for_is_named() -> None:
    series = {"sessions_active": 10.0, "sessions_waiting_io": 2.0, "sessions_waiting_lwlock": 5.0}
    supposed = causes_of(trial({("postgres:db", name): value for name, value in series.items()}))[-1]
    assert supposed.text == Message("database-holds-up-by-waits", database="db", wait=Message("database-wait-lwlock"))


def test_a_wait_for_the_pool_that_did_not_grow_is_a_fact_alone() -> None:
    series = {
        ("prometheus:api", "pool_pending"): 2.0,
        ("prometheus:api", "pool_acquire_ms"): 5.0,
        ("cgroup:api", "cpu_cores"): 0.4,
    }
    limits: dict[str, Any] = {"services": {"api": ServiceLimits(cpus=2.0)}}
    waits, grew = trial(series, **limits), trial({**series, ("prometheus:api", "pool_acquire_ms"): 10.0}, **limits)
    passed = trial(series, "passed", 3, **limits)
    assert codes(causes_of(waits, passed), "hypothesis") == []
    assert codes(causes_of(grew, passed), "hypothesis") == ["pool-queue"]
    assert "(trial 3, which passed at 500/s: 2 calls)" in english(causes_of(grew, passed)[0].text)


def at(number: int, rate: float | None, state: str, p99_ms: float | None) -> TrialEvidence:
    return trial(number=number, rate=rate, state=state, measurement=measured(p99_ms=p99_ms))


def test_the_knee_lies_above_the_highest_rate_that_passed() -> None:
    trials = [at(4, 800.0, "failed", 900.0), at(1, 100.0, "passed", 9.0), at(3, 420.0, "failed", 350.0)]
    found = knee([*trials, at(2, 400.0, "passed", 20.0), at(5, None, "failed", 999.0)])
    assert found is not None
    assert (found.trial, found.cause) == (3, "knee")
    assert [item.value for item in found.evidence] == [400.0, 420.0, 20.0, 350.0]


def test_no_knee_without_a_rise_between_two_trials() -> None:
    passed = at(1, 100.0, "passed", 9.0)
    others = (at(2, 200.0, "failed", 8.0), at(2, 200.0, "failed", None), at(2, 200.0, "undecided", 90.0))
    assert [knee([passed, other]) for other in others] == [None] * 3
    assert knee([at(2, 200.0, "failed", 90.0)]) is None
    assert knee([]) is None


NAMES = ("cpu_cores", "cpu_limit_cores", "throttled_share", "memory_mib", "memory_limit_mib", "oom_kills", "pss_mib")
PAGE_NAMES = (
    *("pool_pending", "pool_acquire_ms", "pool_active", "gc_pause_share"),
    *("threads_busy", "threads_max", "threads_blocked"),
)
HOST_NAMES = ("cpu_busy_share", "cpu_0_busy_share", "cpu__busy_share", "disk_a_busy_share", "iowait_share")
KEYS = st.one_of(
    st.tuples(st.sampled_from(["cgroup:api", "process:api", "process:"]), st.sampled_from(NAMES)),
    st.tuples(st.just("process:api"), st.sampled_from(["written_mib_per_s", "read_mib_per_s"])),
    st.tuples(st.just("prometheus:api"), st.sampled_from(PAGE_NAMES)),
    st.tuples(st.just("postgres:db"), st.sampled_from(["sessions_active", "sessions_waiting_io", "statement_ms"])),
    st.tuples(st.sampled_from(["host", "generator"]), st.sampled_from([*HOST_NAMES, "steal_share", "cpu_cores"])),
    st.tuples(st.text(max_size=6), st.text(max_size=6)),
)
NUMBERS = st.one_of(st.floats(allow_nan=False), st.floats(0, 3), st.floats(50, 2000))
POINTS = st.lists(st.tuples(st.floats(0, 30), NUMBERS), max_size=30).map(sorted)
CALLS = st.lists(st.tuples(st.floats(0, 30), st.floats(0, 1e6)), max_size=30).map(sorted)
# None is below a byte, or a millionth of a processor.
LIMIT = st.one_of(st.none(), st.just(0.0), st.floats(1e-6, 4))
TRIALS = st.builds(
    TrialEvidence,
    number=st.just(7),
    rate=st.one_of(st.none(), st.floats(0.1, 1e6)),
    state=st.sampled_from(["failed", "invalid", "undecided"]),
    duration_s=st.floats(0, 60),
    measurement=st.sampled_from(
        [{}, measured(due=0), measured(timeout=900, reset=50), measured(p99_ms=None, doubts=["connection-limit"])]
    ).map(measurement_of),
    readings=st.dictionaries(KEYS, POINTS, max_size=12),
    backlog=CALLS,
    services=st.dictionaries(st.sampled_from(["api", ""]), st.builds(ServiceLimits, LIMIT, LIMIT)),
    deaths=st.lists(st.text(max_size=9).map(Message.said), max_size=2),
)


@given(TRIALS, st.one_of(st.none(), TRIALS))
def test_any_readings_give_findings_with_figures(failed: TrialEvidence, passed: TrialEvidence | None) -> None:
    for finding in causes_of(failed, passed):
        written: dict[str, Any] = plain(finding)
        assert plain(of_json(Finding, json.loads(json.dumps(written, allow_nan=False)))) == written
        assert finding.evidence
        assert all(item.value is not None and math.isfinite(item.value) for item in finding.evidence)
        assert (finding.test is not None) == (finding.kind == "hypothesis")
        assert finding.kind == "fact" or failed.state != "invalid"
