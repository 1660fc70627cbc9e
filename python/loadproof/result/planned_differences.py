"""Differences that a plan foresees, by metric."""

from collections.abc import Mapping

from loadproof.model.message import Message, share

__all__ = ["planned_differences"]


def planned_differences(percents: Mapping[str, float]) -> list[Message]:
    """Return each difference, in per cent, with the name of its metric."""
    return [
        Message(
            "planned-difference", metric=Message("comparison-metric", metric=metric), percent=share(percent / 100.0)
        )
        for metric, percent in percents.items()
    ]
