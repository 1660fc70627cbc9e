"""What every written section of a file has in common."""

from pydantic import BaseModel, ConfigDict

__all__ = ["Spec"]


class Spec(BaseModel):
    """Strict: a number is never taken for text nor text for a number, and unknown keys are faults.

    The description of a field completes the cure "give ..."; its first example, if it has one, stands in for a value
    of the wrong kind while the rest of the file is checked.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
