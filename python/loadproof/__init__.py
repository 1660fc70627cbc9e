"""loadproof finds the load a service is proof against, and proves it.

# Layout (imports run one way, left to right; a test holds it)

`cli` → `run` → `method`, `findings`, `probes`, `stand`, `store`, `report` → `judge` → `study` →
`system` → `errors`, `_engine`.
"""

__version__ = "0.1.0"
