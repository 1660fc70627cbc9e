"""`loadproof`: finds the load a service is proof against, and proves it."""

import os
import sys

import typer

from loadproof import __version__
from loadproof.alarms.command import alarms
from loadproof.cli.about import show_help, version
from loadproof.cli.capacity import capacity
from loadproof.cli.compare import compare
from loadproof.cli.completion import ASKED, answer_shells, completion
from loadproof.cli.demo import demo
from loadproof.cli.diagnose import diagnose
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.export import export
from loadproof.cli.foreign_options import LoadCommand
from loadproof.cli.load import load
from loadproof.cli.plan import plan
from loadproof.cli.report import report
from loadproof.cli.run import run
from loadproof.cli.runs import open_page, runs, show
from loadproof.cli.schema import schema
from loadproof.cli.standard_streams import open_streams, say, written
from loadproof.errors import (
    ForeignOptionsError,
    InputError,
    LoadproofError,
    OwnProcessFailed,
    ResourceExhausted,
    ServiceError,
    StudyFaults,
    ToggleError,
)
from loadproof.jvm.gc.command import gc
from loadproof.jvm.heap.command import heap
from loadproof.jvm.threads.command import threads
from loadproof.model.visible_text import visible_line
from loadproof.render.terminal_stream import width_of
from loadproof.system.end_signals import die_of_signals, is_interrupted, raise_on_signals
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.system.process_limits import raise_at_end_of_cpu_time
from loadproof.tools.audit.command import audit
from loadproof.tools.doctor.command import doctor
from loadproof.tools.drafts.command import init

__all__ = ["app", "main"]

app = typer.Typer(
    name="loadproof",
    # Rich would draw frames around the same words, and takes a tenth of a second to be imported.
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Click would strip colors from messages, which have none; what looks like one is shown as an escape.
    context_settings={"color": True, "help_option_names": ["-h", "--help"]},
    help="Finds the load a service is proof against, and proves it.",
    epilog="Exit codes: 0 passed or answered, 1 our own fault, 2 bad input, 3 SLO failed or no rate passed, "
    "4 not valid or undecided, 130 interrupted with partial results kept.",
)
_VERBS = (
    demo,
    init,
    load,
    capacity,
    plan,
    run,
    compare,
    audit,
    alarms,
    gc,
    threads,
    diagnose,
    heap,
    report,
    runs,
    show,
    open_page,
    export,
    doctor,
    schema,
    completion,
    show_help,
    version,
)
_NAMES = {open_page: "open", show_help: "help"}
for verb in _VERBS:
    # The whole sentence: what is not given here is cut to one line.
    app.command(
        _NAMES.get(verb),
        short_help=verb.__doc__,
        cls=LoadCommand if verb in (load, capacity) else None,
    )(verb)


_HELP_MARGIN = 2
_WITH_LINES = (ForeignOptionsError, ServiceError, ToggleError)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"loadproof {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: bool = typer.Option(
        False, "-V", "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Options of every verb."""


def main() -> None:
    """Runs the command line; what a user can mend is said in one line, without a stack trace."""
    try:
        raise_on_signals()
        open_streams()
        if ASKED in os.environ:
            answer_shells()
        exit_code = written(_exit_code())
        die_of_signals()
    except KeyboardInterrupt:
        die_of_signals()
        exit_code = _interrupted()
    sys.exit(exit_code)


def _interrupted() -> ExitCode:
    say("interrupted")
    return ExitCode.INTERRUPTED


def _exit_code() -> int:
    try:
        raise_at_end_of_cpu_time()
        app(terminal_width=width_of(sys.stdout) - _HELP_MARGIN)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else ExitCode.PASSED
    except Exception as error:
        if is_interrupted():
            # A library may turn the interrupt of one of its imports into an error of its own.
            return _interrupted()
        told = _told(error)
        if told is None:
            # A fault of ours keeps its trace.
            raise
        return told
    return ExitCode.PASSED


def _told(error: Exception) -> ExitCode | None:
    """Says what a user can mend, and gives the exit code; None where it is a fault of ours."""
    if isinstance(error, InputError | ResourceExhausted | OwnProcessFailed):
        _say(error)
        return ExitCode.BAD_INPUT if isinstance(error, InputError) else ExitCode.NOT_VALID
    exhausted = exhausted_resource(error)
    if exhausted is not None:
        say(f"error: {exhausted.sentence}")
        return ExitCode.BAD_INPUT
    if isinstance(error, LoadproofError):
        _say(error)
        return ExitCode.OWN_FAULT
    return None


def _say(error: LoadproofError) -> None:
    for line in _lines(error):
        say(f"error: {visible_line(line)}")


def _lines(error: LoadproofError) -> list[str]:
    """Lines of ours; a line break within a path or another value is none."""
    if isinstance(error, StudyFaults):
        return [str(fault) for fault in error.faults]
    return str(error).split("\n") if isinstance(error, _WITH_LINES) else [str(error)]
