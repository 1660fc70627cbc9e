"""The one loop that runs a trial, without I/O: sockets, virtual time and a forecast differ in their generator alone.

# Layout

- `loop`: `run_trial` starts the generator, follows its ticks, ends the trial early where the judge can decide or
  somebody wants the end, and gives the `TrialResult`. What a generator has to do is its `TrialGenerator`.
- `judging`: who judges which trial (`judging_of`), and what one trial is assessed by (`Assessment`): its timeline, its
  judge, the SLOs and the plan that doubts come of. It makes the result, there alone.
- `observer`: who is told of a trial and may want its end; `run_trial` isolates each, so that a reading that the system
  refuses is a doubt and ends nothing. Store, live view, watch of the stand, machine and
  interruption are observers, in `run`.

Nothing here knows of files, sockets, clocks or the terminal; a test holds that.
"""
