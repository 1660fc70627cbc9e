"""Tools beside the load tests, which run no load: each is a folder.

# Layout

- `audit` recomputes the claims of a published comparison (`loadproof audit`).
- `drafts` makes drafts of studies (`loadproof init`).
- `doctor` looks at the machine before a measurement (`loadproof doctor`).

In each, `command` is the verb, and `document`, where there is one, the report for people. No tool knows another one.
"""
