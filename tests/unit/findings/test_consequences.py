"""Errors that no shortage explains are the main cause, and busy resources stand beside them."""

from typing import Any, get_args

import pytest
from loadproof.findings.causes import causes_of
from loadproof.findings.consequences import stopping
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.records.finding import Finding, Role

from .made_evidence import measured, trial

BUSY = {
    ("host", "cpu_busy_share"): 0.998,
    ("host", "cpu_0_busy_share"): 0.998,
    ("host", "cpu_1_busy_share"): 0.998,
    ("process:api", "cpu_cores"): 0.2,
    ("cgroup:api", "throttled_share"): 0.6,
    ("host", "disk_vda_busy_share"): 0.95,
    ("prometheus:api", "pool_pending"): 3.0,
    ("prometheus:api", "threads_blocked"): 2.0,
}
GROWING = [5 * second for second in range(20)]
RESOURCES = {"host-cpu", "throttled", "disk-busy", "pool-queue", "threads-blocked", "queueing"}


def busy(measurement: dict[str, Any], **options: Any) -> TrialEvidence:
    """A trial on a machine where everything is busy, and calls pile up."""
    return trial(BUSY, measurement=measurement, calls=GROWING, **options)


def only(kind: str) -> dict[str, Any]:
    """A measurement all of whose calls failed by one kind."""
    errors: dict[str, Any] = {kind: 10_000}
    return measured(**errors)


def by_role(found: list[Finding]) -> dict[str, list[str]]:
    """Causes by role, each once, in their order."""
    return {role: list(dict.fromkeys(one.cause for one in found if one.role == role)) for role in get_args(Role)}


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        ("check_greeting", "failed-check"),
        ("extract_token", "missing-extraction"),
        ("redirect", "redirect"),
        ("tls_unknown_issuer", "tls-failed"),
        ("certificate_rejected", "tls-failed"),
        ("garbage", "unreadable-reply"),
        ("unsupported_encoding", "unreadable-reply"),
        ("bad_request_data", "request-data"),
        ("status_404", "error-status"),
        ("status_200", "error-status"),
        ("refused", "refused"),
        ("unheard_of", "other-errors"),
    ],
)
def test_an_error_that_no_shortage_explains_comes_before_every_busy_resource(kind: str, cause: str) -> None:
    found = causes_of(busy(only(kind)))
    roles = by_role(found)
    assert roles["main"] == [cause]
    assert roles["cause"] == []
    assert set(roles["beside"]) == RESOURCES
    assert found[0].cause == cause
    supposed = {finding.cause for finding in found if finding.kind == "hypothesis"}
    assert supposed <= {"refused"}, "no resource is supposed to be the reason"


@pytest.mark.parametrize("kind", ["timeout", "reset", "closed", "status_503", "status_500", "status_429", "tls_closed"])
def test_an_error_of_an_overloaded_service_leaves_its_resources_named(kind: str) -> None:
    found = causes_of(busy(only(kind)))
    roles = by_role(found)
    assert roles["main"] == roles["beside"] == []
    assert set(roles["cause"]) > RESOURCES
    assert "throttled" in {finding.cause for finding in found if finding.kind == "hypothesis"}


@pytest.mark.parametrize(("slow", "is_main"), [(0, True), (400, True), (401, False), (5_000, False)])
def test_errors_are_the_main_cause_from_half_of_the_calls_that_broke_the_slo(slow: int, is_main: bool) -> None:
    roles = by_role(causes_of(busy(measured(check_greeting=400), failures=400 + slow)))
    assert roles["main"] == ["failed-check"] * is_main
    assert ("throttled" in roles["beside"]) is is_main
    assert ("throttled" in roles["cause"]) is not is_main


def test_errors_of_several_kinds_count_together_and_the_most_frequent_is_the_main_cause() -> None:
    roles = by_role(causes_of(busy(measured(status_404=300, redirect=350, timeout=600))))
    assert roles["main"] == ["redirect"]
    assert roles["cause"] == ["error-status", "timeouts"]
    assert by_role(causes_of(busy(measured(status_404=300, redirect=290, timeout=600))))["main"] == []


@pytest.mark.parametrize(("conflicts", "is_few"), [(99, True), (100, False)])
def test_errors_that_are_less_than_a_tenth_of_all_stand_beside_the_others(conflicts: int, is_few: bool) -> None:
    roles = by_role(causes_of(busy(measured(status_409=conflicts, timeout=1_000 - conflicts), failures=5_000)))
    assert roles["main"] == []
    assert ("error-status" in roles["beside"]) is is_few
    assert ("error-status" in roles["cause"]) is not is_few
    assert {"timeouts", "throttled"} <= set(roles["cause"])


def test_few_errors_without_others_are_no_few() -> None:
    roles = by_role(causes_of(busy(measured(status_409=20), failures=5_000)))
    assert "error-status" in roles["cause"]


def test_a_failed_check_of_the_response_time_is_slowness() -> None:
    timed = busy(measured(check_quick=10_000), timed_checks={"check-quick"})
    assert by_role(causes_of(timed))["main"] == []
    assert by_role(causes_of(busy(measured(check_quick=10_000))))["main"] == ["failed-check"]


def test_a_death_explains_refused_calls_and_no_failed_check() -> None:
    died = causes_of(busy(only("refused"), deaths=["the service api ended"]))
    assert by_role(died)["main"] == []
    assert died[0].cause == "died"
    checked = causes_of(busy(measured(check_greeting=5_000), deaths=["the service api ended"]))
    assert by_role(checked)["main"] == ["failed-check"]
    assert by_role(checked)["cause"] == ["died"]


def test_refused_calls_among_answered_ones_may_be_those_of_an_overload() -> None:
    assert by_role(causes_of(busy(measured(refused=9_999))))["main"] == []
    assert by_role(causes_of(busy(measured(refused=10_000))))["main"] == ["refused"]
    assert by_role(causes_of(busy(measured(connect_failed=10_000))))["main"] == ["refused"]


def test_growing_memory_that_killed_a_service_stays_supposed_beside_its_refused_calls() -> None:
    series = {
        ("cgroup:api", "oom_kills"): [0] * 9 + [1] * 11,
        ("cgroup:api", "memory_mib"): [50 + 4 * at for at in range(20)],
    }
    found = causes_of(trial(series, measurement=only("refused")))
    supposed = [finding.cause for finding in found if finding.kind == "hypothesis"]
    assert supposed == ["memory-growth"]
    without = causes_of(
        trial({("cgroup:api", "memory_mib"): series["cgroup:api", "memory_mib"]}, measurement=only("refused"))
    )
    assert [finding.cause for finding in without if finding.kind == "hypothesis"] == ["refused"]


def test_a_queue_stops_a_start_where_nothing_else_does() -> None:
    assert stopping({"queueing", "knee"}, set()) == {"queueing"}
    assert stopping({"queueing", "failed-check"}, set()) == {"failed-check"}
    assert stopping({"queueing", "throttled"}, {"queueing"}) == {"queueing", "throttled"}
