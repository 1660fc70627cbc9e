"""Fault that ends a command of a stand with one line for people."""

__all__ = ["BAD_INPUT", "OTHER_FAULT", "Fault", "InUse"]

OTHER_FAULT = 1
BAD_INPUT = 2


class Fault(Exception):
    """A fault with its cure and its exit code: 2 is bad input, 1 another fault.

    >>> str(Fault("the port 1 is taken. Cure: give another --port", BAD_INPUT))
    'the port 1 is taken. Cure: give another --port'
    """

    def __init__(self, text: str, exit_code: int = OTHER_FAULT) -> None:
        """`text` is one line that names the value, the place and the cure."""
        super().__init__(text)
        self.exit_code = exit_code


class InUse(Fault):
    """Somebody else has what was asked for."""
