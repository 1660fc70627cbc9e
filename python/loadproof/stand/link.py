"""Process of a link: a service of the stand that passes connections on, and makes faults of a network on demand.

Its arguments are its port, the HOST:PORT of connections, the directory of its control socket and the name there.
It ends by SIGTERM. Started for every link, so it imports little.
"""

import os
import signal
import sys
from pathlib import Path

__all__ = ["control_place", "link_command", "link_shown", "main"]

_PACKAGES = str(Path(__file__).resolve().parents[2])
_RUN = "import sys; sys.path.insert(0, sys.argv.pop(1)); from loadproof.stand.link import main; main()"


def main() -> None:
    """Run the link that the arguments describe."""
    # The engine hears no signal for Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    port, upstream, directory, control = sys.argv[1:]
    from loadproof._engine import run_link

    try:
        # The name of a Unix socket has 107 bytes at most, which the path of a directory may have by itself.
        os.chdir(directory)
        run_link(int(port), upstream, Path(control))
    except OSError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(2)


def link_command(service: str, upstream: str) -> tuple[str, ...]:
    """Return the command of the link `service`, whose words are templates as those of a service.

    >>> link_command("db_link", "127.0.0.1:${db.port}")[-4:]
    ('${port}', '127.0.0.1:${db.port}', '${workspace}', 'db_link.link')
    """
    fixed = (sys.executable, "-I", "-S", "-c", _RUN, _PACKAGES)
    plain = (word.replace("${", "$${") for word in fixed)
    return (*plain, "${port}", upstream, "${workspace}", _control_name(service))


def link_shown(upstream: str) -> tuple[str, ...]:
    """Return the words that reports show in place of the command of a link."""
    return ("link", upstream)


def control_place(workspace: Path, service: str) -> Path:
    """Return the control socket of the link `service`."""
    return workspace / _control_name(service)


def _control_name(service: str) -> str:
    return f"{service}.link"


if __name__ == "__main__":
    main()
