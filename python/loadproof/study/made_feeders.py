"""CSV files that the stand of a start makes: declared before a run, read and checked once the stand is up."""

from collections.abc import Mapping, Set
from dataclasses import replace
from pathlib import Path

from loadproof.errors import Fault, StudyFaults, WrittenValueError
from loadproof.model.profile import CsvFeeder, Feeder, MadeFile, Profile
from loadproof.model.quoting import quoted
from loadproof.study.csv_file import CsvHead, ValuePlace, check_rows, read_head
from loadproof.study.fault_log import FaultLog

__all__ = ["WORKSPACE_GAP", "with_demands", "with_made_feeders"]

WORKSPACE_GAP = "${workspace}"
_WRITE_IT = "let a prepare command of a service write it, with these columns in its first row"


def with_demands(
    feeders: Mapping[str, Feeder | None],
    places: Mapping[str, Mapping[str, Set[ValuePlace]]],
    fewest_rows: Mapping[str, int],
) -> dict[str, Feeder | None]:
    """`feeders`, in which those that the stand makes know where their values go and how many rows they need."""

    def demanding(name: str, feeder: Feeder | None) -> Feeder | None:
        if not isinstance(feeder, CsvFeeder) or feeder.made is None:
            return feeder
        used = places.get(name, {})
        sent_in = tuple(
            (column, place.name) for column in sorted(used) for place in ValuePlace if place in used[column]
        )
        return replace(feeder, made=MadeFile(sent_in, max(1, fewest_rows.get(name, 1))))

    return {name: demanding(name, feeder) for name, feeder in feeders.items()}


def with_made_feeders(profile: Profile, workspace: Path) -> Profile:
    """`profile` with the paths of the files that the stand has made in `workspace`, each read to its end.

    Raises StudyFaults where a file is not there, has other columns than were declared, too few rows, or values that
    cannot be sent where the templates have them.
    """
    faults: list[Fault] = []
    feeders = tuple(_filled(feeder, workspace, faults) for feeder in profile.feeders)
    if faults:
        raise StudyFaults(faults)
    return replace(profile, feeders=feeders)


def _filled(feeder: Feeder, workspace: Path, faults: list[Fault]) -> Feeder:
    if not isinstance(feeder, CsvFeeder) or feeder.made is None:
        return feeder
    shown = str(feeder.path)
    path = Path(shown.replace(WORKSPACE_GAP, str(workspace), 1))
    head, found = _head(feeder, path)
    if head is not None:
        found = _faults(feeder, feeder.made, head, path)
    # The workspace of a start has a name of chance, and is gone with it.
    faults += [replace(fault, file=f"the feeder {feeder.name}, {shown}") for fault in found]
    return replace(feeder, path=path, made=None, separator=None if head is None else head.separator)


def _head(feeder: CsvFeeder, path: Path) -> tuple[CsvHead | None, list[Fault]]:
    """The first row, or the fault of a file that has none."""
    try:
        return read_head(path, feeder.separator), []
    except WrittenValueError as error:
        line = getattr(error, "line", 0)
        return None, [Fault(str(path), line, error.message, error.cure if line else _WRITE_IT)]
    except OSError as error:
        message = f"the file cannot be read ({error.strerror})"
        return None, [Fault(str(path), 0, message, "check the disk and try again")]


def _faults(feeder: CsvFeeder, made: MadeFile, head: CsvHead, path: Path) -> list[Fault]:
    log = FaultLog(str(path))
    columns = head.columns
    if columns != feeder.columns:
        message = f"the columns are {quoted(', '.join(columns))}, where {quoted(', '.join(feeder.columns))} is declared"
        return [Fault(log.file, 1, message, "correct columns of the feeder, or what writes the file")]
    places: dict[str, frozenset[ValuePlace]] = {}
    for column, place in made.sent_in:
        places[column] = places.get(column, frozenset()) | {ValuePlace[place]}
    rows = check_rows(path, head.separator, places, log)
    if rows is not None and rows < made.fewest_rows:
        message = f"{rows} rows, one for each user, are too few for {made.fewest_rows} users"
        log.add_at(log.file, 0, message, "let the stand write more rows, or lower the count of users")
    return list(log.error().faults)
