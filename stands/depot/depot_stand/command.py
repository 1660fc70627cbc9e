"""The commands of the stand: `reset` and `paths`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from postgres_stand.database import check_name
from postgres_stand.programs import find_programs
from postgres_stand.session import administrator
from stand_server import command
from stand_server.command import between

from depot_stand.cached_data import Size, made_data
from depot_stand.layout import FORMATS, lay_out, write_accounts, write_paths

__all__ = ["run"]

_ARTIFACTS = 20_000
_ROLES = 10_000
_USERS = 1_000


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _reset(options: Namespace) -> int:
    """Makes database and blobs anew, the same on every machine; the data are made once and kept in the cache."""
    check_name(options.database)
    superuser = administrator(find_programs(), options.port)
    with made_data(Size(options.artifacts, options.roles, options.users), superuser) as data:
        lay_out(data, superuser, options.database, options.blobs.absolute())
    if options.accounts is not None:
        write_accounts(options.accounts)
    return 0


def _paths(options: Namespace) -> int:
    """Writes a CSV file of paths of files, at random: the same for the same data and seed."""
    check_name(options.database)
    superuser = administrator(find_programs(), options.port)
    write_paths(superuser, options.database, options.format, options.count, options.seed, options.out)
    return 0


_COMMANDS: dict[str, Callable[[Namespace], int]] = {"reset": _reset, "paths": _paths}


def _add_options(parser: ArgumentParser, name: str) -> None:
    parser.add_argument("--port", type=between(1, 65535), required=True, help="port of stands/postgres at 127.0.0.1")
    parser.add_argument("--database", default="depot")
    if name == "reset":
        parser.add_argument("--blobs", type=Path, required=True, help="directory of the blob store, made anew")
        parser.add_argument("--accounts", type=Path, help="CSV file to write: tokens of HTTP Basic")
        parser.add_argument("--artifacts", type=between(100, 10_000_000), default=_ARTIFACTS, help="files, at least")
        parser.add_argument("--roles", type=between(10, 1_000_000), default=_ROLES)
        parser.add_argument("--users", type=between(0, 1_000_000), default=_USERS)
    if name == "paths":
        parser.add_argument("--format", choices=FORMATS, required=True)
        parser.add_argument("--count", type=between(1, 10_000_000), required=True)
        parser.add_argument("--seed", type=between(0, 2**31 - 1), default=1)
        parser.add_argument("--out", type=Path, required=True, help="the file to write")
