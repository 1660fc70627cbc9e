"""A group of cases as data: who runs in turn, and which lines of the table they give."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bench.observation import Observation
from bench.package import find_peer
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["CaseGroup", "Contender", "Line", "Target", "TargetOf"]


class TargetOf(Enum):
    """What a target bounds."""

    OURS_AT_MOST = "≤ {bound:g} {unit}"
    RATIO_AT_LEAST = "ratio ≥ {bound:.2f}"
    RATIO_AT_MOST = "ratio ≤ {bound:.2f}"


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on the median of our own value, or of the ratio of ours to the peer's."""

    kind: TargetOf
    bound: float


@dataclass(frozen=True, slots=True)
class Contender:
    """One program under one load: `observe` runs it once.

    `program` names one of `PEERS`, without which the contender is left out; None: it is always there.
    """

    name: str
    observe: Callable[[Place], Observation]
    program: str | None = None

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return self.program is None or find_peer(self.program) is not None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: a quantity of the group's first contender, beside that of a peer where there is one.

    `target_alone` stands in for `target` where the peer is not installed; None: then nothing is judged.
    """

    case: str
    quantity: Quantity
    peer: str | None = None
    target: Target | None = None
    target_alone: Target | None = None


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """Contenders that run in turn, ours first; each round runs every one of them once.

    `rounds_at_least` is for short runs, whose medians need more of them.
    """

    name: str
    contenders: tuple[Contender, ...]
    lines: tuple[Line, ...]
    rounds_at_least: int = 1
