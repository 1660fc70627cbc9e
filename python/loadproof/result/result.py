"""`result.json` as a type: its schema is made from this.

A result of every verb has the same frame (`Result`); as JSON that of `load` has besides it the keys of a Measurement
and `verdict`, that of `capacity` `outcome`, `rate`, `estimate`, `low`, `high` and `reason`, for scripts that want
nothing else (`script_keys`).
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.alarm import Alarm
from loadproof.records.answer_metric import AnswerMetric
from loadproof.records.comparison import Comparison
from loadproof.records.database_activity import TrialDatabase
from loadproof.records.doubt import Doubt
from loadproof.records.error_kind import ErrorKind
from loadproof.records.finding import Finding, Kind
from loadproof.records.injection import Injection
from loadproof.records.json_form import NOT_IN_JSON
from loadproof.records.littles_law import LittlesLaw
from loadproof.records.memory_need import MemoryNeed
from loadproof.records.overhead import Overhead
from loadproof.records.ranking import Ranking
from loadproof.records.run import Run
from loadproof.records.tone import Tone
from loadproof.records.trend import Trend
from loadproof.records.trial import Trial
from loadproof.records.user_minutes import UserMinutes
from loadproof.result.diagnosis import Diagnosis
from loadproof.result.operation_replies import OperationReplies
from loadproof.result.table import Table, TableName

__all__ = ["Answer", "Result", "StopCause", "StoppedBy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Answer of one method for one start of a variant; fields that do not belong to the method are null.

    `outcome` is for `capacity` and `plateaus` found, coarse (a search alone), at_least, drifting, none_passed or
    undecided; for `smoke`, `confirm`, `spike` and `load` passed, failed, undecided or invalid; for `soak` steady,
    not_steady, never_steady, failed, undecided or invalid; for `compare` and `overhead` measured or invalid, of one
    round or start.
    Any of them may be `not_run`, with the reason.
    """

    variant: str | None
    start: int
    """Number of the start of its variant, from 1; 0: a target that was already up."""
    method: str
    """Name of the method, as in the study file."""
    outcome: str
    tone: Tone = "undecided"
    """Tone of its outcome, in the same terms for every method."""
    sentence: Message
    reason: Message
    rate: float | None
    """Rate of the answer in calls/s; for a search, a rate that was kept through a confirmation."""
    n: float | None
    users: int
    """Closed users in the trial that it rests on; of a search in users the most that were confirmed, 0: none were."""
    unit: Literal["users"] | None = None
    """Unit of `estimate`, `low` and `high`: `users` of a search in users, whose `rate` is what the confirmed users
    completed; null: calls/s."""
    estimate: float | None
    """Most likely capacity by the trials of a search, between `low` and `high`."""
    low: float | None
    """At most `rate` where both are known."""
    high: float | None
    """At least `rate` where both are known."""
    n_low: float | None
    n_high: float | None
    hold_s: float | None
    """Seconds that were judged in the trial that it rests on; of plateaus the seconds that each was to be held."""
    trials: tuple[int, ...]
    """Numbers of its trials."""
    decisive: int | None
    """The trial that it rests on."""
    trends: tuple[Trend, ...]
    minutes: UserMinutes | None = None
    """Minutes of each operation, of a load of users; null for other methods."""
    littles_law: LittlesLaw | None = None
    """Check of the confirmed users by Little's law, of a search in users; null for other methods."""
    metrics: tuple[AnswerMetric, ...] = ()
    """Metrics that are no rates, such as the recovery from a spike."""
    doubts: tuple[Doubt, ...]
    error_kinds: tuple[ErrorKind, ...] = ()
    """Failed calls of the trial that shows why the answer is not better, by error kind, the most frequent first."""
    replies: tuple[OperationReplies, ...] = ()
    """Replies of each operation, of a smoke test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCause:
    """A cause that stopped a start, by the code of its findings."""

    cause: str
    kind: Kind
    """`hypothesis`: it is supposed from facts; `fact`: it was measured, and nothing needs to be supposed."""
    trials: tuple[int, ...]
    """Numbers of the failed trials that show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppedBy:
    """Causes that stopped one start of a variant: one cell of each cause in the table of variants and causes."""

    variant: str | None
    start: int
    causes: tuple[StopCause, ...]
    """The strongest first; empty where nothing failed, or no cause was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The frame of every result, whatever the verb; verbs add keys of their own to it."""

    schema_version: Literal[5]
    sentence: Message
    state: Literal["passed", "failed", "undecided"]
    """State of the worst of all answers. The exit code of the process and the color of a report follow this state."""
    tone: Tone = "undecided"
    """The colour of the whole."""
    named: Message | None = None
    """Names from diagnoses, at the head of the sentence: fields that keep the memory, locks that threads wait for."""
    decisive: int | None = None
    """The trial that the leading answer rests on, else the first answer with one, else the last that is judged.

    Null where there is none.
    """
    leading_answer: int | None = None
    """Index of the answer that a report begins with: the first that failed, else is undecided, else passed.

    Answers that a comparison or an overhead tells of are left out; null where no other is left.
    """
    leading_ranking: str | None = None
    """The method of the ranking that a report begins with; null: the answers say more."""
    stopped_by: tuple[StoppedBy, ...] = ()
    """One for each start of a variant that has an answer, in the order of the answers."""
    doubts: tuple[Doubt, ...]
    findings: tuple[Finding, ...]
    answers: tuple[Answer, ...]
    rankings: tuple[Ranking, ...]
    """One for each method that finds a rate, where the study has several variants or starts."""
    comparisons: tuple[Comparison, ...] = ()
    """The one of the method `compare`, where the study asks for it."""
    overheads: tuple[Overhead, ...] = ()
    """One for each variant, where the study asks for the method `overhead`."""
    diagnoses: tuple[Diagnosis, ...] = ()
    """Diagnoses of Java VMs between trials, if the study asks for them."""
    memory: tuple[MemoryNeed, ...] = ()
    """Memory that each service needs, for each answer, if probes read it."""
    alarms: tuple[Alarm, ...] = ()
    """Alarms of the study, each over the trials of one variant."""
    injections: tuple[Injection, ...] = ()
    """Injections of the study, each over the trials of one variant."""
    databases: tuple[TrialDatabase, ...] = ()
    """Activity of each PostgreSQL database in each trial, if a probe read it."""
    trials: tuple[Trial, ...]
    run: Run
    directory: Path | None = field(default=None, compare=False, metadata=NOT_IN_JSON)
    """Directory of the run, with its reports; None: the result is of a file, or nothing of the run is on disk."""

    def table(self, name: TableName) -> Table:
        """One part of the result as rows; texts are English. Raises WrittenValueError for another name.

        - `trials`: one row a trial, with what it measured (rates in calls/s, times in ms, shares in per cent);
        - `operations`: one row for each operation and flow of a trial;
        - `seconds`: one row for each second of a trial, by due second, read from the run's directory (Raises
          RunDirectoryError); `width_s` is 60 where seconds were rolled up, `run_s` counts from the begin of the run;
        - `readings`: one row for each value that a probe read, from the run's directory (Raises RunDirectoryError);
          `at_s` counts from the begin of the trial, `run_s` from that of the run;
        - `answers`: one row for each start of a variant and method;
        - `ranking`: one row for each variant of each ranking, in the order of their ranks;
        - `findings`: one row for each fact and hypothesis.
        """
        from loadproof.result.tables import table_of

        return table_of(self, name)
