"""CPU that was left, or not: in the allowance of each service, and on the machine."""

from loadproof.findings.cpu_use import CpuUse, busy_cores, host_busy_share
from loadproof.findings.finding import Cause, Evidence, Finding, fact, hypothesis
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.reason import percent

__all__ = ["processor"]

_AT_LIMIT = 0.9
_MOST_THROTTLED = 0.05
_BUSY_HOST = 0.9
_MOST_STEAL = 0.05
_MOSTLY_OURS = 0.85
_SATURATED = 0.9
_ONE_CORE = (0.9, 1.1)
_SEVERAL_CORES = 1.5
_NO_MORE_CPUS = "Give it half as many CPUs again and repeat the trial; the rate that passes must rise with them."


def processor(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    """Facts on quotas and use; per service one hypothesis, on its quota before its CPUs before a single core."""
    findings = []
    for service in failed.service_names:
        throttled = _throttled(failed, passed, service)
        use = CpuUse.of(failed, service)
        at_limit = [] if use is None else _at_limit(failed, passed, use)
        one_core = [] if use is None or throttled or at_limit else _one_core(failed, passed, use)
        findings += [*throttled, *at_limit, *one_core]
        if throttled:
            text = f"The CPU quota of the service {service} holds its calls up: they wait for the next period."
            findings.append(hypothesis(throttled[0], text, _NO_MORE_CPUS))
        elif at_limit:
            text = f"The service {service} needs more CPU for a call than it is given."
            findings.append(hypothesis(at_limit[0], text, _NO_MORE_CPUS))
        elif one_core:
            text = f"One thread does the work of the service {service}, such as an event loop under a global lock."
            test = "Look at the CPU of its threads during the trial, or run a second process of it and repeat."
            findings.append(hypothesis(one_core[0], text, test))
    return [*findings, *_host(failed, passed), *_steal(failed)]


def _throttled(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> list[Finding]:
    probe = f"cgroup:{service}"
    share = failed.settled(probe, "throttled_share")
    if share is None or share < _MOST_THROTTLED:
        return []
    before = passed.settled(probe, "throttled_share") if passed else None
    percent_passed = None if before is None else 100 * before
    text = (
        f"The service {service} was throttled by its CPU quota in {percent(share)} "
        f"of the scheduling periods{passed_words(passed, percent_passed, '%')}."
    )
    evidence = figures(f"throttled periods of {service}", 100 * share, "%", passed, percent_passed)
    return [fact(failed.number, Cause.THROTTLED, text, *evidence)]


def _at_limit(failed: TrialEvidence, passed: TrialEvidence | None, use: CpuUse) -> list[Finding]:
    saturated = len(busy_cores(failed))
    if use.allowed is not None and use.cores >= _AT_LIMIT * use.allowed:
        limit, words = use.allowed, _allowed_words(use.allowed)
    elif use.allowed is None and saturated and _AT_LIMIT * saturated <= use.cores:
        # Kept to some cores by affinity, which sets no quota: those are busy, by this service alone.
        limit, words = float(saturated), "the cores of the machine that were busy throughout"
    else:
        return []
    text = (
        f"The service {use.service} used {use.cores:.3g} cores, {percent(use.cores / limit)} of {words}"
        f"{_passed_cores(passed, use)}."
    )
    return [fact(failed.number, Cause.CPU_LIMIT, text, *_cores(passed, use), Evidence("limit", limit, "cores"))]


def _one_core(failed: TrialEvidence, passed: TrialEvidence | None, use: CpuUse) -> list[Finding]:
    least, most = _ONE_CORE
    if use.allowed is None or use.allowed < _SEVERAL_CORES or not least <= use.cores <= most:
        return []
    text = (
        f"The service {use.service} used {use.cores:.3g} cores of the {use.allowed:.3g} it may use: "
        f"as much as one whole core{_passed_cores(passed, use)}."
    )
    limit = Evidence("limit", use.allowed, "cores")
    return [fact(failed.number, Cause.ONE_CORE, text, *_cores(passed, use), limit)]


def _host(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    share = host_busy_share(failed)
    if share is None or share < _BUSY_HOST:
        return []
    before = host_busy_share(passed) if passed else None
    percent_passed = None if before is None else 100 * before
    cores = len(failed.host_parts("cpu_", "_busy_share")) or None
    services = {service: failed.settled_of(service, "cpu_cores") for service in failed.service_names}
    users = {**services, "the generator": failed.settled("generator", "cpu_cores")}
    known = {name: used for name, used in users.items() if used is not None}
    evidence = figures("CPU of the machine", 100 * share, "%", passed, percent_passed)
    evidence += [Evidence(f"CPU of {name}", used, "cores") for name, used in known.items()]
    text = f"The machine's CPUs were busy {percent(share)} of the time{passed_words(passed, percent_passed, '%')}."
    of = fact(failed.number, Cause.HOST_CPU, text, *evidence)
    by_services = [used for used in services.values() if used is not None]
    # What a service used that nobody could read would be told of strangers.
    if cores is None or not by_services:
        return [of]
    by_stand = sum(by_services)
    if by_stand > _SATURATED * cores:
        told = f"The stand saturates the machine: its services used {by_stand:.3g} of {cores} cores."
        saturated = fact(failed.number, Cause.STAND_SATURATES, told, *evidence)
        text = "The stand needs more CPU than the machine has, and leaves the generator too little."
        test = "Give the stand a machine of more cores and repeat; the rate that passes must rise."
        return [saturated, of, hypothesis(saturated, text, test)]
    if sum(known.values()) >= _MOSTLY_OURS * share * cores:
        text = "The stand and the generator together need more CPU than the machine has."
        test = "Put the generator on a machine of its own and repeat; the rate that passes must rise."
    else:
        text = "Processes that belong neither to the stand nor to the generator take the machine's CPU."
        test = "Stop what else runs on the machine and repeat the trial."
    return [of, hypothesis(of, text, test)]


def _steal(failed: TrialEvidence) -> list[Finding]:
    share = failed.settled("host", "steal_share")
    if share is None or share < _MOST_STEAL:
        return []
    text = f"The hypervisor took {percent(share)} of the processor time away."
    return [fact(failed.number, Cause.STEAL, text, Evidence("stolen CPU time", 100 * share, "%"))]


def _passed_cores(passed: TrialEvidence | None, use: CpuUse) -> str:
    return passed_words(passed, passed.settled_of(use.service, "cpu_cores") if passed else None, "cores")


def _cores(passed: TrialEvidence | None, use: CpuUse) -> list[Evidence]:
    before = passed.settled_of(use.service, "cpu_cores") if passed else None
    return figures(f"CPU of {use.service}", use.cores, "cores", passed, before)


def _allowed_words(cpus: float) -> str:
    return "the one CPU it may use" if cpus == 1.0 else f"the {cpus:.3g} CPUs it may use"
