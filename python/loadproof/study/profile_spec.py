"""The profile section of a study file as it was written: its keys and their kinds, nothing resolved."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["FeederSpec", "OperationSpec", "ProfileSpec"]


class _Spec(BaseModel):
    """Strict: a number is never taken for text nor text for a number, and unknown keys are faults."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FeederSpec(_Spec):
    """A CSV file with the order of its rows, or generated values."""

    csv: str | None = Field(default=None, description="the path of a CSV file, relative to this file")
    order: Literal["sequential", "random"] | None = Field(default=None, description="sequential or random")
    uuid: Literal["v4"] | None = Field(default=None, description="v4")


class OperationSpec(_Spec):
    """One named request template with its checks."""

    weight: float = Field(default=1.0, description="a number above 0, such as 70")
    request: str = Field(description="a method and a path, such as GET /status/${ids.id}")
    headers: dict[str, str] = Field(default={}, description="a mapping of header names to text")
    body: str | None = Field(default=None, description="text (JSON goes in quotes)")
    expect: int | str | list[int | str] | None = Field(
        default=None, description='a status (201), a class (2xx), a range ("200-299"), or a list of them'
    )
    timeout: str | None = Field(default=None, description="a duration with its unit, such as 10s")
    slo: str | list[str] = Field(default=[], description="SLOs such as [p99<50ms, errors<1%]")


class ProfileSpec(_Spec):
    """Operations by weight, what feeds them, and what is asked of them."""

    feeders: dict[str, FeederSpec] = Field(default={}, description="a mapping of names to feeders")
    operations: dict[str, OperationSpec] = Field(description="a mapping of names to operations, at least one")
    slo: str | list[str] = Field(default=[], description="SLOs such as [p99<50ms, errors<1%]")
    timeout: str | None = Field(default=None, description="a duration with its unit, such as 10s")
    target: str | None = Field(default=None, description="the address of the service, such as http://127.0.0.1:8080")
