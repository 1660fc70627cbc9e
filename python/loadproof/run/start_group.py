"""Which starts are up together, and how they are opened and driven."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from loadproof.store.record import Campaign
from loadproof.study.study import Variant

__all__ = ["Drive", "StartGroup"]


class Drive(Enum):
    """Who has the generator of the machine."""

    ALONE = "alone"
    """The only start of its group: what is usual on the machine is its own."""
    IN_TURN = "in-turn"
    """Each start runs methods of its own, and takes turns with the others trial by trial."""
    TOGETHER = "together"
    """One method drives all starts."""


@dataclass(frozen=True, slots=True)
class StartGroup:
    """Starts of one number that are up together; a single start is a group of one."""

    campaign: Campaign
    number: int
    """Of the starts in it, from 1."""
    variants: Sequence[Variant]
    """Whose starts they are, in the order in which they start."""
    methods: Sequence[str]
    """What is run on them, as far as a variant has it."""
    drive: Drive
    metered: bool = False
    """Whether it is slots, of which is stored what all variants use in each."""
    levels: Sequence[str] = ()
    """Of a feature that is switched between slots, beside off; a simulated service has a model for each."""
    services: tuple[str, ...] = ()
    """Services whose use is measured in slots; (): all."""
    has_own_luck: bool = True
    """Whether each simulated service has a luck by its place in the study, as two services of one kind have.

    False: that of the study, as it was written.
    """
    turn: int = 0
    """A service that is kept on some of the CPUs has others at each turn, as one may be quicker than another."""
    has_yardstick: bool = False
    """Whether a fixed piece of work says before and after how fast the machine is while nothing of the stand runs."""
    is_only_one: bool = False
    """Whether the variant has no other start: the logs of its services need no number."""
