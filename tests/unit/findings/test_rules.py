"""Each rule fires on what it names, and is silent just beside it."""

from typing import Any

import pytest
from loadproof.findings.causes import causes_of
from loadproof.findings.trial_evidence import ServiceLimits
from loadproof.words.catalogue import LANGUAGES, words_of

from .made_evidence import codes, machine_use, measured, trial

RISING = [50.0 + 4 * second for second in range(20)]
FLAT = [50.0 + second % 3 for second in range(20)]
CPU, HOST, IDLE = ("cgroup:api", "cpu_cores"), ("host", "cpu_busy_share"), {("process:api", "cpu_cores"): 0.3}
THROTTLED, KILLS = ("cgroup:api", "throttled_share"), ("cgroup:api", "oom_kills")
GROUP_MIB, LIMIT_MIB = ("cgroup:api", "memory_mib"), ("cgroup:api", "memory_limit_mib")
HEAP_MIB, ALIVE_MIB = ("java:api", "heap_max_mib"), ("java:api", "live_set_mib")
BUSY, DISK_MIB = ("host", "disk_vda_busy_share"), ("host", "disk_vda_written_mib_per_s")
OWN_MIB, IOWAIT = ("process:api", "written_mib_per_s"), ("host", "iowait_share")
CORES = {("host", "cpu_0_busy_share"): 0.3, ("host", "cpu_1_busy_share"): 0.95}
TWO_CPUS = {"services": {"api": ServiceLimits(cpus=2.0)}}
FREE = {**IDLE, HOST: 0.3}
GROWING, STEADY = {"calls": [5 * second for second in range(20)]}, {"calls": [40 + second % 5 for second in range(20)]}
POOL = {("prometheus:api", "pool_pending"): 3.0, ("prometheus:api", "pool_acquire_ms"): 8.0}
BLOCKED_THREADS = ("prometheus:api", "threads_blocked")
BLOCKED = {BLOCKED_THREADS: 2.0}
THREADS = {("prometheus:api", "threads_busy"): 199.0, ("prometheus:api", "threads_max"): 200.0}
# Calls open at the end of each second, and answers in it: two seconds without one, then all at once.
QUEUED = [1] * 6 + [95, 195] + [1] * 12
STILL = {"calls": [0, *QUEUED], "answers": [100] * 6 + [0, 0, 300] + [100] * 11}
LEFT_OUT = {**measured(), "left_out_s": [[6, 8]]}
BY_OTHERS = {**measured(), "disturbed_s": [[5, 9]]}
SHORT_STILL = {"calls": [0, *QUEUED], "answers": [100] * 6 + [0, 200] + [100] * 12}
ACTIVE, TAKEN = ("mariadb:db", "sessions_active"), ("mariadb:db", "sessions_total")
TAKEN_LIMIT = ("mariadb:db", "sessions_limit")
REDIS_THREAD = ("redis:cache", "main_thread_cores")
SESSIONS = {("postgres:db", "sessions_active"): 8.0}
FULL = {"measurement": measured(doubts=["connection-limit"])}


def on(*machines: dict[str, Any]) -> dict[str, Any]:
    """Options of a trial on these machines."""
    return {"measurement": {**measured(), "machines": [*machines]}}


@pytest.mark.parametrize(
    ("series", "options", "facts", "hypotheses"),
    [
        ({}, {}, [], []),
        ({}, {"deaths": ["the service api ended with exit code 1"]}, ["died"], []),
        ({}, on(machine_use("app1", "cpu")), ["machine-saturated"], ["machine-saturated"]),
        ({}, on(machine_use("app1", "disk", saturated_s=2)), ["machine-saturated"], ["machine-saturated"]),
        ({}, on(machine_use("app1", "cpu", saturated_s=1)), [], []),
        ({}, on(machine_use("terminals", "cpu", role="load")), [], []),
        ({}, on(machine_use("host", "network")), ["machine-saturated"], ["machine-saturated"]),
        ({}, on(machine_use("host", "cpu"), machine_use("host", "disk")), [], []),
        ({KILLS: [0] * 9 + [1] * 11}, {}, ["oom-killed"], []),
        ({KILLS: 3}, {}, [], []),
        ({KILLS: 1}, {"deaths": ["the service api was killed"]}, ["oom-killed", "died"], []),
        ({}, {"deaths": ["the service api was killed"], "out_of_memory": ["api"]}, ["oom-killed", "died"], []),
        ({}, {"measurement": measured(refused=50)}, ["refused"], ["refused"]),
        ({}, {"measurement": measured(refused=9)}, [], []),
        ({}, {"measurement": measured(refused=50), "deaths": ["the service api ended"]}, ["died", "refused"], []),
        ({}, {"measurement": measured(reset=30, closed=30)}, ["reset"], ["reset"]),
        ({}, {"measurement": measured(timeout=30, status_503=90)}, ["error-status", "timeouts"], []),
        ({GROUP_MIB: FLAT, LIMIT_MIB: 57}, {}, ["memory-limit"], ["memory-limit"]),
        ({GROUP_MIB: FLAT, LIMIT_MIB: 58}, {}, [], []),
        ({GROUP_MIB: FLAT}, {"services": {"api": ServiceLimits(memory_mib=55)}}, ["memory-limit"], ["memory-limit"]),
        ({GROUP_MIB: RISING, LIMIT_MIB: 500}, {}, [], ["memory-growth"]),
        ({GROUP_MIB: RISING, LIMIT_MIB: 130}, {}, ["memory-limit"], ["memory-growth"]),
        ({GROUP_MIB: [23, 38, 54, 70, 85, 95]}, {}, [], ["memory-growth"]),
        ({GROUP_MIB: [23, 38, 54, 70, 60, 50]}, {}, [], []),
        ({GROUP_MIB: [50 + second / 2 for second in range(20)]}, {}, [], []),
        ({("process:api", "pss_mib"): RISING[:12] + [0.0] * 8}, {}, [], ["memory-growth"]),
        ({GROUP_MIB: RISING, HEAP_MIB: 512, ALIVE_MIB: [60]}, {}, [], []),
        ({GROUP_MIB: RISING, HEAP_MIB: 512, ALIVE_MIB: FLAT}, {}, [], []),
        ({GROUP_MIB: FLAT, HEAP_MIB: 512, ALIVE_MIB: RISING}, {}, ["memory-growth"], ["memory-growth"]),
        ({THROTTLED: 0.06}, {}, ["throttled"], ["throttled"]),
        ({THROTTLED: 0.04}, {}, [], []),
        ({THROTTLED: 0.9, CPU: 1.95}, TWO_CPUS, ["throttled", "cpu-limit"], ["throttled"]),
        ({CPU: 1.81}, TWO_CPUS, ["cpu-limit"], ["cpu-limit"]),
        ({CPU: 1.79}, TWO_CPUS, [], []),
        ({CPU: 1.81, ("cgroup:api", "cpu_limit_cores"): 2.0}, {}, ["cpu-limit"], ["cpu-limit"]),
        ({CPU: 0.93, **CORES}, {}, ["cpu-limit"], ["cpu-limit"]),
        ({CPU: 0.6, **CORES}, {}, [], []),
        ({CPU: 1.0}, TWO_CPUS, ["one-core"], ["one-core"]),
        ({CPU: 1.2}, TWO_CPUS, [], []),
        ({HOST: 0.95}, {}, ["host-cpu"], []),
        ({HOST: 0.95, CPU: 1.4, ("generator", "cpu_cores"): 0.4, **CORES}, {}, ["cpu-limit", "host-cpu"], None),
        ({HOST: 0.95, CPU: 0.2, **CORES}, {}, ["host-cpu"], ["host-cpu"]),
        # A service that cannot be read is no stranger.
        ({HOST: 0.95, ("generator", "cpu_cores"): 0.2, **CORES}, {}, ["host-cpu"], []),
        ({HOST: 0.97, CPU: 1.85, **CORES}, {}, ["cpu-limit", "stand-saturates", "host-cpu"], None),
        ({HOST: 0.97, CPU: 1.79, **CORES}, {}, ["cpu-limit", "host-cpu"], None),
        ({HOST: 0.89, CPU: 0.2}, {}, [], []),
        ({("host", "steal_share"): 0.06}, {}, ["steal"], []),
        ({("host", "steal_share"): 0.04}, {}, [], []),
        ({BUSY: 0.85, DISK_MIB: 8, OWN_MIB: 3}, {}, ["disk-busy"], ["disk-busy"]),
        ({BUSY: 0.85, DISK_MIB: 40, OWN_MIB: 3}, {}, ["disk-busy"], []),
        ({BUSY: 0.85}, {}, ["disk-busy"], []),
        ({BUSY: 0.69, DISK_MIB: 8, OWN_MIB: 3, IOWAIT: 0.14}, {}, [], []),
        ({BUSY: 0.4, OWN_MIB: 3, IOWAIT: 0.16}, {}, ["disk-busy"], ["disk-busy"]),
        ({}, GROWING, ["queueing"], []),
        (FREE, GROWING, ["queueing"], ["queueing"]),
        (FREE, STEADY, [], []),
        ({**FREE, HOST: 0.8}, GROWING, ["queueing"], []),
        ({**FREE, BUSY: 0.9}, GROWING, ["disk-busy", "queueing"], []),
        (FREE, FULL, ["connection-limit"], ["connection-limit"]),
        ({}, FULL, ["connection-limit"], []),
        ({("prometheus:api", "gc_pause_share"): 0.06}, {}, ["gc-pauses"], ["gc-pauses"]),
        ({("prometheus:api", "gc_pause_share"): 0.04}, {}, [], []),
        ({("process:api", "gc_pause_share"): 0.9}, {}, [], []),
        (POOL, {}, ["pool-queue"], []),
        ({**POOL, **IDLE}, TWO_CPUS, ["pool-queue"], ["pool-queue"]),
        ({**POOL, CPU: 1.5}, TWO_CPUS, ["pool-queue"], []),
        ({**POOL, **IDLE, THROTTLED: 0.02}, TWO_CPUS, ["pool-queue"], []),
        ({**POOL, ("prometheus:api", "pool_acquire_ms"): 0.5, **IDLE}, TWO_CPUS, ["pool-queue"], []),
        ({("prometheus:api", "pool_pending"): 0.9, **IDLE}, TWO_CPUS, [], []),
        ({**THREADS, **IDLE}, TWO_CPUS, ["thread-queue"], ["thread-queue"]),
        (THREADS, {}, ["thread-queue"], []),
        (BLOCKED, {}, ["threads-blocked"], ["threads-blocked"]),
        ({BLOCKED_THREADS: 0.9}, {}, [], []),
        ({BLOCKED_THREADS: [0.0] * 19 + [90.0]}, {}, [], []),
        ({**BLOCKED, **FREE}, GROWING, ["threads-blocked", "queueing"], ["threads-blocked"]),
        ({**THREADS, **FREE}, {}, ["thread-queue"], ["thread-queue"]),
        ({}, STILL, ["stood-still"], []),
        ({**THREADS, **FREE}, STILL, ["stood-still", "thread-queue"], []),
        ({}, STILL | {"calls": [0] * 21}, [], []),
        ({}, STILL | {"answers": [9, 0] * 10}, [], []),
        ({}, STILL | {"measurement": LEFT_OUT}, [], []),
        ({}, STILL | {"measurement": BY_OTHERS}, ["stood-still"], []),
        ({}, SHORT_STILL, ["stood-still"], []),
        ({}, SHORT_STILL | {"measurement": BY_OTHERS}, [], []),
        ({**THREADS, **FREE}, GROWING, ["thread-queue", "queueing"], ["thread-queue"]),
        ({**THREADS, **IDLE, HOST: 0.8}, {}, ["thread-queue"], []),
        ({("prometheus:api", "threads_queued"): 2.0, **IDLE}, TWO_CPUS, ["thread-queue"], ["thread-queue"]),
        ({("prometheus:api", "threads_queued"): 0.5, ("prometheus:api", "threads_busy"): 150.0}, {}, [], []),
        ({**THREADS, **POOL, **IDLE}, TWO_CPUS, ["pool-queue", "thread-queue"], ["pool-queue"]),
        ({**SESSIONS, ("postgres:db", "sessions_waiting_lock"): 5.0}, {}, ["database-bound"], ["database-bound"]),
        ({**SESSIONS, ("postgres:db", "sessions_waiting_io"): 3.0}, {}, [], []),
        ({**SESSIONS, ("postgres:db", "statement_ms"): 9.0}, {}, [], []),
        ({("postgres:db", "sessions_active"): 3.0, ("postgres:db", "sessions_waiting_lock"): 3.0}, {}, [], []),
        ({ACTIVE: 8.0, ("mariadb:db", "sessions_waiting_lock"): 5.0}, {}, ["database-bound"], ["database-bound"]),
        ({ACTIVE: 8.0, ("mariadb:db", "sessions_waiting_lock"): 3.0}, {}, [], []),
        ({TAKEN: 99.0, TAKEN_LIMIT: 100.0, ACTIVE: 1.0}, {}, ["database-connections"], ["database-connections"]),
        ({TAKEN: 90.0, TAKEN_LIMIT: 100.0, ACTIVE: 1.0}, {}, [], []),
        (
            {TAKEN: 90.0, TAKEN_LIMIT: 100.0, ACTIVE: 1.0, ("mariadb:db", "connections_refused"): 1.0},
            {},
            ["database-connections"],
            ["database-connections"],
        ),
        ({REDIS_THREAD: 0.93}, {}, ["redis-thread"], ["redis-thread"]),
        ({REDIS_THREAD: 0.87}, {}, [], []),
        ({}, {"measurement": measured(doubts=["late-sends"])}, ["generator-short"], ["generator-short"]),
        ({}, {"measurement": measured(doubts=["too-few-samples"])}, [], []),
    ],
)
def test_a_rule_fires_and_is_silent_beside(
    series: Any, options: dict[str, Any], facts: list[str], hypotheses: list[str] | None
) -> None:
    seen = trial(series, **options)
    assert codes(seen, "fact") == facts
    if hypotheses is not None:
        assert codes(seen, "hypothesis") == hypotheses
    for finding in causes_of(seen):
        for message in (finding.text, *(item.name for item in finding.evidence), *filter(None, [finding.test])):
            assert len({words_of(language).told(message) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("answers", "errors", "deaths", "named"),
    [
        ([100] * 6 + [0] * 14, {"timeout": 1_400}, (), ["stopped-answering"]),
        # It died, was refused, or came back: that is something else.
        ([100] * 6 + [0] * 14, {"timeout": 1_400}, ("api ended with exit code 3",), ["died"]),
        ([100] * 6 + [0] * 14, {"refused": 1_400}, (), ["refused"]),
        ([100] * 6 + [0] * 13 + [100], {"timeout": 1_300}, (), []),
        ([100] * 17 + [0] * 3, {"timeout": 300}, (), []),
        # Too few answers before to know how it answers.
        ([2] * 6 + [0] * 14, {"timeout": 1_400}, (), []),
    ],
)
def test_a_service_that_answers_no_more_is_told_apart_from_one_that_died(
    answers: list[int], errors: dict[str, Any], deaths: tuple[str, ...], named: list[str]
) -> None:
    found = trial(measurement=measured(due=2_000, **errors), answers=answers, deaths=deaths)
    facts = [code for code in codes(found, "fact") if code in ("stopped-answering", "died", "refused")]
    assert facts == named
