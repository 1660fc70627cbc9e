"""What a load is made of, pure and resolved; below all else but errors.

# Layout

- Scalars that read themselves from text: `duration`, `rate`, `share`, `memory_size`, `range`, `pause`, `slo`,
  `target`; `quoting` shows a wrong one.
- `message`: a text for people, as a code with its values; `words` has the texts.
- `json_text` reads JSON of others within bounds; `typed_json` makes typed values of it.
- `profile`: operations with their feeders, SLOs and timeouts; `scenario`: checks, flows and users.
- `visible_text`: control and invisible characters as escapes, in text and in JSON.
- `cell`: what a slot of load is of, where a feature is switched between slots.
"""
