"""The findings of a run: what its failed trials show, every death, and what holds that passed show beside that."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.findings.availability import gone
from loadproof.findings.causes import causes_of, shown_beside
from loadproof.findings.failed_reply import reply_line
from loadproof.findings.knee import knee
from loadproof.findings.trial_evidence import MemoryLine, ServiceLimits, TrialEvidence
from loadproof.judge.service_memory import ServiceMemory
from loadproof.jvm.causes import diagnosed_heap, diagnosed_threads
from loadproof.methods.registry import METHODS
from loadproof.methods.trial import Purpose
from loadproof.model.scenario import timed_checks
from loadproof.records.finding import Cause, Finding
from loadproof.records.trial import Trial
from loadproof.result.result import Answer, Result
from loadproof.store.reader import RunReader
from loadproof.system.path_lookup import is_regular_file
from loadproof.system.runtime import Collector

__all__ = ["causes_in"]

Start = tuple[str | None, int]
"""A variant and the number of its start: what one showed says nothing of another."""
_LEAK, _IN_USE = "leak", "memory_mib of "
_OF_HEAP = {"live_set_mib", "heap_max_mib"}
"""Series that only a garbage-collected runtime has: if one is read, the service has some garbage collector."""
_MOST_SEARCHED = 2
"""Failed trials of a search that are looked into: the lowest, next to the knee, and the lowest above it."""
_HELD = (Purpose.CONFIRM, Purpose.SOAK)
"""Trials that are held for long at one load, so that what grows in them is the service's own doing."""
_LAST_LINES = "last-lines"


def causes_in(reader: RunReader, result: Result) -> list[Finding]:
    """Facts and hypotheses on the trials that bound the answers, and on holds that passed.

    `result` is that of the run, without findings.
    """
    evidence = _EvidenceReader(reader, result)
    leaking = _leaking(result.answers)
    # What was cut and run again is no part of any answer.
    trials = [trial for trial in result.trials if not trial.superseded]
    findings = _knees(evidence, trials)
    told: set[tuple[Start, str, str]] = set()
    for failed, passed in _pairs(trials, leaking):
        seen = replace(evidence.of(failed), leaking=leaking.get(failed.number, ()))
        found = causes_of(seen, None if passed is None else evidence.of(passed))
        # What a search shows on its lowest failed trial is not said again on the next one above.
        key = (_start_of(failed), failed.method)
        findings += [finding for finding in found if (*key, finding.cause) not in told]
        told |= {(*key, finding.cause) for finding in found}
    findings += _deaths(evidence, trials, findings)
    findings += _diagnosed(result)
    lines = _soak_lines(result.answers)
    for held in _held(trials, lines):
        findings += shown_beside(evidence.held(held, lines.get(held.number)))
    return sorted(findings, key=lambda finding: finding.kind == "hypothesis")


def _diagnosed(result: Result) -> Iterator[Finding]:
    """Yield the findings of the diagnoses."""
    for one in result.diagnoses:
        if one.heap is not None:
            yield from diagnosed_heap(one.trial, one.service, one.heap, one.file(".hprof"), one.filled_share)
        if one.threads is not None:
            yield from diagnosed_threads(one.trial, one.service, one.threads, one.file(".txt"))


def _deaths(evidence: "_EvidenceReader", trials: Sequence[Trial], found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the deaths in trials without a finding other than a knee.

    If the trial failed and the same finding was told before, the death is left out. In other trials it is always told.
    """
    looked_into = {finding.trial for finding in found if finding.cause != Cause.KNEE}
    told = {(finding.cause, finding.text) for finding in found}
    for trial in trials:
        if trial.number in looked_into or not evidence.has_deaths(trial):
            continue
        for finding in gone(evidence.of(trial)):
            if trial.state != "failed" or (finding.cause, finding.text) not in told:
                told.add((finding.cause, finding.text))
                yield finding


def _knees(evidence: "_EvidenceReader", trials: Sequence[Trial]) -> list[Finding]:
    """Return the knee of the response time in the search of each start, where one is found."""
    searched = [trial for trial in trials if _is_searched(trial) and Purpose(trial.purpose).is_judged]
    starts = dict.fromkeys(map(_start_of, searched))
    found = (knee([evidence.bare(trial) for trial in searched if _start_of(trial) == start]) for start in starts)
    return [finding for finding in found if finding is not None]


def _leaking(answers: Sequence[Answer]) -> dict[int, set[str]]:
    """By trial the services whose memory in use leaks, as the judge of its soak says, who knows what they run on."""
    found: dict[int, set[str]] = {}
    for answer in answers:
        leaks = [trend.name for trend in answer.trends if trend.shape == _LEAK]
        services = {name.removeprefix(_IN_USE) for name in leaks if name.startswith(_IN_USE)}
        found |= dict.fromkeys(answer.trials, services) if services else {}
    return found


def _soak_lines(answers: Sequence[Answer]) -> dict[int, tuple[MemoryLine, ...]]:
    """By the trial of a soak what its judge says of memory, as far as it could tell anything."""
    soaks = [answer for answer in answers if answer.trials and answer.trends]
    return {answer.trials[-1]: tuple(trend for trend in answer.trends if trend.shape is not None) for answer in soaks}


def _held(trials: Sequence[Trial], lines: Mapping[int, Sequence[MemoryLine]]) -> Iterator[Trial]:
    """Holds and soaks that passed; a leak is one also where the calls were too few for the SLOs."""
    for trial in trials:
        leaks = any(line.shape == _LEAK for line in lines.get(trial.number, ()))
        if trial.purpose in _HELD and (trial.state == "passed" or (trial.state == "undecided" and leaks)):
            yield trial


def _pairs(trials: Sequence[Trial], leaking: Collection[int]) -> Iterator[tuple[Trial, Trial | None]]:
    """Failed trials worth a look, each with the highest passed one below it of the same start."""
    failed = [
        trial
        for trial in trials
        if Purpose(trial.purpose).is_judged
        # A leak is one whoever uses the processors.
        and (trial.state == "failed" or (trial.state == "invalid" and trial.number in leaking))
    ]
    for start in dict.fromkeys(map(_start_of, failed)):
        own = [trial for trial in failed if _start_of(trial) == start]
        searched = sorted((trial for trial in own if _is_searched(trial) and trial.rate is not None), key=_rate_of)
        others = [trial for trial in own if not _is_searched(trial)]
        for trial in [*searched[:_MOST_SEARCHED], *others]:
            yield trial, _passed_below(trial, trials)


def _passed_below(failed: Trial, trials: Sequence[Trial]) -> Trial | None:
    below = [
        trial
        for trial in trials
        if trial.state == "passed"
        and _start_of(trial) == _start_of(failed)
        and Purpose(trial.purpose).is_judged
        and trial.rate is not None
        and (failed.rate is None or trial.rate < failed.rate)
    ]
    return max(below, key=_rate_of, default=None)


def _is_searched(trial: Trial) -> bool:
    return any(row.finds_capacity and row.name == trial.method for row in METHODS)


def _rate_of(trial: Trial) -> float:
    return trial.rate or 0.0


def _start_of(trial: Trial) -> Start:
    return trial.variant, trial.start


class _EvidenceReader:
    """Reads what is known of trials, each once."""

    def __init__(self, reader: RunReader, result: Result) -> None:
        self._reader = reader
        self._names = reader.series_names()
        self._run = result.run
        self._limits = _limits(result)
        self._timed_checks = timed_checks(reader.description.plan)
        self._deaths = [event for event in result.run.events if event.kind in ("died", "oom-killed")]
        self._databases = result.databases
        self._known: dict[int, TrialEvidence] = {}

    def bare(self, trial: Trial) -> TrialEvidence:
        """Return the measured values of the trial, without the readings of the probes."""
        return TrialEvidence(
            trial.number,
            trial.rate,
            trial.state,
            trial.duration_s,
            trial.measurement,
            failures=trial.failures,
            timed_checks=self._timed_checks,
            replies=_replies(trial),
        )

    def has_deaths(self, trial: Trial) -> bool:
        """Return True if a service ended by itself during the trial."""
        return any(event.trial == trial.number for event in self._deaths)

    def of(self, trial: Trial) -> TrialEvidence:
        """All that is known of the trial."""
        number = trial.number
        if number not in self._known:
            self._known[number] = replace(
                self.bare(trial),
                readings=self._readings(trial.started_s, trial.started_s + trial.duration_s),
                backlog=list(self._reader.backlog(number)),
                answered=list(self._reader.answered(number)),
                services=self._limits.get(trial.variant, {}),
                deaths=[event.text for event in self._deaths if event.trial == number],
                out_of_memory=[
                    str(event.service) for event in self._deaths if event.trial == number and event.kind == "oom-killed"
                ],
                last_lines=self._last_lines(number),
                logs=self._logs(trial),
                databases={one.service: one.activity for one in self._databases if one.trial == number},
            )
        return self._known[number]

    def held(self, trial: Trial, lines: Sequence[MemoryLine] | None) -> TrialEvidence:
        """The same of a hold, with what trends are looked for in; `lines` is what the judge of a soak said."""
        known, began_s = self.of(trial), trial.started_s
        return replace(
            known,
            span=(trial.span_begin_s - began_s, trial.span_end_s - began_s),
            connections=list(self._reader.connections(trial.number)),
            memory=self._memory(trial, known) if lines is None else {},
            lines=lines,
        )

    def _memory(self, trial: Trial, known: TrialEvidence) -> dict[str, ServiceMemory]:
        """The memory of each service, as far as it can be judged by what is stored: its processes are gone."""
        # What failed no trial and held none need not wait for what watches services.
        from loadproof.run.simulated_watch import SIMULATED, simulated_memory
        from loadproof.run.stand_watch import service_memory

        series: dict[str, dict[tuple[str, str], Sequence[tuple[float, float]]]] = defaultdict(dict)
        for probe, name in known.readings:
            kind, _, service = probe.partition(":")
            if service:
                series[service][kind, name] = known.points(probe, name)
        simulated = self._simulated(trial)
        if simulated is not None:
            own = series[SIMULATED]
            used, alive = (own.get((SIMULATED, name), ()) for name in ("memory_mib", "live_set_mib"))
            return {SIMULATED: simulated_memory(used, alive, *map(simulated.get, ("limit_bytes", "collect_bytes")))}
        found = {}
        for service, read in sorted(series.items()):
            collector = self._collector(trial, service, {name for _, name in read})
            memory = service_memory(read, collector, self._machine_mib)
            # Garbage may be in it, and nobody looked: a soak does.
            found[service] = replace(memory, used=()) if collector is Collector.UNKNOWN else memory
        return found

    @property
    def _machine_mib(self) -> float | None:
        memory_gib = self._run.environment.get("memory_gib")
        return 1024.0 * memory_gib if isinstance(memory_gib, int | float) and memory_gib > 0 else None

    def _simulated(self, trial: Trial) -> Mapping[str, Any] | None:
        """The settings of the memory of a simulated service; None: it is a real one, or has none."""
        variants = () if self._run.study is None else self._run.study.variants
        own = (variant.simulated or {} for variant in variants if variant.name == trial.variant)
        return next((simulated.get("memory") for simulated in own), None)

    def _collector(self, trial: Trial, service: str, names: Collection[str]) -> Collector:
        """Return the garbage collector of a service, from the facts of its runtime and the `names` of its series."""
        for runtime in self._run.runtimes:
            if (runtime.variant, runtime.start, runtime.service) == (*_start_of(trial), service):
                says = runtime.facts.get("runtime", "")
                if says.startswith("Go "):
                    return Collector.NONE
                if "collector" in runtime.facts or " VM " in says:
                    return Collector.JAVA
        return Collector.OTHER if _OF_HEAP & set(names) else Collector.UNKNOWN

    def _last_lines(self, number: int) -> dict[str, str]:
        """Return the last lines of each service that died in the trial, by service."""
        events = [event for event in self._reader.events() if event.kind == _LAST_LINES and event.trial == number]
        lines = {event.service: str(event.text.values.get("lines", "")) for event in events}
        return {service: told for service, told in lines.items() if service and told}

    def _logs(self, trial: Trial) -> dict[str, str]:
        """The logs that the stand of the trial has written, by service."""
        root, variant = self._reader.directory.path, trial.variant
        if variant is None:
            return {}
        place = self._reader.directory.artifacts / "logs" / variant
        found = {}
        for service in self._limits.get(variant, {}):
            of_start, alone = (place / part / f"{service}.log" for part in (f"start-{trial.start}", "."))
            log = next((path.relative_to(root) for path in (of_start, alone) if is_regular_file(path)), None)
            if log is not None and ".." not in log.parts:
                found[service] = log.as_posix()
        return found

    def _readings(self, began_s: float, ended_s: float) -> dict[tuple[str, str], list[tuple[float, float]]]:
        read = {
            (probe, name): [
                (at_s - began_s, value) for at_s, value in self._reader.readings(probe, name, began_s, ended_s)
            ]
            for probe, name, _unit in self._names
        }
        return {key: points for key, points in read.items() if points}


def _replies(trial: Trial) -> dict[str, str]:
    """The first of the failed replies, by error kind."""
    return {reply.kind: reply_line(reply.head, reply.body) for reply in reversed(trial.failed_replies)}


def _limits(result: Result) -> dict[str | None, dict[str, ServiceLimits]]:
    variants = () if result.run.study is None else result.run.study.variants
    return {
        variant.name: {
            service.name: ServiceLimits(service.cpus or variant.cpus, service.memory_mib)
            for service in variant.services
        }
        for variant in variants
    }
