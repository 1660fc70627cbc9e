"""The tables by name, in the order in which docs/method.md has them."""

from collections.abc import Callable, Mapping

from bench.method.capacity_searches import capacity_searches
from bench.method.effort import Effort
from bench.method.plateau_verdicts import plateau_verdicts
from bench.method.table import MethodTable

__all__ = ["TABLES", "Builder"]

Builder = Callable[[Effort], MethodTable]

TABLES: Mapping[str, Builder] = {
    "plateau_verdicts": plateau_verdicts,
    "capacity_searches": capacity_searches,
}
"""Each fills the part of docs/method.md between its two marks."""
