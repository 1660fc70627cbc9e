"""The measured error rates of the method: each table is computed from seeds by `make method`."""
