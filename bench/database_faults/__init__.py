"""Faults made on purpose in real PostgreSQL servers, and the diagnosis of each by loadproof.

# Layout

- `situations` has the eight faults, the forbidden join order and five healthy workloads; `clients` are their clients.
- `fault_server` starts a server of the stand for each; `small_space` is the file system of its temporary tablespace.
- `figures` is what an administrator reads from the views of PostgreSQL; `diagnosis` is what loadproof names.
- `occurrence` runs one situation; `__main__` is the command.
"""
