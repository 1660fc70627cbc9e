"""The forecast of a study, which `loadproof plan` gives: how long it takes, what it will show, and what it will not.

# Layout

- `study_forecast`: the forecast of a whole study; nothing is sent. `guess` says what is assumed where nothing is known,
  `start` runs the methods of one start, `plateaus` says what each plateau can show, `total` adds starts up. Methods
  with starts of their own have a forecast in their folders.
- `trial`: a trial of an assumed service, run by the loop that runs real ones (`trial.loop`); `assumed_service`,
  `assumed_population` and `assumed_timeline` are what it runs on.
- `expected_calls`: the calls that a profile gives; `precision`: how exactly they will be known.
"""
