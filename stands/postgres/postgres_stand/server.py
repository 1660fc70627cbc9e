"""The server of a run."""

import signal
from pathlib import Path

from stand_server.account import Account
from stand_server.process import StopSignals, run_server

from postgres_stand.predecessor import clear_predecessor
from postgres_stand.programs import Programs
from postgres_stand.settings import server_command

__all__ = ["serve"]

# SIGTERM would be PostgreSQL's smart shutdown, which waits for every client to leave: for ever, where one stays.
_FAST_THEN_IMMEDIATE = StopSignals(signal.SIGINT, signal.SIGQUIT)


def serve(programs: Programs, account: Account, data: Path, port: int, max_connections: int) -> int:
    """Runs the server until it ends; the exit code: 0 after a stop that was asked for, 130 after a second signal."""
    clear_predecessor(data)
    more = {"listen_addresses": "127.0.0.1", "port": str(port), "max_connections": str(max_connections)}
    command = account.command(server_command(programs.path("postgres"), data, more))
    return run_server("PostgreSQL", command, port, _FAST_THEN_IMMEDIATE)
