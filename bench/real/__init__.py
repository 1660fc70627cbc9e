"""Proof on real processes: loads and searches beside others on this machine, and what `plan` said of them."""
