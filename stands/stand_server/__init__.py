"""Shared by the servers of stands: their user, data directory, port, end and command line."""
