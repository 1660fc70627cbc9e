"""One typed result: what a run found, for every medium and every script.

# Layout

- `result` holds its root, whose parts are `records`; `series` is what a page draws over time and `forecast` what
  `loadproof plan` tells. All are frozen dataclasses, and texts for people are Messages.
- `build` makes it from a store, by `answers`, `rankings` and `run_facts`; `trend_figure` names what trends are of.
- `policy` decides once what every report emphasizes: the tone of each outcome, the trial and the ranking that lead,
  and `stopped_by`, the causes that stopped each start, of which `shared_limit` says where they are the same for all;
  `passed_facts` is what holds that passed show all the same.
- `answer_errors` finds the error kinds that an answer is reported with; `expected_replies` says what checks expect.
- `table` is a part of the result as rows, `tables` says which there are; `seconds` are read from the store, and so is
  what probes read. `operation_replies` are the lines of a smoke test. `table_files` writes them as CSV and Parquet.
- `result_json` writes and reads `result.json`, by the generic walks of the records; `schema` makes JSON Schemas.
- `rankings` ranks variants by `ranked_start`; `start_spread` and `alike_variants` say what to think of it.
- `comparisons` makes a comparison of `measured_rounds`, those that are stored, while a run lasts and after it, with
  the times of `compared_operations` and `cpu_shares`;
  `run_comparisons` a `run_comparison` of the `held_loads` of several runs, with what is unlike (`unlike_runs`).
- `overheads` makes an overhead of `switched_starts`, in the same way; `slot_readings` reads slots for both.
- `diagnosis` is what Java VMs told between trials, and where it is kept.
- `slot_collections`: what collectors did in the slots of a round. `memory_parts` reads the memory of services in its
  parts, of which `memory_needs` say how much a service needs.
- `answer_sentences` and `ranking_sentence` say the verdict, of what `sentence` gives to the sentence of each method
  (`load_sentence`, `capacity_sentence`, `plateaus_sentence`); `unanswered` says why
  not; `plain_text` shows what comes from outside.
"""
