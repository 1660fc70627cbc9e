"""The commands of the stand: `serve`, `ready` and `reset`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from stand_server import command
from stand_server.account import server_account
from stand_server.command import between
from stand_server.directory import fresh_directory
from stand_server.process import check_port, run_server

from mariadb_stand.mall import PRODUCTS, fill, rows
from mariadb_stand.server import SOCKET, Server, find_programs, install, server_command

__all__ = ["run"]


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _serve(options: Namespace) -> int:
    """Makes a data directory anew and runs MariaDB on it, at 127.0.0.1, until SIGTERM or SIGINT."""
    programs, account = find_programs(), server_account("MariaDB", "mysql")
    check_port(options.port)
    with fresh_directory(options.data, "mariadb", SOCKET, account) as directory:
        install(programs, account, directory)
        served = server_command(programs, directory, options.port, options.max_connections)
        return run_server("MariaDB", account.command(served), options.port)


def _ready(options: Namespace) -> int:
    """Ends with 0 when MariaDB answers a query of the user bench."""
    Server(find_programs(), options.port).ask("SELECT 1")
    return 0


def _reset(options: Namespace) -> int:
    """Makes the tables of the mall anew, the same on every machine."""
    server = Server(find_programs(), options.port)
    fill(server, options.products)
    print(f"products: {rows(server)}", file=sys.stderr, flush=True)
    return 0


_COMMANDS: dict[str, Callable[[Namespace], int]] = {"serve": _serve, "ready": _ready, "reset": _reset}


def _add_options(parser: ArgumentParser, name: str) -> None:
    parser.add_argument("--port", type=between(1, 65535), required=True, help="port at 127.0.0.1")
    if name == "serve":
        parser.add_argument("--data", help="data directory; by default one below /var/cache or ~/.cache")
        parser.add_argument("--max-connections", type=between(1, 10_000), default=151)
    if name == "reset":
        parser.add_argument("--products", type=between(1, 10_000_000), default=PRODUCTS)
