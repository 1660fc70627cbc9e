"""MariaDB's own programs: the data directory, the server and the client."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from stand_server.account import Account
from stand_server.fault import Fault

__all__ = ["DATABASE", "SOCKET", "Programs", "Server", "find_programs", "install", "server_command"]

SOCKET = "mariadb.sock"
DATABASE = "mall"
_BENCH = "bench"
_CURE = "Cure: install mariadb-server-core and mariadb-client-core (`make stands` does as root)"
# Whatever the files of the machine say; the buffer pool holds the whole mall.
_SETTINGS = {
    "innodb-buffer-pool-size": "256M",
    "innodb-log-file-size": "64M",
    "performance-schema": "OFF",
    "skip-log-bin": "",
    "skip-name-resolve": "",
    "long-query-time": "0.1",
    "bind-address": "127.0.0.1",
}
_USER = f"""
CREATE DATABASE {DATABASE};
CREATE USER '{_BENCH}'@'127.0.0.1' IDENTIFIED BY '{_BENCH}';
GRANT ALL ON {DATABASE}.* TO '{_BENCH}'@'127.0.0.1';
GRANT PROCESS ON *.* TO '{_BENCH}'@'127.0.0.1';
"""


@dataclass(frozen=True)
class Programs:
    """Paths of MariaDB's programs."""

    server: str
    installer: str
    client: str


def find_programs() -> Programs:
    """Programs of this machine, Debian's server among them, which is not in every PATH. Raises Fault."""
    places = os.environ.get("PATH", "") + ":/usr/sbin:/usr/bin"
    found = {name: shutil.which(name, path=places) for name in ("mariadbd", "mariadb-install-db", "mariadb")}
    missing = [name for name, path in found.items() if path is None]
    if missing:
        raise Fault(f"MariaDB's programs are not all here ({', '.join(missing)} missing). {_CURE}")
    return Programs(*(path or "" for path in found.values()))


def install(programs: Programs, account: Account, directory: Path) -> None:
    """Makes the system tables, the database of the mall and its user in the empty `directory`."""
    command = [
        programs.installer,
        "--no-defaults",
        f"--datadir={directory}",
        "--auth-root-authentication-method=socket",
        "--skip-test-db",
        "--skip-name-resolve",
    ]
    _run(account.command(command), "")
    # One transaction log of its own, as the server is not up yet: statements of the start run before any client.
    (directory / "users.sql").write_text(_USER)
    (directory / "users.sql").chmod(0o644)


def server_command(programs: Programs, directory: Path, port: int, max_connections: int) -> list[str]:
    """The command of a server on `directory`, its socket there too."""
    settings = {
        **_SETTINGS,
        "datadir": str(directory),
        "socket": str(directory / SOCKET),
        "pid-file": str(directory / "mariadb.pid"),
        "init-file": str(directory / "users.sql"),
        "port": str(port),
        "max-connections": str(max_connections),
    }
    words = (f"--{name}={value}" if value else f"--{name}" for name, value in settings.items())
    return [programs.server, "--no-defaults", *words]


@dataclass(frozen=True)
class Server:
    """A server at 127.0.0.1, asked as the user of the mall."""

    programs: Programs
    port: int

    def ask(self, sql: str) -> str:
        """Runs the statements of `sql`; the rows of the last one, columns parted by tabs. Raises Fault."""
        command = [
            self.programs.client,
            "--no-defaults",
            "--protocol=TCP",
            "--host=127.0.0.1",
            f"--port={self.port}",
            f"--user={_BENCH}",
            "--connect-timeout=5",
            "--batch",
            "--skip-column-names",
            DATABASE,
        ]
        return _run(command, sql, {"MYSQL_PWD": _BENCH})


def _run(command: list[str], given: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        input=given,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, **(environment or {})},
        check=False,
    )
    if done.returncode != 0:
        said = " ".join((done.stderr or done.stdout).split())[-500:]
        raise Fault(f"{Path(command[0]).name} failed ({said}). Cure: what it says; the log of the server may say more")
    return done.stdout.strip()
