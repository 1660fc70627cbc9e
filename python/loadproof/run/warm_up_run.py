"""Drives the warm-up of a service start, and keeps what it showed."""

from loadproof.judge.doubt import DoubtCode
from loadproof.judge.timeline import Timeline
from loadproof.judge.warm_up_judge import WarmUpJudge
from loadproof.method.trial import TrialResult
from loadproof.method.warm_up import WarmUpSettings, warm_up_trial
from loadproof.run.run_context import RunContext
from loadproof.run.session import Judging, Session
from loadproof.study.methods import WarmUpPlan

__all__ = ["run_warm_up"]


def run_warm_up(session: Session, plan: WarmUpPlan, context: RunContext, variant: str, start: int) -> TrialResult:
    """The trial of a warm-up; an event says when the service was warm, a doubt of the start that it is not known."""
    settings = WarmUpSettings(plan.rate, plan.floor_s, plan.most_s)

    def judging_of(timeline: Timeline) -> Judging:
        judge = WarmUpJudge(timeline, settings.floor_s, settings.most_s)
        return Judging(judge, judge.doubts, judge.add)

    result = session.run("warm-up", warm_up_trial(settings), judging_of)
    context.writer.event("warm-up", f"warm-up of {variant}: {result.verdict.reason}")
    if not session.interrupted:
        for doubt in result.measurement.doubts:
            if doubt.kind is DoubtCode.NOT_WARM or doubt.invalidates:
                context.writer.doubt(doubt, variant, start)
    return result
