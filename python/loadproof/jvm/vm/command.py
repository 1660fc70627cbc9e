"""`loadproof diagnose`: what a JVM that runs does now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import FullOption

__all__ = ["diagnose"]


def diagnose(
    process: Annotated[
        int,
        typer.Argument(metavar="PID", min=1, help="The JVM, or the launcher that has started it.", show_default=False),
    ],
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="NUMBER", help="How long to look; a dump of threads each, 10 at most.")
    ] = 10.0,
    classes: Annotated[
        bool, typer.Option("--classes", help="Ask how much each class has. The JVM stands still for it.")
    ] = False,
    heap: Annotated[
        bool,
        typer.Option(
            "--heap",
            help="Dump the heap and say what it holds: a full collection, and a stop for as long as it writes. The "
            "file holds secrets.",
        ),
    ] = False,
    jfr: Annotated[
        bool, typer.Option("--jfr", help="Have Flight Recorder tell every wait of 1 ms and more meanwhile, by lock.")
    ] = False,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="DIR", parser=CheckedPath("--out", PathUse.DIRECTORY), help="Where --heap and --jfr write."
        ),
    ] = Path("."),
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema diagnose).")] = False,
    full: FullOption = False,
) -> None:
    """Look at a running JVM: collector, memory, threads and their locks, processor time: exit code 3 of a deadlock."""
    from loadproof.jvm.vm.diagnosis import diagnose_vm
    from loadproof.jvm.vm.document import vm_document
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, seconds_passed

    place = str(out)
    with Progress(Message("progress-watching", name=str(process)), seconds_passed(max(seconds, 0.1))):
        found = diagnose_vm(
            process,
            seconds,
            classes=classes,
            heap_dump_to=place if heap else None,
            recording_to=place if jfr else None,
        )
    show(found, vm_document, Asked(html, markdown, json, full))
    raise typer.Exit(ExitCode.FAILED if found.state == "deadlocked" else ExitCode.PASSED)
