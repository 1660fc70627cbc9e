"""The dominators of a dump by both, beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.document import markdown_table
from bench.dominators.programs import Dump
from bench.dominators.reading import Dominator, Reading

__all__ = ["Comparison", "table"]

_MOST = 5
_WITHIN = 0.05
_COLUMNS = ("dump", "dominator", "shark as it is", "shark, alike", "`loadproof heap`", "difference", "outcome")
_COSTS = ("dump", "MB", "objects alive", "`loadproof heap`", "shark as it is", "shark, alike")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One dump: ours, shark with the rules of HotSpot, shark as it is."""

    dump: Dump
    ours: Reading
    alike: Reading
    own: Reading

    def rows(self) -> list[tuple[str, ...]]:
        """One for each of the five that shark has as its largest, with ours of the same class."""
        rows, left, theirs = [], list(self.ours.dominators[:_MOST]), list(self.own.dominators)
        for wanted in self.alike.dominators[:_MOST]:
            ours, as_it_is = _taken(left, wanted), _taken(theirs, wanted)
            shown = [_shown(as_it_is), _shown(wanted), _shown(ours)]
            rows.append((self.dump.program, f"`{wanted.kind}`", *shown, *_difference(ours, wanted)))
        return rows

    def costs(self) -> tuple[str, ...]:
        """Time and memory, and how many objects each found alive."""
        objects = f"{self.ours.objects:,} · {self.own.objects:,} · {self.alike.objects:,}"
        taken = [f"{one.wall_s:.1f} s, {one.peak_rss_mb:,.0f} MB" for one in (self.ours, self.own, self.alike)]
        return (self.dump.program, f"{self.dump.path.stat().st_size / 1e6:.0f}", objects, *taken)


def table(comparisons: Sequence[Comparison]) -> str:
    """Both tables in Markdown."""
    rows = [row for one in comparisons for row in one.rows()]
    return f"{markdown_table(_COLUMNS, rows)}\n\n{markdown_table(_COSTS, [one.costs() for one in comparisons])}"


def _taken(left: list[Dominator], wanted: Dominator) -> Dominator | None:
    """The largest of its class, which is not taken again."""
    found = next((one for one in left if one.kind == wanted.kind), None)
    if found is not None:
        left.remove(found)
    return found


def _difference(ours: Dominator | None, theirs: Dominator) -> tuple[str, str]:
    if ours is None:
        return "", "**MISSED**: not among our five"
    share = ours.kept_bytes / theirs.kept_bytes - 1
    return f"{100 * share:+.2f} %", "met" if abs(share) <= _WITHIN else "**MISSED**"


def _shown(one: Dominator | None) -> str:
    return "not told" if one is None else f"{one.kept_bytes:,}"
