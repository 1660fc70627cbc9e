"""The command line: one file a verb. Heavy imports happen inside the verbs, so that help and start stay quick.

# Layout

- `main` holds the verbs and the one place that turns errors into exit codes (`exit_codes`); `options` and `request`
  read what is typed.
- `load`, `capacity`, `run`, `plan`, `report`, `demo`, `doctor`, `schema`: a verb each; `result` and `forecast_shown`
  print what they give.
- `standard_streams`: streams that are closed, full or of few letters.
"""
