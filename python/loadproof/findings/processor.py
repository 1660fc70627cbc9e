"""CPU that was left, or not: in the allowance of each service, and on the machine."""

from loadproof.findings.cpu_use import CpuUse, busy_cores, host_busy_share
from loadproof.findings.passed_beside import figures, passed_words
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, Value, cores, number, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis

__all__ = ["processor"]

_AT_LIMIT = 0.9
_MOST_THROTTLED = 0.05
_BUSY_HOST = 0.9
_MOST_STEAL = 0.05
_MOSTLY_OURS = 0.85
_SATURATED = 0.9
_ONE_CORE = (0.9, 1.1)
_SEVERAL_CORES = 1.5


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
            text = Message("quota-holds-up", service=service)
            findings.append(hypothesis(throttled[0], text, Message("test-more-cpus")))
        elif at_limit:
            text = Message("needs-more-cpu", service=service)
            findings.append(hypothesis(at_limit[0], text, Message("test-more-cpus")))
        elif one_core:
            text = Message("one-thread-works", service=service)
            findings.append(hypothesis(one_core[0], text, Message("test-second-process")))
    return [*findings, *_host(failed, passed), *_steal(failed)]


def _throttled(failed: TrialEvidence, passed: TrialEvidence | None, service: str) -> list[Finding]:
    probe = f"cgroup:{service}"
    of_periods = failed.settled(probe, "throttled_share")
    if of_periods is None or of_periods < _MOST_THROTTLED:
        return []
    before = passed.settled(probe, "throttled_share") if passed else None
    percent_passed = None if before is None else 100 * before
    beside = passed_words(passed, percent_passed, Unit.PERCENT)
    text = Message("was-throttled", service=service, share=share(of_periods), beside=beside)
    name = Message("evidence-throttled", service=service)
    evidence = figures(name, 100 * of_periods, Unit.PERCENT, passed, percent_passed)
    return [fact(failed.number, Cause.THROTTLED, text, *evidence)]


def _at_limit(failed: TrialEvidence, passed: TrialEvidence | None, use: CpuUse) -> list[Finding]:
    saturated = len(busy_cores(failed))
    if use.allowed is not None and use.cores >= _AT_LIMIT * use.allowed:
        limit, of = use.allowed, _allowed(use.allowed)
    elif use.allowed is None and saturated and _AT_LIMIT * saturated <= use.cores:
        # Kept to some cores by affinity, which sets no quota: those are busy, by this service alone.
        limit, of = float(saturated), Message("cpu-of-busy-cores")
    else:
        return []
    text = Message(
        "cpu-at-limit",
        service=use.service,
        cores=cores(use.cores),
        share=share(use.cores / limit),
        allowed=of,
        beside=_passed_cores(passed, use),
    )
    evidence = (*_cores(passed, use), Evidence(Message("evidence-limit"), limit, Unit.CORES))
    return [fact(failed.number, Cause.CPU_LIMIT, text, *evidence)]


def _one_core(failed: TrialEvidence, passed: TrialEvidence | None, use: CpuUse) -> list[Finding]:
    least, most = _ONE_CORE
    if use.allowed is None or use.allowed < _SEVERAL_CORES or not least <= use.cores <= most:
        return []
    text = Message(
        "cpu-of-one-core",
        service=use.service,
        cores=cores(use.cores),
        allowed=number(use.allowed),
        beside=_passed_cores(passed, use),
    )
    limit = Evidence(Message("evidence-limit"), use.allowed, Unit.CORES)
    return [fact(failed.number, Cause.ONE_CORE, text, *_cores(passed, use), limit)]


def _host(failed: TrialEvidence, passed: TrialEvidence | None) -> list[Finding]:
    busy = host_busy_share(failed)
    if busy is None or busy < _BUSY_HOST:
        return []
    before = host_busy_share(passed) if passed else None
    percent_passed = None if before is None else 100 * before
    by_service = {
        service: used
        for service in failed.service_names
        if (used := failed.settled_of(service, "cpu_cores")) is not None
    }
    by_generator = failed.settled("generator", "cpu_cores")
    evidence = figures(Message("evidence-machine-cpu"), 100 * busy, Unit.PERCENT, passed, percent_passed)
    evidence += [
        Evidence(Message("evidence-cpu", service=service), used, Unit.CORES) for service, used in by_service.items()
    ]
    if by_generator is not None:
        evidence.append(Evidence(Message("evidence-generator-cpu"), by_generator, Unit.CORES))
    text = Message("machine-was-busy", share=share(busy), beside=passed_words(passed, percent_passed, Unit.PERCENT))
    of = fact(failed.number, Cause.HOST_CPU, text, *evidence)
    all_cores = len(failed.host_parts("cpu_", "_busy_share"))
    # What a service used that nobody could read would be told of strangers.
    if not all_cores or not by_service:
        return [of]
    return _users(of, busy * all_cores, all_cores, sum(by_service.values()), by_generator or 0.0)


def _users(of: Finding, busy_cores: float, all_cores: int, by_stand: float, by_generator: float) -> list[Finding]:
    """The fact that the machine is busy, with who makes it so; all in cores."""
    if by_stand > _SATURATED * all_cores:
        told = Message("stand-saturates", used=number(by_stand), cores=cores(all_cores))
        saturated = fact(of.trial, Cause.STAND_SATURATES, told, *of.evidence)
        supposed = hypothesis(saturated, Message("stand-needs-machine"), Message("test-larger-machine"))
        return [saturated, of, supposed]
    if by_stand + by_generator >= _MOSTLY_OURS * busy_cores:
        return [of, hypothesis(of, Message("stand-and-generator-need-machine"), Message("test-generator-elsewhere"))]
    return [of, hypothesis(of, Message("others-take-machine"), Message("test-stop-others"))]


def _steal(failed: TrialEvidence) -> list[Finding]:
    stolen = failed.settled("host", "steal_share")
    if stolen is None or stolen < _MOST_STEAL:
        return []
    evidence = Evidence(Message("evidence-steal"), 100 * stolen, Unit.PERCENT)
    return [fact(failed.number, Cause.STEAL, Message("cpu-stolen", share=share(stolen)), evidence)]


def _passed_cores(passed: TrialEvidence | None, use: CpuUse) -> Value:
    return passed_words(passed, passed.settled_of(use.service, "cpu_cores") if passed else None, Unit.CORES)


def _cores(passed: TrialEvidence | None, use: CpuUse) -> list[Evidence]:
    before = passed.settled_of(use.service, "cpu_cores") if passed else None
    return figures(Message("evidence-cpu", service=use.service), use.cores, Unit.CORES, passed, before)


def _allowed(cpus: float) -> Message:
    return Message("cpu-of-one-allowed") if cpus == 1.0 else Message("cpu-of-allowed", cpus=number(cpus))
