"""Statements in a server without clients, on a data directory at rest: before the server of a run starts."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from stand_server.account import Account
from stand_server.fault import Fault

from postgres_stand.programs import Programs

__all__ = ["run_alone"]

_LONGEST_S = 120.0
"""Time for the log of a killed server to be replayed, too."""


def run_alone(programs: Programs, account: Account, data: Path, sql: str, settings: Mapping[str, str]) -> str:
    """Run the statements, one a line, and end with a checkpoint; messages of the server. Raises `Fault`."""
    given = {**settings, "exit_on_error": "on"}
    words = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
    single = [programs.path("postgres"), "--single", "-D", str(data), *words, "postgres"]
    try:
        done = subprocess.run(
            account.command(single),
            input=f"{sql}\n",
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_S,
            cwd="/",
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Fault(f"PostgreSQL did not end within {_LONGEST_S:.0f} s on {data}. Cure: remove {data}") from error
    if done.returncode != 0:
        raise Fault(f"PostgreSQL refuses ({' '.join(done.stderr.split())[-500:]}). Cure: what it says")
    return done.stderr
