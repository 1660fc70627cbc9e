"""Heap dumps: what keeps most of a heap, and what grows from dump to dump.

# Layout

- `file` reads a heap dump into a `dump`.
- `suspects` finds what keeps much of the heap, `growth` what grows. `dumps` combines several dumps.
- `report` is the whole report, as `loadproof heap --json` prints it. `document` lays it out for people, with the
  dominators as a `tree`.
- `command` is the verb `loadproof heap`.
"""
