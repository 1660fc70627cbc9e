"""How often comparisons err where slots are disturbed, variants die and maintenance is not even."""

from collections.abc import Mapping

from bench.method.comparison_population import Population, bistable
from bench.method.comparisons import table_of_errors
from bench.method.effort import Effort
from bench.method.round_faults import RoundFaults
from bench.method.table import MethodTable

__all__ = ["FAULTY_POPULATIONS", "faulty_comparisons"]

STUDIES = 400

FAULTY_POPULATIONS: Mapping[str, Population] = {
    "disturbed every minute": Population(faults=RoundFaults(disturbed_every_s=60.0)),
    "disturbed every 15 s, no cycle is quiet": Population(faults=RoundFaults(disturbed_every_s=15.0)),
    "disturbed every 15 s, half of it unseen": Population(faults=RoundFaults(disturbed_every_s=15.0, noticed=0.5)),
    "a variant dies in 0.5 % of its slots": Population(faults=RoundFaults(deaths=0.005)),
    "maintenance of 5 % of CPU, not even": Population(faults=RoundFaults(maintenance=0.05)),
    "all of it, starts of two kinds": Population(
        starts=bistable, faults=RoundFaults(disturbed_every_s=30.0, deaths=0.005, maintenance=0.05)
    ),
}
"""A disturbance takes 3 s in the mean and 65 % more time for what runs, and nine of ten of its seconds are noticed."""


def faulty_comparisons(effort: Effort) -> MethodTable:
    """The table."""
    return table_of_errors(
        "Comparisons of rounds in which something goes wrong: how often they err",
        FAULTY_POPULATIONS,
        STUDIES,
        60 + effort.seed,
        effort,
    )
