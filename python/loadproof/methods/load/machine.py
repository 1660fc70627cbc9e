"""One plateau, or stages of a load: rates that are held are judged, whatever they show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.stage import Stage
from loadproof.records.answer import Answer, Outcome

__all__ = ["UNREADABLE", "HeldLoad", "Load"]


@dataclass(frozen=True, slots=True)
class HeldLoad:
    """`rate` in calls/s for `hold_s` seconds; None: as many as the connections carry; 0: users alone."""

    rate: float | None
    hold_s: float = 30.0
    stages: tuple[Stage, ...] = ()
    """Stages in place of one hold; `rate` is their highest rate, `hold_s` all of their time."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    @classmethod
    def of_stages(cls, stages: Sequence[Stage]) -> HeldLoad:
        """Return the load of these stages.

        >>> HeldLoad.of_stages([Stage(5.0, 80.0), Stage(10.0, 80.0)]).hold_s
        15.0
        """
        highest, time_s = max(stage.rate for stage in stages), math.fsum(stage.duration_s for stage in stages)
        return cls(highest, time_s, tuple(stages))


UNREADABLE = HeldLoad(1.0)
"""Load in place of stages that cannot be read."""


class Load(Method):
    """Method that holds one load and answers with its verdict.

    >>> Load(HeldLoad(100.0)).next(())
    Trial(purpose=<Purpose.LOAD: 'load'>, rate=100.0, hold_s=30.0, settle_s=0.0, ramp_s=0.0, ramp_from=0.0, \
early_stop=False, users=None, tail_s=0.0, variant='', start=0, cycle=0, level='')
    """

    name = "load"

    def __init__(self, settings: HeldLoad) -> None:
        """`settings` say what is held."""
        self.settings = settings
        self.users = settings.users

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The plateau, then its verdict."""
        settings = self.settings
        if not history:
            return Trial(Purpose.LOAD, settings.rate, settings.hold_s, early_stop=False, stages=settings.stages)
        verdict = history[-1].verdict
        outcome = Outcome(verdict.state)
        return Answer(self.name, outcome, settings.rate, verdict.reason, hold_s=settings.hold_s)
