"""Resolves the written methods, with what a preset changes in them."""

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.method.capacity_settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE, CapacityAsked
from loadproof.method.compare import BUDGETED_SLOT_S, MOST_PRIMARY, MOST_ROUNDS, CompareSettings
from loadproof.method.confirm import ConfirmSettings
from loadproof.method.load import HeldLoad
from loadproof.method.overhead import LEAST_JUDGED_S, MOST_STARTS, OFF, OverheadSettings
from loadproof.method.plateaus import PlateausSettings
from loadproof.method.registry import METHODS, method_names, row_of
from loadproof.method.smoke import SmokeSettings
from loadproof.method.soak import SoakSettings
from loadproof.method.warm_up import WarmUpSettings
from loadproof.model.quoting import quoted
from loadproof.model.share import Share
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.method_section import MethodSection
from loadproof.study.method_spec import GentleStartSpec, MethodsSpec
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near

__all__ = ["METHOD_OPTION", "check_only", "chosen_methods", "only_methods", "resolve_methods", "without_rate"]

METHOD_OPTION = "--method"
_MOST_PLATEAUS = 20
_MOST_OVERHEAD_RATES = 10
_MOST_NAMED = 100
"""Names that are checked: a list that is longer is a fault anyhow."""
_SHORTEST_SPAN_S = 10.0
_SMOKE_RATE = 5.0
_NO_RATES = PlateausSettings((1.0,))
"""Stands for a staircase none of whose rates could be read."""


def resolve_methods(
    layers: Sequence[tuple[KeyPath, MethodsSpec]],
    base_rate: float | None,
    log: FaultLog,
    *,
    users_alone: bool = False,
    operations: Sequence[str] | None = None,
) -> Methods:
    """The methods that `layers` write, each layer over those before it; `base_rate` is the profile's.

    With `users_alone` nothing arrives by rate: there is no capacity to search, and nothing to hold but the users.
    `operations` are those of the profile and its flows; None: it could not be read.
    """
    sections = {name: _section(name, layers, base_rate, log) for name in method_names()}
    if (compared := sections["compare"]) is not None:
        sections["compare"] = replace(compared, operations=operations)
    if users_alone:
        _check_users_alone(sections, log)
    if not any(sections.values()) and not any(log.is_broken(path) for path, _ in layers):
        log.add(layers[0][0], "there are no methods", f"add one of {', '.join(method_names())}")
    for name, section in sections.items():
        is_searched = sections["capacity"] is not None or any(log.is_broken((*path, "capacity")) for path, _ in layers)
        lacks_rate = section is not None and not {"rate", "rates"} & section.values.keys() and not is_searched
        if section is not None and lacks_rate and row_of(name).takes_capacity:
            message = "there is no rate, and no capacity is searched"
            log.add(section.path, message, "give a rate, or add capacity to the methods")
    asked = {name: _RESOLVERS[name](section, users_alone) for name, section in sections.items() if section is not None}
    methods = Methods(**asked)
    if sections["capacity"] is not None:
        _check_budget(sections["capacity"], asked)
    warm_up = _section("warm_up", layers, base_rate, log)
    return methods if warm_up is None else replace(methods, warm_up=_warm_up(warm_up, methods, users_alone))


def chosen_methods(methods: Methods, names: Sequence[str], log: FaultLog, where: str = "the study") -> Methods:
    """Return the part of `methods` that the options `names` choose, and the warm-up; all if `names` is empty.

    `where` names the owner of `methods` in faults, which go to `log`.
    """
    there = list(methods.asked())
    for name in names:
        if name not in there:
            cure = near(name, there, "add it to the methods of the study")
            log.add_at(METHOD_OPTION, 0, f"{quoted(name)} is not among the methods of {where}", cure)
    if not names:
        return methods
    chosen = methods.kept(("warm_up", *names))
    for name in without_rate(chosen):
        message = f"{name} has no rate of its own, and capacity is not run"
        log.add_at(METHOD_OPTION, 0, message, f"give methods.{name} a rate, or add --method capacity")
    return chosen


def only_methods(methods: Methods, names: Sequence[str], path: KeyPath, log: FaultLog) -> Methods:
    """Return the part of `methods` in `names`, which is the `only` of the preset at `path`; faults go to `log`.

    The warm-up stays only if `names` has `warm_up`.
    """
    written, path = (("methods",), (*path, "methods")), (*path, "only")
    warm_up = [] if methods.warm_up is None else ["warm_up"]
    broken = [name for name in method_names() if any(log.is_broken((*section, name)) for section in written)]
    check_only(names, [*warm_up, *methods.asked(), *broken], path, "the methods of the study and this preset", log)
    chosen = methods.kept(names)
    for name in without_rate(chosen):
        message = f"{name} has no rate of its own, and capacity is not run"
        log.add(path, message, f"give methods.{name} a rate, or add capacity here")
    return chosen


def check_only(names: Sequence[str], there: Collection[str], path: KeyPath, where: str, log: FaultLog) -> None:
    """Tells `log` what is wrong with the `names` of an `only` at `path`: each has to be `there`, which is `where`."""
    if not names:
        log.add(path, "no method is named", "name one, or leave only out")
    known = ("warm_up", *method_names())
    for index, name in enumerate(names):
        if name not in known:
            log.add((*path, index), f"there is no method {quoted(name)}", near(name, known, ""))
        elif name not in there:
            log.add((*path, index), f"{name} is not among {where}", "add it to the methods, or leave it out here")
    if "warm_up" in names and set(names) == {"warm_up"}:
        log.add(path, "warm_up alone answers nothing", "name a method besides it")


def without_rate(methods: Methods) -> list[str]:
    """Methods that take their rate from a capacity that is not searched."""
    if methods.capacity is not None:
        return []
    return [name for name, own in methods.asked().items() if row_of(name).takes_capacity and own.rate is None]


def _section(
    name: str, layers: Sequence[tuple[KeyPath, MethodsSpec]], base_rate: float | None, log: FaultLog
) -> MethodSection | None:
    """Return the merged section of the method `name`; None if no layer has it."""
    found: MethodSection | None = None
    for path, methods in layers:
        if name in methods.model_fields_set and not log.is_broken((*path, name)):
            found = found or MethodSection((*path, name), {}, base_rate, log)
            spec = getattr(methods, name)
            for key in () if spec is None else spec.model_fields_set:
                if (value := getattr(spec, key)) is not None:
                    found.values[key] = (value, (*path, name, key))
    return found


def _plateaus(section: MethodSection, _users_alone: bool) -> PlateausSettings:
    rates = section.rates("rates")
    written = section.values["rates"][0] if "rates" in section.values else []
    if "rates" not in section.values and not section.log.is_broken((*section.path, "rates")):
        section.log.add(section.path, "plateaus has no rates", "give rates: a list such as [1500, 3000]")
    elif "rates" in section.values and not 1 <= len(written) <= _MOST_PLATEAUS:
        cure = f"give 1 to {_MOST_PLATEAUS}, such as [1500, 3000]"
        section.log.add(section.place("rates"), f"the number of rates is {len(written)}", cure)
    elif len(rates) == len(written):
        for index, (low, high) in enumerate(itertools.pairwise(rates)):
            if high <= low:
                message = f"{high:g} is not above the rate before it, {low:g}"
                section.log.add((*section.place("rates"), index + 1), message, "write the rates in ascending order")
    durations = section.durations("ramp", "hold", "settle", "tail")
    hold_s, settle_s, tail_s = (durations.get(key, getattr(_NO_RATES, key)) for key in ("hold_s", "settle_s", "tail_s"))
    left_out_s = settle_s + tail_s
    if hold_s < left_out_s + _SHORTEST_SPAN_S:
        key = next((key for key in ("hold", "settle", "tail") if key in section.values), None)
        message = f"a hold of {hold_s:g} s of which {left_out_s:g} s are left out leaves too little to judge"
        cure = f"hold {left_out_s + _SHORTEST_SPAN_S:g}s or more, or shorten settle and tail"
        section.log.add(section.path if key is None else section.place(key), message, cure)
    try:
        return PlateausSettings(tuple(rates), **durations)
    except ValueError:
        # What is wrong with them was told: the methods beside it are resolved by the rates that could be read.
        return PlateausSettings(tuple(sorted(set(rates)))) if rates else _NO_RATES


def _capacity(section: MethodSection, _users_alone: bool) -> CapacityAsked:
    start_rate, max_rate = section.rate("start_rate"), section.rate("max_rate")
    first = DEFAULT_START_RATE if start_rate is None else start_rate
    highest = DEFAULT_MAX_RATE if max_rate is None else max_rate
    if highest < first:
        key = "start_rate" if max_rate is None else "max_rate"
        message = f"the highest rate, {highest:g}, is below the first one, {first:g}"
        section.log.add(section.place(key), message, "raise max_rate or lower start_rate")
    durations = section.durations("hold", "settle", "confirm_hold", "budget")
    return CapacityAsked(start_rate=start_rate, max_rate=max_rate, precision=section.share("precision"), **durations)


def _check_budget(section: MethodSection, asked: Mapping[str, Any]) -> None:
    """Tells where the budget of a search is too short, whatever the SLOs."""
    try:
        settings = asked["capacity"].settings(asked.get("confirm"))
    except ValueError:
        return  # What is wrong with the rates was told.
    try:
        settings.check_budget()
    except ValueError as fault:
        message, _, hint = str(fault).partition("; ")
        section.log.add(section.place("budget"), message, hint)


def _confirm(section: MethodSection, _users_alone: bool) -> ConfirmSettings:
    return ConfirmSettings(section.rate("rate"), **section.durations("ramp", "hold"))


def _soak(section: MethodSection, _users_alone: bool) -> SoakSettings:
    if "rate" in section.values and "share" in section.values:
        section.log.add(section.place("share"), "a share of the capacity, where a rate is given", "keep one of them")
    share = section.share("share")
    shares: dict[str, Any] = {} if share is None else {"share": share}
    return SoakSettings(section.rate("rate"), **shares, **section.durations("ramp", "settle", "hold"))


def _warm_up(section: MethodSection, methods: Methods, users_alone: bool) -> WarmUpSettings:
    """Return the settings of the warm-up. Unless written, its rate is the first rate that a method would load with."""
    durations = section.durations("floor", "most")
    settings = WarmUpSettings(0.0, **durations)
    if 2.0 * settings.floor_s > settings.most_s:
        message = (
            f"half of a warm-up has to follow its floor, {settings.floor_s:g} s, and {settings.most_s:g} s are the most"
        )
        key = "floor" if "floor" in section.values else "most"
        section.log.add(section.place(key), message, "lower floor, or raise most to twice as much")
    if users_alone:
        if "rate" in section.values:
            message = "nothing arrives by rate: users alone make the load of this profile"
            section.log.add(section.place("rate"), message, "leave the rate out")
        return settings
    if "rate" in section.values:
        return replace(settings, rate=section.rate("rate") or 0.0)
    known = ((row_of(name), own) for name, own in methods.asked().items() if own is not _NO_RATES)
    rate = next((rate for row, own in known for rate in row.rates(own) if rate), None)
    if rate is None:
        section.log.add(section.path, "warm_up has no rate, and no method has one", "give rate: calls per second")
    return replace(settings, rate=rate or 0.0)


def _check_users_alone(sections: Mapping[str, MethodSection | None], log: FaultLog) -> None:
    cure = "give an operation or a flow a weight, or keep to smoke and load"
    for row in METHODS:
        section = sections[row.name]
        if section is not None and not row.loads_with_users_alone:
            log.add(section.path, f"{row.name} has no rate to vary: users alone make the load of this profile", cure)
        if section is not None and row.loads_with_users_alone and "rate" in section.values:
            message = "nothing arrives by rate: users alone make the load of this profile"
            log.add(section.place("rate"), message, "leave the rate out, or give an operation or a flow a weight")


def _smoke(section: MethodSection, users_alone: bool) -> SmokeSettings:
    rate = 0.0 if users_alone else section.rate("rate") if "rate" in section.values else _SMOKE_RATE
    return SmokeSettings(rate or 0.0, **section.durations("ramp", "hold"))


def _load(section: MethodSection, users_alone: bool) -> HeldLoad:
    if users_alone:
        return HeldLoad(0.0, **section.durations("hold"))
    if "rate" not in section.values:
        section.log.add(section.path, "load has no rate", "give rate: calls per second, a multiple such as 2N, or max")
    saturates = "rate" in section.values and section.values["rate"][0] == "max"
    return HeldLoad(None if saturates else section.rate("rate"), **section.durations("hold"))


_MARGINS = {
    "response": "response_margin_percent",
    "cpu": "cpu_margin_percent",
    "memory": "memory_margin_percent",
    "errors": "error_margin_points",
}


def _compare(section: MethodSection, _users_alone: bool) -> CompareSettings:
    asked: dict[str, Any] = {"rate": section.rate("rate"), **section.durations("slot", "budget")}
    asked |= section.number("rounds", MOST_ROUNDS, such_as=8)
    if asked.get("budget_s") is not None:
        asked.setdefault("slot_s", BUDGETED_SLOT_S)
    if "together" in section.values:
        asked["together"] = section.values["together"][0]
    asked |= {"primary": _primary_operations(section), **_by_figure(section, _MARGINS)}
    return CompareSettings(**asked)


def _primary_operations(section: MethodSection) -> tuple[str, ...]:
    """Return the primary operations that the profile has, each once, at most `MOST_PRIMARY`; faults go to the log."""
    written, path = section.values.get("primary", ((), section.path))
    if "primary" in section.values and not 1 <= len(written) <= MOST_PRIMARY:
        cure = (
            f"name 1 to {MOST_PRIMARY}: all of them share the error of the comparison, and each takes from the others"
        )
        section.log.add(path, f"the number of primary operations is {len(written)}", cure)
    known = None if section.operations is None else set(section.operations)
    found = dict.fromkeys(name for name in written if known is None or name in known)
    for index, name in enumerate(written[:_MOST_NAMED]):
        if name in written[:index]:
            section.log.add((*path, index), f"{quoted(name)} is there twice", "keep it once")
        elif name not in found:
            cure = near(name, section.operations or (), "leave primary out")
            section.log.add((*path, index), f"the profile has no operation {quoted(name)}", cure)
    return tuple(found)[:MOST_PRIMARY]


_BOUNDS = {
    "response": "response_bound_percent",
    "cpu": "cpu_bound_percent",
    "memory": "memory_bound_percent",
    "errors": "error_bound_points",
}


def _overhead(section: MethodSection, _users_alone: bool) -> OverheadSettings:
    """Return the rates and bounds of the section; `study/toggle_resolution.py` reads the switching of its levels."""
    asked: dict[str, Any] = {"rates": _overhead_rates(section), **section.durations("slot", "settle", "hold", "budget")}
    asked |= section.number("starts", MOST_STARTS, such_as=5)
    slot_s, settle_s = asked.get("slot_s", OverheadSettings().slot_s), asked.get("settle_s", 0.0)
    if slot_s - settle_s < LEAST_JUDGED_S:
        message = f"a slot of {slot_s:g} s of which {settle_s:g} s settle leaves too little to judge"
        section.log.add(section.place("settle"), message, f"settle {LEAST_JUDGED_S:g}s less, or lengthen slot")
        del asked["settle_s"]
    if (bound := section.share("bound")) is not None:
        asked["bound_percent"] = 100.0 * bound
    if "levels" in section.values:
        # One that is called off is told of where they are read.
        asked["levels"] = tuple(name for name in section.values["levels"][0] if name != OFF) or ("on",)
    asked |= _by_figure(section, _BOUNDS)
    if "services" in section.values:
        asked["services"] = tuple(section.values["services"][0])
    if "gentle_start" in section.values:
        asked |= _gentle_start(section, *section.values["gentle_start"])
    return OverheadSettings(**asked)


def _gentle_start(section: MethodSection, written: GentleStartSpec, path: KeyPath) -> dict[str, float]:
    """Rate and length of the load before the first slot; nothing if one cannot be read, which goes to the log."""
    values = {key: (getattr(written, key), (*path, key)) for key in ("rate", "hold")}
    own = replace(section, path=path, values=values)
    rate, hold_s = own.rate("rate"), own.seconds("hold")
    return {} if rate is None or hold_s is None else {"gentle_rate": rate, "gentle_s": hold_s}


def _overhead_rates(section: MethodSection) -> tuple[float, ...]:
    """Each once."""
    if "rate" in section.values and "rates" in section.values:
        section.log.add(section.place("rates"), "several rates, where one is given", "keep one of them")
    rates = section.rates("rates")
    if "rates" in section.values and not 1 <= len(section.values["rates"][0]) <= _MOST_OVERHEAD_RATES:
        message = f"the number of rates is {len(section.values['rates'][0])}"
        section.log.add(section.place("rates"), message, f"give 1 to {_MOST_OVERHEAD_RATES}, such as [500, 1000]")
    for index, one in enumerate(rates):
        if one in rates[:index]:
            section.log.add((*section.place("rates"), index), f"{one:g} is there twice", "keep it once")
    one_rate = section.rate("rate")
    return tuple(dict.fromkeys([*rates, *([] if one_rate is None else [one_rate])]))


def _by_figure(section: MethodSection, names: Mapping[str, str]) -> dict[str, float]:
    """Return the values below `margins`, in percent and percentage points, by the names of the settings."""
    margins, path = section.values.get("margins", (None, ()))
    found = {}
    for key, name in names.items():
        own: Share | None = getattr(margins, key, None)
        if own is not None and not section.log.is_broken((*path, key)):
            found[name] = 100.0 * own.share
    return found


_RESOLVERS: dict[str, Callable[[MethodSection, bool], Any]] = {
    "smoke": _smoke,
    "plateaus": _plateaus,
    "capacity": _capacity,
    "confirm": _confirm,
    "soak": _soak,
    "load": _load,
    "compare": _compare,
    "overhead": _overhead,
}
"""Readers of the settings of each method of the registry; the second argument is True if users alone make the load."""
