"""Comparison of a run, from its store.

# Layout

- `measured_rounds`: rounds as they were measured; `comparisons`: the record; `operations`: its operations.
- `shared_limit`: a limit at which the searches of all variants ended.
"""
