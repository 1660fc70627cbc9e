"""What goes wrong in simulated rounds: others disturb seconds, variants die, maintenance takes now more and now less.

The product's `CompareRound` is told of it as it is on a machine, and decides which cycles are dropped, repeated and
counted, and who is left out.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["FaultySlot", "RoundFaults"]

_DIED = Doubt(DoubtCode.SERVICE_DIED, Message.said("the service died"))
_FEELS_MORE = 5.0
"""A variant dies the more easily the slower the machine is: e times as often at 20 %."""


@dataclass(frozen=True, slots=True)
class FaultySlot:
    """What a slot showed."""

    measurement: MeasuredSpan
    slowed: float
    """The mean logarithm by which others slowed the judged seconds that were not noticed as disturbed."""


@dataclass(frozen=True, slots=True)
class RoundFaults:
    """How often, and how much."""

    disturbed_every_s: float = math.inf
    """Between the begins of two disturbances, on average; they take `disturbed_s` in the mean."""
    disturbed_s: float = 3.0
    slows: float = 0.5
    """The logarithm by which a disturbed second is slower."""
    noticed: float = 0.9
    """Of the disturbed seconds, those that the judge takes for such, and leaves out."""
    deaths: float = 0.0
    """For each slot, on the machine as it is in the mean."""
    maintenance: float = 0.0
    """Of a variant's CPU in a cycle, what the maintenance before it takes on average; each time it is drawn anew."""

    def slot(self, whole: MeasuredSpan, felt: float, hold_s: float, random: np.random.Generator) -> FaultySlot:
        """A slot of `hold_s` judged seconds, on a machine that is slower by `felt`, a logarithm."""
        seconds = int(hold_s)
        disturbed = self._disturbed(seconds, random)
        seen = disturbed & (random.random(seconds) < self.noticed)
        kept = disturbed[~seen]
        stretches = tuple((int(second), int(second) + 1) for second in np.flatnonzero(seen))
        measurement = replace(whole, duration_s=hold_s - seen.sum(), left_out_s=stretches, disturbed_s=stretches)
        if random.random() < self.deaths * math.exp(_FEELS_MORE * felt):
            measurement = replace(measurement, doubts=(_DIED,), valid=False)
        return FaultySlot(measurement, self.slows * float(kept.mean()) if kept.size else 0.0)

    def pause_s(self, usual_s: float, random: np.random.Generator) -> float:
        """Of all variants between two cycles."""
        return usual_s * float(random.exponential()) if self.maintenance else usual_s

    def _disturbed(self, seconds: int, random: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        found = np.zeros(seconds, dtype=bool)
        if math.isfinite(self.disturbed_every_s):
            busy = self.disturbed_s / self.disturbed_every_s
            at = 0.0 if random.random() < busy else float(random.exponential(self.disturbed_every_s))
            while at < seconds:
                ends = at + float(random.exponential(self.disturbed_s))
                found[int(at) : math.ceil(ends)] = True
                at = ends + float(random.exponential(self.disturbed_every_s))
        return found
