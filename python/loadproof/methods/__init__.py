"""Methods of load testing as pure state machines.

# Layout

- `method`: protocol of every method (`Method`), its inputs (`Observed`, `StartSoFar`) and its result (`Driven`).
- `row`: all that the rest of the program asks of a method; `registry`: the rows, in the order in which they are run.
- A folder each: `smoke`, `plateaus`, `capacity`, `confirm`, `soak`, `spike`, `load`, `compare`, `overhead`, and
  `warm_up` before them. The names in a folder are roles: `spec` (section of a study file), `machine` (settings and
  state machine), `judge`, `campaign` (own starts), `forecast`, `partial` and `sentence` (answer), `result` and
  `sections` (report).
- `factor`: quantity that a search varies.
- `trial`: what a method asks for and gets back; `plateau_standard`: how strictly a trial is judged; `repetition`: what
  follows an invalid trial; `loads`: the trials that count; `confirmation`: the trial that confirms a rate; `cycles`:
  slots of the two methods that compare; `diagnosis_load`: load while services are diagnosed.
- `settings_check`: checks of all settings; `profile_multiple`: a rate in multiples of the profile.

Nothing here does I/O, waits or keeps a state: the same history gives the same step, in a real run, in virtual time, in
a forecast and in the tests. That holds for machines and judges; each other role imports what its package may.
"""
