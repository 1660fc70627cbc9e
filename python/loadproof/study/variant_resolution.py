"""Resolves the variants of a study: the stand of each, which are measured, and what is run on them."""

from collections.abc import Mapping, Sequence

from loadproof.methods.registry import row_of
from loadproof.methods.row import WARM_UP
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.method_resolution import check_only, without_rate
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near
from loadproof.study.preset_resolution import preset_stands
from loadproof.study.stand_resolution import changed_stand, check_name, resolve_stand
from loadproof.study.stand_settings import StandSettings
from loadproof.study.stand_texts import StandTexts
from loadproof.study.study import Variant
from loadproof.study.study_spec import StudySpec

__all__ = ["resolve_variants", "variants_of_methods"]

_BASE = "base"


def resolve_variants(spec: StudySpec, chosen: str | None, texts: StandTexts) -> tuple[Variant, ...]:
    """The variants that the preset `chosen` has; what is wrong with any of any preset goes to the log of `texts`."""
    base = resolve_stand(spec.stand, texts)
    stands: dict[str, StandSettings] = {}
    for name, variant in spec.variants.items():
        path: KeyPath = ("variants", name)
        check_name(name, "a variant", path, texts.log)
        stands[name] = changed_stand(base, variant, path, texts)
    if not spec.variants:
        stands[_BASE] = base
    measured = _measured(spec, chosen, stands, texts.log)
    found = preset_stands(spec, chosen, stands, texts)
    return tuple(Variant(name, found[name], _only(spec, name, texts.log)) for name in measured)


def _measured(spec: StudySpec, chosen: str | None, stands: Mapping[str, StandSettings], log: FaultLog) -> list[str]:
    """The names of those that are measured, in the order of the study."""
    measured = list(stands)
    for preset, written in spec.presets.items():
        path: KeyPath = ("presets", preset, "variants")
        if written.variants is None:
            continue
        if not written.variants:
            log.add(path, "no variant is named", "name one, or leave variants out")
        for index, name in enumerate(written.variants):
            if name not in stands:
                log.add((*path, index), f"there is no variant {quoted(name)}", near(name, stands, ""))
        # With none that is known there is nothing to go on with; the log has why.
        if preset == chosen and not set(stands).isdisjoint(written.variants):
            measured = [name for name in stands if name in written.variants]
    return measured


def _only(spec: StudySpec, name: str, log: FaultLog) -> tuple[str, ...] | None:
    only = spec.variants[name].only if name in spec.variants else None
    if only is None:
        return None
    written = [spec.methods, *(preset.methods for preset in spec.presets.values())]
    there = {method for methods in written for method in methods.model_fields_set}
    check_only(only, there, ("variants", name, "only"), "the methods of the study and its presets", log)
    # What is wrong is told; nothing follows from it.
    return tuple(only) if only and there.issuperset(only) and set(only) != {WARM_UP} else None


def variants_of_methods(
    spec: StudySpec, preset: str | None, variants: Sequence[Variant], methods: Methods, log: FaultLog
) -> tuple[Variant, ...]:
    """Return the `variants` that any of the `methods` is run on, all if none is; faults go to `log`."""
    found = [(one, methods if one.only is None else methods.kept(one.only)) for one in variants]
    for variant, own in found:
        for name in without_rate(own) if variant.only is not None and not without_rate(methods) else ():
            message = f"{name} has no rate of its own, and capacity is not run on {variant.name}"
            log.add(("variants", variant.name, "only"), message, f"give methods.{name} a rate, or add capacity here")
    for name, settings in methods.beside_each_other().asked().items():
        on = [variant for variant, own in found if name in own]
        row_of(name).check_variants(settings, on, len(variants), _method_path(spec, preset, name), log)
    measured = tuple(variant for variant, own in found if own.asked())
    if not measured and methods.asked():
        names = ", ".join(methods.asked())
        cure = "add one of them to the only of a variant, or run other methods"
        log.add(("variants",), f"of what is run ({names}) no variant has anything", cure)
    return measured or tuple(variants)


def _method_path(spec: StudySpec, preset: str | None, name: str) -> KeyPath:
    """Return the path of the written section of a method: in the preset, else in the study."""
    written = spec.presets.get(preset or "")
    of_preset = written is not None and name in written.methods.model_fields_set
    return ("presets", str(preset), "methods", name) if of_preset else ("methods", name)
