"""Resolves a written study into the frozen one: everything that spans more than one of its sections."""

import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.alarms.resolution import resolve_alarms
from loadproof.errors import StudyFaults, WrittenValueError
from loadproof.injections.resolution import resolve_injections
from loadproof.methods.registry import METHODS
from loadproof.model.profile import Profile
from loadproof.model.quoting import quoted
from loadproof.model.rate import Arrivals
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.preset_resolution import (
    preset_alarms,
    preset_diagnoses,
    preset_injections,
    preset_methods,
    preset_starts,
)
from loadproof.study.probe_resolution import resolve_probes
from loadproof.study.profile_resolution import given_slos, resolve_profile, written_slos
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.saturated_spec import resolve_saturated
from loadproof.study.simulated_stand import check_simulated_profile, check_simulated_study
from loadproof.study.spec_file import read_spec
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_settings import Driver
from loadproof.study.stand_texts import StandTexts
from loadproof.study.study import Study
from loadproof.study.study_spec import StudySpec
from loadproof.study.tls_resolution import check_spoken
from loadproof.study.toggle_settings import LevelToggle
from loadproof.study.twins import methods_of_twins, twins
from loadproof.study.variant_resolution import resolve_variants, variants_of_methods
from loadproof.system.input_file import open_regular_file

__all__ = ["StudyChoice", "resolve_logged", "resolve_study"]

_LARGEST_PROFILE_BYTES = 4 * 2**20
_LONGEST_NAME = 100
_MOST_CONNECTIONS = 1_000_000
_MOST_PARTS = 100
_HIGHEST_SEED = 2**32 - 1


@dataclass(frozen=True, slots=True)
class StudyChoice:
    """Choices of the command line for a study."""

    preset: str | None
    methods: tuple[str, ...]
    """Empty: all."""
    extra_slos: tuple[str, ...]
    environment: Mapping[str, str]
    against_itself: str | None = None
    """The variant of an A/A; empty: the first one."""
    shared_machine: bool = False
    """Accepts other processes of the machine, whatever the study says."""


def resolve_study(
    spec: StudySpec,
    directory: str | Path,
    *,
    preset: str | None = None,
    methods: Sequence[str] = (),
    extra_slos: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> Study:
    """The study of a `spec` made in Python, with paths taken from `directory`. Raises StudyFaults with all faults.

    >>> from loadproof.methods.capacity.spec import CapacitySpec
    >>> from loadproof.study.method_spec import MethodsSpec
    >>> from loadproof.study.profile_spec import OperationSpec, ProfileSpec
    >>> from loadproof.study.stand_spec import StandSpec
    >>> profile = ProfileSpec(operations={"get": OperationSpec(rate=150, request="GET /")}, slo="p99<50ms")
    >>> methods = MethodsSpec(capacity=CapacitySpec(max_rate="20N", hold="30s"))
    >>> stand = StandSpec(target="http://127.0.0.1:8080")
    >>> study = resolve_study(StudySpec(name="status", stand=stand, profile=profile, methods=methods), ".")
    >>> study.methods.capacity.max_rate, study.variants[0].stand.driver.value
    (3000.0, 'external')
    """
    choice = StudyChoice(preset, tuple(methods), tuple(extra_slos), os.environ if environment is None else environment)
    return resolve_logged(spec, Path(directory), choice, FaultLog("study"))


def resolve_logged(spec: StudySpec, directory: Path, choice: StudyChoice, log: FaultLog) -> Study:
    """The study that `spec` says; raises StudyFaults with what `log` had before, and all that is found here."""
    _check_plain_values(spec, log)
    _check_bounds(spec, log)
    texts = StandTexts(frozenset(spec.stand.services), choice.environment, directory, log)
    variants = resolve_variants(spec, choice.preset, texts)
    written = _written_profile(spec, directory, log)
    profile = None if written is None else _profile(spec, written, choice, variants[0].stand.driver, log)
    # With a profile that cannot be read nothing is to be said of its multiples.
    base_rate = 1.0 if profile is None else profile.base_rate
    methods = preset_methods(spec, choice.preset, choice.methods, base_rate, log, profile)
    toggles: dict[str, LevelToggle] = {}
    for row in METHODS:
        toggles |= row.toggles(spec, choice.preset, variants[0].stand, texts)
    if choice.against_itself is not None:
        variants = twins(variants, choice.against_itself, log)
        methods = methods_of_twins(methods, log)
    variants = variants_of_methods(spec, choice.preset, variants, methods, log)
    starts = preset_starts(spec, choice.preset, log)
    probes = resolve_probes(spec.probes, texts)
    stands = [variant.stand for variant in variants]
    evaluated = preset_alarms(spec, choice.preset, log)
    alarms = resolve_alarms(spec.alarms, evaluated, probes, stands, profile, methods, log)
    made = preset_injections(spec, choice.preset, log)
    injections = resolve_injections(spec, made, stands[0], methods, texts)
    saturated = resolve_saturated(spec.saturated, log)
    diagnosis = preset_diagnoses(spec, choice.preset, variants[0].stand, base_rate, log)
    if variants[0].stand.driver is Driver.SIMULATE:
        check_simulated_study(spec, profile, log)
        if written is not None and profile is not None:
            check_simulated_profile(written.spec, profile, written.log)
    elif written is not None:
        check_spoken(written.spec.tls, [variant.stand.target for variant in variants], written.log)
    log.raise_if_any()
    if profile is None:
        raise log.error()
    return Study(
        name=spec.name,
        description=spec.description,
        file=log.file,
        variants=variants,
        profile=profile,
        methods=methods.beside_each_other(),
        probes=probes,
        arrivals=Arrivals(spec.arrivals),
        connections=spec.connections,
        seed=spec.seed,
        preset=choice.preset,
        starts=starts.number,
        pause_s=starts.pause_s,
        awake=spec.awake,
        shared_machine=spec.shared_machine or choice.shared_machine,
        saturated=saturated,
        against_itself=None if choice.against_itself is None else variants[0].name,
        diagnosis=diagnosis,
        alarms=alarms,
        injections=injections,
        toggles=toggles,
    )


def _check_plain_values(spec: StudySpec, log: FaultLog) -> None:
    if not (0 < len(spec.name) <= _LONGEST_NAME and spec.name.isprintable() and spec.name == spec.name.strip()):
        log.add(
            ("name",), f"{quoted(spec.name)} cannot name a study", f"use one line of up to {_LONGEST_NAME} characters"
        )
    if spec.connections is not None and not 1 <= spec.connections <= _MOST_CONNECTIONS:
        log.add(
            ("connections",),
            f"{quoted(spec.connections)} is not from 1 to {_MOST_CONNECTIONS}",
            "give a number such as 1000",
        )
    if not 0 <= spec.seed <= _HIGHEST_SEED:
        log.add(("seed",), f"{quoted(spec.seed)} is not from 0 to {_HIGHEST_SEED}", "give a number such as 1")
    for name in spec.presets:
        check_name(name, "a preset", ("presets", name), log)


def _check_bounds(spec: StudySpec, log: FaultLog) -> None:
    """Raises StudyFaults where there is more to resolve than a study needs: all are resolved with each other."""
    many: dict[KeyPath, int] = {
        ("stand", "services"): len(spec.stand.services),
        ("variants",): len(spec.variants),
        ("presets",): len(spec.presets),
    }
    for path, number in many.items():
        if number > _MOST_PARTS:
            log.add(path, f"the number of {path[-1]} is {number}", f"keep to {_MOST_PARTS}")
            raise log.error()


@dataclass(frozen=True, slots=True)
class _WrittenProfile:
    """A profile as it stands in the study or in a file of its own, which paths are relative to."""

    spec: ProfileSpec
    directory: Path
    log: FaultLog


def _written_profile(spec: StudySpec, directory: Path, log: FaultLog) -> _WrittenProfile | None:
    """Return the profile of the study; None if it cannot be read, and the log says why."""
    written = spec.profile
    if not isinstance(written, str):
        place = log.inside(("profile",))
        if written.target is not None:
            place.add(("target",), "the stand has the target", "leave it out here")
        return _WrittenProfile(written, directory, place)
    if log.is_broken(("profile",)):
        return None
    path = directory / written
    place = log.of_file(str(path))
    read = _read_profile(written, path, place, log)
    return None if read is None else _WrittenProfile(read, path.parent, place)


def _profile(spec: StudySpec, written: _WrittenProfile, choice: StudyChoice, driver: Driver, log: FaultLog) -> Profile:
    slos = [*written_slos(spec.slo, ("slo",), log), *given_slos(choice.extra_slos, log)]
    profile = resolve_profile(
        written.spec, written.directory, slos, written.log, choice.environment, stand_makes=driver is Driver.PROCESS
    )
    return replace(profile, target=None)


def _read_profile(written: str, path: Path, place: FaultLog, log: FaultLog) -> ProfileSpec | None:
    """Return the spec in the profile file; None if it cannot be read, and the log says why."""
    try:
        with closing(open_regular_file(path, _LARGEST_PROFILE_BYTES)):
            pass
        return read_spec(ProfileSpec, path, place)
    except WrittenValueError as error:
        log.add(("profile",), f"{quoted(written)}: {error.message}", error.cure)
    except StudyFaults:
        # They are in the log already.
        pass
    return None
