"""Programs that the bench needs and does not build, and peers that it compares with where they are to be had."""

import os
import shutil
from pathlib import Path

from bench.error import BenchError

__all__ = ["DEBIAN_PACKAGES", "PEERS", "find_peer", "find_program"]

DEBIAN_PACKAGES = {"nginx": "nginx-light", "openssl": "openssl", "wrk": "wrk"}
"""Program to the Debian package that brings it; `make bench` installs these when it is root."""

PEERS = ("oha", "k6", "hprof-analyzer", "wrk2")
"""Peers that may be missing: scripts/prepare_peers.sh installs all but the last; wrk2 is used where it is."""

PEER_DIRECTORY = Path(__file__).parent.parent / ".peers" / "bin"

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


def find_peer(name: str) -> Path | None:
    """Where a program of `PEERS` is: in .peers/bin, else on PATH; None: not installed."""
    found = shutil.which(name, path=os.pathsep.join((str(PEER_DIRECTORY), _SEARCH_PATH)))
    return None if found is None else Path(found)
