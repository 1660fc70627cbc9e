"""Rounds of a comparison in a plan."""

from loadproof.judge.comparison_text import operation_sentences
from loadproof.model.message import Listing, Message, count, duration, listed
from loadproof.records.metric import Metric
from loadproof.result.forecast import PlanModel, PlannedRoundsModel, SpreadModel
from loadproof.result.planned_differences import planned_differences

__all__ = ["planned_rows", "planned_sentences"]


def planned_sentences(plan: PlanModel) -> list[Message]:
    """Return the sentence on the rounds and on the differences that they detect; []: there are no rounds."""
    return [] if plan.rounds is None else [_rounds(plan.rounds)]


def planned_rows(plan: PlanModel) -> list[tuple[Message, SpreadModel]]:
    """Return the rounds with their duration; []: there are none."""
    rounds = plan.rounds
    if rounds is None:
        return []
    return [(Message("planned-rounds-row", least=count(rounds.least), most=count(rounds.most)), rounds.duration_s)]


def _rounds(rounds: PlannedRoundsModel) -> Message:
    """Return the message on the number and duration of rounds, and the smallest differences that they detect.

    If no difference is visible, the message says that the rounds are too few.
    """
    seen = planned_differences(rounds.visible_percent)
    told = {"least": count(rounds.least), "most": count(rounds.most), "round": duration(round(rounds.round_s))}
    if not seen:
        return Message("planned-rounds-too-few", **told)
    planned = Message("planned-rounds", **told, seen=listed(seen))
    visible = {
        name: {Metric(metric): percent for metric, percent in shown.items()}
        for name, shown in rounds.visible_of_operations.items()
    }
    of_operations = operation_sentences(visible)
    if not of_operations:
        return planned
    return Message("planned-rounds-of-operations", rounds=planned, operations=listed(of_operations, Listing.SENTENCES))
