"""Kinds of problems, a module for each.

# Layout

- `slowdown`: longer service times of a simulated service, in virtual time alone.
"""
