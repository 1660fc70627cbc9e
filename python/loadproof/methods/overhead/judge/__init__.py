"""Judge of an overhead: the cost of a feature against its bound, over all starts.

# Layout

- `starts`: each metric of each level against its bound; `variant_contrast`: costs of two variants against each other.
- `text`: the summary.
"""
