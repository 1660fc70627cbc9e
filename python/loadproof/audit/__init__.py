"""What a published comparison says, recomputed from its own figures.

# Layout

- `table_file` reads a table as text, from CSV, tabs or pipes; `printed` its numbers, each with what rounding hides.
- `column_meaning` finds by its header what a column is, and `map_spec` takes it from a file of the user;
  `published_table` makes figures by row and variant of both.
- `changes`, `totals` and `counts` are the checks; `mixture` says what a percentile of a whole can be at all.
- `audit` runs them, and says what a table cannot show; `audited` is what they find, as `loadproof audit --json` prints
  it.
"""
