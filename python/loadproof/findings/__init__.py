"""What failed trials show, with its evidence: facts, and hypotheses that say what would test them (docs/causes.md)."""
