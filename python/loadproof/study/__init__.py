"""From a study file to a frozen study; all its faults at once, with file and line.

# Layout

- Written: `*_spec`, whose scalars (`written`) read themselves; `yaml_document` and `spec_file` read a file as one of
  them and gather faults in a `fault_log`.
- Resolved: `*_resolution` looks at what spans more than one key (names, presets, files, secrets) and makes `study`,
  `stand_settings`, `simulated_service` and the profile of `model`.
- Texts with gaps: `template` of requests, `stand_template` of commands, `secret`.
- `load_study`, `load`: the ways in.
"""
