"""A study file as it was written: its keys and their kinds, nothing resolved."""

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.config import JsonDict

from loadproof.model.duration import Duration
from loadproof.model.rate import DEFAULT_CONNECTIONS, DEFAULT_SEED
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.probe_spec import ProbesSpec
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.stand_spec import LimitsSpec, StandSpec, VariantSpec
from loadproof.study.written import Scalar, SloTexts, Spec

__all__ = ["PresetSpec", "StudySpec", "study_schema"]

_Limits = Annotated[LimitsSpec, Field(description="a mapping with cpus or memory")]
_Variant = Annotated[VariantSpec, Field(description="a mapping of what differs from the stand; {} for nothing")]
_Method = Annotated[str, Field(description="the name of a method, such as capacity")]
_Environment = Annotated[
    dict[str, Annotated[str, Field(description="text (a number goes in quotes)")]],
    Field(description="a mapping of names to text (a number goes in quotes)"),
]
_LONGEST_PAUSE_S = 3600.0
_Pause = Annotated[Duration, Scalar(Duration, partial(Duration.parse_at_most, _LONGEST_PAUSE_S), "0s")]
_STARTS = "how often each variant is started and run through its methods: a number from 1 to 100"
_PAUSE = "a duration up to 1h, such as 10s: from the stop of one start to the next"
# An editor that knows the schema says it, too.
_LATER: JsonDict = {"not": {}}


class PresetSpec(Spec):
    """Other settings of methods, services and starts, chosen by name."""

    methods: MethodsSpec = Field(default=MethodsSpec(), description="a mapping of methods to the settings that differ")
    only: list[_Method] | None = Field(
        default=None, description="a list of what is run, such as [warm_up, capacity, confirm]; all unless written"
    )
    limits: dict[str, _Limits] = Field(default={}, description="a mapping of services to their limits")
    environment: dict[str, _Environment] = Field(
        default={}, description="a mapping of services to the environment that differs"
    )
    starts: int | None = Field(default=None, description=_STARTS)
    pause: _Pause | None = Field(default=None, description=_PAUSE)


_Preset = Annotated[PresetSpec, Field(description="a mapping with methods, only, limits, environment, starts or pause")]


class StudySpec(Spec):
    """A study: a stand, a profile, SLOs and methods."""

    name: str = Field(description="a short text", examples=["study"])
    description: str = Field(default="", description="text")
    stand: StandSpec = Field(description="a mapping with target and services")
    variants: dict[str, _Variant] = Field(default={}, description="a mapping of names to what differs from the stand")
    starts: int = Field(default=1, description=_STARTS)
    pause: _Pause = Field(default="0s", validate_default=True, description=_PAUSE)
    profile: str | ProfileSpec = Field(description="a mapping with operations, or the path of a profile file")
    slo: SloTexts = Field(default=[], description="SLOs such as [p99<50ms, errors<1%]")
    methods: MethodsSpec = Field(description="a mapping with plateaus, capacity, confirm, soak or load")
    presets: dict[str, _Preset] = Field(default={}, description="a mapping of names such as smoke to what differs")
    probes: ProbesSpec = Field(default=ProbesSpec(), description="a mapping such as {host: true}")
    arrivals: Literal["poisson", "constant"] = Field(default="poisson", description="poisson or constant")
    connections: int = Field(default=DEFAULT_CONNECTIONS, description="a number from 1 to 1000000")
    seed: int = Field(default=DEFAULT_SEED, description="a number from 0 to 4294967295")
    awake: bool = Field(default=False, description="true to keep idle processors from sleeping")
    injections: Any = Field(default=None, description="nothing: this key comes later", json_schema_extra=_LATER)
    alarms: Any = Field(default=None, description="nothing: this key comes later", json_schema_extra=_LATER)


def study_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a study file.

    >>> sorted(study_schema()["required"])
    ['methods', 'name', 'profile', 'stand']
    """
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **StudySpec.model_json_schema()}
