"""What keeps the bench from going on."""

__all__ = ["BenchError"]


class BenchError(Exception):
    """A figure cannot be measured as asked; the message names the place and the cure."""
