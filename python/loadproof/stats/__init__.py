"""Tests, intervals, slopes and looks on plain numbers; nothing here knows a trial. Sources: docs/method.

# Layout

- Distributions: `distributions` (normal, gamma, beta, Student's t), `studentized_range`.
- Several hypotheses: `holm` (no false rejection at all), `false_discovery` (a bounded share of false ones).
- Several looks at growing data: `looks` (at a plateau), `comparison_looks` (at rounds).
- Shares of calls: `share_test` (above or below a limit), `share_error` (how far a share may be off, with bursts),
  `quantile_interval` (percentiles of the response time), `apdex_interval` (Apdex scores, by groups of users).
- Starts per minute: `evenness` (test for even load), `paced_starts` (their covariance for users with pacing).
- Rounds: `pair_estimates` (variants in one metric), `effect` with `variance_shrinkage` (many operations),
  `detectable` (power, before any load).
- Series: `trend` (Mann-Kendall), `robust_slope` (Theil-Sen), `randomness`, `onset` (MSER-5), and of memory that is
  filled and freed `leak_envelope` and `leak_shape`; `intervention` (shift of a series with a trend).
"""
