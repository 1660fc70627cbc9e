"""`loadproof diagnose`: what a running JVM does, or a PostgreSQL database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption
from loadproof.cli.options import FullOption
from loadproof.errors import InputError, WrittenValueError
from loadproof.jvm.vm.command import diagnose_process
from loadproof.postgres.command import diagnose_postgres
from loadproof.study.probe_settings import PlanSource

__all__ = ["diagnose"]

_PROCESS = re.compile(r"0*[1-9][0-9]{0,9}")
_PLAIN = re.compile(r"[\w.-]{1,40}")
"""A target that may be repeated in a message: a URL may hold a password."""
_SCHEMES = ("postgresql://", "postgres://")
_SECONDS_OF_A_JVM, _SECONDS_OF_A_DATABASE = 10.0, 60.0


def diagnose(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PID|URL",
            help="A JVM by its process or the launcher that has started it, or a PostgreSQL database: "
            "postgresql://USER:PASSWORD@HOST:PORT/NAME, where PASSWORD may be ${env:VARIABLE}.",
            show_default=False,
        ),
    ],
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="NUMBER",
            help="How long to look: 10 at a JVM (a dump of threads each, 10 at most), 60 at a database unless given.",
        ),
    ] = None,
    classes: Annotated[
        bool, typer.Option("--classes", help="JVM: ask how much each class has. The JVM stands still for it.")
    ] = False,
    heap: Annotated[
        bool,
        typer.Option(
            "--heap",
            help="JVM: dump the heap and say what it holds: a full collection, and a stop for as long as it writes. "
            "The file holds secrets.",
        ),
    ] = False,
    jfr: Annotated[
        bool,
        typer.Option("--jfr", help="JVM: have Flight Recorder tell every wait of 1 ms and more meanwhile, by lock."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            parser=CheckedPath("--out", PathUse.DIRECTORY),
            help="JVM: where --heap and --jfr write. [default: here]",
        ),
    ] = None,
    plans: Annotated[
        PlanSource | None,
        typer.Option(
            "--plans",
            help="Database: logged adds the plans of the slowest executions that auto_explain wrote into the server's "
            "JSON log. [default: generic]",
        ),
    ] = None,
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print it as JSON (loadproof schema diagnose; of a database diagnose-database)."),
    ] = False,
    full: FullOption = False,
) -> None:
    """Look at a running JVM or a PostgreSQL database and name what slows it: exit code 3 of a deadlock."""
    asked = Asked(html, markdown, json, full)
    if target.startswith(_SCHEMES):
        _refuse_options_of_a_jvm({"--classes": classes, "--heap": heap, "--jfr": jfr, "--out": out is not None})
        seconds = _SECONDS_OF_A_DATABASE if seconds is None else seconds
        code = diagnose_postgres(target, seconds, asked, plans or PlanSource.GENERIC)
    else:
        if plans is not None:
            raise InputError(
                "--plans: only a database has this. "
                "Cure: leave out --plans, or give a URL such as postgresql://USER:PASSWORD@HOST:PORT/NAME"
            )
        code = diagnose_process(
            _process(target),
            _SECONDS_OF_A_JVM if seconds is None else seconds,
            "." if out is None else str(out),
            asked,
            classes=classes,
            heap=heap,
            jfr=jfr,
        )
    raise typer.Exit(code)


def _process(target: str) -> int:
    if _PROCESS.fullmatch(target):
        return int(target)
    named = f"{target}: it" if _PLAIN.fullmatch(target) else "PID|URL: it"
    raise WrittenValueError(
        f"{named} is neither the number of a process nor the URL of a PostgreSQL database",
        "give a number such as 4711, or postgresql://USER:PASSWORD@HOST:PORT/NAME",
    )


def _refuse_options_of_a_jvm(given: dict[str, bool]) -> None:
    found = [option for option, is_given in given.items() if is_given]
    if found:
        raise InputError(
            f"{', '.join(found)}: only a JVM has this. "
            f"Cure: leave out {' and '.join(found)}, or give the number of the JVM's process in place of the URL"
        )
