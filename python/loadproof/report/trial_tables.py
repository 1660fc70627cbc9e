"""The trials of a run: their table, and why each came out as it did."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.method.trial import Purpose
from loadproof.report.document import Column, Table
from loadproof.report.figures import (
    count_text,
    milliseconds_text,
    percent_text,
    percentile_text,
    planned_load,
    rate_text,
    users_text,
)
from loadproof.report.plain_text import printable

__all__ = ["confirming_trial", "planned_rate", "starts_trials_table", "trial_reasons", "trials_table"]

Trial = Mapping[str, Any]
_TOLD = ("confirm", "load", "warm-up")


def confirming_trial(trials: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The trial that an answer rests on.

    The last confirmation that passed, else the last confirmation, else the last trial that is judged at all.
    """
    judged = [trial for trial in trials if Purpose(trial["purpose"]).is_judged]
    confirmations = [trial for trial in judged if trial["purpose"] == "confirm"]
    passed = [trial for trial in confirmations if trial["state"] == "passed"]
    return next((group[-1] for group in (passed, confirmations, judged) if group), None)


def planned_rate(rate: float | None) -> str:
    """The rate due, or `max`."""
    return "max" if rate is None else rate_text(rate)


def trials_table(trials: Sequence[Trial], slos: Sequence[Mapping[str, Any]]) -> Table:
    """One row per trial, with one column per SLO on a share of calls."""
    shares = [slo for slo in slos if slo["kind"] != "rate"]
    columns = [
        Column("#"),
        Column("Purpose", figures=False),
        Column("Due/s"),
        Column("Done/s"),
        Column("p50", detail=True),
        Column("p95", detail=True),
        Column("p99"),
        *(Column(_share_title(slo), wraps=True) for slo in shares),
        Column("Errors"),
        Column("Dropped"),
        Column("Late", detail=True),
        Column("State", figures=False, wraps=True),
    ]
    return Table(columns, [_row(trial, [slo["text"] for slo in shares]) for trial in trials])


def starts_trials_table(trials: Sequence[Trial]) -> Table:
    """One short row per judged trial of a study of many starts: its variant, its start, and how it ended."""
    columns = [
        Column("#"),
        Column("Variant", figures=False),
        Column("Start"),
        Column("Method", figures=False),
        Column("Purpose", figures=False),
        Column("Due/s"),
        Column("Done/s"),
        Column("p99"),
        Column("Late", detail=True),
        Column("State", figures=False, wraps=True),
    ]
    judged = [trial for trial in trials if Purpose(trial["purpose"]).is_judged]
    return Table(columns, [_short_row(trial) for trial in judged])


def _short_row(trial: Trial) -> list[str]:
    measurement = trial["measurement"]
    superseded = " (run again)" if trial.get("superseded") else ""
    return [
        str(trial["number"]),
        printable(str(trial["variant"])),
        str(trial["start"]),
        printable(trial["method"]),
        printable(trial["purpose"]),
        users_text(trial["users"]) if trial["rate"] == 0 and trial["users"] else planned_rate(trial["rate"]),
        rate_text(measurement["rate"]),
        percentile_text(measurement["response_ms"], "p99", measurement["completed"]),
        _worst_lateness(trial),
        printable(trial["state"]) + superseded,
    ]


def _share_title(slo: Mapping[str, Any]) -> str:
    limited = "failed" if slo["threshold_ms"] is None else f"> {slo['threshold_ms']:g} ms"
    return limited if slo["operation"] is None else f"{printable(slo['operation'], limit=20)} {limited}"


def _row(trial: Trial, shares: Sequence[str]) -> list[str]:
    measurement = trial["measurement"]
    times, completed = measurement["response_ms"], measurement["completed"]
    percentiles = [percentile_text(times, name, completed) for name in ("p50", "p95", "p99")]
    state = trial["state"] + (" (early)" if trial["early"] else "")
    return [
        str(trial["number"]),
        printable(trial["purpose"]),
        users_text(trial["users"]) if trial["rate"] == 0 and trial["users"] else planned_rate(trial["rate"]),
        rate_text(measurement["rate"]),
        *percentiles,
        *(_share(trial, text) for text in shares),
        count_text(measurement["errors"]),
        count_text(measurement["dropped"]),
        _worst_lateness(trial),
        printable(state),
    ]


def _worst_lateness(trial: Trial) -> str:
    """Nothing for a trial without a verdict, and of runs of earlier versions."""
    return milliseconds_text((trial["verdict"] or {}).get("worst_lateness_ms"))


def _share(trial: Trial, text: str) -> str:
    verdict = trial["verdict"]
    found = [slo for slo in verdict["slos"] if slo["slo"] == text] if verdict else []
    if not found or found[0]["over_percent"] is None:
        return "–"
    low, high = found[0]["over_percent_low"], found[0]["over_percent_high"]
    bounds = f" ({_bound(low)}–{_bound(high)})" if low is not None and high is not None else ""
    return percent_text(found[0]["over_percent"]) + bounds


def _bound(percent: float) -> str:
    return percent_text(percent).removesuffix(" %")


def trial_reasons(trials: Sequence[Trial]) -> list[str]:
    """Why each trial came out as it did; of those that passed only confirmations and warm-ups are worth a line."""
    told = [trial for trial in trials if trial["state"] != "passed" or trial["purpose"] in _TOLD]
    return [
        f"Trial {trial['number']} ({printable(trial['purpose'])}, {planned_load(trial['rate'], trial['users'])}) "
        f"{printable(trial['state'])}: {printable(trial['reason'])}"
        for trial in told
        if trial["reason"]
    ]
