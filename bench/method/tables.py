"""The tables by name, in the order in which docs/method has them."""

from collections.abc import Callable, Mapping

from bench.method.apdex_interval_candidates import apdex_interval_candidates
from bench.method.apdex_intervals import apdex_intervals
from bench.method.apdex_slos import apdex_slos
from bench.method.capacity_searches import capacity_searches
from bench.method.compared_runs import compared_runs
from bench.method.comparison_power import comparison_power
from bench.method.comparisons import comparisons
from bench.method.disturbance_constants import disturbance_constants
from bench.method.disturbances import disturbances
from bench.method.effort import Effort
from bench.method.evenness_tests import evenness_table
from bench.method.faulty_comparisons import faulty_comparisons
from bench.method.forecasts import forecasts
from bench.method.interval_candidates import interval_candidates_table
from bench.method.leaks import leaks
from bench.method.operation_discoveries import operation_discoveries
from bench.method.overheads import overheads
from bench.method.plateau_verdicts import plateau_verdicts
from bench.method.primary_operations import primary_operations
from bench.method.profiler_designs import profiler_designs
from bench.method.quantile_intervals import quantile_interval_table
from bench.method.ranking_power import ranking_power
from bench.method.rankings import rankings
from bench.method.robbed_machines import robbed_machines
from bench.method.search_constants import search_constants
from bench.method.second_apdex_intervals import second_apdex_intervals
from bench.method.second_comparisons import second_comparisons
from bench.method.second_disturbances import second_disturbances
from bench.method.second_searches import second_searches
from bench.method.second_user_searches import second_user_searches
from bench.method.single_starts import single_starts
from bench.method.spikes import spikes
from bench.method.steady_state import steady_state_table
from bench.method.table import MethodTable
from bench.method.trends import trends
from bench.method.user_searches import user_searches
from bench.method.warm_ups import warm_ups

__all__ = ["TABLES", "Builder"]

Builder = Callable[[Effort], MethodTable]

TABLES: Mapping[str, Builder] = {
    "plateau-verdicts": plateau_verdicts,
    "disturbances": disturbances,
    "second-disturbances": second_disturbances,
    "robbed-machines": robbed_machines,
    "disturbance-constants": disturbance_constants,
    "capacity-searches": capacity_searches,
    "second-searches": second_searches,
    "user-searches": user_searches,
    "second-user-searches": second_user_searches,
    "search-constants": search_constants,
    "steady-state": steady_state_table,
    "warm-ups": warm_ups,
    "quantile-intervals": quantile_interval_table,
    "interval-candidates": interval_candidates_table,
    "apdex-intervals": apdex_intervals,
    "second-apdex-intervals": second_apdex_intervals,
    "apdex-interval-candidates": apdex_interval_candidates,
    "apdex-slos": apdex_slos,
    "evenness": evenness_table,
    "trends": trends,
    "leaks": leaks,
    "spikes": spikes,
    "comparisons": comparisons,
    "second-comparisons": second_comparisons,
    "faulty-comparisons": faulty_comparisons,
    "operation-discoveries": operation_discoveries,
    "primary-operations": primary_operations,
    "comparison-power": comparison_power,
    "single-starts": single_starts,
    "compared-runs": compared_runs,
    "overhead": overheads,
    "profiler-designs": profiler_designs,
    "rankings": rankings,
    "ranking-power": ranking_power,
    "forecasts": forecasts,
}
"""Each fills the part of docs/method between its two marks."""
