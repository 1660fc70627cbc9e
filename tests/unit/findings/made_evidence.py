"""Made trials, to which a test adds what its rule reads."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.findings.causes import causes_of
from loadproof.findings.trial_evidence import ServiceLimits, TrialEvidence
from loadproof.model.message import Message
from loadproof.records.finding import Finding, Kind
from loadproof.records.json_form import of_json
from loadproof.records.measurement import Measurement

__all__ = ["Series", "codes", "machine_use", "measured", "measurement_of", "trial"]

Series = Mapping[tuple[str, str], float | Sequence[float]]
DURATION_S = 20


def measured(
    due: int = 10_000, doubts: Sequence[str] = (), p99_ms: float | None = 40.0, **errors: int
) -> dict[str, Any]:
    """A measurement with errors by kind, `_` for `-`."""
    kinds = {kind.replace("_", "-"): count for kind, count in errors.items()}
    times = {"p50": 4.0, "p99": p99_ms}
    return {
        "due": due,
        "missing": sum(kinds.values()),
        "errors_by_kind": kinds,
        "response_ms": times,
        "wait_ms": times,
        "lateness_ms": {"p50": 0.1, "p99": 7.0},
        "doubts": [{"code": code, "text": f"{code} was seen", "cure": ""} for code in doubts],
    }


def machine_use(machine: str, resource: str, role: str = "under_test", saturated_s: int = 12) -> dict[str, Any]:
    """Use of a resource in 20 judged seconds."""
    return {
        "machine": machine,
        "role": role,
        "resource": resource,
        "mean_percent": 91.5,
        "highest_percent": 100.0,
        "judged_s": 20,
        "saturated_s": saturated_s,
        "left_out_s": 0,
        "before_s": 0,
        "saturated_before_s": 0,
    }


def measurement_of(told: Mapping[str, Any]) -> Measurement:
    """The Measurement with these keys of its JSON; of what is not among them nothing was seen."""
    counts = dict.fromkeys(("due", "sent", "completed", "dropped", "cut", "missing", "errors"), 0)
    times = {
        name: dict.fromkeys(("min", "p50", "p90", "p95", "p99", "p99_9", "max", "mean")) | dict(told.get(name, {}))
        for name in ("response_ms", "wait_ms", "lateness_ms", "service_ms")
    }
    nothing = {"duration_s": 20.0, "rate": 0.0, "error_percent": 0.0, "within": (), "errors_by_kind": {}}
    doubts = [{"cure": "", **doubt} for doubt in told.get("doubts", ())]
    whole = {**nothing, **counts, "operations": {}, "valid": True, **told, **times, "doubts": doubts}
    return of_json(Measurement, whole)


def trial(series: Series | None = None, state: str = "failed", number: int = 5, **options: Any) -> TrialEvidence:
    """A trial of 20 s, of 100 calls a second; a series given as one number holds it throughout."""
    readings = {}
    for key, values in (series or {}).items():
        all_values = [values] * DURATION_S if isinstance(values, int | float) else values
        readings[key] = [(float(second), float(value)) for second, value in enumerate(all_values)]
    backlog = [(float(second), float(calls)) for second, calls in enumerate(options.pop("calls", ()))]
    answered = [(second, 100, answers) for second, answers in enumerate(options.pop("answers", ()))]
    deaths = [Message.said(text) for text in options.pop("deaths", ())]
    known: dict[str, Any] = {"rate": 500.0, "services": {"api": ServiceLimits()}} | options
    known["measurement"] = measurement_of(known.get("measurement", measured()))
    return TrialEvidence(
        number=number,
        state=state,
        duration_s=float(DURATION_S),
        readings=readings,
        backlog=backlog,
        answered=answered,
        deaths=deaths,
        **known,
    )


def codes(found: TrialEvidence | Sequence[Finding], kind: Kind) -> list[str]:
    """Codes of the facts or hypotheses on a trial, in their order."""
    findings = causes_of(found) if isinstance(found, TrialEvidence) else found
    return [finding.cause for finding in findings if finding.kind == kind]
