"""The commands of the stand: `serve`, `template`, `ready`, `reset`, `maintain` and `ids`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from stand_server import command
from stand_server.command import between

from postgres_stand.database import (
    check_name,
    checkpoint,
    clear_statistics,
    copy_template,
    maintain,
    prewarm,
    step,
    write_ids,
)
from postgres_stand.programs import find_programs
from postgres_stand.serving import add_port, add_server_options, check_ready, serve_template, write_template
from postgres_stand.session import BENCH, administrator
from postgres_stand.status import DEFAULT_ROWS, TEMPLATE, status_template

__all__ = ["run"]


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _serve(options: Namespace) -> int:
    """Makes the data directory if there is none and runs PostgreSQL on 127.0.0.1 until SIGTERM or SIGINT."""
    return serve_template(options, status_template(options.rows), {})


def _template(options: Namespace) -> int:
    """Makes the data directory if there is none, so that no serve has to wait for it."""
    return write_template(options, status_template(options.rows))


def _ready(options: Namespace) -> int:
    """Ends with 0 when PostgreSQL answers a query and has the template."""
    return check_ready(options, TEMPLATE)


def _reset(options: Namespace) -> int:
    """Makes the database anew from the template, warms it and sets statistics to zero."""
    check_name(options.database)
    inside = copy_template(administrator(find_programs(), options.port), options.database, TEMPLATE)
    step("vacuum", inside, "VACUUM (ANALYZE) status")
    checkpoint(inside)
    prewarm(inside)
    clear_statistics(inside)
    return 0


def _maintain(options: Namespace) -> int:
    """Vacuums the database and makes a checkpoint, so that neither comes at a time of its own."""
    maintain(administrator(find_programs(), options.port), options.database)
    return 0


def _ids(options: Namespace) -> int:
    """Writes a CSV file of different ids of the table, at random: the same for the same table and seed."""
    write_ids(administrator(find_programs(), options.port), options.database, options.count, options.seed, options.out)
    return 0


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "serve": _serve,
    "template": _template,
    "ready": _ready,
    "reset": _reset,
    "maintain": _maintain,
    "ids": _ids,
}


def _add_options(parser: ArgumentParser, name: str) -> None:
    if name != "template":
        add_port(parser)
    if name in ("serve", "template"):
        add_server_options(parser, name)
        parser.add_argument("--rows", type=between(1, 10**12), default=DEFAULT_ROWS, help="rows of the template")
    if name in ("reset", "maintain", "ids"):
        parser.add_argument("--database", default=BENCH)
    if name == "ids":
        parser.add_argument("--count", type=between(1, 10**12), required=True)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--out", type=Path, required=True, help="the file to write")
