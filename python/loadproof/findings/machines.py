"""Saturated machines under test, as far as no other rule looks at the resource."""

from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.judge.saturation import is_saturated_for_long, machine_words, resource_words
from loadproof.model.machine_series import LOCAL_MACHINE
from loadproof.model.message import Message, share
from loadproof.records.finding import Cause, Evidence, Finding, Unit, fact, hypothesis
from loadproof.records.machine_use import MachineResource, MachineRole

__all__ = ["machines"]

_OF_OTHER_RULES = frozenset({(LOCAL_MACHINE, MachineResource.CPU), (LOCAL_MACHINE, MachineResource.DISK)})
"""`processor` and `disk` know which services and which disk it was."""


def machines(failed: TrialEvidence, _passed: TrialEvidence | None) -> list[Finding]:
    """A fact and a hypothesis per resource that was saturated in the judged seconds."""
    findings = []
    for use in failed.measurement.machines:
        is_known = (use.machine, use.resource) in _OF_OTHER_RULES
        if is_known or use.role != MachineRole.UNDER_TEST or not is_saturated_for_long(use.saturated_s, use.judged_s):
            continue
        of = {"machine": machine_words(use.machine), "resource": resource_words(use.resource)}
        text = Message("machine-was-saturated", **of, share=share(use.saturated_percent / 100.0))
        evidence = (
            Evidence(Message("evidence-machine-use", **of), use.mean_percent, Unit.PERCENT),
            Evidence(Message("evidence-machine-saturated", **of), use.saturated_percent, Unit.PERCENT),
        )
        found = fact(failed.number, Cause.MACHINE_SATURATED, text, *evidence)
        supposed = Message("calls-wait-for-machine", **of)
        findings += [found, hypothesis(found, supposed, Message("test-larger-resource", **of))]
    return findings
