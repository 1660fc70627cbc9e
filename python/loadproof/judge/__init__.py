"""Verdicts: pure, from plain counts and histograms (docs/method has the formulas and their sources).

# Layout

- What comes in: `tick` (one second), `timeline` (the account of a trial), `second_counts`, `batches`,
  `generator_reading`, `readings`; what goes out: `measured_span`, `verdict`, `reason`. `limits` has what
  verdict and doubts are decided by.
- Seconds that are not judged: `disturbance` (others on the machine; `followers` are not others) and `stalls`, whose
  reach `episodes` says.
- Judges of one trial: `plateau` with `slo_judgement`; `recovery`; `slot_judge`; others are in the folders of methods.
- Apdex: `apdex` (of a span), `apdex_seconds` (points by due second), `apdex_so_far` (while a trial runs).
- Trends: `steadiness`, `soak_figures`, `soak_memory`, `service_memory`, `leak`, `leak_collection`.
- `validity` decides at the end, and nothing else does; `own_errors` counts failed calls that are no fault of the
  service; `plan_doubts`, `machine_speed`, `pressure` (disks, memory) and `saturation` (machines) doubt beside it.
- Several starts: `round_figures` with `pair_effects` and `comparison_text`, of what is compared; `run_comparison` of
  stored runs; `ranking` with `start_rate`, `rate_spread`.
- Injections: `injection_effect`, from blocks before, during and after one.
- Tools of all: `response_intervals`, `stretches`, `thresholds`; statistics are in `loadproof.stats`.
"""
