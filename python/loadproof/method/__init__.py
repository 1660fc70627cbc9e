"""Methods of load testing as pure state machines, and what a forecast assumes to drive them without a service.

# Layout

- `method`: what every method is (`Method`), what it is told (`Observed`) and what it says in the end (`Answer`).
- `registry`: a row for each method that a study may ask for, in the order in which they are run.
- `capacity`, `confirm`, `soak`, `plateaus`, `load`, `warm_up`, `compare`: one method each, with its settings; those of
  a search are in `capacity_settings`, as commands need them before anything else.
- `trial`: what a method asks for and gets back; `plateau_standard` says how strictly the judge takes it.
- `evidence`, `capacity_estimate`, `crossing`, `crossing_likelihood`, `share_columns`, `share_point`: what the trials of
  a search say of the capacity.
- `assumed_population`, `assumed_service`, `assumed_timeline`, `expected_calls`, `forecast_trial`, `forecast_precision`:
  a service as a forecast assumes it.

Nothing here does I/O, waits or keeps a state: the same history gives the same step, in a real run, in virtual time, in
a forecast and in the tests.
"""
