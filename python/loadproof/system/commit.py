"""Commit that a directory is at, read from the files of its repository.

git itself is asked for changes, and for the commit if the files do not give it.
"""

import os
import re
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import PathError
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.path_lookup import absolute_path, is_regular_file

__all__ = ["Commit", "read_commit", "repository_of"]

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LONGEST_FILE = 4096
_LONGEST_PACKED = 16 * 2**20
_LARGEST_BYTES = 1 << 32
_PATIENCE_S = 1.0


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit, and whether files that it holds were changed since; None: that could not be told."""

    hash: str
    is_changed: bool | None

    def as_facts(self) -> dict[str, str | bool]:
        """Return the commit as facts on a run.

        >>> Commit("1a" * 20, None).as_facts() == {"commit": "1a" * 20}
        True
        """
        facts: dict[str, str | bool] = {"commit": self.hash}
        return facts if self.is_changed is None else facts | {"work_tree_changed": self.is_changed}


def repository_of(directory: Path) -> Path | None:
    """The root of the work tree that `directory` lies in; None where it is in none."""
    try:
        place = absolute_path(directory)
    except PathError:
        # The directory that we are in is gone.
        return None
    return next((root for root in (place, *place.parents) if os.path.lexists(root / ".git")), None)


def read_commit(directory: Path) -> Commit | None:
    """The commit that the repository around `directory` is at; None where there is none, or none can be read.

    Takes a second at most. New files that git does not hold yet are no change.
    """
    root = repository_of(directory)
    if root is None:
        return None
    told, is_changed = _status(root)
    found = _head(root) or told
    return None if found is None else Commit(found, is_changed)


def _head(root: Path) -> str | None:
    """Return the commit that HEAD leads to by the files of gitrepository-layout(5); None: it cannot be read."""
    git = root / ".git"
    if _is_file(git):
        # Of a linked work tree, or of a submodule.
        git = root / _text(git).removeprefix("gitdir:").strip()
    head = _text(git / "HEAD")
    if not head.startswith("ref:"):
        return _hash(head)
    name = head.removeprefix("ref:").strip()
    if not name.startswith("refs/") or ".." in name:
        return None
    shared = _text(git / "commondir")
    common = git / shared if shared else git
    return _hash(_text(git / name)) or _hash(_text(common / name)) or _packed(common / "packed-refs", name)


def _packed(path: Path, name: str) -> str | None:
    for line in _text(path, _LONGEST_PACKED).splitlines():
        found, _, named = line.partition(" ")
        if named == name:
            return _hash(found)
    return None


def _hash(text: str) -> str | None:
    return text if _HASH.fullmatch(text) else None


def _text(path: Path, most: int = _LONGEST_FILE) -> str:
    # A path that others wrote into a file may hold what no path can.
    with suppress(FileError, OSError), open_regular_file(path, _LARGEST_BYTES) as file:
        return file.read(most).decode("utf-8", "replace").strip()
    return ""


def _is_file(path: Path) -> bool:
    try:
        return is_regular_file(path)
    except PathError:
        return False


def _status(root: Path) -> tuple[str | None, bool | None]:
    """(commit, whether tracked files were changed) as git tells them; None for each that it does not."""
    # Neither writes the index nor calls a program that the repository names for its status.
    command = ["git", "-c", "core.fsmonitor=false", "status", "--porcelain=v2", "--branch", "--untracked-files=no"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        ended = subprocess.run(
            [*command, "--ignore-submodules=dirty"],
            cwd=root,
            env={**kept, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None, None
    if ended.returncode != 0:
        return None, None
    lines = ended.stdout.decode("utf-8", "replace").splitlines()
    told = next((_hash(line.removeprefix("# branch.oid ")) for line in lines if line.startswith("# branch.oid ")), None)
    return told, any(not line.startswith("#") for line in lines)
