"""The command line: one file a verb. Heavy imports happen inside the verbs, so that help and start stay quick.

# Layout

- `main` holds the verbs and the one place that turns errors into exit codes (`exit_codes`); `options` and `request`
  read what is typed, and `run.request` checks it.
- `typed_request` reads -X, -H, -d and --curl; `foreign_options` answers habits of other tools; `consent` asks before a
  load leaves for the outside.
- `load`, `capacity`, `run`, `plan`, `compare`, `report`, `export`, `demo`, `schema`: a verb each, as is each module
  `command` of `loadproof.jvm` and `loadproof.tools`; `diagnose` is one verb for two of them, by its target; `about`:
  `help` and `version`; `runs`: those that find earlier runs; `result`, `forecast_shown` and `document_shown` print what
  they give, `ci_files` writes it for a CI.
- `checked_path`: the parser of all options and arguments that take a path.
- `standard_streams`: streams that are closed, full or of few letters; `hidden_output`: streams without the secrets
  that were typed; `completion`: what a shell may complete.
"""
