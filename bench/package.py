"""Programs that the bench needs and does not build."""

import os
import shutil
from pathlib import Path

from bench.error import BenchError

__all__ = ["DEBIAN_PACKAGES", "find_program"]

DEBIAN_PACKAGES = {"nginx": "nginx-light", "wrk": "wrk"}
"""Program to the Debian package that brings it; `make bench` installs these when it is root."""

# Debian keeps servers where the PATH of a plain user does not look.
_SEARCH_PATH = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))


def find_program(name: str) -> Path:
    """Where a program of `DEBIAN_PACKAGES` is. Raises BenchError that names the package."""
    found = shutil.which(name, path=_SEARCH_PATH)
    if found is None:
        package = DEBIAN_PACKAGES[name]
        raise BenchError(
            f"{name} is missing (Debian package {package}). Cure: apt-get install {package}, or run make bench as root"
        )
    return Path(found)
