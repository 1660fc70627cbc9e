"""Where PostgreSQL's own programs are."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from stand_server.fault import Fault

__all__ = ["Programs", "find_programs"]

# CREATE DATABASE knows STRATEGY from here on.
_OLDEST_MAJOR = 15
_NEEDED = ("initdb", "postgres", "psql")
_CURE = "Cure: install postgresql 15 or newer (`make stands` does as root), or say in STAND_POSTGRES where its bin is"


@dataclass(frozen=True)
class Programs:
    """The directory with `initdb`, `postgres` and `psql`, and their major version."""

    directory: Path
    major: int

    def path(self, name: str) -> str:
        """The whole path of one program."""
        return str(self.directory / name)


def find_programs() -> Programs:
    """The newest PostgreSQL of this machine; `STAND_POSTGRES` in the environment names another `bin`.

    Raises `Fault` where there is none, where a program is missing, and where it is older than 15.
    """
    said = os.environ.get("STAND_POSTGRES")
    directories = [Path(said)] if said else _known_directories()
    for directory in directories:
        if all(os.access(directory / name, os.X_OK) for name in _NEEDED):
            programs = Programs(directory, _major_of(directory))
            if programs.major < _OLDEST_MAJOR:
                raise Fault(f"the PostgreSQL of {directory} is of version {programs.major}. {_CURE}")
            return programs
    places = ", ".join(map(str, directories)) or "/usr/lib/postgresql and PATH"
    raise Fault(f"PostgreSQL's programs ({', '.join(_NEEDED)}) are not in {places}. {_CURE}")


def _known_directories() -> list[Path]:
    """Debian's, the newest first: there the server is not in PATH; then where PATH has the server."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: _number(place.parent.name), reverse=True
    )
    in_path = shutil.which("postgres")
    return [*debian, *([Path(in_path).resolve().parent] if in_path else [])]


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else 0.0


def _major_of(directory: Path) -> int:
    said = subprocess.run([directory / "postgres", "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)[.\d]*|$", said.stdout.partition(")")[2])
    if said.returncode != 0 or found is None or not found.group():
        raise Fault(f"{directory}/postgres --version failed: {said.stderr.strip() or said.stdout.strip()}. {_CURE}")
    return int(found.group(1))
