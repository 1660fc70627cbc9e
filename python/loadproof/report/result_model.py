"""`result.json` as a model: its schema is made from this, and every result is checked against it in the tests.

A result of every verb has the same frame (`Result`); `load` has besides it the keys of a Measurement and `verdict`,
`capacity` has besides it `outcome`, `rate`, `low`, `high` and `reason`, for scripts that want nothing else.
"""

from typing import Any, Literal

from pydantic import ConfigDict

from loadproof.report.measurement_model import DoubtModel, FailedReplyModel, MeasurementModel, PhasesModel
from loadproof.report.plain_model import PlainModel
from loadproof.report.ranking_model import RankingModel

__all__ = [
    "AnswerModel",
    "EvidenceModel",
    "FindingModel",
    "ResultModel",
    "RunModel",
    "RuntimeModel",
    "TrendModel",
    "TrialModel",
    "VerdictModel",
]


class SloVerdictModel(PlainModel):
    """One SLO on one trial; shares in per cent of the due calls."""

    slo: str
    state: Literal["passed", "failed", "undecided", "invalid"]
    over_percent: float | None
    over_percent_low: float | None
    over_percent_high: float | None
    limit_percent: float


class VerdictModel(PlainModel):
    """What the judge said of a trial."""

    state: Literal["passed", "failed", "undecided", "invalid"]
    reason: str
    early: bool
    slos: list[SloVerdictModel]
    worst_lateness_ms: float | None = None
    """The generator's own, of any call sent in the span, also where it is not judged."""
    warm_after_s: float | None = None
    """Of a warm-up: after how many seconds the steady part began; null where it did not, and for other trials."""


class TrialModel(PlainModel):
    """One plateau, run and judged.

    `rate` is the rate due, null for `max`, 0 for users alone; `n` is it in multiples of the profile.
    """

    number: int
    variant: str | None
    start: int
    """Of its variant, from 1; 0: whichever was up."""
    method: str
    purpose: Literal["load", "bracket", "search", "confirm", "recover", "soak", "warm-up", "compare", "plateau"]
    rate: float | None
    n: float | None
    users: int
    """Closed users beside the calls that were due by `rate`."""
    state: Literal["passed", "failed", "undecided", "invalid", "cut-short"]
    reason: str
    early: bool
    cut_short: bool
    superseded: bool
    """Its start was cut and run again when the run was continued: it is kept, and part of no answer."""
    started_s: float
    """Since the run began."""
    span_begin_s: float
    """The judged part, since the run began."""
    span_end_s: float
    duration_s: float
    measurement: MeasurementModel
    phases_ms: PhasesModel
    failed_replies: list[FailedReplyModel]
    """At most 3 of each operation and kind, as they came; 200 in a run."""
    verdict: VerdictModel | None


class TrendModel(PlainModel):
    """How a figure moved over a soak, per hour, with an interval of 95 %."""

    name: str
    """Such as `response_p50_ms`, `error_percent`, `memory_mib of api` or `live_set_mib of api`."""
    unit: str
    begin: float
    end: float
    per_hour: float
    per_hour_low: float
    per_hour_high: float
    rises: bool
    """Whether it is called a trend: beyond its noise and beyond what matters."""
    text: str
    shape: Literal["leak", "none", "levelling_off", "too_short", "cannot_tell"] | None
    """Of a memory; null for what is none."""
    exhaustion_s: float | None
    """From the end of the soak until a memory is full at that pace, with an interval of 95 %.

    Null: no memory, its limit is not known, or never.
    """
    exhaustion_low_s: float | None
    exhaustion_high_s: float | None


class AnswerModel(PlainModel):
    """What one method said of one start of a variant; what does not belong to the method is null.

    `outcome` is for `capacity` and `plateaus` found, coarse (a search alone), at_least, drifting, none_passed or
    undecided; for `confirm` and `load` passed, failed, undecided or invalid; for `soak` steady, not_steady,
    never_steady, failed, undecided or invalid. Any of them may be `not_run`, with the reason.
    """

    variant: str | None
    start: int
    """Of its variant, from 1; 0: whichever was up."""
    method: Literal["load", "plateaus", "capacity", "confirm", "soak"]
    outcome: str
    sentence: str
    reason: str
    rate: float | None
    """Of a search one that was kept through a confirmation."""
    n: float | None
    users: int
    """Closed users in the trial that it rests on."""
    estimate: float | None
    """Of a search: what its trials make most likely, between `low` and `high`."""
    low: float | None
    high: float | None
    n_low: float | None
    n_high: float | None
    hold_s: float | None
    trials: list[int]
    """Numbers of its trials."""
    decisive: int | None
    """The trial that it rests on."""
    trends: list[TrendModel]
    doubts: list[DoubtModel]


class EvidenceModel(PlainModel):
    """One figure that a finding rests on."""

    name: str
    value: float
    unit: str


class FindingModel(PlainModel):
    """A fact or a hypothesis on one trial, with its evidence; a hypothesis says in `test` what would test it."""

    trial: int
    kind: Literal["fact", "hypothesis"]
    cause: str
    """Such as `cpu-limit`, `throttled`, `memory-limit`, `oom-killed`, `disk-busy`, `refused`, `queueing`."""
    text: str
    evidence: list[EvidenceModel]
    test: str | None


class OperationModel(PlainModel):
    """One operation or flow of the profile; `request` is its line, or what a flow consists of."""

    name: str
    kind: Literal["operation", "flow"]
    weight: float
    request: str
    tags: dict[str, str]


class ProfileModel(PlainModel):
    """The profile; `base_rate` is its rate at N = 1, null where the profile has shares alone."""

    base_rate: float | None
    operations: list[OperationModel]


class SloModel(PlainModel):
    """One SLO: at most `limit_percent` of the due calls may break it."""

    text: str
    kind: str
    limit_percent: float
    threshold_ms: float | None
    operation: str | None


class ServiceModel(PlainModel):
    """One service of a variant, as a reader needs to know it; secrets are masked."""

    name: str
    command: list[str]
    cpus: float | None
    memory_mib: float | None


class VariantModel(PlainModel):
    """One configuration of the stand."""

    name: str
    driver: str
    target: str
    placement: str
    """`apart`: the generator and the services keep to different CPUs; `shared`: they do not."""
    cpus: int | None
    """CPUs of the machine that its services may use; null where others run them."""
    services: list[ServiceModel]
    simulated: dict[str, Any] | None = None
    """The simulated service in the keys of the engine's plan, times in ns; null for a real one."""


class StudyModel(PlainModel):
    """The study that a run was made of; null for a run without one."""

    name: str
    description: str | None
    file: str | None
    preset: str | None
    variants: list[VariantModel]


class EventModel(PlainModel):
    """What happened to a service, such as its start, its warm-up, its death or its restart."""

    at_s: float
    trial: int | None
    kind: str
    service: str | None
    text: str
    variant: str | None
    start: int
    """Of the variant, from 1; 0: between starts."""


class RuntimeModel(PlainModel):
    """What the runtime of a service said of itself, such as the flags that a Java VM runs with."""

    variant: str | None
    start: int
    service: str
    facts: dict[str, str]
    """Such as `runtime`: OpenJDK 64-Bit Server VM 25.0.3, `collector`: G1, `MaxHeapSize`: 512 MiB."""


class RunModel(PlainModel):
    """How the result was got."""

    loadproof: str
    verb: str
    command: list[str]
    repeat: str
    target: str
    started_at: str
    duration_s: float
    """In virtual time where that is true of the run."""
    virtual_time: bool
    """Whether the service was simulated and time was virtual: nothing was measured on a real service."""
    time_note: str
    """Says so in words; empty where it is not so."""
    interrupted: bool
    ended: bool
    arrivals: Literal["poisson", "constant", "closed", "users"]
    """`closed` saturates the target; with `users` nothing comes but from closed users."""
    arrivals_note: str
    seed: int
    profile: ProfileModel
    slos: list[SloModel]
    thresholds_ms: list[float]
    method: dict[str, Any]
    """Settings: words joined by `_`, with units; values are numbers, texts, lists or objects of them."""
    environment: dict[str, Any]
    study: StudyModel | None
    events: list[EventModel]
    runtimes: list[RuntimeModel]
    alike: list[list[str]]
    """Names of variants with the same commands, limits and runtimes: what differs between them is not known."""


class ResultModel(PlainModel):
    """The frame of every result, whatever the verb; verbs add keys of their own to it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    schema_version: Literal[4]
    sentence: str
    state: Literal["passed", "failed", "undecided"]
    """Of all answers: that of the worst of them. The exit code of the process and the colour of a report follow it."""
    doubts: list[DoubtModel]
    findings: list[FindingModel]
    answers: list[AnswerModel]
    rankings: list[RankingModel]
    """One for each method that finds a rate, where the study has several variants or starts."""
    trials: list[TrialModel]
    run: RunModel
