"""Resolves what presets change: methods, limits and environment of services, injections, alarms, starts.

Every one of them is checked, whichever is chosen.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from loadproof.model.profile import Profile
from loadproof.model.quoting import quoted
from loadproof.study.diagnosis_settings import DiagnosisSettings
from loadproof.study.diagnosis_spec import DiagnosisSpec, resolve_diagnoses
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.method_resolution import chosen_methods, only_methods, resolve_methods
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near
from loadproof.study.stand_resolution import limited_stand, stand_in_environment
from loadproof.study.stand_settings import StandSettings
from loadproof.study.stand_texts import StandTexts
from loadproof.study.study_spec import StudySpec

__all__ = [
    "Starts",
    "preset_alarms",
    "preset_diagnoses",
    "preset_injections",
    "preset_methods",
    "preset_stands",
    "preset_starts",
]

_PRESET_OPTION = "--preset"
_MOST_STARTS = 100


@dataclass(frozen=True, slots=True)
class Starts:
    """Number of starts of each variant, and the seconds from the stop of one start to the next."""

    number: int
    pause_s: float


def preset_stands(
    spec: StudySpec, chosen: str | None, stands: Mapping[str, StandSettings], texts: StandTexts
) -> Mapping[str, StandSettings]:
    """The stand of each variant as the preset `chosen` has it; what is wrong in any goes to the log of `texts`."""
    found = stands
    for preset, written in spec.presets.items():
        path: KeyPath = ("presets", preset)
        limits, environment = (*path, "limits"), (*path, "environment")
        changed = {name: limited_stand(stand, written.limits, limits, texts.log) for name, stand in stands.items()}
        changed = {
            name: stand_in_environment(stand, written.environment, environment, texts)
            for name, stand in changed.items()
        }
        if preset == chosen:
            found = changed
    return found


def preset_diagnoses(
    spec: StudySpec, chosen: str | None, stand: StandSettings, base_rate: float | None, log: FaultLog
) -> Mapping[str, DiagnosisSettings]:
    """Return the diagnoses of services under the preset `chosen`; faults of every preset go to `log`."""
    base: tuple[KeyPath, Mapping[str, DiagnosisSpec]] = (("diagnosis",), spec.diagnosis)
    found = resolve_diagnoses([base], stand, base_rate, log)
    for preset, written in spec.presets.items():
        layers = [base, (("presets", preset, "diagnosis"), written.diagnosis)]
        changed = resolve_diagnoses(layers, stand, base_rate, log)
        if preset == chosen:
            found = changed
    return found


def preset_injections(spec: StudySpec, chosen: str | None, log: FaultLog) -> Collection[str]:
    """Return the names of the injections that the preset `chosen` has; faults of every preset go to `log`."""
    lists = {preset: written.injections for preset, written in spec.presets.items()}
    return _named("injection", spec.injections, lists, chosen, log)


def preset_alarms(spec: StudySpec, chosen: str | None, log: FaultLog) -> Collection[str]:
    """Return the names of the alarms that the preset `chosen` has; faults of every preset go to `log`."""
    lists = {preset: written.alarms for preset, written in spec.presets.items()}
    return _named("alarm", spec.alarms, lists, chosen, log)


def _named(
    thing: str, there: Collection[str], lists: Mapping[str, list[str] | None], chosen: str | None, log: FaultLog
) -> Collection[str]:
    """Return the names in the list of the preset `chosen`, all that are there if it has no list."""
    key = f"{thing}s"
    for preset, names in lists.items():
        for index, name in enumerate(names or ()):
            path: KeyPath = ("presets", preset, key, index)
            if name not in there:
                cure = near(name, there, f"write it under {key}, or leave it out")
                log.add(path, f"there is no {thing} {quoted(name)}", cure)
            elif name in (names or ())[:index]:
                log.add(path, f"{quoted(name)} is there twice", "keep it once")
    own = lists.get(chosen or "")
    return there if own is None else own


def preset_starts(spec: StudySpec, chosen: str | None, log: FaultLog) -> Starts:
    """The starts as the preset `chosen` has them; what is wrong in any goes to `log`."""
    number, pause_s = _number(spec.starts, ("starts",), log), spec.pause.seconds
    found = Starts(number, pause_s)
    for preset, written in spec.presets.items():
        path: KeyPath = ("presets", preset)
        changed = Starts(
            number if written.starts is None else _number(written.starts, (*path, "starts"), log),
            pause_s if written.pause is None else written.pause.seconds,
        )
        if preset == chosen:
            found = changed
    return found


def preset_methods(
    spec: StudySpec,
    chosen: str | None,
    names: Sequence[str],
    base_rate: float | None,
    log: FaultLog,
    profile: Profile | None = None,
) -> Methods:
    """Return the methods of the preset `chosen`, reduced to `names` if there are any; faults go to `log`."""
    base: tuple[KeyPath, MethodsSpec] = (("methods",), spec.methods)
    by_preset: dict[str, Methods] = {}
    for preset, written in spec.presets.items():
        path: KeyPath = ("presets", preset)
        layers = [base, ((*path, "methods"), written.methods)]
        methods = resolve_methods(layers, base_rate, log, profile)
        by_preset[preset] = methods if written.only is None else only_methods(methods, written.only, path, log)
    if chosen is not None and chosen not in by_preset:
        cure = near(chosen, by_preset, "write presets: in the study, or leave the option out")
        log.add_at(_PRESET_OPTION, 0, f"there is no preset {quoted(chosen)}", cure)
    if chosen in by_preset:
        where = f"the preset {chosen}" if spec.presets[chosen].only is not None else "the study"
        return chosen_methods(by_preset[chosen], names, log, where)
    methods = resolve_methods([base], base_rate, log, profile)
    return chosen_methods(methods, names, log)


def _number(written: int, path: KeyPath, log: FaultLog) -> int:
    if not 1 <= written <= _MOST_STARTS:
        log.add(path, f"{quoted(written)} is not from 1 to {_MOST_STARTS}", "give a number such as 3")
    return written
