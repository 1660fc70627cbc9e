"""Resolves the written feeders."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.profile import (
    CsvFeeder,
    Feeder,
    FeederOrder,
    MadeFile,
    RandomNumberFeeder,
    RandomStringFeeder,
    RangeFeeder,
    TimestampFeeder,
    TimestampFormat,
    UuidFeeder,
)
from loadproof.model.quoting import quoted
from loadproof.study.csv_file import SEPARATORS, read_head
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.made_feeders import WORKSPACE_GAP
from loadproof.study.profile_spec import FeederSpec
from loadproof.study.template import is_feeder_name

__all__ = ["FileSetting", "resolve_feeders"]

_KINDS = ("csv", "range", "uuid", "timestamp", "random_string", "random_number")
_ORDERED = ("csv", "range")
_MOST_FEEDERS = 1000
_MOST_COLUMNS = 1000
_LONGEST_ALPHABET = 256
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True, slots=True)
class FileSetting:
    """Directory that CSV paths start from; `stand_makes` is True if a stand of loadproof may make some of the files."""

    directory: Path
    stand_makes: bool = False


def resolve_feeders(specs: Mapping[str, FeederSpec], files: FileSetting, log: FaultLog) -> dict[str, Feeder | None]:
    """The feeders of `specs` by name.

    None: the faults of the feeder, which go to `log`, leave nothing to check a template against.
    """
    if len(specs) > _MOST_FEEDERS:
        log.add(("feeders",), f"the number of feeders is {len(specs)}", f"keep to {_MOST_FEEDERS}")
        raise log.error()
    return {name: _resolve_feeder(name, spec, files, log) for name, spec in specs.items()}


def _resolve_feeder(name: str, spec: FeederSpec, files: FileSetting, log: FaultLog) -> Feeder | None:
    path: KeyPath = ("feeders", name)
    if not is_feeder_name(name):
        log.add(path, f"{quoted(name)} cannot name a feeder", "use up to 64 letters, digits, _ and -")
    kinds = [kind for kind in _KINDS if getattr(spec, kind) is not None]
    if len(kinds) != 1:
        if not log.is_broken(path):
            message = f"{' and '.join(kinds)} are more than one kind" if kinds else "the feeder has no kind"
            log.add(path, message, f"write one of {', '.join(_KINDS)}, such as {{csv: FILE}} or {{uuid: v4}}")
        return None
    kind = kinds[0]
    if spec.order is not None and kind not in _ORDERED:
        log.add((*path, "order"), f"a {kind} feeder has no rows to order", "leave order out")
    if spec.alphabet is not None and kind != "random_string":
        log.add((*path, "alphabet"), f"a {kind} feeder draws no letters", "leave alphabet out")
    if spec.separator is not None and kind != "csv":
        log.add((*path, "separator"), f"a {kind} feeder reads no file", "leave separator out")
    if spec.columns is not None and kind != "csv":
        log.add((*path, "columns"), f"a {kind} feeder has no columns", "leave columns out")
    return None if log.is_broken((*path, kind)) else _feeder(name, spec, files, log)


def _feeder(name: str, spec: FeederSpec, files: FileSetting, log: FaultLog) -> Feeder | None:
    """The feeder of the kind that is written."""
    if spec.csv is not None:
        made = WORKSPACE_GAP in spec.csv
        return _made(name, spec, files, log) if made else _csv(name, spec, files.directory, log)
    if spec.range is not None:
        return RangeFeeder(name, *spec.range, _order(spec))
    if spec.timestamp is not None:
        return TimestampFeeder(name, TimestampFormat(spec.timestamp))
    if spec.random_string is not None:
        return RandomStringFeeder(name, *spec.random_string, _alphabet(name, spec, log))
    return UuidFeeder(name) if spec.random_number is None else RandomNumberFeeder(name, *spec.random_number)


def _csv(name: str, spec: FeederSpec, directory: Path, log: FaultLog) -> Feeder | None:
    csv_path = directory / str(spec.csv)
    path: KeyPath = ("feeders", name, "csv")
    separator = None if spec.separator is None else SEPARATORS[spec.separator]
    if spec.columns is not None:
        cure = f"leave columns out, or write {WORKSPACE_GAP}/FILE for a file that the stand makes"
        log.add((*path[:2], "columns"), "the first row of the file says its columns", cure)
    try:
        head = read_head(csv_path, separator)
    except WrittenValueError as error:
        _tell_unreadable(csv_path, error, path, log)
        return None
    except OSError as error:
        log.add(path, f"{csv_path} cannot be read ({error.strerror})", "check the disk and try again")
        return None
    return CsvFeeder(name, csv_path, head.columns, _order(spec), None, head.separator)


def _made(name: str, spec: FeederSpec, files: FileSetting, log: FaultLog) -> Feeder | None:
    """A file that is not there yet: its templates are checked against the columns that are declared."""
    path: KeyPath = ("feeders", name)
    written = str(spec.csv)
    if not files.stand_makes:
        cure = "give the path of a file that is there, or let the stand of a study start the services"
        log.add((*path, "csv"), "no stand of ours is there to make this file", cure)
    file = written.removeprefix(f"{WORKSPACE_GAP}/")
    if not file or "${" in file or "\0" in file:
        message = f"{quoted(written)} names no file in the workspace of the stand"
        log.add((*path, "csv"), message, f"write {WORKSPACE_GAP}/ and the name of the file, such as ids.csv")
    if spec.columns is None:
        if not log.is_broken((*path, "columns")):
            log.add(path, "the columns of a file that the stand makes are not known", "give them: columns: [id]")
        return None
    for index, column in enumerate(spec.columns):
        if not column or column != column.strip() or column in spec.columns[:index]:
            cure = "give each column a name of its own, without spaces around it"
            log.add((*path, "columns", index), f"{quoted(column)} cannot name a column here", cure)
    if not 0 < len(spec.columns) <= _MOST_COLUMNS:
        log.add((*path, "columns"), f"the number of columns is {len(spec.columns)}", f"give 1 to {_MOST_COLUMNS}")
    separator = None if spec.separator is None else SEPARATORS[spec.separator]
    return CsvFeeder(name, Path(written), tuple(spec.columns), _order(spec), MadeFile(), separator)


def _order(spec: FeederSpec) -> FeederOrder:
    return FeederOrder(spec.order or FeederOrder.SEQUENTIAL)


def _alphabet(name: str, spec: FeederSpec, log: FaultLog) -> str:
    alphabet = _LETTERS if spec.alphabet is None else spec.alphabet
    if not (0 < len(alphabet) <= _LONGEST_ALPHABET and alphabet.isascii() and alphabet.isprintable()):
        path = ("feeders", name, "alphabet")
        log.add(path, f"{quoted(alphabet)} is no alphabet", f"use 1 to {_LONGEST_ALPHABET} printable ASCII letters")
    return alphabet


def _tell_unreadable(csv_path: Path, error: WrittenValueError, path: KeyPath, log: FaultLog) -> None:
    """A file that cannot be opened is a fault of the line that names it; a first row, of the file."""
    line = getattr(error, "line", None)
    if line is None:
        log.add(path, f"{quoted(str(csv_path))}: {error.message}", error.cure)
    else:
        log.add_at(str(csv_path), line, error.message, error.cure)
