"""Gathers the faults of one file, so that all are told at once."""

from collections.abc import Mapping
from copy import copy
from typing import Self

from loadproof.errors import Fault, StudyFaults, WrittenValueError
from loadproof.system import path_lookup
from loadproof.system.secret_mask import SecretMask

__all__ = ["FaultLog", "KeyPath", "shown_path"]

KeyPath = tuple[str | int, ...]
"""Keys and list indices that lead to a value: `("operations", "get", "slo", 0)`."""


def shown_path(path: KeyPath) -> str:
    """`path` as a reader writes it.

    >>> shown_path(("operations", "get", "slo", 0))
    'operations.get.slo[0]'
    """
    shown = ""
    for part in path:
        shown += f"[{part}]" if isinstance(part, int) else f".{part}"
    return shown.removeprefix(".")


class FaultLog:
    """The faults found so far in `file`; `lines` gives the line of each key path."""

    def __init__(self, file: str) -> None:
        """Begin without faults and without lines."""
        self.file = file
        self.lines: Mapping[KeyPath, int] = {}
        self._base: KeyPath = ()
        self._faults: dict[Fault, None] = {}
        """In the order in which they were found."""
        self._broken: set[KeyPath] = set()
        self._around_broken: set[KeyPath] = set()
        self.mask = SecretMask()
        """Secrets that were typed into the file: no fault has them."""

    def inside(self, base: KeyPath) -> Self:
        """The same log as seen from `base`: its paths begin there."""
        view = copy(self)
        view._base = (*self._base, *base)
        return view

    def of_file(self, file: str) -> "FaultLog":
        """A log of another file, whose faults are told together with these."""
        other = FaultLog(file)
        other.mask = self.mask
        other._faults = self._faults
        return other

    def line_of(self, path: KeyPath) -> int:
        """The line of `path`, or of the nearest mapping or list around it; 1 for the file itself."""
        path = (*self._base, *path)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def add(self, path: KeyPath, message: str, cure: str) -> None:
        """Record a fault at `path`, unless what stands there or around it was found to be of the wrong shape."""
        full = (*self._base, *path)
        if not any(full[:length] in self._broken for length in range(len(full) + 1)):
            named = f"{shown_path(full)}: {message}" if full else message
            self.add_at(self.file, self.line_of(path), named, cure)

    def add_error(self, path: KeyPath, error: WrittenValueError) -> None:
        """Record a value that is wrong as written."""
        self.add(path, error.message, error.cure)

    def add_broken(self, path: KeyPath, message: str, cure: str) -> None:
        """Record that what stands at `path` has the wrong shape: nothing more is said of it."""
        self.add(path, message, cure)
        self.mark_broken(path)

    def add_unreadable(self, path: KeyPath, error: WrittenValueError) -> None:
        """Record text that cannot be read: nothing more is said of it, but what is around it has its shape."""
        self.add_error(path, error)
        full = (*self._base, *path)
        self._broken.add(full)
        self._around_broken.add(full)

    def mark_broken(self, path: KeyPath) -> None:
        """Say nothing more of what stands at `path`."""
        full = (*self._base, *path)
        self._broken.add(full)
        self._around_broken.update(full[:length] for length in range(len(full) + 1))

    def add_at(self, file: str, line: int, message: str, cure: str) -> None:
        """Record a fault in another file, or (line 0) in an option of the command line."""
        shown = path_lookup.shown_path(file)
        self._faults[Fault(shown, line, self.mask.text(message), self.mask.text(cure))] = None

    def is_broken(self, path: KeyPath) -> bool:
        """Return True if the value at `path` is unreadable, or has the wrong shape itself or inside."""
        return (*self._base, *path) in self._around_broken

    def error(self) -> StudyFaults:
        """The error to raise when nothing more can be read."""
        return StudyFaults(tuple(self._faults))

    def raise_if_any(self) -> None:
        """Raise StudyFaults with everything found, if anything was."""
        if self._faults:
            raise self.error()
