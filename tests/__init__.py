"""Tests assert behaviour at the boundary: real sockets, real processes, real files."""
