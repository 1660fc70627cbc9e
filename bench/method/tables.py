"""The tables by name, in the order in which docs/method.md has them."""

from collections.abc import Callable, Mapping

from bench.method.effort import Effort
from bench.method.interval_candidates import interval_candidates_table
from bench.method.quantile_intervals import quantile_interval_table
from bench.method.steady_state import steady_state_table
from bench.method.table import MethodTable

__all__ = ["TABLES", "Builder"]

Builder = Callable[[Effort], MethodTable]

TABLES: Mapping[str, Builder] = {
    "steady_state": steady_state_table,
    "interval_candidates": interval_candidates_table,
    "quantile_intervals": quantile_interval_table,
}
"""Each fills the part of docs/method.md between its two marks."""
