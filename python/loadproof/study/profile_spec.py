"""The profile section of a study file as it was written: its keys and their kinds, nothing resolved."""

from typing import Annotated, Literal

from pydantic import Field

from loadproof.study.spec import Spec

__all__ = ["FeederSpec", "OperationSpec", "ProfileSpec", "SloTexts"]

_SLO_WORDS = "SLOs such as [p99<50ms, errors<1%]"
_Slo = Annotated[str, Field(description=_SLO_WORDS, examples=["errors<1%"])]
SloTexts = str | list[_Slo]
_Status = Annotated[
    int | str,
    Field(description='a status (201), a class (2xx), a range ("200-299"), or a list of them', examples=[200]),
]
_HeaderText = Annotated[str, Field(description="text (a number goes in quotes)")]


class FeederSpec(Spec):
    """A CSV file with the order of its rows, or generated values."""

    csv: str | None = Field(default=None, description="the path of a CSV file, relative to this file")
    order: Literal["sequential", "random"] | None = Field(default=None, description="sequential or random")
    uuid: Literal["v4"] | None = Field(default=None, description="v4")


class OperationSpec(Spec):
    """One named request template with its checks. All operations have a rate, or all a weight (1 unless written)."""

    weight: float | None = Field(default=None, description="a number above 0, such as 70")
    rate: float | None = Field(default=None, description="calls per second at N = 1, such as 150")
    request: str = Field(description="a method and a path, such as GET /status/${ids.id}", examples=["GET /"])
    headers: dict[str, _HeaderText] = Field(
        default={}, description="a mapping of header names to text; a secret is written ${env:NAME}"
    )
    body: str | None = Field(default=None, description="text (JSON goes in quotes)")
    expect: int | str | list[_Status] | None = Field(
        default=None, description='a status (201), a class (2xx), a range ("200-299"), or a list of them'
    )
    timeout: str | None = Field(default=None, description="a duration with its unit, such as 10s")
    slo: SloTexts = Field(default=[], description=_SLO_WORDS)


_Feeder = Annotated[FeederSpec, Field(description="a mapping with csv or uuid")]
_Operation = Annotated[OperationSpec, Field(description="a mapping with a request")]


class ProfileSpec(Spec):
    """Operations by rate or by weight, what feeds them, and what is asked of them."""

    feeders: dict[str, _Feeder] = Field(default={}, description="a mapping of names to feeders")
    operations: dict[str, _Operation] = Field(description="a mapping of names to operations, at least one")
    base_rate: float | None = Field(
        default=None, description="calls per second of all operations together at N = 1, where they have weights"
    )
    slo: SloTexts = Field(default=[], description=_SLO_WORDS)
    timeout: str | None = Field(default=None, description="a duration with its unit, such as 10s")
    target: str | None = Field(default=None, description="the address of the service, such as http://127.0.0.1:8080")
