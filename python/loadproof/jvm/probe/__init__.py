"""Probe of a Java VM, beside those of `loadproof.probes`: heap, collections, threads, classes and safepoints.

# Layout

- `probe` finds the VM of a service, and gives its readings once a second.
- `vm` follows one VM from reading to reading.
- `heap_places` finds the heap among the mappings of a process, for the memory of the process.
"""
