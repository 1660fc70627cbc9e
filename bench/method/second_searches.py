"""Capacity searches on a second population of services, of families that no rule of a search was chosen on."""

from functools import partial
from pathlib import Path

import numpy as np

from bench.method.capacity_record import BUDGET_2, OURS, OURS_20, record_of_second
from bench.method.effort import Effort
from bench.method.search_figures import COLUMNS, answer_claims, groups_of, load_claims, row_of, searches_of, within
from bench.method.second_population import FAMILIES, SEED, SERVICES
from bench.method.table import Claim, MethodTable

__all__ = ["KEPT_TRUTHS", "second_searches"]

KEPT_TRUTHS = Path("target/truths")
"""Where true capacities are kept: they take longer than all searches of them."""


def second_searches(effort: Effort) -> MethodTable:
    """The table. Its seed is that of the population, whatever the seed of the run."""
    count = effort.runs(SERVICES, fewest=len(FAMILIES))
    records = effort.map(partial(record_of_second, seed=SEED, cache=KEPT_TRUTHS), range(count))
    rows = [row_of(name, records, name) for name in (OURS, OURS_20, BUDGET_2)]
    for name in (OURS, OURS_20):
        rows += [row_of(f"{name}: {label}", chosen, name) for label, chosen in groups_of(records)]
    slopes = np.quantile([record.truth.slope for record in records], (0.25, 0.5, 0.75))
    errors = [100.0 * record.truth.error for record in records]
    return MethodTable(
        "Capacity searches on a second population",
        COLUMNS,
        [row for row in rows if row is not None],
        (
            *answer_claims(OURS, searches_of(records, OURS), 90.0, 5.0),
            *load_claims(OURS, records),
            *answer_claims(OURS_20, searches_of(records, OURS_20), 95.0, 2.0),
            Claim(f"{BUDGET_2}: estimate within ±15 %, %", within(searches_of(records, BUDGET_2), 0.15), least=90.0),
        ),
        {
            "services": str(len(records)),
            "drawn again": str(sum(len(record.drawn_again) for record in records)),
            "quartiles of the slope, % of share for 1 % of rate": " / ".join(f"{value:.3g}" for value in slopes),
            "standard error of the true capacity, %": f"median {np.median(errors):.2f}, largest {max(errors):.2f}",
            "seed": str(SEED),
        },
    )
