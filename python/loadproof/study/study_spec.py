"""A study file as it was written: its keys and their kinds, nothing resolved."""

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from loadproof.alarms.spec import AlarmText
from loadproof.injections.spec import InjectionsSpec
from loadproof.model.duration import Duration
from loadproof.model.rate import DEFAULT_SEED
from loadproof.study.diagnosis_spec import DiagnosisSpec
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.probe_spec import ProbesSpec
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.saturated_spec import SaturatedSpec
from loadproof.study.stand_spec import LimitsSpec, MethodName, StandSpec, VariantSpec
from loadproof.study.written import Scalar, SloTexts, Spec

__all__ = ["PresetSpec", "StudySpec", "study_schema"]

_Limits = Annotated[LimitsSpec, Field(description="a mapping with cpus or memory")]
_Variant = Annotated[VariantSpec, Field(description="a mapping of what differs from the stand; {} for nothing")]
_VariantName = Annotated[str, Field(description="the name of a variant")]
_InjectionName = Annotated[str, Field(description="the name of an injection")]
_AlarmName = Annotated[str, Field(description="the name of an alarm")]
_Environment = Annotated[
    dict[str, Annotated[str, Field(description="text (a number goes in quotes)")]],
    Field(description="a mapping of names to text (a number goes in quotes)"),
]
_LONGEST_PAUSE_S = 3600.0
_Pause = Annotated[Duration, Scalar(Duration, partial(Duration.parse_at_most, _LONGEST_PAUSE_S), "0s")]
_STARTS = "how often each variant is started and run through its methods: a number from 1 to 100"
_PAUSE = "a duration up to 1h, such as 10s: from the stop of one start to the next"
_ID = "urn:loadproof:schema:study"
"""A name, and no address: nothing is to be fetched."""


_Diagnosis = Annotated[DiagnosisSpec, Field(description="a mapping with threads, heap or load; {} for on evidence")]


class PresetSpec(Spec):
    """Other settings of methods, services and starts, chosen by name."""

    methods: MethodsSpec = Field(default=MethodsSpec(), description="a mapping of methods to the settings that differ")
    """Settings of methods that differ, key by key; a method that the study lacks is added."""
    only: list[MethodName] | None = Field(
        default=None, description="a list of what is run, such as [warm_up, capacity, confirm]; all unless written"
    )
    """Methods that are run; all of the study and of this preset unless written. Without warm_up in the list, there is
    no warm-up."""
    variants: list[_VariantName] | None = Field(
        default=None, description="a list of variants, such as [faulty, mended]; all unless written"
    )
    """Variants that are measured; all of the study unless written."""
    injections: list[_InjectionName] | None = Field(
        default=None, description="a list of injections, such as [frozen]; all unless written, [] for none"
    )
    """Injections that are made; all of the study unless written."""
    alarms: list[_AlarmName] | None = Field(
        default=None, description="a list of alarms, such as [busy]; all unless written, [] for none"
    )
    """Alarms that are evaluated; all of the study unless written."""
    limits: dict[str, _Limits] = Field(default={}, description="a mapping of services to their limits")
    """CPUs and memory of services, over those of every variant."""
    environment: dict[str, _Environment] = Field(
        default={}, description="a mapping of services to the environment that differs"
    )
    """Variables of services, over those of every variant."""
    diagnosis: dict[str, _Diagnosis] = Field(
        default={}, description="a mapping of services to what is asked otherwise, such as {api: {heap: always}}"
    )
    """Diagnoses of services between trials, key by key over those of the study."""
    starts: int | None = Field(default=None, description=_STARTS)
    """Number of starts of each variant; that of the study unless written."""
    pause: _Pause | None = Field(default=None, description=_PAUSE)
    """The time from the stop of one start to the next; that of the study unless written."""


_Preset = Annotated[
    PresetSpec,
    Field(
        description="a mapping with methods, only, variants, injections, alarms, limits, environment, diagnosis, "
        "starts or pause"
    ),
]


class StudySpec(Spec):
    """A study: a stand, a profile, SLOs and methods."""

    name: str = Field(description="a short text", examples=["study"])
    """Name of the study in its report; one line of up to 100 characters."""
    description: str = Field(default="", description="text")
    """Purpose of the study, which the report shows; nothing unless written."""
    stand: StandSpec = Field(description="a mapping with target and services")
    """The services under load and where the load goes."""
    variants: dict[str, _Variant] = Field(default={}, description="a mapping of names to what differs from the stand")
    """Configurations of the stand that are measured beside each other, up to 100; one, named base, unless written."""
    starts: int = Field(default=1, description=_STARTS)
    """Number of starts of each variant, each with all its methods on a fresh stand; 1 unless written."""
    pause: _Pause = Field(default="0s", validate_default=True, description=_PAUSE)
    """The time from the stop of one start to the next; 0s unless written."""
    profile: str | ProfileSpec = Field(description="a mapping with operations, or the path of a profile file")
    """Calls that are sent, how often each of them is sent, and the users that send them."""
    slo: SloTexts = Field(default=[], description="SLOs such as [p99<50ms, errors<1%]")
    """SLOs that the service has to keep, added to the SLOs of the profile; errors<1% and rate±5% of the whole hold
    unless other SLOs of their kind are written."""
    methods: MethodsSpec = Field(description="a mapping with smoke, plateaus, capacity, confirm, soak or load")
    """Methods that are run on each variant."""
    presets: dict[str, _Preset] = Field(default={}, description="a mapping of names such as smoke to what differs")
    """Other settings that `--preset NAME` chooses, up to 100; every one is checked with the file."""
    diagnosis: dict[str, _Diagnosis] = Field(
        default={}, description="a mapping of services to what is asked of them, such as {api: {heap: always}}"
    )
    """Diagnoses of services that are Java VMs, between trials: dumps of their threads and heaps. Nothing unless
    written; a mapping without keys asks for dumps on evidence."""
    probes: ProbesSpec = Field(default=ProbesSpec(), description="a mapping such as {host: true}")
    """Probes that are read once a second beside the load; process, control group, Java, host and generator unless
    written."""
    arrivals: Literal["poisson", "constant"] = Field(default="poisson", description="poisson or constant")
    """Distribution of calls around the rate: poisson is like independent users, constant leaves equal gaps; poisson
    unless written."""
    connections: int | None = Field(default=None, description="a number from 1 to 1000000")
    """The most connections that are open at once. Unless written: as many as calls need, and 1000 for `rate: max`."""
    seed: int = Field(default=DEFAULT_SEED, description="a number from 0 to 4294967295")
    """Seed of all random draws: the same seed gives the same calls at the same times; 1 unless written."""
    awake: bool = Field(default=False, description="true to keep idle processors from sleeping")
    """True if idle processors are kept from sleeping while the run lasts, which needs root; false unless written."""
    shared_machine: bool = Field(default=False, description="true to accept other processes of the machine")
    """True accepts other processes of the machine as part of the environment, as `--shared-machine` does: then no
    second that they disturb is left out of the judgement; false unless written."""
    saturated: SaturatedSpec = Field(default=SaturatedSpec(), description="a mapping with leave_out")
    """Seconds in which a machine is saturated, and what of them is left out of account; nothing unless written."""
    injections: InjectionsSpec = Field(
        default={}, description="a mapping of names to problems, such as {frozen: {stop: api, after: 2m, for: 30s}}"
    )
    """Problems that are made on purpose within a trial and undone, up to 100; none unless written."""
    alarms: dict[str, AlarmText] = Field(
        default={}, description="a mapping of names to rules, such as {busy: host cpu_busy_share > 0.95 for 2m}"
    )
    """Rules over series of probes and metrics of calls, up to 100, which are evaluated each second of a trial; none
    unless written."""


def study_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a study file.

    >>> sorted(study_schema()["required"])
    ['methods', 'name', 'profile', 'stand']
    """
    schema = StudySpec.model_json_schema() | {"title": "loadproof study"}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": _ID, **schema}
