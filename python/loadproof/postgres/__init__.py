"""PostgreSQL: the probe of a database, its diagnosis, the causes that it shows, and their sections of a report.

# Layout

- `probe` reads a database once a second beside the load: `link` is its connection, `queries` are its statements.
- `activity` merges what a database did in several intervals.
- `causes` names the causes that an activity shows: rules on sessions (`session_causes`), statements and plans
  (`statement_causes`) and storage (`storage_causes`), from rates and shares (`activity_figures`).

The name of a module tells its role, and the role tells what it may import: see `ROLES_OF_POSTGRES` of the test of
imports.
"""
