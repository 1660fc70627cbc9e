"""Resolves how the levels of a feature are switched, as a preset has it; every preset is checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.methods.overhead.machine import OverheadStart
from loadproof.model.cell import OFF
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import KeyPath
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.operation_resolution import near
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_settings import Driver, StandSettings
from loadproof.study.stand_texts import StandTexts
from loadproof.study.study_spec import StudySpec
from loadproof.study.toggle_settings import LevelToggle, ToggleKind, ToggleStep
from loadproof.study.toggle_spec import LevelSpec
from loadproof.study.toggle_step import resolve_step

__all__ = ["resolve_toggles"]

_ONE = "on"
_MOST_LEVELS = 10
_Layers = Sequence[tuple[KeyPath, MethodsSpec]]


def resolve_toggles(
    spec: StudySpec, chosen: str | None, stand: StandSettings, texts: StandTexts
) -> Mapping[str, LevelToggle]:
    """The toggle of each level as the preset `chosen` has them; what is wrong in any goes to the log of `texts`.

    There are none where no overhead is asked for, and for a simulated `stand`, whose service has its levels itself.
    """
    base: tuple[KeyPath, MethodsSpec] = (("methods",), spec.methods)
    found = _toggles([base], stand, texts)
    _check_services(*base, stand, texts)
    for preset, written in spec.presets.items():
        layer: tuple[KeyPath, MethodsSpec] = (("presets", preset, "methods"), written.methods)
        _check_services(*layer, stand, texts)
        own = _toggles([base, layer], stand, texts)
        if preset == chosen:
            found = own
    return found


def _toggles(layers: _Layers, stand: StandSettings, texts: StandTexts) -> dict[str, LevelToggle]:
    log, written = texts.log, dict[str, tuple[Any, KeyPath]]()
    place: KeyPath | None = None
    for path, methods in layers:
        own = (*path, OverheadStart.name)
        if OverheadStart.name in methods.model_fields_set and not log.is_broken(own):
            place = place or own
            for key in ("toggle", "levels"):
                value = getattr(getattr(methods, OverheadStart.name), key, None)
                if value is not None and not log.is_broken((*own, key)):
                    written[key] = value, (*own, key)
    if place is None:
        return {}
    if len(written) == 2:
        log.add(written["levels"][1], "levels, where a toggle is given", "keep one of them")
    levels = _levels(written)
    if stand.driver is Driver.SIMULATE:
        _check_simulated(levels, place, stand, texts)
        return {}
    if not levels and not any(log.is_broken((*place, key)) for key in ("toggle", "levels")):
        cure = "give toggle: a mapping such as {on: [attach], off: [detach]}, or levels of it by name"
        log.add(place, "nothing says how the feature is switched", cure)
    if len(levels) > _MOST_LEVELS:
        log.add(written["levels"][1], f"the number of levels is {len(levels)}", f"keep to {_MOST_LEVELS}")
    return {name: _toggle(name, level, path, texts) for name, (level, path) in levels.items()}


def _check_services(path: KeyPath, methods: MethodsSpec, stand: StandSettings, texts: StandTexts) -> None:
    """Report services to be measured that the stand does not have."""
    own: KeyPath = (*path, OverheadStart.name, "services")
    written = getattr(getattr(methods, OverheadStart.name), "services", None)
    if written is None or texts.log.is_broken(own):
        return
    known = [service.name for service in stand.services]
    if not written:
        texts.log.add(own, "there is no service in the list", near("", known, "leave it out"))
    for number, name in enumerate(written):
        if name in written[:number]:
            texts.log.add((*own, number), f"{quoted(name)} is there twice", "keep it once")
        elif name not in known:
            cure = near(name, known, "leave services out")
            texts.log.add((*own, number), f"the stand has no service {quoted(name)}", cure)


def _levels(written: Mapping[str, tuple[Any, KeyPath]]) -> dict[str, tuple[LevelSpec, KeyPath]]:
    if "levels" in written:
        levels, path = written["levels"]
        return {name: (level, (*path, name)) for name, level in levels.items()}
    return {_ONE: written["toggle"]} if "toggle" in written else {}


def _check_simulated(
    levels: Mapping[str, tuple[LevelSpec, KeyPath]], place: KeyPath, stand: StandSettings, texts: StandTexts
) -> None:
    """Tell of levels that the simulated service does not have, and of what would switch them."""
    known = list(stand.simulated_levels)
    named = {name: path for name, (_, path) in levels.items()} or {_ONE: place}
    for name, path in named.items():
        if name not in known:
            cure = near(name, known, "write it under levels of the simulated service, such as {on: {cpu: 5%}}")
            texts.log.add(path, f"there is no level {quoted(name)} in the simulated service", cure)
    for level, path in levels.values():
        for key in ("on", "off", "ready", "timeout"):
            if getattr(level, key) is not None:
                texts.log.add((*path, key), "a simulated service has its levels itself", "leave it out")


def _toggle(name: str, level: LevelSpec, path: KeyPath, texts: StandTexts) -> LevelToggle:
    log = texts.log
    check_name(name, "a level", path, log)
    if name == OFF:
        log.add(path, "the level off is always there", "give this one another name")
    for key in ("on", "off"):
        if getattr(level, key) is None and not log.is_broken((*path, key)):
            log.add(path, f"nothing switches it {key}", f"give {key}: a URL or a command")
    steps = {
        key: resolve_step(written, (*path, key), texts)
        for key in ("on", "off", "ready")
        if (written := getattr(level, key)) is not None
    }
    nothing = ToggleStep(ToggleKind.COMMAND, ())
    toggle = LevelToggle(steps.get("on", nothing), steps.get("off", nothing), steps.get("ready"))
    return toggle if level.timeout is None else LevelToggle(toggle.on, toggle.off, toggle.ready, level.timeout.seconds)
