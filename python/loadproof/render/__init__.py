"""From a result to what people read, in the language that they ask for.

# Layout

- `document` is a report as sections of typed blocks, whose cells keep the values that they show. `content` makes the
  document of a result, and is the one place that decides its order. All media draw it: `terminal`, `markdown`, `junit`
  (cases of a CI), `html` with `page_document` (the page of web/), `html_document` with `html_blocks` (a page without
  scripts).
- `verdict_head` is the head of the document, `plain_sentence` its first sentence. Its sections are `ranking_sections`,
  `trial_sections` (with `measurement_tables`, `apdex_cells`, `trial_tables` and `reply_sections`), `stage_sections`,
  `finding_sections`, `answer_sections`, `memory_sections`, `machine_table`, `diagnosis_sections`, `runtime_sections`,
  `validity_section` and `method_section`; methods with starts of their own have sections in their folders,
  as `loadproof.alarms` and `loadproof.injections` have.
- `screen` is the document of one screen, with a `rate_picture`; it is also the summary of a CI. `short` is the result
  in six lines.
- `cells` makes cells and texts, `error_sections` the lines on error kinds, `effects` differences between variants,
  `facts` names with units, `names` the names of loads and operations.
- `timeline_series`, `timeline_steps`, `load_cells`, `heat_map` and `response_curves` make the series of the page.
- `terminal_stream`: streams and consoles that show hidden characters of texts from outside as escapes.
- `progress` shows how far a command is that reads files, looks at a machine or makes a report.
- `live` shows a run while it goes on: `live_screen` or `live_lines` draw `live_figures`, `live_alarms` and
  `live_injections` as `live_texts`.
- `forecast_document` and `forecast_sentences` are the report of `loadproof plan`, `run_comparison` that of
  `loadproof compare`. Other reports stand with their verbs, in `loadproof.jvm` and `loadproof.tools`.
"""
