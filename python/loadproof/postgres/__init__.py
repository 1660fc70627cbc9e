"""PostgreSQL: the probe of a database, its diagnosis, the causes that it shows, and their sections of a report.

# Layout

- `probe` reads a database once a second beside the load: `link` is its connection, `queries` are its statements.
- `activity_reader` reads the activity of 10 s beside it: `observer` makes it of samples and counters, `plans` asks for
  generic plans, `plan_log` reads those of executions from the log of the server (`logged_plans` keeps the slowest),
  `plan_tree` makes lines of a plan, `statement_names` joins statements of the same text, `hidden_values` hides their
  values, `server_machine` reads the machine of the server.
- `activity` merges what a database did in several intervals; `result` is that of the trials of a run.
- `causes` names the causes that an activity shows: rules on sessions (`session_causes`), statements and plans
  (`statement_causes`) and storage (`storage_causes`), from rates and shares (`activity_figures`).
- `sections` are the parts of a report: `statement_change` compares statements of two intervals, `lock_order` puts the
  sessions of a lock tree below each other.
- `diagnosis` looks at a database for some seconds (`loadproof diagnose postgresql://...`): `report` is its result,
  `document` the report for people, `command` the verb.

The name of a module tells its role, and the role tells what it may import; every other module only computes.
"""
