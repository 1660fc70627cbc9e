"""SLOs as they stand in a file."""

from typing import Annotated

from pydantic import Field

__all__ = ["SLO_WORDS", "SloTexts"]

SLO_WORDS = "SLOs such as [p99<50ms, errors<1%]"
_Slo = Annotated[str, Field(description=SLO_WORDS, examples=["errors<1%"])]
SloTexts = str | list[_Slo]
