"""A table of error rates, and what the method claims of it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["Claim", "MethodTable"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A bounded figure: `value` must lie in [`least`, `most`], in the unit that `name` says.

    >>> Claim("coverage, %", 94.6, least=93.0, most=97.0).outcome
    'met'
    >>> Claim("false alarms, %", 1.4, most=1.0).outcome
    'MISSED by 0.4'
    """

    name: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the value lies within its bounds; one that is not a number does not."""
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most) and not math.isnan(self.value)

    @property
    def measured(self) -> str:
        """The value; nothing where it could not be told.

        >>> Claim("spread", math.nan, most=1.15).measured, Claim("spread", math.nan, most=1.15).outcome
        ('', 'MISSED, as it could not be told')
        """
        return "" if math.isnan(self.value) else f"{self.value:.4g}"

    @property
    def target(self) -> str:
        """The bounds as they are read."""
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}"
        return f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}"

    @property
    def outcome(self) -> str:
        """`met`, or by how much it is missed."""
        if self.is_met:
            return "met"
        if math.isnan(self.value):
            return "MISSED, as it could not be told"
        below = self.least is not None and self.value < self.least
        bound = self.least if below else self.most
        return f"MISSED by {abs(self.value - (bound or 0.0)):.3g}"


@dataclass(frozen=True, slots=True)
class MethodTable:
    """Figures row by row, with their claims; `facts` say how they came about (runs, seeds)."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | float]]
    claims: Sequence[Claim] = ()
    facts: Mapping[str, str] = field(default_factory=dict)

    def markdown(self) -> str:
        """The facts, the claims and the rows."""
        facts = "; ".join(f"{name}: {value}" for name, value in self.facts.items())
        claims = [
            (claim.name, "" if math.isnan(claim.value) else f"{claim.value:.4g}", claim.target, _marked(claim.outcome))
            for claim in self.claims
        ]
        parts = [f"**{self.title}**" + (f" ({facts})" if facts else "")]
        if claims:
            parts.append(_grid(("claim", "measured", "target", "outcome"), claims))
        parts.append(_grid(self.columns, [[_shown(cell) for cell in row] for row in self.rows]))
        return "\n\n".join(parts)


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows))


def _shown(cell: str | float) -> str:
    return cell if isinstance(cell, str) else f"{cell:.4g}"


def _marked(outcome: str) -> str:
    return outcome if outcome == "met" else f"**{outcome}**"
