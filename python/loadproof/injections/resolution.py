"""Resolution of the written injections: consent, problems, methods that have them, and their times within a trial."""

from collections.abc import Collection, Mapping, Sequence

from loadproof.injections.problem_resolution import resolve_problem
from loadproof.injections.schedule import check_schedule, least_interval_s, usual_interval_s
from loadproof.injections.settings import Injection, Problem, SlowdownProblem
from loadproof.injections.spec import InjectionSpec
from loadproof.methods.registry import METHODS, method_names, row_of
from loadproof.model.duration import format_duration
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_settings import Driver, StandSettings
from loadproof.study.stand_texts import StandTexts
from loadproof.study.study_spec import StudySpec

__all__ = ["resolve_injections"]

_PATH: KeyPath = ("injections",)
_MOST_INJECTIONS = 100
_MOST_OCCURRENCES = 100
_UNREADABLE = SlowdownProblem(0.0)
"""Problem in place of one that has a fault: the times of the injection are checked all the same."""


def resolve_injections(
    spec: StudySpec, made: Collection[str], stand: StandSettings, methods: Methods, texts: StandTexts
) -> tuple[Injection, ...]:
    """Return the injections of the `methods` that are run; faults go to the log of `texts`.

    `made` are the names of those that the chosen preset has. An injection none of whose methods is run, as in a preset
    with other methods, is left out.
    """
    log, written = texts.log, spec.injections
    if len(written) > _MOST_INJECTIONS:
        log.add(_PATH, f"the number of injections is {len(written)}", f"keep to {_MOST_INJECTIONS}")
        return ()
    has_consent = spec.stand.injections or log.is_broken(("stand", "injections"))
    if written and stand.driver is Driver.EXTERNAL and not has_consent:
        message = "others run the services of this stand, and nothing says that they may be disturbed"
        log.add(_PATH, message, "write injections: true under stand, if nobody else needs the services meanwhile")
    asked = _asked_in_file(spec, log)
    found = []
    for name, own in written.items():
        path: KeyPath = (*_PATH, name)
        check_name(name, "an injection", path, log)
        problem = resolve_problem(own, path, stand, texts)
        chosen = [one for one in _methods(own, asked, path, log) if one in methods]
        injection = _timed(name, own, problem or _UNREADABLE, chosen, path, log)
        if injection is not None and name in made:
            _check_trials(injection, methods.asked(), path, log)
            found.append(injection)
    return tuple(one for one in found if one.methods)


def _asked_in_file(spec: StudySpec, log: FaultLog) -> Collection[str]:
    """Return the names of all methods that the study, or any of its presets, asks for."""
    layers: dict[KeyPath, Collection[str]] = {("methods",): spec.methods.model_fields_set}
    layers |= {("presets", name, "methods"): one.methods.model_fields_set for name, one in spec.presets.items()}
    broken = {name for path in layers for name in method_names() if log.is_broken((*path, name))}
    return broken.union(*layers.values())


def _methods(spec: InjectionSpec, asked: Collection[str], path: KeyPath, log: FaultLog) -> Sequence[str]:
    """Return the methods of the study that have the injection."""
    takers = [row.name for row in METHODS if row.takes_injections]
    able = [name for name in takers if name in asked]
    if spec.methods is None:
        if not able and not log.is_broken((*path, "methods")) and not log.is_broken(("methods",)):
            message = "the study asks for no method whose trials take injections"
            log.add(path, message, f"ask for {', '.join(takers[:-1])} or {takers[-1]} under methods")
        return able
    place = (*path, "methods")
    if not spec.methods:
        log.add(place, "no method is named", f"name one of {', '.join(able or takers)}, or leave methods out")
    for index, name in enumerate(spec.methods):
        if (fault := _fault_of(name, spec.methods[:index], asked, able or takers)) is not None:
            log.add((*place, index), *fault)
    return [name for name in able if name in spec.methods]


def _fault_of(name: str, before: Sequence[str], asked: Collection[str], able: Sequence[str]) -> tuple[str, str] | None:
    """Return message and cure for a named method, if anything is wrong with it."""
    use = f"use {', '.join(able)}"
    if name not in method_names():
        return f"there is no method {quoted(name)}", near(name, able, use)
    if not row_of(name).takes_injections:
        return f"{name} takes no injections: with a problem in its trials it would answer another question", use
    if name not in asked:
        return f"the study does not ask for {name}", f"add {name} under methods, or leave it out here"
    return (f"{name} is there twice", "keep it once") if name in before else None


def _timed(
    name: str, spec: InjectionSpec, problem: Problem, methods: Sequence[str], path: KeyPath, log: FaultLog
) -> Injection | None:
    """Return the injection with its times; None: they have faults, and no trial can be checked for them."""
    for_s, undo_within_s = spec.for_.seconds, spec.undo_within.seconds
    is_sound = not any(log.is_broken((*path, key)) for key in ("after", "for", "repeat", "every", "undo_within"))
    if not 1 <= spec.repeat <= _MOST_OCCURRENCES:
        log.add((*path, "repeat"), f"{quoted(spec.repeat)} is not from 1 to {_MOST_OCCURRENCES}", "give one such as 3")
        is_sound = False
    every_s = usual_interval_s(for_s, undo_within_s) if spec.every is None else spec.every.seconds
    least_s = least_interval_s(for_s, undo_within_s)
    if spec.every is not None and spec.repeat == 1 and is_sound:
        log.add((*path, "every"), "there is one occurrence, which nothing follows", "write repeat, or leave every out")
        is_sound = False
    elif is_sound and every_s < least_s:
        message = f"{format_duration(every_s)} leave less than {format_duration(least_s - for_s)} between occurrences"
        log.add((*path, "every"), message, f"write {format_duration(least_s)} or more")
        is_sound = False
    if not is_sound:
        return None
    return Injection(
        name,
        problem,
        spec.after.seconds,
        for_s,
        spec.repeat,
        every_s if spec.repeat > 1 else 0.0,
        tuple(methods),
        undo_within_s,
    )


def _check_trials(injection: Injection, asked: Mapping[str, object], path: KeyPath, log: FaultLog) -> None:
    """Report occurrences that do not fit into a trial of each method."""
    for name in injection.methods:
        try:
            spans_s = row_of(name).steady_spans_s(asked[name], asked)
        except ValueError:
            # Its settings have faults, which are reported elsewhere.
            continue
        check_schedule(injection, name, spans_s, path, log)
