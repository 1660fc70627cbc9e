"""The commands of the stand: `serve`, `ready` and `reset`."""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from stand_server import command
from stand_server.account import server_account
from stand_server.command import between
from stand_server.directory import fresh_directory
from stand_server.fault import Fault
from stand_server.process import check_port, run_server

from redis_stand.mall import PRODUCTS, commands_of

__all__ = ["run"]

_SOCKET = "redis.sock"
# Nothing is written to the disk, and a fork for a snapshot never stops the server.
_SETTINGS = {
    "save": "",
    "appendonly": "no",
    "bind": "127.0.0.1",
    "maxmemory": "256mb",
    "maxmemory-policy": "noeviction",
}


def run(name: str) -> None:
    """Runs the command of this name with the arguments of the process, and ends the process."""
    command.run(name, _COMMANDS, _add_options)


def _serve(options: Namespace) -> int:
    """Runs an empty Redis at 127.0.0.1 until SIGTERM or SIGINT."""
    # Debian's server is this program under another name; its package would also start a server of its own.
    program, account = _program("redis-server", "redis-check-rdb"), server_account("Redis", "redis")
    check_port(options.port)
    with fresh_directory(options.data, "redis", _SOCKET, account) as directory:
        server = directory / "redis-server"
        server.symlink_to(program)
        settings = {**_SETTINGS, "port": str(options.port), "dir": str(directory), "daemonize": "no"}
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        return run_server("Redis", account.command([str(server), *words]), options.port)


def _ready(options: Namespace) -> int:
    """Ends with 0 when Redis answers."""
    _ask(options.port, "PING")
    return 0


def _reset(options: Namespace) -> int:
    """Empties Redis and fills it with the keys of the mall, the same on every machine."""
    _ask(options.port, "FLUSHALL")
    _ask(options.port, "--pipe", given="".join(commands_of(options.products)))
    _ask(options.port, "CONFIG", "RESETSTAT")
    print(f"keys: {_ask(options.port, 'DBSIZE')}", file=sys.stderr, flush=True)
    return 0


def _program(*names: str) -> str:
    """The first of these programs that this machine has. Raises Fault."""
    places = os.environ.get("PATH", "") + ":/usr/bin:/usr/sbin"
    found = next((path for name in names if (path := shutil.which(name, path=places))), None)
    if found is None:
        raise Fault(f"{names[0]} is not here. Cure: install redis-tools (`make stands` does as root)")
    return found


def _ask(port: int, *words: str, given: str = "") -> str:
    """Answer of the server to one command, or of `--pipe` to those that are given. Raises Fault."""
    words = (_program("redis-cli"), "-h", "127.0.0.1", "-p", str(port), *words)
    done = subprocess.run(words, input=given, capture_output=True, text=True, check=False)
    answer = done.stdout.strip()
    if done.returncode != 0 or answer.startswith(("ERR", "NOAUTH", "(error)", "LOADING")):
        said = " ".join((done.stderr or answer).split())[:300]
        raise Fault(f"the Redis at 127.0.0.1:{port} does not answer ({said}). Cure: start it with serve")
    return answer


_COMMANDS: dict[str, Callable[[Namespace], int]] = {"serve": _serve, "ready": _ready, "reset": _reset}


def _add_options(parser: ArgumentParser, name: str) -> None:
    parser.add_argument("--port", type=between(1, 65535), required=True, help="port at 127.0.0.1")
    if name == "serve":
        parser.add_argument("--data", help="directory of the server; by default one below /var/cache or ~/.cache")
    if name == "reset":
        parser.add_argument("--products", type=between(1, 10_000_000), default=PRODUCTS)
