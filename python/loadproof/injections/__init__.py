"""Injections: problems that a study makes on purpose during a trial, and surely undoes.

# Layout

- `settings`: an injection as it is run, one class for each kind of problem; `problem_text`: a problem in words.
- `spec` and `resolution`: in a study file; `problem_resolution`: the problem of one injection; `schedule`: its
  occurrences within the trials that have it.
- `injector`: what every kind has to do, and the place that it does it in; `kinds`: a module for each kind, one line in
  `kinds.registry`. `hold`: an undo in the hands of a supervisor; `traces`: what is on disk meanwhile; `undo`: the undo
  as a process; `clearing`: what a later start does by the traces.
- `watch`: injections while a trial runs. `result`: injections of a run, with their effects on the series of
  `effect_series` and the calls of each operation (`phase_calls`); `sections`: their part of a report.
"""
