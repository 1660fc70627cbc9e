"""From a stored run to its report.

# Layout

- `result` builds the contract of `--json` from a store (`result_model`, `measurement_model` and `ranking_model` are
  its schema); `answers`, `rankings` and `outcomes` are its parts, `timeline_series` (`series_model`) what is drawn
  over time.
- `sentence` says the verdict; `content` lays the report out as a `document` of sections, which `markdown` and
  `terminal` render; `html` puts result and series into the page of web/.
- `live` shows a run while it goes on. `forecast_model` and its neighbours are the report of `loadproof plan`.
- `translation` turns stored English into another language, by the catalogues in `texts/`; `figures` writes numbers.
"""
