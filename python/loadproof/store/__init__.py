"""One run directory: SQLite and artifacts, safe against the death of the process.

# Layout

- `run_directory` names and checks the place, `run_lock` says whose it is; `writer` writes a run second by second and
  `reader` gives it back merged; `schema` has the tables, `rows` how a row is made.
- `description` is what a run is, `record` what a reader gives, `window` what one due second gave.
- `roll_up`, `minutes` and `minute_fold` keep a long run small; `run_axis` and `continued` put a continued run on one
  axis.
- `journal` is what becomes of data that the disk refuses, `last_page` how such a run says so.
"""
