"""What trials show, with its evidence: facts, and hypotheses that say what would test them (docs/causes.md).

# Layout

- `trial_evidence`: input of every rule: measurement, readings and events of one trial.
- `error_causes` is the table of error kinds, `failed_reply` shows one reply that failed; `consequences` decides which
  findings explain a failure.
- `causes` asks all of them. Of a failed trial: `availability`, `memory`, `processor`, `cpu_use`, `collector`,
  `standstill`, `disk`, `database`, `redis_thread`, `connection_pool`, `blocked_threads`, `worker_threads`,
  `queueing`, `generator`, `knee`; `passed_beside` is what speaks against one. Of a hold or a soak that passed:
  `memory`, `growing_counts`, `collector`, `connection_pool`, `blocked_threads`. `diagnosed` is what dumps name
  that were taken after a trial.
"""
