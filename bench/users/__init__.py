"""Apdex of an office application with several operations, by the server's log."""
