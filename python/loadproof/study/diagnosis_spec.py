"""Dumps of Java VMs between trials as a study file may write them, and their resolution."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.rate import RATE_FORMS, parse_multiple
from loadproof.study.diagnosis_settings import DiagnosisSettings, Occasion
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.stand_settings import Driver, StandSettings
from loadproof.study.written import Spec, UpToAnHour

__all__ = ["DiagnosisSpec", "resolve_diagnoses"]

_SHORTEST_LOAD_S = 5.0
_OCCASION = "evidence, always or never"
_RATE = f"{RATE_FORMS}, or a multiple of the profile (2N)"


class DiagnosisSpec(Spec):
    """Dumps of one service between trials, never within a judged trial. The service has to be a Java VM."""

    threads: Literal["evidence", "always", "never"] | None = Field(default=None, description=_OCCASION)
    """Occasion for thread dumps, one in each second of some additional load: always is after each method, evidence is
    after methods in whose trials threads were blocked, or calls waited though processors were free; evidence unless
    written."""
    heap: Literal["evidence", "always", "never"] | None = Field(default=None, description=_OCCASION)
    """Occasion for heap dumps, three with load between them: always is after each method, evidence is after methods in
    whose trials the memory of the service grew, came near its limit, or was collected for long; evidence unless
    written. The last dump is kept, and holds all that the service knows."""
    load: UpToAnHour | None = Field(default=None, description="a duration from 5s, such as 15s")
    """Duration of the load before the next dump; 15s unless written."""
    rate: Annotated[float | str, Field(description=_RATE)] | None = Field(default=None, description=_RATE)
    """The rate of that load, of which nothing is judged; that of the method unless written."""


def resolve_diagnoses(
    layers: Sequence[tuple[KeyPath, Mapping[str, DiagnosisSpec]]],
    stand: StandSettings,
    base_rate: float | None,
    log: FaultLog,
) -> dict[str, DiagnosisSettings]:
    """By service what `layers` write, each over those before it, key by key; what is wrong goes to `log`.

    `base_rate` is the profile's, in arrivals/s.
    """
    found: dict[str, DiagnosisSettings] = {}
    known = [service.name for service in stand.services]
    for place, written in layers:
        if written and stand.driver is Driver.SIMULATE:
            log.add(place, "a simulated service is no Java VM", "leave it out")
            return {}
        for name, spec in written.items():
            path: KeyPath = (*place, name)
            # Of what others run nobody knows the names before it runs.
            if known and name not in known:
                log.add(path, f"there is no service {quoted(name)}", near(name, known, ""))
            found[name] = _changed(found.get(name, DiagnosisSettings()), spec, path, base_rate, log)
    return found


def _changed(
    base: DiagnosisSettings, spec: DiagnosisSpec, path: KeyPath, base_rate: float | None, log: FaultLog
) -> DiagnosisSettings:
    changes: dict[str, Any] = {}
    for key in ("threads", "heap"):
        if (occasion := getattr(spec, key)) is not None:
            changes[key] = Occasion(occasion)
    if spec.load is not None and not log.is_broken((*path, "load")):
        if spec.load.seconds < _SHORTEST_LOAD_S:
            log.add((*path, "load"), f"{spec.load.text} is too short to see anything", "write 5s or more")
        changes["load_s"] = spec.load.seconds
    if spec.rate is not None and not log.is_broken((*path, "rate")):
        try:
            changes["rate"] = parse_multiple(spec.rate, base_rate)
        except WrittenValueError as error:
            log.add_error((*path, "rate"), error)
    return replace(base, **changes)
