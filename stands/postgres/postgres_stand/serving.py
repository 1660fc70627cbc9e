"""What the commands of each stand over PostgreSQL share: `serve`, `template` and `ready` of any template."""

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from pathlib import Path

from stand_server.account import server_account
from stand_server.command import between
from stand_server.fault import BAD_INPUT, Fault
from stand_server.process import check_port

from postgres_stand.data_directory import data_directory, held_directory
from postgres_stand.database import is_ready
from postgres_stand.programs import find_programs
from postgres_stand.server import ServerOptions, serve
from postgres_stand.session import Session
from postgres_stand.settings import read_settings
from postgres_stand.template import make_template
from postgres_stand.template_database import TemplateDatabase
from postgres_stand.temporary_space import TemporarySpace, check_space

__all__ = ["add_port", "add_server_options", "check_ready", "serve_template", "size", "write_template"]

_SIZE = re.compile(r"([1-9][0-9]{0,5})(MiB|GiB)")


def add_port(parser: ArgumentParser) -> None:
    """Add the option of the server's port."""
    parser.add_argument("--port", type=between(1, 65535), required=True, help="port at 127.0.0.1")


def add_server_options(parser: ArgumentParser, name: str) -> None:
    """Add the options that `serve` and `template` of each stand have."""
    parser.add_argument("--data", help="data directory; by default one below /var/cache or ~/.cache")
    if name == "serve":
        parser.add_argument("--max-connections", type=between(10, 10_000), default=300)
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="setting of PostgreSQL; may be repeated"
        )
        parser.add_argument(
            "--temporary-space", metavar="DIRECTORY", type=Path, help="directory of temporary tables and files"
        )
        parser.add_argument(
            "--temporary-space-size", metavar="SIZE", type=size, help="mount a tmpfs of this size there; for root alone"
        )


def size(text: str) -> int:
    """Bytes of a size such as 64MiB or 1GiB.

    >>> size("64MiB")
    67108864
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"{text!r} is no size such as 64MiB or 1GiB")
    return int(match[1]) * (2**20 if match[2] == "MiB" else 2**30)


def serve_template(options: Namespace, template: TemplateDatabase, settings: Mapping[str, str]) -> int:
    """Make the data directory if there is none and run PostgreSQL on it until SIGTERM or SIGINT; the exit code.

    `settings` are those of the stand, which `--set` stands over.
    """
    programs, account = find_programs(), server_account("PostgreSQL", "postgres")
    check_port(options.port)
    said = read_settings(options.set, programs, account)
    server = ServerOptions(options.port, options.max_connections, {**settings, **said}, _space(options))
    if server.space is not None:
        check_space(server.space, account)
    with held_directory(options.data, template, programs) as directory:
        make_template(programs, account, directory)
        return serve(programs, account, directory.path, server)


def write_template(options: Namespace, template: TemplateDatabase) -> int:
    """Make the data directory if there is none, so that no `serve` has to wait for it; the exit code."""
    programs, account = find_programs(), server_account("PostgreSQL", "postgres")
    directory = data_directory(options.data, template, programs)
    if directory.is_whole:
        # Also while a server runs on it.
        make_template(programs, account, directory)
        return 0
    with directory.held():
        make_template(programs, account, directory)
    return 0


def check_ready(options: Namespace, template: str) -> int:
    """Return 0 if PostgreSQL answers a query and has the template. Raises `Fault`."""
    # By the way that services take: its socket may be there before its port is.
    if not is_ready(Session(find_programs(), "127.0.0.1", options.port), template):
        raise Fault(f"the PostgreSQL at 127.0.0.1:{options.port} has no {template}. Cure: start it with serve")
    return 0


def _space(options: Namespace) -> TemporarySpace | None:
    if options.temporary_space is not None:
        return TemporarySpace(options.temporary_space.absolute(), options.temporary_space_size)
    if options.temporary_space_size is not None:
        raise Fault("--temporary-space-size needs --temporary-space. Cure: give the directory, too", BAD_INPUT)
    return None
