"""The pressure files of the kernel: for how long tasks waited for a resource (Documentation/accounting/psi.rst)."""

from pathlib import Path

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["waited_s"]

_MOST_DIGITS = 20
"""Most digits of a time in microseconds of 64 bits."""


def waited_s(path: Path) -> float | None:
    """Return the time in which at least one task waited, seconds; None: no such file, or it is switched off.

    >>> waited_s(Path("/nowhere")) is None
    True
    """
    try:
        words = read_kernel_file(path).split(None, 5)
    except OSError:
        return None
    total = words[4].partition(b"total=")[2] if len(words) > 4 and words[0] == b"some" else b""
    return int(total) / 1e6 if total.isdigit() and len(total) <= _MOST_DIGITS else None
