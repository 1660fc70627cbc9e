"""From a stored run to its report.

`result` builds the contract of `--json`; `sentence` says the verdict; `content` lays the report out as a
`document`, which `markdown` and `terminal` render; `live` shows a run while it goes on.
"""
