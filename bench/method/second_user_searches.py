"""Searches of a capacity in users on families of closed users that no rule of a search was chosen on."""

from functools import partial

from bench.method.effort import Effort
from bench.method.second_closed_population import FAMILIES, SEED, second_case
from bench.method.table import MethodTable
from bench.method.user_searches import record_of, table_of

__all__ = ["second_user_searches"]

_CASES = 200


def second_user_searches(effort: Effort) -> MethodTable:
    """Return the table. Its seed is that of the population, whatever the seed of the run."""
    count = effort.runs(_CASES, fewest=len(FAMILIES))
    records = effort.map(partial(record_of, draw=second_case, seed=SEED), range(count))
    return table_of("Capacity in users on a second population", records, SEED)
