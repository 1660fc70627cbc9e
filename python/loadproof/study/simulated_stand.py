"""Resolves a stand whose service is simulated: nothing of a real one may stand beside it."""

import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace

from loadproof.model.profile import Profile
from loadproof.model.scenario import Check, Demand, DemandKind, Subject, SubjectKind
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.probe_spec import ProbesSpec
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.simulated_resolution import changed_service, check_operations, resolve_simulated
from loadproof.study.simulated_spec import SimulatedChangesSpec
from loadproof.study.stand_settings import Driver, StandSettings
from loadproof.study.stand_spec import LimitsSpec, StandSpec, VariantSpec
from loadproof.study.study_spec import StudySpec

__all__ = [
    "changed_simulated_stand",
    "check_simulated_profile",
    "check_simulated_study",
    "refuse_environment",
    "refuse_limits",
    "refuse_simulated",
    "simulated_stand",
]

_PATH: KeyPath = ("stand",)
_TARGET = "simulated"
_REAL_KEYS = {
    "target": "a simulated service has no address",
    "services": "a simulated stand starts no services",
    "reset": "a simulated service has no data to reset",
    "maintenance": "a simulated service has no data to maintain",
    "placement": "a simulated service runs on no CPUs",
}


def simulated_stand(spec: StandSpec, log: FaultLog) -> StandSettings:
    """The stand that `spec` says with `driver: simulate`; what is wrong goes to `log`."""
    _refuse_real(spec, _PATH, log)
    if spec.simulated is None:
        if not log.is_broken((*_PATH, "simulated")):
            cure = "give simulated: a mapping with workers and service_time"
            log.add(_PATH, "there is no service to simulate", cure)
        return StandSettings(Driver.SIMULATE, _TARGET)
    service = resolve_simulated(spec.simulated, (*_PATH, "simulated"), log)
    return StandSettings(Driver.SIMULATE, _TARGET, simulated=service, simulated_levels=_levels(spec.simulated))


def changed_simulated_stand(base: StandSettings, spec: VariantSpec, path: KeyPath, log: FaultLog) -> StandSettings:
    """`base` with what the variant at `path` writes; what is wrong goes to `log`."""
    _refuse_real(spec, path, log)
    if spec.simulated is None or base.simulated is None:
        return base
    service = changed_service(base.simulated, spec.simulated, (*path, "simulated"), log)
    return replace(base, simulated=service, simulated_levels={**base.simulated_levels, **_levels(spec.simulated)})


def _levels(spec: SimulatedChangesSpec) -> dict[str, float]:
    """By which share service times are longer at each."""
    return {name: level.cpu.share for name, level in spec.levels.items()}


def refuse_simulated(spec: StandSpec | VariantSpec, path: KeyPath, log: FaultLog) -> None:
    """Tell of a simulated service beside a real target."""
    if spec.simulated is not None:
        log.add(
            (*path, "simulated"),
            "the service of this stand is not simulated",
            "write driver: simulate, or leave it out",
        )


def refuse_limits(specs: Mapping[str, LimitsSpec], path: KeyPath, log: FaultLog) -> None:
    """Tell of the limits of services at `path`, where the service is simulated."""
    for name in specs:
        log.add((*path, name), "a simulated service has no limits of its machine", "leave it out, or change workers")


def refuse_environment(names: Iterable[str], path: KeyPath, log: FaultLog) -> None:
    """Tell of the environment of services at `path`, where the service is simulated."""
    for name in names:
        log.add((*path, name), "a simulated service is no process and has no environment", "leave it out")


def check_simulated_study(spec: StudySpec, profile: Profile | None, log: FaultLog) -> None:
    """Tell of what only a machine has, and of operations of the service that the profile does not have."""
    if "awake" in spec.model_fields_set:
        log.add(("awake",), "virtual time has no processors that sleep", "leave it out")
    if "shared_machine" in spec.model_fields_set:
        log.add(("shared_machine",), "virtual time has no other processes", "leave it out")
    if "saturated" in spec.model_fields_set:
        log.add(("saturated",), "virtual time has no machines", "leave it out")
    for key in ProbesSpec.model_fields:
        if key in spec.probes.model_fields_set:
            log.add(("probes", key), "there is nothing to read of a simulated service", "leave it out")
    if profile is None:
        return
    known = [operation.name for operation in profile.operations]
    written: dict[KeyPath, SimulatedChangesSpec | None] = {_PATH: spec.stand.simulated}
    written |= {("variants", name): variant.simulated for name, variant in spec.variants.items()}
    for path, simulated in written.items():
        if simulated is not None:
            check_operations(simulated.operations, known, (*path, "simulated"), log)


def _refuse_real(spec: StandSpec | VariantSpec, path: KeyPath, log: FaultLog) -> None:
    for key, message in _REAL_KEYS.items():
        if key in spec.model_fields_set:
            log.add((*path, key), message, "leave it out")


_ONLY_HEADER = "content-length"
_NEVER_THERE = "no reply of a simulated service has it, so that every call would fail"


def check_simulated_profile(spec: ProfileSpec, profile: Profile, log: FaultLog) -> None:
    """Tell `log`, that of the profile, of what would be ignored in virtual time or would fail every call."""
    if "tls" in spec.model_fields_set:
        log.add(("tls",), "a simulated service speaks no TLS", "leave it out")
    if profile.cookies:
        log.add(("cookies",), "a simulated service sets no cookies", "leave it out")
    for operation in profile.operations:
        path = ("operations", operation.name)
        for check in operation.checks:
            if not _can_hold(check):
                log.add((*path, "check", check.name), _NEVER_THERE, "leave it out")
        for extract in operation.extracts:
            if extract.otherwise is None and _is_never_there(extract.subject):
                log.add((*path, "extract", extract.variable), _NEVER_THERE, "give it a default, or leave it out")


def _can_hold(check: Check) -> bool:
    """Return True if a reply of a status and an empty body may pass `check`."""
    if check.demand.kind is DemandKind.ABSENT or check.subject.kind is SubjectKind.TIME:
        return True
    if _is_never_there(check.subject):
        return False
    if check.subject.kind is SubjectKind.SIZE:
        return not check.demand.least
    return check.subject.kind is SubjectKind.HEADER or _holds_of_nothing(check.demand)


def _is_never_there(subject: Subject) -> bool:
    if subject.kind is SubjectKind.REGEX:
        return not _matches_nothing(subject.text)
    if subject.kind is SubjectKind.HEADER:
        return subject.text.lower() != _ONLY_HEADER
    return subject.kind in (SubjectKind.JSON, SubjectKind.COOKIE)


def _holds_of_nothing(demand: Demand) -> bool:
    """Return True if an empty text may meet `demand`; templates may be filled with nothing."""
    if demand.kind is DemandKind.MATCHES:
        return _matches_nothing(demand.text)
    if demand.kind in (DemandKind.EQUALS, DemandKind.CONTAINS):
        return not demand.text or demand.text.startswith("${")
    return demand.kind is DemandKind.PRESENT


def _matches_nothing(pattern: str) -> bool:
    """Return True if `pattern` matches in an empty text, or if Python cannot read the pattern: the engine may."""
    with warnings.catch_warnings():
        # Those are of Python's regular expressions; the engine's are another language.
        warnings.simplefilter("ignore")
        try:
            return re.search(pattern, "") is not None
        except (re.error, RecursionError, OverflowError):
            return True
