"""Who judges a trial, and what its result is made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.plan_doubts import PlanReading, plan_doubts
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import HostReading, doubts_of, judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.method.capacity import baseline
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo
from loadproof.trial.observer import SeenBeside

__all__ = ["Assessment", "Judged", "Judging", "TrialJudge", "judging_of"]


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
    """Who judges a trial, and which doubts the judge adds at its end."""

    judge: TrialJudge
    doubts: Callable[[], Sequence[Doubt]]
    add: Callable[[TickReading], None] | None = None
    """Told of every tick, after the timeline."""


class Judged(Protocol):
    """What a trial is judged by: a profile is."""

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
    """Who judges `trial`: a recovery is compared with the first trial of `history` that passed.

    Any other is judged as a plateau, by `settings` or those that its purpose has.
    """
    before = baseline(history)
    if trial.purpose is Purpose.RECOVER and before is not None:
        return Judging(RecoveryJudge(judged.slos, timeline, before.measurement), lambda: ())
    judge = PlateauJudge(judged.slos, timeline, settings or plateau_settings(trial, judged.timeout_s))
    return Judging(judge, judge.doubts)


@dataclass(frozen=True, slots=True)
class Assessment:
    """What one trial is assessed by: its account, its judge, and what doubts come of besides."""

    timeline: Timeline
    judging: Judging
    slos: Sequence[Slo]
    plan: PlanReading = field(default_factory=PlanReading)

    def result(self, trial: Trial, early: Verdict | None, seen: SeenBeside, *, interrupted: bool) -> TrialResult:
        """What the ended trial gave; `early` is the verdict that ended it, `interrupted` whether somebody else did."""
        timeline, judging = self.timeline, self.judging
        verdict = early or judging.judge.final()
        doubts = list(judging.doubts())
        if interrupted:
            doubts.append(Doubt(DoubtCode.INTERRUPTED, f"the trial was interrupted after {timeline.ended_s} s"))
        bare = timeline.measurement()
        doubts += timeline.stalls.doubts(sum(end - begin for begin, end in bare.left_out_s))
        host = HostReading(seen.steal_share, seen.foreign_share)
        doubts += doubts_of(bare, self.slos, timeline.generator, host, seen.died)
        stopped = interrupted or (verdict.early and verdict.state is State.FAILED)
        doubts += plan_doubts(bare, timeline.generator, self.plan, stopped=stopped)
        doubted = replace(bare, doubts=tuple(doubts))
        verdict, measurement = judged_valid(verdict, doubted, self.slos, timeline.generator)
        verdict = replace(verdict, worst_lateness_ms=timeline.generator.worst_lateness_ms)
        return TrialResult(trial, measurement, verdict)
