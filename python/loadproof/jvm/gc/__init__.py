"""Logs of garbage collections: pauses, allocation and live set of one log, or of two side by side.

# Layout

- `log_parts` finds the files of one log. `line_clock` reads the time of a line, and `lines` its event.
- `collector_log` follows one log from its first line to its last, in bounded memory. It fills `pause_times`,
  `heap_use`, `live_set` and `collection_order`, and `stretches` with all of it over time.
- `followed_log` reads the log of a running VM while the VM writes it.
- `logs` computes the metrics of a log, and `remarks` its remarks. `comparison` compares two logs.
- `report` is the whole report, as `loadproof gc --json` prints it. `document` lays it out for people.
- `command` is the verb `loadproof gc`.
"""
