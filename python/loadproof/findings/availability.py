"""Whether the service stayed there and answered: deaths, kills at the memory limit, connections, statuses."""

from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent

__all__ = ["availability", "gone"]

_LEAST_SHARE = 0.001
"""Fewer failed calls than a thousandth of those due are not named: they fail no usual SLO."""
_KINDS = {
    Cause.REFUSED: (("refused", "connect-failed"), "got no connection (refused, or not to be made)"),
    Cause.RESET: (("reset", "closed"), "lost their connection (reset, or closed before the answer was whole)"),
    Cause.TIMEOUTS: (("timeout",), "were sent and had no answer before their timeout"),
}
_SUPPOSED = {
    Cause.REFUSED: (
        "Nothing listened on the port for a while: the service restarted, or closed its listener under load.",
        "Look in the log of the service for a restart, and repeat the trial while watching its process number.",
    ),
    Cause.RESET: (
        "The service, or a proxy before it, closes connections under load: a limit of connections or of a pool.",
        "Raise that limit and repeat the trial; the share of such calls must fall.",
    ),
}


def availability(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on deaths, kills and failed calls; hypotheses on lost connections where no death explains them."""
    lost = [*_killed(failed), *_died(failed)]
    findings = [*lost, *_statuses(failed, passed)]
    for cause, (kinds, words) in _KINDS.items():
        found = _calls(failed, passed, cause, kinds, words)
        findings += found
        if not lost and cause in _SUPPOSED:
            findings += [hypothesis(of, *_SUPPOSED[cause]) for of in found]
    return findings


def gone(trial: TrialEvidence) -> list[Finding]:
    """Facts on the services that died during a trial, whatever came of it."""
    return [*_killed(trial), *_died(trial)] if trial.deaths else []


def _killed(failed: TrialEvidence) -> list[Finding]:
    findings = []
    for service in failed.service_names:
        kills = failed.values(f"cgroup:{service}", "oom_kills")
        # Counted since the service's start: a kill before the first reading shows only beside a death.
        killed = max(kills, default=0.0) - (0.0 if failed.deaths else min(kills, default=0.0))
        # A group goes with its service: the last kill is seen at its death alone.
        killed = max(killed, float(failed.out_of_memory.count(service)))
        if killed < 1:
            continue
        text = f"The kernel killed processes of the service {service} for want of memory, {killed:.0f} times."
        evidence = [Evidence(f"kills of {service}", killed)]
        if peak := max(failed.values(f"cgroup:{service}", "memory_mib"), default=0.0):
            evidence.append(Evidence(f"most memory of {service} read", peak, "MiB"))
        if limit := failed.values(f"cgroup:{service}", "memory_limit_mib"):
            evidence.append(Evidence(f"memory limit of {service}", limit[-1], "MiB"))
        findings.append(fact(failed.number, Cause.OOM_KILLED, text, *evidence))
    return findings


def _died(failed: TrialEvidence) -> list[Finding]:
    missing = Evidence("calls without an answer", float(failed.count("missing")), f"of {failed.count('due')} due")
    return [fact(failed.number, Cause.DIED, f"During the trial {text.rstrip('.')}.", missing) for text in failed.deaths]


def _statuses(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    seen = sorted(kind for kind in failed.measurement.get("errors_by_kind", {}) if kind.startswith("status-"))
    codes = ", ".join(kind.removeprefix("status-") for kind in seen)
    return _calls(failed, passed, Cause.ERROR_STATUS, tuple(seen), f"were answered with a status of error ({codes})")


def _calls(
    failed: TrialEvidence, passed: TrialEvidence | None, cause: Cause, kinds: tuple[str, ...], words: str
) -> list[Finding]:
    share = _share(failed, kinds)
    if share < _LEAST_SHARE:
        return []
    share_passed = None if passed is None else 100 * _share(passed, kinds)
    evidence = figures(f"calls: {cause.words}", 100 * share, "%", passed, share_passed)
    return [fact(failed.number, cause, f"{percent(share)} of the calls due {words}.", *evidence)]


def _share(trial: TrialEvidence, kinds: tuple[str, ...]) -> float:
    errors = trial.measurement.get("errors_by_kind", {})
    calls = sum(int(errors.get(kind, 0)) for kind in kinds)
    return calls / max(1, trial.count("due"))
