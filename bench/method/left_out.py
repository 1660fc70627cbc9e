"""One constant at a time with a neutral value: what a table shows without it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["NEVER", "Neutral", "left_out", "shown"]

NEVER = 1e9


@dataclass(frozen=True, slots=True)
class Neutral:
    """A constant by name, the value that takes its effect away or halves it, and what that value means."""

    name: str
    value: float | tuple[float, ...]
    meaning: str


@contextmanager
def left_out(constants: object, neutral: Neutral | None) -> Iterator[None]:
    """Within it the constant has its neutral value, for all who imported `constants`; None: all are as they are."""
    if neutral is None:
        yield
        return
    kept = getattr(constants, neutral.name)
    value = neutral.value if isinstance(neutral.value, tuple) else type(kept)(neutral.value)
    # They are frozen for good reason, and every module holds this one object.
    object.__setattr__(constants, neutral.name, value)
    try:
        yield
    finally:
        object.__setattr__(constants, neutral.name, kept)


def shown(value: float | tuple[float, ...]) -> str:
    """As a table has it.

    >>> shown((0.33, 0.5)), shown(0.25), shown(NEVER)
    ('0.33, 0.5', '0.25', 'never')
    """
    if isinstance(value, tuple):
        return ", ".join(f"{one:g}" for one in value)
    return "never" if value == NEVER else f"{value:g}"
