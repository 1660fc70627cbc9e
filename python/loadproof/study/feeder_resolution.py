"""Resolves the written feeders and checks every gap of the templates against them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.study.csv_file import Place, check_rows, read_columns
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import FeederUse, near
from loadproof.study.profile import CsvFeeder, Feeder, FeederOrder, UuidFeeder
from loadproof.study.profile_spec import FeederSpec
from loadproof.study.quoting import quoted
from loadproof.study.template import is_feeder_name

__all__ = ["resolve_feeders"]


def resolve_feeders(
    specs: Mapping[str, FeederSpec], directory: Path, uses: Iterable[FeederUse], log: FaultLog
) -> tuple[Feeder, ...]:
    """The feeders of `specs`, with CSV paths taken from `directory`.

    What is wrong with a feeder, or with a template that uses one, goes to `log`.
    """
    resolved = {name: _resolve_feeder(name, spec, directory, log) for name, spec in specs.items()}
    feeders = {name: feeder for name, feeder in resolved.items() if feeder is not None}
    places: dict[str, dict[str, set[Place]]] = {}
    for use in uses:
        if use.value.feeder not in resolved:
            cure = near(use.value.feeder, resolved, "declare it under feeders")
            log.add(
                use.path,
                f"the template names the feeder {quoted(use.value.feeder)}, which is not declared",
                cure,
            )
            continue
        feeder = feeders.get(use.value.feeder)
        if feeder is not None and _check_column(use, feeder, log) and use.value.column is not None:
            places.setdefault(feeder.name, {}).setdefault(use.value.column, set()).add(use.place)
    for feeder in feeders.values():
        if isinstance(feeder, CsvFeeder):
            check_rows(
                feeder.path,
                {name: frozenset(found) for name, found in places.get(feeder.name, {}).items()},
                log,
            )
    return tuple(feeders.values())


def _resolve_feeder(name: str, spec: FeederSpec, directory: Path, log: FaultLog) -> Feeder | None:
    """The feeder, or None when its faults leave nothing to check a template against."""
    path: KeyPath = ("feeders", name)
    if not is_feeder_name(name):
        log.add(
            path,
            f"{quoted(name)} cannot name a feeder",
            "use up to 64 letters, digits, _ and -",
        )
    if (spec.csv is None) == (spec.uuid is None):
        if not log.is_broken(path):
            log.add(path, "a feeder has either csv or uuid", "write {csv: FILE} or {uuid: v4}")
        return None
    if spec.csv is None:
        if spec.order is not None:
            log.add((*path, "order"), "a uuid feeder has no rows to order", "leave order out")
        return UuidFeeder(name)
    csv_path = directory / spec.csv
    try:
        columns = read_columns(csv_path)
    except WrittenValueError as error:
        _tell_unreadable(csv_path, error, (*path, "csv"), log)
        return None
    except OSError as error:
        log.add((*path, "csv"), f"{csv_path} cannot be read ({error.strerror})", "check the disk and try again")
        return None
    return CsvFeeder(name, csv_path, columns, FeederOrder(spec.order or FeederOrder.SEQUENTIAL))


def _tell_unreadable(csv_path: Path, error: WrittenValueError, path: KeyPath, log: FaultLog) -> None:
    """A file that cannot be opened is a fault of the line that names it; a first row, of the file."""
    line = getattr(error, "line", None)
    if line is None:
        log.add(path, f"{quoted(str(csv_path))}: {error.message}", error.cure)
    else:
        log.add_at(str(csv_path), line, error.message, error.cure)


def _check_column(use: FeederUse, feeder: Feeder, log: FaultLog) -> bool:
    """Whether the gap names what the feeder has."""
    name, column = use.value.feeder, use.value.column
    if isinstance(feeder, UuidFeeder):
        if column is not None:
            log.add(use.path, f"{name} makes uuids and has no column {quoted(column)}", f"write ${{{name}}}")
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
        log.add(
            use.path,
            f"{feeder.path} has no column {quoted(column)}",
            near(column, named, "name the columns in its first row"),
        )
        return False
    return True
