"""From a result to what people read, in the language that they ask for.

# Layout

- `content` lays a result (`loadproof.result`) out as a `document` of sections, which `markdown` and `terminal` render;
  `screen` lays out what fits on one screen, with a `rate_picture`, which is the summary for a CI, too; `short` says it
  in six lines, `junit` as the cases of a CI. Its parts are `ranking_sections`, `runtime_sections`, `study_sections`,
  `trial_tables`, `stage_sections`, `measurement_tables`, `reply_sections`, `error_sections`, `finding_sections`,
  `memory_sections`, `diagnosis_sections` and `validity_section`; methods with starts of their own have sections in
  their folders.
- `cells` writes what stands in cells and gaps, `effects` differences between variants, `facts` names with units,
  `names` what loads and targets are called.
- `html` puts the result, its series and its texts in every language (`page_texts`) into the page of web/;
  `timeline_series`, `timeline_steps`, `load_cells` and `heat_map` make the series.
- `terminal_stream`: streams and consoles that show hidden characters of texts from outside as escapes.
- `progress` shows how far a command is that reads files, looks at a machine or makes a report.
- `live` shows a run while it goes on: `live_screen` or `live_lines` draw `live_figures` as `live_texts`.
- `forecast_document` and `forecast_sentences` are the report of `loadproof plan`,
  `run_comparison` that of loadproof compare, `audit_document` that of `audit`, `gc_document` that of `gc`,
  `thread_document` that of `threads`, `heap_document` with its `heap_tree` that of `heap`, `vm_document` that of a JVM
  that runs; `html_document` makes a page without scripts of any document, of `html_blocks`, which the page of a result
  takes for its diagnoses, too. `flame_graph` joins the stacks of threads.
"""
