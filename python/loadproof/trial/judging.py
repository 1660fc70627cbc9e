"""Choice of the judge of a trial, and assembly of the trial result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from loadproof.judge.limits import LIMITS
from loadproof.judge.plan_doubts import PlanReading, plan_doubts
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.saturation import saturation_doubts
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import HostReading, Lost, doubts_of, judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.loads import baseline
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message, count, duration, rate
from loadproof.model.slo import Slo
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.trial.observer import SeenBeside

__all__ = ["Assessment", "Judged", "Judging", "JudgingOf", "TrialJudge", "clean_first", "judging_of"]

_OF_NO_FAILURE = frozenset({DoubtCode.DISTURBED, DoubtCode.TOO_FEW_SAMPLES})
"""Doubts about a pass, which a failure that stands does not have."""
_OF_A_PASS = frozenset({DoubtCode.SATURATED_MACHINE, DoubtCode.SATURATED_START_UP})
"""Doubts about a pass, or what may have been one, which neither a failure nor a trial that is not valid has."""
_SIGNED = frozenset({Purpose.LOAD, Purpose.CONFIRM, Purpose.PLATEAU, Purpose.SOAK, Purpose.USERS})
"""Trials that an answer may rest on: if one passes on a saturated machine, the answer is doubtful."""
_OF_ONE_HOLD = frozenset({Purpose.LOAD, Purpose.SOAK, Purpose.USERS})
"""Trials of methods that hold one load. If one is undecided, a repetition of the same length hardly decides more."""
_LAST_LOOKED_AT_S = LIMITS.overloaded_s
"""Seconds before an early failure that may have decided it by themselves."""


class TrialJudge(Protocol):
    """Judges one trial as it goes."""

    def look(self, elapsed_s: float) -> Verdict | None:
        """The verdict when the hold can end now; None: go on."""

    def next_look_s(self, elapsed_s: int) -> float:
        """After a `look` at `elapsed_s`: the next s of the trial at which one may give a verdict; inf: none may."""

    def final(self) -> Verdict:
        """The verdict at the end."""


@dataclass(frozen=True, slots=True)
class Judging:
    """Judge of a trial, and the doubts that the judge adds at its end."""

    judge: TrialJudge
    doubts: Callable[[], Sequence[Doubt]]
    add: Callable[[TickReading], None] | None = None
    """Told of every tick, after the timeline."""
    is_own: bool = False
    """True if the method judges the trial itself, so that its spans decide nothing."""


class Judged(Protocol):
    """Requirements for judging a trial, for example a profile: its SLOs and its timeout."""

    @property
    def slos(self) -> Sequence[Slo]: ...
    @property
    def timeout_s(self) -> float: ...


def judging_of(
    trial: Trial,
    judged: Judged,
    history: Sequence[TrialResult],
    timeline: Timeline,
    settings: PlateauSettings | None = None,
) -> Judging:
    """Return the judge of `trial`. A recovery is compared with the `baseline` of `history`, if there is one.

    The baseline is the first trial that passed, else the first undecided trial that leans to passing. All other trials
    are judged as plateaus, by `settings` or the settings of their purpose. Each repetition of an invalid trial has half
    of the error of the run before.
    """
    before = baseline(history)
    if trial.purpose is Purpose.RECOVER and before is not None:
        return Judging(RecoveryJudge(judged.slos, timeline, before.measurement), lambda: ())
    settings = settings or plateau_settings(trial, judged.timeout_s)
    # Repetitions of what did not pass lean to passing: all of them share one error budget.
    judge = PlateauJudge(
        judged.slos, timeline, replace(settings, alpha=settings.alpha / 2.0 ** _repeated(trial, history))
    )
    return Judging(judge, judge.doubts)


def _repeated(trial: Trial, history: Sequence[TrialResult]) -> int:
    """Return how many times in a row this trial was invalid, at the end of `history`."""
    count = 0
    for result in reversed(history):
        if (
            replace(result.trial, users=trial.users, user_kinds=trial.user_kinds, start=trial.start) != trial
            or result.verdict.state is not State.INVALID
        ):
            break
        count += 1
    return count


def clean_first(judging: Judging, trial: Trial, timeline: Timeline) -> Judging:
    """`judging`, but that a verdict is first sought in the seconds that nobody else on the machine disturbed.

    A warm-up is judged as it is: it makes ready, and blames nobody. So is a smoke test: no disturbance changes a reply.
    """
    if trial.purpose in (Purpose.WARM_UP, Purpose.SMOKE):
        return judging
    is_open = trial.rate is not None and not trial.users
    undecided_stands = is_open or trial.purpose in _OF_ONE_HOLD
    judge = _CleanFirst(judging.judge, timeline, is_open=is_open, undecided_stands=undecided_stands)
    return replace(judging, judge=judge, doubts=lambda: (*judging.doubts(), *judge.doubts()))


class _CleanFirst:
    """Lets a judge look at the clean seconds; where too few are clean, at all, and believes only what stands there.

    Other processes take from the service and give it nothing: under open arrivals what passes beside them would pass
    without them, and what fails even with no bad call in the seconds that they disturbed would fail without them.
    Closed users send less to a slower service, so their pass does not stand.
    """

    def __init__(self, judge: TrialJudge, timeline: Timeline, *, is_open: bool, undecided_stands: bool) -> None:
        self._judge = judge
        self._timeline = timeline
        self._is_open = is_open
        self._undecided_stands = undecided_stands
        self._unknown: Doubt | None = None

    def look(self, elapsed_s: float) -> Verdict | None:
        return self._judge.look(elapsed_s) if self._is_clean_enough() else None

    def next_look_s(self, elapsed_s: int) -> float:
        return self._judge.next_look_s(elapsed_s)

    def final(self) -> Verdict:
        verdict, disturbed_s, is_clean_enough = self._judge.final(), self._timeline.disturbed_s, self._is_clean_enough()
        is_told = verdict.state in (State.PASSED, State.FAILED) and is_clean_enough
        if disturbed_s == 0 or is_told:
            return verdict
        whole = self._counted()
        if whole.state is State.UNDECIDED is verdict.state and self._undecided_stands and is_clean_enough:
            # Neither with those seconds nor without them.
            self._timeline.leave_disturbed_out()
            return verdict
        stands = whole.state is State.PASSED and self._is_open
        if not stands and not (whole.state is State.FAILED and self._fails_at_best()):
            span_s = self._timeline.span_stop - self._timeline.span_start
            disturbed, span = duration(disturbed_s), duration(span_s)
            text = Message("others-disturbed-too-much", disturbed=disturbed, span=span)
            self._unknown = Doubt(DoubtCode.DISTURBED, text)
        return whole

    def _counted(self) -> Verdict:
        """The verdict with all seconds."""
        self._timeline.take_disturbed()
        return self._judge.final()

    def _fails_at_best(self) -> bool:
        """True if it fails with all seconds, although no call of the disturbed ones counts as bad."""
        if not isinstance(self._judge, PlateauJudge):
            return False
        self._timeline.take_disturbed(at_best=True)
        fails = self._judge.final().state is State.FAILED
        self._timeline.take_disturbed()
        return fails

    def doubts(self) -> tuple[Doubt, ...]:
        return () if self._unknown is None else (self._unknown,)

    def _is_clean_enough(self) -> bool:
        timeline = self._timeline
        clean_s, disturbed_s = len(timeline.judged(timeline.span_start, timeline.span_stop)), timeline.disturbed_s
        return clean_s >= LIMITS.least_clean * (clean_s + disturbed_s)


class JudgingOf(Protocol):
    """Chooses the judge of a trial, or of one of its spans."""

    def __call__(self, timeline: Timeline, span: Trial | None = None, /) -> Judging:
        """Return the judge of the trial, or of its `span`, whose account is `timeline`."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """Inputs for assessing one trial: its timeline, its judge, its SLOs and the plan that doubts come from."""

    timeline: Timeline
    judging: Judging
    slos: Sequence[Slo]
    plan: PlanReading = field(default_factory=PlanReading)
    spans: tuple[tuple[Trial, Assessment], ...] = ()
    """Assessment of each span, of a trial with stages."""

    def result(self, trial: Trial, early: Verdict | None, seen: SeenBeside, *, interrupted: bool) -> TrialResult:
        """Return the result of the ended trial.

        `early` is the verdict that ended the trial; None: no verdict ended it. `interrupted` is True if somebody else
        ended it.
        """
        timeline, judging = self.timeline, self.judging
        verdict = early or judging.judge.final()
        doubts = list(judging.doubts())
        if interrupted:
            text = Message("trial-interrupted", held=duration(timeline.ended_s))
            doubts.append(Doubt(DoubtCode.INTERRUPTED, text))
        bare = timeline.measurement()
        disturbed_s = timeline.disturbed_s
        saturated_s = timeline.saturated_s
        left_out_s = sum(end - begin for begin, end in bare.left_out_s)
        doubts += timeline.stalls.doubts(left_out_s - disturbed_s - saturated_s)
        doubts += saturation_doubts(
            bare.machines,
            timeline.saturations.leave_out,
            saturated_s,
            round(bare.duration_s),
            # A load without a rate is there to saturate the service.
            is_signed=trial.purpose in _SIGNED and trial.rate is not None,
        )
        doubts += self._hasty(early)
        by_others = timeline.disturbances.doubts(disturbed_s)
        doubts += by_others
        # Said once.
        host = HostReading(seen.steal_share, None if by_others else seen.foreign_share)
        doubts += [*doubts_of(bare, self.slos, timeline.generator, host, seen.died, self.plan.room), *seen.doubts]
        stopped = interrupted or (verdict.early and verdict.state is State.FAILED)
        doubts += plan_doubts(bare, timeline.generator, self.plan, stopped=stopped)
        doubted = replace(bare, doubts=tuple(doubts))
        lost = Lost(
            1000.0 * timeline.disturbances.lost_s, 1000.0 * self.plan.shortest_timeout_s, self.plan.timed_checks
        )
        kind = {
            "is_open": trial.rate is not None and not trial.users,
            "by_replies": trial.purpose is Purpose.SMOKE,
        }
        verdict, measurement = judged_valid(verdict, doubted, self.slos, timeline.generator, lost, **kind)
        if verdict.state is State.FAILED:
            # It stands whatever others did, and however many calls a pass would have needed.
            told = tuple(doubt for doubt in measurement.doubts if doubt.code not in _OF_NO_FAILURE)
            measurement = replace(measurement, doubts=told)
        if verdict.state in (State.FAILED, State.INVALID):
            told = tuple(doubt for doubt in measurement.doubts if doubt.code not in _OF_A_PASS)
            measurement = replace(measurement, doubts=told)
        verdict = replace(verdict, worst_lateness_ms=timeline.generator.worst_lateness_ms)
        result = TrialResult(trial, measurement, verdict)
        if not self.spans:
            return result
        reached = [one for one in self.spans if one[1].timeline.span_start < timeline.ended_s]
        spans = tuple(one.result(span, None, seen, interrupted=interrupted) for span, one in reached)
        return replace(result, spans=spans, verdict=verdict if judging.is_own else _together(verdict, spans))

    def _hasty(self, early: Verdict | None) -> list[Doubt]:
        """Return the doubt about an early failure whose last seconds turned out not to be judged.

        A page tells of a second after that was judged.
        """
        timeline = self.timeline
        spoiled = timeline.left_out & timeline.saturations.seconds(timeline.ended_s)
        last = range(timeline.span_stop - _LAST_LOOKED_AT_S, timeline.span_stop)
        if early is None or early.state is not State.FAILED or spoiled.isdisjoint(last):
            return []
        return [Doubt(DoubtCode.SATURATED_TOO_LONG, Message("load-machines-saturated-at-end"))]


_WORST_FIRST = (State.FAILED, State.INVALID, State.UNDECIDED, State.PASSED)


def _together(whole: Verdict, spans: Sequence[TrialResult]) -> Verdict:
    """Return the verdict of a trial with stages: the worst of its spans, the first of several.

    Ramps between them are shown, and not judged.
    """
    if not spans:
        return replace(whole, state=State.UNDECIDED, reason=Message("no-stage-reached"), results=())
    worst = min(spans, key=lambda one: _WORST_FIRST.index(one.verdict.state))
    place = count(1 + spans.index(worst))
    reason = Message("verdict-of-stage", stage=place, rate=rate(worst.trial.rate or 0.0), why=worst.verdict.reason)
    return replace(worst.verdict, reason=reason, worst_lateness_ms=whole.worst_lateness_ms)
