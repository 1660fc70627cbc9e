"""Variables and feeders, which share one name space, and every gap of the templates checked against them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.model.profile import CsvFeeder, Feeder, FeederOrder, RangeFeeder, TimestampFeeder
from loadproof.model.quoting import quoted
from loadproof.model.scenario import Variable
from loadproof.study.csv_file import ValuePlace, check_rows
from loadproof.study.fault_log import FaultLog
from loadproof.study.gap_use import GapUse
from loadproof.study.operation_resolution import near
from loadproof.study.secret import check_plain_secrets
from loadproof.study.template import is_feeder_name

__all__ = ["Names", "check_gaps", "count_rows", "resolve_variables"]

_MOST_VARIABLES = 1000
_MOST_SHOWN = 5
"""Columns of a file that a fault names."""
_LONGEST_VALUE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Names:
    """Names that a gap may use; a broken feeder is None."""

    variables: tuple[Variable, ...]
    feeders: Mapping[str, Feeder | None]

    @property
    def variable_names(self) -> set[str]:
        """Names of all variables."""
        return {variable.name for variable in self.variables}


def resolve_variables(
    written: Mapping[str, str | None],
    filled: Iterable[str],
    feeders: Mapping[str, Feeder | None],
    environment: Mapping[str, str],
    log: FaultLog,
) -> Names:
    """The variables that are `written`, then those that are `filled` by extractions and steps, beside the feeders."""
    for name, value in written.items():
        path = ("variables", name)
        if not is_feeder_name(name):
            log.add(path, f"{quoted(name)} cannot name a variable", "use up to 64 letters, digits, _ and -")
        if value is None:
            continue
        if len(value) > _LONGEST_VALUE:
            log.add(path, f"the text has {len(value)} characters", f"keep to {_LONGEST_VALUE}")
        try:
            check_plain_secrets(value, environment)
        except WrittenValueError as error:
            log.add_error(path, error)
    values = {**written, **{name: written.get(name) for name in filled}}
    if len(values) > _MOST_VARIABLES:
        log.add(("variables",), f"the number of variables is {len(values)}", f"keep to {_MOST_VARIABLES}")
        raise log.error()
    for name in sorted(values.keys() & feeders.keys()):
        log.add(("feeders", name), f"{quoted(name)} is a variable, too", "give one of them another name")
    return Names(tuple(Variable(name, value) for name, value in values.items()), feeders)


def check_gaps(uses: Iterable[GapUse], names: Names, log: FaultLog) -> dict[str, dict[str, set[ValuePlace]]]:
    """Tell of gaps that name what is not there; by feeder, where the values of each used column go."""
    places: dict[str, dict[str, set[ValuePlace]]] = {}
    variables = names.variable_names
    for use in uses:
        name, column = use.value.feeder, use.value.column
        if name in names.feeders:
            feeder = names.feeders[name]
            if feeder is not None and _check_column(use, feeder, log) and column is not None:
                places.setdefault(name, {}).setdefault(column, set()).add(use.place)
        elif name in variables:
            if column is not None or use.value.rows is not None:
                log.add(use.path, f"{name} is a variable and has one value, no columns and rows", f"write ${{{name}}}")
        else:
            message = f"the template names {quoted(name)}, which is not declared"
            cure = near(name, (*names.feeders, *sorted(variables)), "declare it under feeders or variables")
            log.add(use.path, message, cure)
    return places


def count_rows(
    names: Names, places: Mapping[str, Mapping[str, set[ValuePlace]]], log: FaultLog
) -> dict[str, int | None]:
    """Reads every CSV file that is there, and tells what is wrong in it; the number of its rows by feeder."""
    counts: dict[str, int | None] = {}
    for name, feeder in names.feeders.items():
        if isinstance(feeder, CsvFeeder) and feeder.made is None:
            used = {column: frozenset(found) for column, found in places.get(name, {}).items()}
            counts[name] = check_rows(feeder.path, feeder.separator or ",", used, log)
    return counts


def _check_column(use: GapUse, feeder: Feeder, log: FaultLog) -> bool:
    """Return True if the gap names a column of a file, or no column of another feeder; faults go to `log`."""
    name, column = use.value.feeder, use.value.column
    if use.value.rows is not None and _fixed(feeder):
        log.add(use.path, f"{name} gives one value at a time", f"leave out *{use.value.rows}")
        return False
    if isinstance(feeder, TimestampFeeder) and use.place is ValuePlace.UNSENT:
        log.add(
            use.path, f"{name} is the time of sending, and nothing is sent here", "use it in a path, header or body"
        )
    if not isinstance(feeder, CsvFeeder):
        if column is not None:
            log.add(use.path, f"{name} has no column {quoted(column)}, as it has no rows", f"write ${{{name}}}")
        return column is None
    named = [known for known in feeder.columns if is_feeder_name(known)]
    if not feeder.columns:
        return False
    if column is None:
        log.add(
            use.path,
            f"the template names {name} without a column",
            near("", (f"${{{name}.{known}}}" for known in named), "name a column"),
        )
        return False
    if column not in feeder.columns:
        message = f"{feeder.path} has no column {quoted(column)}"
        cure = near(column, named, "")
        if not cure and feeder.made is None:
            message = f"{message}: {_first_row(feeder)}"
            cure = "name the columns in its first row, or give the feeder the separator of its file"
        log.add(use.path, message, cure)
        return False
    return True


def _first_row(feeder: CsvFeeder) -> str:
    """The columns of a file and its separator, for a fault about them."""
    columns = ", ".join(quoted(column) for column in feeder.columns[:_MOST_SHOWN])
    more = f" and {len(feeder.columns) - _MOST_SHOWN} more" if len(feeder.columns) > _MOST_SHOWN else ""
    return f"with the separator {quoted(feeder.separator or ',')} its first row has {columns}{more}"


def _fixed(feeder: Feeder) -> bool:
    """Return True if `feeder` has no fresh rows to join; only files and ranges have them, except with unique order."""
    return not isinstance(feeder, CsvFeeder | RangeFeeder) or feeder.order is FeederOrder.UNIQUE
