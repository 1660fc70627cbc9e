"""Finds the runs of a project from any directory below it, and the one that a user means by a few letters."""

from difflib import get_close_matches
from pathlib import Path

from loadproof.errors import PathError, RunDirectoryError
from loadproof.system.commit import repository_of
from loadproof.system.path_lookup import absolute_path, directories_in, is_directory, is_present, is_regular_file

__all__ = ["LAST", "names_of_runs", "run_named", "runs_directory"]

LAST = "last"
_RUNS = "runs"
_MOST_SHOWN = 3


def runs_directory(here: Path | None = None) -> Path | None:
    """The nearest `runs/` in `here` or above it, up to the root of its repository, else of the file system.

    `here` is the working directory unless given, and its own `runs/` is given as that. None where there is none.
    """
    own = Path(_RUNS) if here is None else here / _RUNS
    if _has(own):
        return own
    try:
        place = absolute_path(here or Path())
    except PathError:
        return None
    root = repository_of(place)
    for above in (place, *place.parents):
        if _has(above / _RUNS):
            return above / _RUNS
        if above == root:
            return None
    return None


def _has(directory: Path) -> bool:
    try:
        return is_directory(directory)
    except PathError:
        # Above us there may be directories of others.
        return False


def run_named(name: str, here: Path | None = None) -> Path:
    """The directory of the run that `name` means: a path, a name in `runs/`, a begin that one run has, or `last`.

    `last` comes first (`./last` is a directory), then a path that holds a run. A path that is no run is given back as
    it is, for its reader to say so. Raises RunDirectoryError for a name of no run of `runs/`, with the nearest, and for
    a begin of several; PathError for a path that cannot be looked up.
    """
    if name == LAST:
        return _last(runs_directory(here))
    path = (here or Path()) / name
    if is_regular_file(path / "run.db"):
        return path
    runs = runs_directory(here)
    short = name.removeprefix(f"{_RUNS}/").rstrip("/")
    if runs is None or not short or "/" in short:
        return path
    names = _names(runs)
    found = [short] if short in names else [one for one in names if one.startswith(short)]
    if len(found) == 1:
        return runs / found[0]
    if is_present(path) or not names:
        return path
    if found:
        raise RunDirectoryError(
            f"{name}: {len(found)} runs of {runs} begin so: {_some(found)}. Cure: give more letters of the name"
        )
    near = get_close_matches(short, names, _MOST_SHOWN, cutoff=0.4) or names[: -_MOST_SHOWN - 1 : -1]
    raise RunDirectoryError(
        f"{name}: no run of {runs} has this name, the nearest are {', '.join(near)}. "
        "Cure: give a name that loadproof runs shows, the begin of one, the path of a run, or last"
    )


def names_of_runs(here: Path | None = None) -> list[str]:
    """The names of all runs of the `runs/` that is nearest; a directory that holds none has no name here."""
    runs = runs_directory(here)
    return [] if runs is None else [name for name in _names(runs) if is_regular_file(runs / name / "run.db")]


def _names(runs: Path) -> list[str]:
    try:
        return [place.name for place in directories_in(runs)]
    except PathError:
        return []


def _last(runs: Path | None) -> Path:
    # A shell that completes names need not wait for what reads runs.
    from loadproof.store.run_list import NO_RUNS, listed_runs

    rows = [] if runs is None else listed_runs(runs)
    for row in rows:
        if runs is not None and row.state not in NO_RUNS:
            return runs / row.name
    place = "there is no runs/ here or above" if runs is None else f"{runs} holds no run"
    raise RunDirectoryError(f"{LAST}: {place}. Cure: make a run first, or give the path of one")


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_SHOWN
    return ", ".join(names[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
