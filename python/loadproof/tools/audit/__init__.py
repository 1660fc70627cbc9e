"""Audit of a published comparison: its claims are recomputed from its own values.

# Layout

- `table_text` makes text of the bytes of a file, `table_file` rows and columns of the text, with the separator and the
  decimal marks that fit whole columns; `printed` reads numbers, each with what rounding hides.
- `column_meaning` finds the meaning of a column by its header, `map_spec` takes it from a file of the user, and
  `tool_tables` knows tables that tools write as CSV.
- `table_reader` makes figures by row and variant of all that, with `row_names`; `unread_parts` names the rest.
- `reports` reads what load generators print, and their JSON, into the same figures: a `published_table`.
- `changes`, `totals`, `counts` and `relations` are the checks; `mixture` bounds a percentile of a whole.
- `audit` runs them, and says what a table cannot show; `audited` is what they find, as `loadproof audit --json` prints
  it. `document` lays that out for people.
- `command` is the verb `loadproof audit`.
"""
