"""Overhead in a report.

# Layout

- `levels`: metrics against their bounds, switches and starts; `screen`: the part on one screen; `plan`: the part of a
  plan.
"""
