"""Memory of loadproof over a long load whose replies fail in many ways (`python -m bench.load_memory`).

- `varied_errors`: the service; no two of its answers are alike.
- `sampling`: runs a command and samples the private memory of its processes.
- `growth`: slope of a memory after its warm-up, with an interval of 95 %.
"""
