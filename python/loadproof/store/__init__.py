"""One run directory: SQLite and artifacts, safe against the death of the process.

# Layout

- `run_directory` names and checks the place, `run_lock` says whose it is; `writer` writes a run second by second,
  `start_log` what happens to a start; `reader` (with `start_reader`, over a `connection`) gives it back merged;
  `schema` has the tables, `rows` how a row is made, `message_columns` how a text for people is kept.
- A run directory may come from anybody. `damage` is the one guard around opening, reading and drawing it;
  `bounded_connection` ends queries and cuts values, `schema_check` compares schema and values with the tables of
  `schema`, `json_columns` reads JSON by type, `bounds` has the greatest numbers and the longest texts.
- `description` is what a run is, `record` what a reader gives, `window` what one due second gave; `phases`,
  `failed_replies` and `shard_total` are kept beside the windows.
- `roll_up`, `minutes` and `minute_fold` keep a long run small, but for `kept_seconds`, and `activity_thinning` the
  activity of databases; `run_axis` and `continued` put
  a continued run on one axis.
- `run_name` finds the runs of a project and the one that a user means, `run_list` says of each what is known.
- `journal` is what becomes of data that the disk refuses, `last_page` how such a run says so.
"""
