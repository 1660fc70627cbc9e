"""Comparison in a report.

# Layout

- `pairs`: pairs, ranks and rounds; `operations`: times in total and by operation; `screen`: the part on one screen;
  `plan`: the part of a plan.
"""
