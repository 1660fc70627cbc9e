"""The server of a run."""

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stand_server.account import Account
from stand_server.fault import BAD_INPUT, Fault
from stand_server.process import StopSignals, run_server

from postgres_stand.predecessor import clear_predecessor
from postgres_stand.programs import Programs
from postgres_stand.settings import check_extensions, server_command
from postgres_stand.temporary_space import TemporarySpace, held_space

__all__ = ["ServerOptions", "serve"]

# SIGTERM would be PostgreSQL's smart shutdown, which waits for every client to leave: for ever, where one stays.
_FAST_THEN_IMMEDIATE = StopSignals(signal.SIGINT, signal.SIGQUIT)


@dataclass(frozen=True)
class ServerOptions:
    """Options of the command that serves."""

    port: int
    max_connections: int
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings over those of the stand."""
    space: TemporarySpace | None = None

    def __post_init__(self) -> None:
        """Raise `Fault` if two options say where temporary tables go."""
        if self.space is not None and "temp_tablespaces" in self.settings:
            raise Fault(
                "--temporary-space and --set temp_tablespaces exclude each other. Cure: leave one out", BAD_INPUT
            )


def serve(programs: Programs, account: Account, data: Path, options: ServerOptions) -> int:
    """Runs the server until it ends; the exit code: 0 after a stop that was asked for, 130 after a second signal."""
    clear_predecessor(data)
    with held_space(options.space, data, programs, account) as of_space:
        check_extensions(options.settings, programs, account, data)
        own = {
            "listen_addresses": "127.0.0.1",
            "port": str(options.port),
            "max_connections": str(options.max_connections),
        }
        command = server_command(programs.path("postgres"), data, {**options.settings, **of_space, **own})
        return run_server("PostgreSQL", account.command(command), options.port, _FAST_THEN_IMMEDIATE)
