"""What a run found, as typed records: one type of a thing, from who measures it to who draws it.

All are frozen dataclasses, and texts for people are Messages.

# Layout

- `measurement` is what one span gave, with its doubts; `trial` is one plateau that was run, with its verdict.
- `ranking`, `comparison` and `overhead` are what several variants, or levels of a feature, showed over their starts.
- `run` holds the facts on a run; `memory_need` is memory that a service needs, `error_kind` a kind of failed calls.
- `tone` is the colour in which a state or an outcome is drawn.
- `json_form` writes and reads them as JSON, by the fields of their classes.
"""
