"""One typed result: what a run found, for every medium and every script.

# Layout

- `result` holds its root, whose parts are `records`; `series` is what a page draws over time and `forecast` what
  `loadproof plan` tells. All are frozen dataclasses, and texts for people are Messages.
- `build` makes it from a store, by `answers`, `rankings` and `run_facts`; `trend_figure` names what trends are of.
- `policy` decides once what every report emphasizes: the tone of each outcome, the trial and the ranking that lead,
  and `stopped_by`, the causes that stopped each start; `passed_facts` is what holds that passed show all the same.
- `answer_errors` finds the error kinds that an answer is reported with; `expected_replies` says what checks expect.
- `table` is a part of the result as rows, `tables` says which there are; `seconds` are read from the store, and so is
  what probes read. `operation_replies` are the lines of a smoke test. `table_files` writes them as CSV and Parquet.
- `result_json` writes and reads `result.json`, by the generic walks of the records; `schema` makes JSON Schemas.
- `rankings` ranks variants by `ranked_start`; `start_spread` and `alike_variants` say what to think of it.
- `run_comparisons` makes a `run_comparison` of the `held_loads` of several runs, with what is unlike (`unlike_runs`).
- Slots of methods that compare: `slot_readings`, `slot_collections` (what collectors did in them), `cpu_shares`;
  `planned_differences` of a plan.
- `diagnosis` is what Java VMs told between trials, and where it is kept.
- `memory_parts` reads the memory of services in its parts, of which `memory_needs` say how much a service needs.
- `answer_sentences` and `ranking_sentence` say the verdict; `sentence` has the parts of the sentences that the methods
  have in their folders; `unanswered` says why there is no answer; `plain_text` shows what comes from outside.
"""
