"""`loadproof runs`, `show` and `open`: earlier runs, found again."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, JsonOption, LanguageOption, RunArgument, ShortOption

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from loadproof.render.document import Table
    from loadproof.store.run_list import RunRow

__all__ = ["open_page", "runs", "show"]

_MOST_SHOWN = 50
_COLUMNS = ("run", "when (UTC)", "verb", "of", "variants", "asked", "answer", "p99", "state", "commit", "note")
_WHOLE = ("run", "when (UTC)", "verb", "asked", "p99", "state", "commit")
_DETAILS = ("when (UTC)", "variants", "asked", "commit")
_SHORT_HASH = 8


def runs(
    all_of_them: Annotated[bool, typer.Option("--all", help=f"More than the newest {_MOST_SHOWN}.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """List the runs of this project, the newest first: the nearest runs/ here or above."""
    from loadproof.cli.standard_streams import write_json
    from loadproof.store.run_list import listed_runs
    from loadproof.store.run_name import runs_directory

    place = runs_directory()
    found = [] if place is None else listed_runs(place)
    shown = found if all_of_them else found[:_MOST_SHOWN]
    if json:
        directory = None if place is None else str(place)
        write_json({"directory": directory, "total": len(found), "runs": [asdict(row) for row in shown]})
    else:
        _print(place, shown, len(found))


def show(
    run: RunArgument,
    json: JsonOption = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
    short: ShortOption = False,
) -> None:
    """Show the report of a run, and write nothing."""
    from loadproof.cli.result import finish
    from loadproof.run.outcome import kept
    from loadproof.store.run_name import run_named

    finish(kept(run_named(run)), json, lang, is_short=short, is_full=full)


def open_page(run: RunArgument) -> None:
    """Open report.html of a run in the browser; where there is none its path is printed."""
    from loadproof.errors import RunDirectoryError
    from loadproof.result.plain_text import printable
    from loadproof.store.run_directory import RunDirectory
    from loadproof.store.run_name import run_named
    from loadproof.system.path_lookup import absolute_path, is_regular_file

    directory = RunDirectory.open(run_named(run))
    page = directory.report_html
    if not is_regular_file(page):
        raise RunDirectoryError(
            f"{page}: the run has no page yet. Cure: wait for its end, then loadproof report {directory.path.name}"
        )
    place = absolute_path(page)
    opened = _has_display() and _open(place.as_uri())
    typer.echo(f"{'opened' if opened else 'no browser here; the page is'} {printable(str(place))}")


def _has_display() -> bool:
    """Without one Python would look for a browser of text, which takes the terminal."""
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _open(address: str) -> bool:
    import webbrowser

    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False


def _print(place: Path | None, shown: Sequence[RunRow], total: int) -> None:
    from loadproof.cli.standard_streams import console
    from loadproof.render.terminal import terminal_blocks
    from loadproof.result.plain_text import printable

    if not shown:
        where = "no runs/ here or above" if place is None else f"{printable(str(place))} is empty"
        typer.echo(f"no runs yet: {where}. loadproof demo makes one")
        return
    console().print(terminal_blocks([_table(shown)]))
    if len(shown) < total:
        typer.echo(f"the newest {len(shown)} of {total:,} runs; --all shows all")


def _table(shown: Sequence[RunRow]) -> Table:
    from loadproof.render.document import Column, Table
    from loadproof.result.plain_text import printable

    rows = [tuple(printable(cell, limit=200) for cell in _cells(row)) for row in shown]
    # A column in which nothing stands takes room from those that say something.
    told = [index for index in range(len(_COLUMNS)) if any(row[index] for row in rows)]
    columns = [
        Column(title, figures=False, wraps=title not in _WHOLE, detail=title in _DETAILS)
        for title in (_COLUMNS[index] for index in told)
    ]
    return Table(columns, [[row[index] for index in told] for row in rows])


def _cells(row: RunRow) -> tuple[str, ...]:
    when = (row.started_at or "")[:16].replace("T", " ")
    variants = "" if row.variants is None else str(row.variants)
    of = row.study or row.target or ""
    state = row.state.replace("_", " ")
    asked = "" if row.asked_per_s is None else f"{_figure(row.asked_per_s)}/s"
    p99 = "" if row.p99_ms is None else f"{_figure(row.p99_ms)} ms"
    return row.name, when, row.verb or "", of, variants, asked, _answer(row), p99, state, _commit(row), row.note or ""


def _answer(row: RunRow) -> str:
    """A rate with its interval, a load's verdict with what was completed, else what the method called it."""
    outcome = (row.outcome or "").replace("_", " ")
    if row.rate_per_s is None:
        return outcome
    rate = f"{_figure(row.rate_per_s)}/s"
    if row.low_per_s is not None and row.high_per_s is not None:
        rate = f"{rate} ({_figure(row.low_per_s)} to {_figure(row.high_per_s)})"
    if outcome != "found":
        rate = f"{outcome} {rate}"
    return rate if row.leader is None else f"{row.leader}: {rate}"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _commit(row: RunRow) -> str:
    """`+`: files were changed since; `?`: that is not known."""
    if row.commit is None:
        return ""
    return row.commit[:_SHORT_HASH] + {True: "+", False: "", None: "?"}[row.work_tree_changed]
