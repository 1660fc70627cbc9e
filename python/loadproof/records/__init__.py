"""What a run found, as typed records: one type of a thing, from who measures it to who draws it.

All are frozen dataclasses, and texts for people are Messages.

# Layout

- `measurement` is what one span gave, and `doubt` why it might not be what it seems.
- `trial` is one plateau that was run, with its verdict.
- `finding` is what is told of why a trial ended as it did, or what a hold shows beside that.
- `trend` is how a figure moved over a soak.
- `ranking`, `comparison` and `overhead` are what several variants, or levels of a feature, showed over their starts.
- `run` holds the facts on a run; `memory_need` is memory that a service needs, `error_kind` a kind of failed calls.
- `tone` is the colour in which a state or an outcome is drawn.
- `json_form` writes and reads them as JSON, by the fields of their classes.
"""
