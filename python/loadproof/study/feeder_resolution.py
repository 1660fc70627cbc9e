"""Resolves the written feeders."""

from collections.abc import Mapping
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.study.csv_file import read_columns
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.profile import (
    CsvFeeder,
    Feeder,
    FeederOrder,
    RandomNumberFeeder,
    RandomStringFeeder,
    RangeFeeder,
    TimestampFeeder,
    TimestampFormat,
    UuidFeeder,
)
from loadproof.study.profile_spec import FeederSpec
from loadproof.study.quoting import quoted
from loadproof.study.template import is_feeder_name
from loadproof.study.written_range import parse_decimals, parse_whole

__all__ = ["resolve_feeders"]

_KINDS = ("csv", "range", "uuid", "timestamp", "random_string", "random_number")
_ORDERED = ("csv", "range")
_MOST_FEEDERS = 1000
_HIGHEST = 2**63 - 1
_LONGEST_STRING = 65_536
_LONGEST_ALPHABET = 256
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def resolve_feeders(specs: Mapping[str, FeederSpec], directory: Path, log: FaultLog) -> dict[str, Feeder | None]:
    """The feeders of `specs` by name, with CSV paths taken from `directory`.

    None: the faults of the feeder, which go to `log`, leave nothing to check a template against.
    """
    if len(specs) > _MOST_FEEDERS:
        log.add(("feeders",), f"the number of feeders is {len(specs)}", f"keep to {_MOST_FEEDERS}")
        raise log.error()
    return {name: _resolve_feeder(name, spec, directory, log) for name, spec in specs.items()}


def _resolve_feeder(name: str, spec: FeederSpec, directory: Path, log: FaultLog) -> Feeder | None:
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
    try:
        return _feeder(name, kind, spec, directory, log)
    except WrittenValueError as error:
        log.add_error((*path, kind), error)
        return None


def _feeder(name: str, kind: str, spec: FeederSpec, directory: Path, log: FaultLog) -> Feeder | None:
    """The feeder of the kind that is written. Raises WrittenValueError."""
    match kind:
        case "csv":
            return _csv(name, spec, directory, log)
        case "range":
            low, high = parse_whole(spec.range or "", -_HIGHEST - 1, _HIGHEST)
            return RangeFeeder(name, low, high, _order(spec))
        case "timestamp":
            return TimestampFeeder(name, TimestampFormat(spec.timestamp or "unix"))
        case "random_string":
            shortest, longest = parse_whole(spec.random_string or 0, 1, _LONGEST_STRING)
            return RandomStringFeeder(name, shortest, longest, _alphabet(name, spec, log))
        case "random_number":
            return RandomNumberFeeder(name, *parse_decimals(spec.random_number or ""))
        case _:
            return UuidFeeder(name)


def _csv(name: str, spec: FeederSpec, directory: Path, log: FaultLog) -> Feeder | None:
    csv_path = directory / str(spec.csv)
    path: KeyPath = ("feeders", name, "csv")
    try:
        columns = read_columns(csv_path)
    except WrittenValueError as error:
        _tell_unreadable(csv_path, error, path, log)
        return None
    except OSError as error:
        log.add(path, f"{csv_path} cannot be read ({error.strerror})", "check the disk and try again")
        return None
    return CsvFeeder(name, csv_path, columns, _order(spec))


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
