"""What every model of a result has in common: its keys are known, and it is never changed."""

from pydantic import BaseModel, ConfigDict

__all__ = ["PlainModel"]


class PlainModel(BaseModel):
    """A model without other keys than its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)
