"""A group of cases as data: who runs in turn, and which lines of the table they give."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["CaseGroup", "Contender", "Line", "Target", "TargetOf"]


class TargetOf(Enum):
    """What a target bounds."""

    OURS_AT_MOST = "≤ {bound:g} {unit}"
    RATIO_AT_LEAST = "ratio ≥ {bound:.2f}"


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on the median of our own value, or of the ratio of ours to the peer's."""

    kind: TargetOf
    bound: float


@dataclass(frozen=True, slots=True)
class Contender:
    """One program under one load: `observe` runs it once."""

    name: str
    observe: Callable[[Place], Observation]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: a quantity of the group's first contender, beside that of a peer where there is one."""

    case: str
    quantity: Quantity
    peer: str | None = None
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """Contenders that run in turn, ours first; each round runs every one of them once.

    `rounds_at_least` is for short runs, whose medians need more of them.
    """

    name: str
    contenders: tuple[Contender, ...]
    lines: tuple[Line, ...]
    rounds_at_least: int = 1
