"""Starts of an overhead in a plan."""

from loadproof.model.message import Message, count, duration, listed, share
from loadproof.result.forecast import PlanModel, PlannedOverheadModel, SpreadModel
from loadproof.result.planned_differences import planned_differences

__all__ = ["planned_rows", "planned_sentences"]


def planned_sentences(plan: PlanModel) -> list[Message]:
    """Return the sentence on the starts and on the bounds that they can show; []: there are no starts."""
    return [] if plan.overhead is None else [_overhead(plan.overhead)]


def planned_rows(plan: PlanModel) -> list[tuple[Message, SpreadModel]]:
    """Return the starts with their duration; []: there are none."""
    overhead = plan.overhead
    return (
        [] if overhead is None else [(Message("starts-of-study", starts=count(overhead.starts)), overhead.duration_s)]
    )


def _overhead(overhead: PlannedOverheadModel) -> Message:
    """Return the message on the number and duration of starts, and the distance from which they show a bound.

    If no distance is enough, the message says that the starts are too few.
    """
    seen = planned_differences(overhead.shown_from_percent)
    told = {"starts": count(overhead.starts), "start": duration(round(overhead.start_s))}
    if not seen:
        return Message("planned-overhead-too-few", **told)
    return Message("planned-overhead", **told, bound=share(overhead.bound_percent / 100.0), seen=listed(seen))
