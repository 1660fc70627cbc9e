"""One run directory: SQLite and artifacts, safe against the death of the process.

`run_directory` names and checks the place; `writer` writes a run second by second and `reader` gives it back
merged; `description` is what a run is, `window` what one due second gave, `rows` how that is stored, `roll_up`
keeps a long run small, `journal` is what becomes of data that the disk refuses.
"""
