"""The controller: drives the engine through the trials of methods, and stores what they give.

# Layout

- Verbs: `study_run`, `load_run`, `capacity_run`, `continuation`; each takes a `request` from a
  `caller`, opens a run (`opening`, `run_context`) and ends it (`ending`, `outcome`).
- Starts: `start_loop` asks a `campaign` what comes next, `group_opening` brings it up (`process_start` on this
  machine, `simulated_start` in virtual time, `virtual_clock`), `group_up` has it, `not_started` is kept of one that
  could not be; `start_injections` checks the injections of one; `slot_meter` reads what they use, `shared_addresses`
  what they share.
- Ordinary starts: `study_campaign` takes them in `start_order`; `variant_run` runs the methods of one, `method_run` one
  of them, `services` starts again what died, `start_diagnosis` looks into Java VMs after a method.
- Methods with starts of their own have a campaign in their folder: `single_starts` says where each variant is started
  by itself, `least_capacity` gives a rate; a feature has in virtual time a model for each of the `simulated_levels`.
- A target that others run: `target_run` opens, drives and ends; `found_services` are the processes that listen on it.
- A trial: `session` owns the generator (`generator`) and the observers; `stand_watch` (with `machine_readings` of the
  probes) and `simulated_watch` watch the service, `machine_watch` the machine, `interruption` hears of Ctrl-C.
  `exhaustion` ends a run whose machine lacks a resource, with its report; `own_process_watch` ends one that lost a
  process of ours; `failed_reading` makes a doubt of a reading that the system refused.
- Metrics while it runs: `trial_metrics` adds up each trial, `otlp_export` sends that to an `otlp_target` as
  `otlp_points`; both are imported where they are asked for alone.
- When a resource of this machine runs out: `exhaustion` reports what was measured, `failed_reading` keeps a reading
  that the system refused.
- What is stored of a run beside trials: `row_description`, `study_shown`, `study_source_files`, `run_secrets`, `host`,
  `causes`.
"""
