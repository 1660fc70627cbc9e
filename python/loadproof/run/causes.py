"""The findings of a run: what its failed trials show, beside the nearest trial that passed, and every death."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.findings.availability import gone
from loadproof.findings.causes import causes_of
from loadproof.findings.finding import Cause, Finding, Kind
from loadproof.findings.knee import knee
from loadproof.findings.trial_evidence import ServiceLimits, TrialEvidence
from loadproof.method.trial import Purpose
from loadproof.model.message import Message
from loadproof.store.reader import RunReader

__all__ = ["causes_in"]

Trial = Mapping[str, Any]
Start = tuple[str | None, int]
"""A variant and the number of its start: what one showed says nothing of another."""
_LEAK, _IN_USE = "leak", "memory_mib of "
_MOST_SEARCHED = 2
"""Failed trials of a search that are looked into: the lowest, next to the knee, and the lowest above it."""


def causes_in(reader: RunReader, result: Mapping[str, Any]) -> list[Finding]:
    """Facts and hypotheses on the trials that bound the answers; `result` is that of the run, without findings."""
    evidence = _EvidenceReader(reader, result)
    leaking = _leaking(result["answers"])
    # What was cut and run again is no part of any answer.
    trials = [trial for trial in result["trials"] if not trial["superseded"]]
    findings = _knees(evidence, trials)
    told: set[tuple[Start, str, Cause]] = set()
    for failed, passed in _pairs(trials, leaking):
        seen = replace(evidence.of(failed), leaking=leaking.get(failed["number"], ()))
        found = causes_of(seen, None if passed is None else evidence.of(passed))
        # What a search shows on its lowest failed trial is not said again on the next one above.
        key = (_start_of(failed), failed["method"])
        findings += [finding for finding in found if (*key, finding.cause) not in told]
        told |= {(*key, finding.cause) for finding in found}
    findings += _deaths(evidence, trials, findings)
    return sorted(findings, key=lambda finding: finding.kind is Kind.HYPOTHESIS)


def _deaths(evidence: "_EvidenceReader", trials: Sequence[Trial], found: Sequence[Finding]) -> Iterator[Finding]:
    """What died in the other trials: that which ended none of them in failure least of all goes unsaid."""
    looked_into = {finding.trial for finding in found if finding.cause is not Cause.KNEE}
    told = {(finding.cause, finding.text) for finding in found}
    for trial in trials:
        if trial["number"] in looked_into or not evidence.has_deaths(trial):
            continue
        for finding in gone(evidence.of(trial)):
            if trial["state"] != "failed" or (finding.cause, finding.text) not in told:
                told.add((finding.cause, finding.text))
                yield finding


def _knees(evidence: "_EvidenceReader", trials: Sequence[Trial]) -> list[Finding]:
    """Where the response time breaks in the search of each start."""
    searched = [trial for trial in trials if trial["method"] == "capacity" and Purpose(trial["purpose"]).is_judged]
    starts = dict.fromkeys(map(_start_of, searched))
    found = (knee([evidence.bare(trial) for trial in searched if _start_of(trial) == start]) for start in starts)
    return [finding for finding in found if finding is not None]


def _leaking(answers: Sequence[Mapping[str, Any]]) -> dict[int, set[str]]:
    """By trial the services whose memory in use leaks, as the judge of its soak says, who knows what they run on."""
    found: dict[int, set[str]] = {}
    for answer in answers:
        leaks = [trend["name"] for trend in answer["trends"] if trend["shape"] == _LEAK]
        services = {name.removeprefix(_IN_USE) for name in leaks if name.startswith(_IN_USE)}
        found |= dict.fromkeys(answer["trials"], services) if services else {}
    return found


def _pairs(trials: Sequence[Trial], leaking: Collection[int]) -> Iterator[tuple[Trial, Trial | None]]:
    """Failed trials worth a look, each with the highest passed one below it of the same start."""
    failed = [
        trial
        for trial in trials
        if Purpose(trial["purpose"]).is_judged
        # A leak is one whoever uses the processors.
        and (trial["state"] == "failed" or (trial["state"] == "invalid" and trial["number"] in leaking))
    ]
    for start in dict.fromkeys(map(_start_of, failed)):
        own = [trial for trial in failed if _start_of(trial) == start]
        searched = sorted(
            (trial for trial in own if trial["method"] == "capacity" and trial["rate"] is not None),
            key=lambda trial: trial["rate"],
        )
        others = [trial for trial in own if trial["method"] != "capacity"]
        for trial in [*searched[:_MOST_SEARCHED], *others]:
            yield trial, _passed_below(trial, trials)


def _passed_below(failed: Trial, trials: Sequence[Trial]) -> Trial | None:
    below = [
        trial
        for trial in trials
        if trial["state"] == "passed"
        and _start_of(trial) == _start_of(failed)
        and Purpose(trial["purpose"]).is_judged
        and trial["rate"] is not None
        and (failed["rate"] is None or trial["rate"] < failed["rate"])
    ]
    return max(below, key=lambda trial: trial["rate"], default=None)


def _start_of(trial: Trial) -> Start:
    return trial["variant"], trial["start"]


class _EvidenceReader:
    """Reads what is known of trials, each once."""

    def __init__(self, reader: RunReader, result: Mapping[str, Any]) -> None:
        self._reader = reader
        self._names = reader.series_names()
        self._limits = _limits(result)
        self._deaths = [event for event in result["run"]["events"] if event["kind"] in ("died", "oom-killed")]
        self._known: dict[int, TrialEvidence] = {}

    def bare(self, trial: Trial) -> TrialEvidence:
        """What the trial measured, without what the probes read beside it."""
        number, state = trial["number"], trial["state"]
        return TrialEvidence(number, trial["rate"], state, trial["duration_s"], trial["measurement"])

    def has_deaths(self, trial: Trial) -> bool:
        """Whether a service ended by itself during the trial."""
        return any(event["trial"] == trial["number"] for event in self._deaths)

    def of(self, trial: Trial) -> TrialEvidence:
        """All that is known of the trial."""
        number: int = trial["number"]
        if number not in self._known:
            self._known[number] = replace(
                self.bare(trial),
                readings=self._readings(trial["started_s"], trial["started_s"] + trial["duration_s"]),
                backlog=list(self._reader.backlog(number)),
                answered=list(self._reader.answered(number)),
                services=self._limits.get(trial["variant"], {}),
                deaths=[Message.of_json(event["text"]) for event in self._deaths if event["trial"] == number],
                out_of_memory=[
                    str(event["service"])
                    for event in self._deaths
                    if event["trial"] == number and event["kind"] == "oom-killed"
                ],
            )
        return self._known[number]

    def _readings(self, began_s: float, ended_s: float) -> dict[tuple[str, str], list[tuple[float, float]]]:
        read = {
            (probe, name): [
                (at_s - began_s, value) for at_s, value in self._reader.readings(probe, name, began_s, ended_s)
            ]
            for probe, name, _unit in self._names
        }
        return {key: points for key, points in read.items() if points}


def _limits(result: Mapping[str, Any]) -> dict[str | None, dict[str, ServiceLimits]]:
    study = result["run"]["study"]
    if study is None:
        return {}
    return {
        variant["name"]: {
            service["name"]: ServiceLimits(service["cpus"] or variant.get("cpus"), service["memory_mib"])
            for service in variant["services"]
        }
        for variant in study["variants"]
    }
