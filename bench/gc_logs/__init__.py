"""`loadproof gc` beside a reader of other authors, on logs of every collector."""
