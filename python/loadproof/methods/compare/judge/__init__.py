"""Judge of a comparison: what differs between variants, over all rounds.

# Layout

- `rounds`: decisions on every pair of variants; `operations`: those on operations.
- `machine_adjustment`: metrics freed of the speed of the machine; `machine_dependence`: their dependence on it.
- `sentence`: the summary, and the smallest differences that the rounds could have seen.
"""
