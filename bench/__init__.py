"""Side-by-side benchmarks against peers (`make bench`): cases are data, one file per group."""
