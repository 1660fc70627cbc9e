"""Groups of starts that are up together, with how they are opened and driven."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from loadproof.store.record import Campaign
from loadproof.study.study import Variant

__all__ = ["Drive", "StartGroup"]


class Drive(Enum):
    """Ways in which the starts of a group share the generator."""

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
    """Number of the starts in it, from 1."""
    variants: Sequence[Variant]
    """Variants in the order in which they start."""
    methods: Sequence[str]
    """Names of the methods that are run on them; a variant may lack some."""
    drive: Drive
    metered: bool = False
    """Whether trials are slots, and the use of all variants is stored for each slot."""
    levels: Sequence[str] = ()
    """Levels of a feature that is switched between slots, beside off; each has its simulated model."""
    services: tuple[str, ...] = ()
    """Services whose use is measured in slots; (): all."""
    has_own_luck: bool = True
    """Whether each simulated service has a seed of its own, by its place in the study; else the seed of the study.
    """
    turn: int = 0
    """Turn of CPUs: a service that is kept on some CPUs has others at each turn, as one may be quicker."""
    has_yardstick: bool = False
    """Whether a fixed piece of work says before and after how fast the machine is while nothing of the stand runs."""
    is_only_one: bool = False
    """Whether the variant has no other start: the logs of its services need no number."""
