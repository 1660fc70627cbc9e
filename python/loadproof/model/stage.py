"""Stages of a load as they are written (`30s:100`): a linear change of the rate to that of the stage, or a hold."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration, format_duration
from loadproof.model.quoting import quoted
from loadproof.model.rate import parse_multiple

__all__ = ["MOST_STAGES", "Stage", "StageError", "check_stages", "parse_stage", "parse_stages"]

MOST_STAGES = 100
_FORM = "give a time and a rate, such as 30s:100"


class StageError(WrittenValueError):
    """The text is not a stage, or the stages make no load."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Linear change of the rate, from the rate before it to its own; a hold if both are equal."""

    duration_s: float
    """Whole seconds; 0: the rate jumps."""
    rate: float
    """Rate at its end, in calls/s."""
    users: int | None = None
    """Closed users at its end; None: their number does not change in the load."""

    def holds(self, before: Stage) -> bool:
        """Return True if the load of the stage is that of the stage before it, and there is one.

        >>> Stage(5.0, 80.0).holds(Stage(1.0, 80.0)), Stage(5.0, 0.0, 9).holds(Stage(1.0, 0.0, 9))
        (True, True)
        """
        is_same = self.rate == before.rate and (self.users or 0) == (before.users or 0)
        return is_same and self.duration_s > 0.0 and (self.rate > 0.0 or bool(self.users))

    def __str__(self) -> str:
        """The stage as it is written.

        >>> str(Stage(90.0, 12.5))
        '1m30s:12.5'
        """
        return f"{format_duration(self.duration_s)}:{self.rate:g}"


def parse_stage(written: str, base_rate: float | None = None) -> Stage:
    """Return the stage that a text says; `base_rate` is the rate of the profile at N = 1. Raises WrittenValueError.

    >>> parse_stage("1m30s:100") == Stage(90.0, 100.0), parse_stage("30s:2N", 50.0).rate, parse_stage("0s:0").duration_s
    (True, 100.0, 0.0)
    """
    time, colon, rate = (part.strip() for part in written.partition(":"))
    if not (time and colon and rate):
        raise StageError(f"{quoted(written)} is not a stage", _FORM)
    return Stage(Duration.parse_whole(0, time).seconds, 0.0 if rate == "0" else parse_multiple(rate, base_rate))


def parse_stages(written: str, base_rate: float | None = None) -> tuple[Stage, ...]:
    """Return the stages of a text with commas between them. Raises WrittenValueError.

    >>> [stage.rate for stage in parse_stages("30s:100, 1m:100, 30s:0")]
    [100.0, 100.0, 0.0]
    """
    texts = written.split(",")
    if len(texts) > MOST_STAGES:
        raise StageError(f"the number of stages is {len(texts)}", f"give 1 to {MOST_STAGES}")
    return check_stages([parse_stage(text, base_rate) for text in texts])


def check_stages(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages if they make a load that can be judged. Raises StageError.

    >>> check_stages([Stage(30.0, 100.0)])
    Traceback (most recent call last):
    ...
    loadproof.model.stage.StageError: no stage is held. Cure: give a stage the rate of the one before it, such as \
30s:100, 1m:100
    """
    if not 1 <= len(stages) <= MOST_STAGES:
        raise StageError(f"the number of stages is {len(stages)}", f"give 1 to {MOST_STAGES}")
    for before, stage in itertools.pairwise([Stage(0.0, 0.0), *stages]):
        if stage.holds(before):
            return tuple(stages)
    cure = "give a stage the rate of the one before it, such as 30s:100, 1m:100"
    raise StageError("no stage is held", cure)
