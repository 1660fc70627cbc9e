"""The commands of the stand: `serve`, `template`, `ready`, `reset`, `maintain` and `ids`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from stand_server import command
from stand_server.account import server_account
from stand_server.command import between
from stand_server.fault import Fault
from stand_server.process import check_port

from postgres_stand.data_directory import DEFAULT_ROWS, data_directory, held_directory
from postgres_stand.database import check_name, is_ready, maintain, reset, write_ids
from postgres_stand.programs import find_programs
from postgres_stand.server import serve
from postgres_stand.session import BENCH, Session, administrator
from postgres_stand.template import TEMPLATE, make_template

__all__ = ["run"]


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _serve(options: Namespace) -> int:
    """Makes the data directory if there is none and runs PostgreSQL on 127.0.0.1 until SIGTERM or SIGINT."""
    programs, account = find_programs(), server_account("PostgreSQL", "postgres")
    check_port(options.port)
    with held_directory(options.data, options.rows, programs) as directory:
        make_template(programs, account, directory)
        return serve(programs, account, directory.path, options.port, options.max_connections)


def _template(options: Namespace) -> int:
    """Makes the data directory if there is none, so that no serve has to wait for it."""
    programs, account = find_programs(), server_account("PostgreSQL", "postgres")
    directory = data_directory(options.data, options.rows, programs)
    if directory.is_whole:
        # Also while a server runs on it.
        make_template(programs, account, directory)
        return 0
    with directory.held():
        make_template(programs, account, directory)
    return 0


def _ready(options: Namespace) -> int:
    """Ends with 0 when PostgreSQL answers a query and has the template."""
    # By the way that services take: its socket may be there before its port is.
    if not is_ready(Session(find_programs(), "127.0.0.1", options.port)):
        raise Fault(f"the PostgreSQL at 127.0.0.1:{options.port} has no {TEMPLATE}. Cure: start it with serve")
    return 0


def _reset(options: Namespace) -> int:
    """Makes the database anew from the template, warms it and sets statistics to zero."""
    check_name(options.database)
    reset(administrator(find_programs(), options.port), options.database)
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
        parser.add_argument("--port", type=between(1, 65535), required=True, help="port at 127.0.0.1")
    if name in ("serve", "template"):
        parser.add_argument("--data", help="data directory; by default one below /var/cache or ~/.cache")
        parser.add_argument("--rows", type=between(1, 10**12), default=DEFAULT_ROWS, help="rows of the template")
    if name == "serve":
        parser.add_argument("--max-connections", type=between(10, 10_000), default=300)
    if name in ("reset", "maintain", "ids"):
        parser.add_argument("--database", default=BENCH)
    if name == "ids":
        parser.add_argument("--count", type=between(1, 10**12), required=True)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--out", type=Path, required=True, help="the file to write")
