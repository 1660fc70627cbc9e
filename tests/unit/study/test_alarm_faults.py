"""Each fault of an alarm by its place, its message and its cure; and a study that has none."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.alarms.rule import AlarmRule
from loadproof.study.load_study import load_study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[int, str, str]]]

PROFILE = """\
timeout: 5s
operations: {get: {request: GET /, apdex: {target: 1s}}, "open form": {request: GET /form}}
"""
PROBES = """\
probes:
  java: false
  postgres: {db: {url: "postgresql://u@127.0.0.1:5432/d"}}
  prometheus:
    page: {url: "http://127.0.0.1:1/metrics", series: {pool: {}, wait: {unit: ms}}}
"""
METHODS = "  load: {rate: 100, hold: 60s}\n  warm_up: {rate: 10, most: 10m}"
ALL = (
    "use host, generator, machine, probes, process:api, cgroup:api, prometheus:page, postgres:db",
    "write a limit within reach",
)


def text(rule: str) -> str:
    return f"{PROBES}alarms:\n  one: {rule}\n"


@pytest.mark.parametrize(
    ("rule", "message", "cure"),
    [
        ("hosts cpu_busy_share > 0.9", "there is no probe 'hosts'", "did you mean host?"),
        ("etcd:x leader > 0.9", "there is no probe 'etcd:x'", ALL[0]),
        (
            "redis:cache clients > 9",
            "there is no probe 'redis:cache'",
            "write it under probes.redis.cache, or leave the alarm out",
        ),
        ("java:api heap_mib > 9", "the probe java:api is off", "write true at probes.java, or leave the alarm out"),
        (
            "process:apis cpu_cores > 9",
            "there is no probe 'process:apis'",
            "did you mean process:api?",
        ),
        ("host cpu_share > 0.9", "host has no series 'cpu_share'", "did you mean cpu_busy_share?"),
        ("prometheus:page pol > 9", "prometheus:page has no series 'pol'", "did you mean pool?"),
        ("postgres:db sessions > 9", "postgres:db has no series 'sessions'", None),
        (
            "host cpu_busy_share > 100%",
            "the alarm can never fire: the highest value of host cpu_busy_share is 1",
            ALL[1],
        ),
        ("postgres:db sessions_active < 0", "can never fire: the lowest value", ALL[1]),
        ("apdex > 1", "can never fire: the highest value of apdex is 1", ALL[1]),
        ("errors < 0%", "can never fire: the lowest value of errors is 0", ALL[1]),
        ("host cpu_busy_share > 40ms", "'40ms' does not fit a series in share", None),
        ("prometheus:page pool > 40ms", "'40ms' has another unit: the series has none", None),
        ("p99 > 40", "has no unit", None),
        ("errors > 2", "is not a percentage", None),
        ("apdex < 70%", "'70%' is no limit of apdex", "write a number such as 0.7"),
        ("p99 > 5s", "calls are given up after 5s, before the limit", None),
        ("p99 > 0s", "'0s' is below 1 µs, which every call takes", None),
        ("p99 > 0.1us", "'0.1us' is below 1 µs", None),
        ("p99 of put > 1s", "there is no operation or flow 'put'", None),
        ("'apdex of \"open form\" < 0.7'", "'open form' has no target time of Apdex", None),
        ("users > 5", "the profile has no users", None),
        (
            "host cpu_busy_share > 0.9 for 1m",
            "for 1m is not shorter than the longest trial, 1m: the alarm can never fire",
            "shorten for, or hold a load for longer",
        ),
        ("p99 over 40s > 1s for 30s", "over and for together, 1m10s, are not shorter than the longest trial, 1m", None),
        ("host cpu_busy_share", "compares with no limit", None),
        ("{rule: p99 > 1s, keep_firing_for: 0s}", "'0s' is not a time of whole seconds, 1s or more", None),
        ("{rule: p99 > 1s, prometheus: ''}", "the expression is empty or too long", None),
        ("{stop: true}", "alarms.one.rule: this key is missing", None),
        ("{rule: p99 > 1s, stops: true}", "alarms.one.stops: this key is not known", None),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, rule: str, message: str, cure: str | None) -> None:
    ((line, told, hint),) = study_faults_of(profile=PROFILE, methods=METHODS, rest=text(rule))
    assert message in told
    assert told.startswith("alarms.one")
    assert line == 19
    assert hint
    assert cure is None or hint == cure


def test_all_faults_are_told_at_once(study_faults_of: FaultsOf) -> None:
    rest = text("hosts cpu_busy_share > 0.9") + "  two: p99 > 40\n  a b: p99 > 1s\n"
    found = study_faults_of(profile=PROFILE, methods=METHODS, rest=rest)
    assert sorted(line for line, _, _ in found) == [19, 20, 21]


RULES = {
    "sessions": ("postgres:db sessions_active > 40 for 20s", 40.0, ""),
    "busy": ("host cpu_busy_share >= 95%", 0.95, "share"),
    "pool": ("prometheus:page wait over 10s > 1.5s", 1500.0, "ms"),
    "device": ("host disk_sda_busy_share > 0.5", 0.5, "share"),
    "neighbor": ("machine:cron foreign_cores > 0.5", 0.5, "cores"),
    "slow": ("p99.9 of get over 10s > 250ms", 250.0, ""),
    "apdex": ("apdex over 20s < 0.7 for 20s", 0.7, ""),
    "failed": ("errors > 0%", 0.0, ""),
    "rate": ("rate over 5s < 50/s", 50.0, ""),
}


def test_rules_are_resolved_with_limits_in_the_unit_of_their_series(tmp_path: Path) -> None:
    lines = "".join(f"  {name}: {rule}\n" for name, (rule, _, _) in RULES.items())
    kept = "  kept: {rule: in_flight > 9 for 3s, keep_firing_for: 7s, stop: true, prometheus: up}\n"
    (tmp_path / "s.yaml").write_text(
        study_text(profile=PROFILE, methods=METHODS, rest=f"{PROBES}alarms:\n{lines}{kept}"), encoding="utf-8"
    )
    found = {rule.name: rule for rule in load_study(tmp_path / "s.yaml").alarms}
    assert {name: (rule.text, rule.limit, rule.unit) for name, rule in found.items() if name in RULES} == RULES
    assert found["slow"].threshold_ms == 250.0
    last: AlarmRule = found["kept"]
    assert (last.for_s, last.keep_firing_for_s, last.stops, last.prometheus) == (3, 7, True, "up")
