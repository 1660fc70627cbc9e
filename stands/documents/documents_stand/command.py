"""The commands of the database of the stand: `serve`, `template`, `ready` and `reset`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from postgres_stand.database import check_name, checkpoint, clear_statistics, copy_template, prewarm, step
from postgres_stand.programs import find_programs
from postgres_stand.serving import add_port, add_server_options, check_ready, serve_template, size, write_template
from postgres_stand.session import administrator
from stand_server import command
from stand_server.fault import BAD_INPUT, Fault

from documents_stand.template import DEFAULT_BYTES, SMALLEST_BYTES, TEMPLATE, documents_template

__all__ = ["run"]

_SETTINGS: Mapping[str, str] = {
    # As vendors of the platform advise; with it a report is the work of one process.
    "max_parallel_workers_per_gather": "0",
}


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _serve(options: Namespace) -> int:
    """Makes the data directory if there is none and runs PostgreSQL on 127.0.0.1 until SIGTERM or SIGINT."""
    _check_size(options.size)
    return serve_template(options, documents_template(options.size), _SETTINGS)


def _template(options: Namespace) -> int:
    """Makes the data directory if there is none, so that no serve has to wait for it."""
    _check_size(options.size)
    return write_template(options, documents_template(options.size))


def _ready(options: Namespace) -> int:
    """Ends with 0 when PostgreSQL answers a query and has the template."""
    return check_ready(options, TEMPLATE)


def _reset(options: Namespace) -> int:
    """Makes the database anew from the template, warms it and sets statistics to zero."""
    check_name(options.database)
    inside = copy_template(administrator(find_programs(), options.port), options.database, TEMPLATE)
    checkpoint(inside)
    prewarm(inside)
    clear_statistics(inside)
    # The planner's statistics stay those of the template: a new sample could give each start plans of its own. The
    # vacuum, which finds all frozen, tells the cumulative statistics how many rows the tables have.
    step("vacuum", inside, "VACUUM")
    return 0


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "serve": _serve,
    "template": _template,
    "ready": _ready,
    "reset": _reset,
}


def _add_options(parser: ArgumentParser, name: str) -> None:
    if name != "template":
        add_port(parser)
    if name in ("serve", "template"):
        add_server_options(parser, name)
        parser.add_argument("--size", type=size, default=DEFAULT_BYTES, help="tables and indexes, such as 1GiB")
    if name == "reset":
        parser.add_argument("--database", default="documents")


def _check_size(size_bytes: int) -> None:
    if size_bytes < SMALLEST_BYTES:
        raise Fault(f"--size is below {SMALLEST_BYTES // 2**20}MiB. Cure: a larger one", BAD_INPUT)
