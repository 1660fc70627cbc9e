"""Checks, extractions and demands on replies, as they were written."""

from typing import Annotated

from pydantic import Field

from loadproof.model.range import parse_millis, parse_size
from loadproof.study.written import Scalar, Spec

__all__ = ["CheckSpec", "DemandSpec", "ExtractSpec"]

_Bounds = tuple[float | None, float | None]
_Bytes = Annotated[_Bounds, Scalar(tuple, parse_size, "<1KB")]
_Millis = Annotated[_Bounds, Scalar(tuple, parse_millis, "<1ms")]
_TEMPLATE = "text (a number goes in quotes), with templates such as ${ids.id}"


class DemandSpec(Spec):
    """Demand on a text; if no key is written, the text has to be there."""

    equals: str | None = Field(default=None, description=_TEMPLATE)
    """The text is exactly this."""
    contains: str | None = Field(default=None, description=_TEMPLATE)
    """The text holds this."""
    matches: str | None = Field(default=None, description="a regular expression")
    """A part of the text matches this; look-around is not known, as matching takes linear time."""
    at_least: float | None = Field(default=None, description="a number")
    """The text is a number, and no smaller."""
    at_most: float | None = Field(default=None, description="a number")
    """The text is a number, and no larger."""
    absent: bool | None = Field(default=None, description="true")
    """The part is not there, or the variable is not set."""


class _PartSpec(Spec):
    """A part of a reply."""

    json_path: str | None = Field(default=None, alias="json", description="a JSON path (RFC 9535), such as $.id")
    """The first result of a JSON path on the body."""
    regex: str | None = Field(default=None, description="a regular expression; its first group is the value")
    """The first match in the body: its first group if it has one, else all of it."""
    header: str | None = Field(default=None, description="the name of a header")
    """The value of a header of the reply."""
    cookie: str | None = Field(default=None, description="the name of a cookie that the reply sets")
    """The value of a cookie that the reply sets."""


class CheckSpec(_PartSpec, DemandSpec):
    """A part of the reply (none: its whole body) and what it has to be; or a limit on size or time."""

    size: _Bytes | None = Field(default=None, description="a limit on the body, such as <10KB or 1KB-10KB")
    """The size of the body; a value at the limit keeps it."""
    time: _Millis | None = Field(default=None, description="a limit on the time from sent to done, such as <200ms")
    """The time from sent to done, without the wait before; a value at the limit keeps it."""


class ExtractSpec(_PartSpec):
    """The part of the reply that a variable takes."""

    default: str | None = Field(
        default=None, description="text that the variable takes where the reply has no such part"
    )
    """Value of the variable if the reply has no such part; without a default, a missing part is an error."""
