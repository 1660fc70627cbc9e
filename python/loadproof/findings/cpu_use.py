"""CPU that services and the machine used, and CPU that was left."""

from dataclasses import dataclass
from typing import Self

from loadproof.findings.trial_evidence import TrialEvidence

__all__ = ["CpuUse", "busy_cores", "cpu_is_free", "has_free_cpu", "host_busy_share"]

_BUSY_CORE = 0.9
_FREE = 0.7
_FEW_THROTTLED = 0.01


@dataclass(frozen=True, slots=True)
class CpuUse:
    """Cores that a service used, and those it may use; None: no limit is known."""

    service: str
    cores: float
    allowed: float | None

    @classmethod
    def of(cls, trial: TrialEvidence, service: str) -> Self | None:
        """Return the CPU use of `service` in the trial; None if its CPU was not read."""
        cores = trial.settled_of(service, "cpu_cores")
        if cores is None:
            return None
        declared = trial.services[service].cpus if service in trial.services else None
        read = trial.settled(f"cgroup:{service}", "cpu_limit_cores")
        limits = [limit for limit in (declared, read) if limit is not None and limit > 0]
        return cls(service, cores, min(limits, default=None))


def busy_cores(trial: TrialEvidence) -> list[str]:
    """Numbers of the machine's cores that were busy throughout."""
    return [core for core, share in trial.host_parts("cpu_", "_busy_share").items() if share >= _BUSY_CORE]


def host_busy_share(trial: TrialEvidence) -> float | None:
    """The share (0 to 1) of all cores' time that was used."""
    return trial.settled("host", "cpu_busy_share")


def cpu_is_free(trial: TrialEvidence) -> bool:
    """Return True if every service whose CPU was read and each core of the machine had CPU left; False if unknown."""
    uses = [use for service in trial.service_names if (use := CpuUse.of(trial, service)) is not None]
    host = host_busy_share(trial)
    if not uses or host is None or host > _FREE or busy_cores(trial):
        return False
    return all(_is_free(trial, use) for use in uses)


def has_free_cpu(trial: TrialEvidence, service: str) -> bool:
    """Return True if one service had CPU left in its own allowance; False if its CPU or its allowance is unknown.

    Other processes on the same cores may take this CPU: the cores of the machine are another fact.
    """
    use = CpuUse.of(trial, service)
    return use is not None and use.allowed is not None and _is_free(trial, use)


def _is_free(trial: TrialEvidence, use: CpuUse) -> bool:
    throttled = trial.settled(f"cgroup:{use.service}", "throttled_share") or 0.0
    return (use.allowed is None or use.cores <= _FREE * use.allowed) and throttled <= _FEW_THROTTLED
