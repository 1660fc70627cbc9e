"""Resolves the written methods, with what a preset changes in them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from loadproof.methods.registry import METHODS, WARM_UP_ROW, method_names, row_of
from loadproof.methods.row import WARM_UP, MethodRow
from loadproof.model.profile import Profile
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.method_section import MethodSection
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near

__all__ = ["METHOD_OPTION", "check_only", "chosen_methods", "only_methods", "resolve_methods", "without_rate"]

METHOD_OPTION = "--method"


def resolve_methods(
    layers: Sequence[tuple[KeyPath, MethodsSpec]],
    base_rate: float | None,
    log: FaultLog,
    profile: Profile | None = None,
) -> Methods:
    """The methods that `layers` write, each layer over those before it; `base_rate` is that of the `profile`.

    `profile` None: it could not be read. Where users alone load there is no rate to search or to vary.
    """
    users_alone = profile is not None and profile.users_alone
    written = _Sections(layers, base_rate, log, profile)
    sections = {row: section for row in METHODS if (section := written.of(row.name)) is not None}
    searches_users = any(row.finds_capacity and _varies_users(section) for row, section in sections.items())
    sections = {row: replace(section, searches_users=searches_users) for row, section in sections.items()}
    if users_alone:
        _check_users_alone(sections, log)
    if not sections and not any(log.is_broken(path) for path, _ in layers):
        log.add(layers[0][0], "there are no methods", f"add one of {', '.join(method_names())}")
    searches = [row.name for row in METHODS if row.finds_capacity]
    is_searched = any(row.finds_capacity for row in sections) or any(
        log.is_broken((*path, name)) for path, _ in layers for name in searches
    )
    for row, section in sections.items():
        if row.takes_capacity and not users_alone and not {"rate", "rates"} & section.values.keys() and not is_searched:
            message = "there is no rate, and no capacity is searched"
            log.add(section.path, message, "give a rate, or add capacity to the methods")
        elif searches_users and row.takes_capacity and not users_alone and not section.has_load(row.takes_found_users):
            message = "there is no rate, and the capacity is searched in users"
            log.add(section.path, message, "give a rate")
    asked = {row.name: row.settings_of(section) for row, section in sections.items()}
    for row, section in sections.items():
        row.check(section, asked)
    if (warm_up := written.of(WARM_UP)) is not None:
        known = (rate for row in sections for rate in row.rates(asked[row.name]) if rate)
        users = (number for row in sections for number in row.users(asked[row.name]))
        section = replace(warm_up, known_rate=next(known, None), known_users=next(users, None))
        asked[WARM_UP] = WARM_UP_ROW.settings_of(section)
    return Methods(**asked)


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
    chosen = methods.kept((WARM_UP, *names))
    for name in without_rate(chosen):
        message = f"{name} has no rate of its own, and capacity is not run"
        log.add_at(METHOD_OPTION, 0, message, f"give methods.{name} a rate, or add --method capacity")
    return chosen


def only_methods(methods: Methods, names: Sequence[str], path: KeyPath, log: FaultLog) -> Methods:
    """Return the part of `methods` in `names`, which is the `only` of the preset at `path`; faults go to `log`.

    The warm-up stays only if `names` has it.
    """
    written, path = (("methods",), (*path, "methods")), (*path, "only")
    warm_up = [WARM_UP] if WARM_UP in methods else []
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
    known = (WARM_UP, *method_names())
    for index, name in enumerate(names):
        if name not in known:
            log.add((*path, index), f"there is no method {quoted(name)}", near(name, known, ""))
        elif name not in there:
            log.add((*path, index), f"{name} is not among {where}", "add it to the methods, or leave it out here")
    if set(names) == {WARM_UP}:
        log.add(path, f"{WARM_UP} alone answers nothing", "name a method besides it")


def without_rate(methods: Methods) -> list[str]:
    """Methods that take their rate from a capacity that is not searched."""
    if methods.finds_capacity:
        return []
    return [name for name, own in methods.asked().items() if row_of(name).takes_capacity and own.rate is None]


@dataclass(frozen=True, slots=True)
class _Sections:
    """Sections of the methods: those of each layer over those before it."""

    layers: Sequence[tuple[KeyPath, MethodsSpec]]
    base_rate: float | None
    log: FaultLog
    profile: Profile | None

    def of(self, name: str) -> MethodSection | None:
        """Return the merged section of the method `name`; None if no layer has it."""
        found: MethodSection | None = None
        for path, methods in self.layers:
            if name in methods.model_fields_set and not self.log.is_broken((*path, name)):
                found = found or self._empty((*path, name))
                spec = getattr(methods, name)
                for field in () if spec is None else spec.model_fields_set:
                    if (value := getattr(spec, field)) is not None:
                        key = type(spec).model_fields[field].alias or field
                        found.values[key] = (value, (*path, name, key))
        return found

    def _empty(self, path: KeyPath) -> MethodSection:
        profile = self.profile
        if profile is None:
            return MethodSection(path, {}, self.base_rate, self.log)
        return MethodSection(
            path,
            {},
            self.base_rate,
            self.log,
            [*(one.name for one in profile.operations), *(one.name for one in profile.flows)],
            users_alone=profile.users_alone,
            kinds=profile.users,
            flows=profile.flows,
            arriving=[one.name for one in profile.operations if one.weight],
        )


def _varies_users(section: MethodSection) -> bool:
    varied, _ = section.values.get("in", ("rate", ()))
    return bool(varied == "users")


def _check_users_alone(sections: Mapping[MethodRow, MethodSection], log: FaultLog) -> None:
    cure = "search the most users with in: users, or give an operation or a flow a weight"
    for row, section in sections.items():
        if row.finds_capacity and not _varies_users(section):
            log.add(section.path, f"{row.name} has no rate to vary: users alone make the load of this profile", cure)
        for key in ("rate", "rates", "base", "share"):
            is_of_users = key == "share" and row.takes_found_users and section.searches_users
            if not row.finds_capacity and key in section.values and not is_of_users:
                message = "nothing arrives by rate: users alone make the load of this profile"
                log.add(section.place(key), message, f"leave {key} out, or give an operation or a flow a weight")
