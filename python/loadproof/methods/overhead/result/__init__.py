"""Overhead of a run, from its store.

# Layout

- `switched_starts`: starts as they were measured; `overheads`: the record.
"""
