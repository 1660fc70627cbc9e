"""Verdicts and statistics: pure, from plain counts and histograms (docs/method.md has the formulas and their sources).

# Layout

- What comes in: `tick` (one second), `timeline` (the account of a trial), `second_counts`, `batches`, `stalls`,
  `generator_reading`; what goes out: `measurement`, `verdict`, `doubt`, `reason`. `limits` has what verdict and
  doubts are decided by.
- Judges of one trial: `plateau` with `slo_judgement`, `share_test`, `share_error`, `looks`, `onset`, `trend`;
  `recovery`; `warm_up_judge` with `warm_up`; `soak_judge` with `steadiness`, `soak_figures`, `soak_memory` and the
  `leak` modules.
- `validity` decides at the end, and nothing else does; `plan_doubts` and `machine_speed` doubt beside it.
- Several starts: `comparison` with `comparison_decision`, `effect`, `start_figures`, `variance_shrinkage`,
  `false_discovery`; `ranking` with `start_rate`, `rate_spread`, `studentized_range`; `detectable` says beforehand
  what can be told apart.
- Tools of all: `distributions`, `quantile_interval`, `response_intervals`, `robust_slope`, `randomness`,
  `stretches`, `thresholds`.
"""
