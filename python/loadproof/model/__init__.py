"""Values that make up a load, pure and resolved; the lowest layer except for errors.

# Layout

- Scalars that parse themselves from text: `duration`, `rate`, `share`, `memory_size`, `range`, `pause`, `stage`, `slo`,
  `target`; `quoting` shows a wrong text.
- `message`: a text for people, as a code with its values; `words` has the texts.
- `json_text` reads JSON from other programs within bounds; `typed_json` makes typed values of it.
- `profile`: operations with their feeders, SLOs and timeouts; `scenario`: checks, flows and users; `user_counts`:
  users of each kind in a trial.
- `series`: catalog of the series that probes read, with their units and bounds.
- `apdex`: rating and printed form of an Apdex score.
- `visible_text`: control and invisible characters as escapes, in text and in JSON.
- `machine_series`: names and units of the series of a machine, whichever probe reads them.
- `cell`: feature level and rate of a slot of load, if a feature is switched between slots.
"""
