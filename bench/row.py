"""One row of the table: medians, their ratio, and whether the target was met."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bench.case import Line, Target, TargetOf
from bench.rounds import GroupResult

__all__ = ["Row", "Spread", "rows_of"]


@dataclass(frozen=True, slots=True)
class Spread:
    """Median, least and largest of the rounds."""

    median: float
    least: float
    largest: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        """Of at least one value.

        >>> Spread.of([3.0, 1.0, 2.0])
        Spread(median=2.0, least=1.0, largest=3.0)
        """
        return cls(statistics.median(values), min(values), max(values))

    def __str__(self) -> str:
        """The median, and the range in brackets."""
        return f"{_figure(self.median)} ({_figure(self.least)} to {_figure(self.largest)})"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a group with its measured values; `ratio` is ours / peer, taken within each round.

    `peer` and `ratio` are None where the line has no peer, or where its peer is not installed.
    """

    line: Line
    ours: Spread
    peer: Spread | None
    ratio: Spread | None

    @property
    def case(self) -> str:
        """What was measured, with its unit."""
        return f"{self.line.case}: {self.line.quantity.label}, {self.line.quantity.unit}"

    @property
    def peer_shown(self) -> str:
        """The peer with its values, or that it is not installed; empty where the line has none."""
        if self.line.peer is None:
            return ""
        return f"{self.line.peer}: {self.peer or 'not installed'}"

    @property
    def _bound(self) -> Target | None:
        alone = self.line.peer is not None and self.peer is None
        return self.line.target_alone or self.line.target if alone else self.line.target

    @property
    def target(self) -> str:
        """The bound in words; empty where nothing is asked."""
        wanted = self._bound
        return "" if wanted is None else wanted.kind.value.format(bound=wanted.bound, unit=self.line.quantity.unit)

    @property
    def missed_by(self) -> float | None:
        """How far the median is beyond the target as a share of the bound; 0 or less: met; None: nothing is judged."""
        wanted = self._bound
        if wanted is None:
            return None
        if wanted.kind is TargetOf.OURS_AT_MOST:
            return self.ours.median / wanted.bound - 1
        if self.line.peer is None:
            raise ValueError(f"{self.line}: a target on the ratio needs a peer")
        if self.ratio is None:
            return None
        share = self.ratio.median / wanted.bound
        return share - 1 if wanted.kind is TargetOf.RATIO_AT_MOST else 1 - share

    @property
    def outcome(self) -> str:
        """Met, missed by how much, or not judged for want of the peer; empty where nothing is asked."""
        missed_by = self.missed_by
        if missed_by is None:
            return "" if self._bound is None else "not judged"
        if missed_by <= 0:
            return "met"
        percent = 100 * missed_by
        # A near miss keeps a figure, so that it never reads as missed by nothing.
        return f"MISSED by {percent:.0f} %" if percent >= 1 else f"MISSED by {percent:.1g} %"


def rows_of(result: GroupResult) -> list[Row]:
    """A row for each line of the group."""
    rows = []
    for line in result.group.lines:
        ours = result.values(result.ours, line.quantity)
        if line.peer is None or not result.has_run(line.peer):
            rows.append(Row(line, Spread.of(ours), None, None))
            continue
        peer = result.values(line.peer, line.quantity)
        ratios = [mine / theirs for mine, theirs in zip(ours, peer, strict=True)]
        rows.append(Row(line, Spread.of(ours), Spread.of(peer), Spread.of(ratios)))
    return rows


def _figure(value: float) -> str:
    """Three figures that mean something; large values in full.

    >>> _figure(65230.75), _figure(38.69), _figure(6.4321), _figure(0.0123)
    ('65,231', '38.7', '6.43', '0.0123')
    """
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
