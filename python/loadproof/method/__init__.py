"""Methods of load testing as pure state machines.

# Layout

- `method`: what every method is (`Method`), what it is told (`Observed`) and what it says in the end (`Answer`).
- `registry`: a row for each method that a study may ask for, in the order in which they are run.
- `smoke`, `capacity`, `confirm`, `soak`, `plateaus`, `load`, `compare`, `overhead`, `warm_up`: one method each, with
  its settings; `diagnosis_load` is more of the load of one, while services are looked into;
  `cycles` are the slots of the two that compare, `round_plan` shares a budget among rounds; the settings of a search
  are in `capacity_settings`, as commands need them before anything else. `settings_check` is what all settings keep,
  `profile_multiple` a rate in multiples of the profile.
- `trial`: what a method asks for and gets back; `plateau_standard` says how strictly the judge takes it, `repetition`
  what follows one that was not valid.
- `search_budget`: the account of a search: what is spent, left and kept for its confirmation.
- `search_evidence`, `capacity_estimate`, `crossing`, `crossing_likelihood`, `share_columns`, `share_point`: what the
  trials of a search say of the capacity. `search_rules` are its constants, `search_answer` is what it says in the end.

Nothing here does I/O, waits or keeps a state: the same history gives the same step, in a real run, in virtual time, in
a forecast and in the tests.
"""
