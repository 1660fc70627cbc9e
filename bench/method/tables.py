"""The tables by name, in the order in which docs/method.md has them."""

from collections.abc import Callable, Mapping

from bench.method.comparisons import comparisons
from bench.method.detectable_changes import detectable_changes
from bench.method.effort import Effort
from bench.method.table import MethodTable

__all__ = ["TABLES", "Builder"]

Builder = Callable[[Effort], MethodTable]

TABLES: Mapping[str, Builder] = {
    "comparisons": comparisons,
    "detectable-changes": detectable_changes,
}
"""Each fills the part of docs/method.md between its two marks."""
