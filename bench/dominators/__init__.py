"""The largest dominators of heap dumps of public programs, by `loadproof heap` and by LeakCanary's shark.

- `programs`: who is started, loaded and dumped; `reading`: what either says of a dump.
- `comparison`: both beside each other, as a table.
"""
