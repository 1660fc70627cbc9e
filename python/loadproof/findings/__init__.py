"""Findings on trials, with their evidence: facts, and hypotheses that say what would test them (docs/causes.md).

# Layout

- `trial_evidence`: input of every rule: measurement, readings and events of one trial.
- `error_causes`: table of error kinds. `failed_reply`: one line on a reply that failed. `consequences`: decides which
  findings explain a failure.
- `causes`: runs the rules. For a failed trial: `availability`, `memory`, `processor`, `cpu_use`, `collector`,
  `standstill`, `disk`, `machines`, `database`, `redis_thread`, `connection_pool`, `worker_threads`,
  `queueing`, `generator`, `knee`. `passed_beside`: metrics of the passed trial beside them. For a hold or a soak that
  passed: `memory`, `growing_counts`, `collector`, `connection_pool`.
- Rules on Java VMs alone: `loadproof.jvm.threads.causes` on blocked threads, for both kinds of trials, and
  `loadproof.jvm.causes` on dumps that were taken after a trial.
"""
