"""The tables by name, in the order in which docs/method.md has them."""

from collections.abc import Callable, Mapping

from bench.method.effort import Effort
from bench.method.leaks import leaks
from bench.method.table import MethodTable
from bench.method.trends import trends

__all__ = ["TABLES", "Builder"]

Builder = Callable[[Effort], MethodTable]

TABLES: Mapping[str, Builder] = {"trends": trends, "leaks": leaks}
"""Each fills the part of docs/method.md between its two marks."""
