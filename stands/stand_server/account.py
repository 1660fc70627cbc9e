"""The user that runs a server of a stand: never root."""

import os
import pwd
from dataclasses import dataclass

from stand_server.fault import Fault

__all__ = ["Account", "server_account"]


@dataclass(frozen=True)
class Account:
    """The user that owns the data directory and runs the server; `dropped` if another user started the command."""

    name: str
    user: int
    group: int
    dropped: bool

    def command(self, command: list[str]) -> list[str]:
        """The command as this user, killed when the process that starts it ends.

        >>> Account("me", 1000, 1000, dropped=False).command(["true"])
        ['setpriv', '--pdeathsig', 'KILL', '--', 'true']
        """
        drop = [f"--reuid={self.user}", f"--regid={self.group}", "--init-groups"] if self.dropped else []
        return ["setpriv", *drop, "--pdeathsig", "KILL", "--", *command]


def server_account(server: str, user: str) -> Account:
    """The current user; for root the user `user` if there is one, else `nobody`. `server` is named in the fault."""
    if os.geteuid() != 0:
        return Account(str(os.geteuid()), os.geteuid(), os.getegid(), dropped=False)
    for name in (user, "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(name, entry.pw_uid, entry.pw_gid, dropped=True)
    raise Fault(f"{server} does not run as root, and there is no user {user} or nobody. Cure: make one (useradd)")
