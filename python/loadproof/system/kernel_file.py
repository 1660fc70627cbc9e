"""Files of /proc, /sys and control groups: small texts that the kernel writes when they are read."""

import os

__all__ = ["numbers_by_name", "read_kernel_file"]

_PIECE_BYTES = 65536
_MOST_BYTES = 4 << 20
_MOST_DIGITS = 20
"""Digits of a number of 64 bits: the kernel writes no longer one."""


def read_kernel_file(path: str | os.PathLike[str]) -> bytes:
    """The whole text, 4 MiB at most.

    Bare system calls: a probe reads a hundred such files a second, and Python's own files cost three times as much.

    Raises OSError: FileNotFoundError or ProcessLookupError where what it tells of is gone, PermissionError without the
    rights.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        pieces = [os.read(descriptor, _PIECE_BYTES)]
        while pieces[-1] and len(pieces) * _PIECE_BYTES < _MOST_BYTES:
            pieces.append(os.read(descriptor, _PIECE_BYTES))
    finally:
        os.close(descriptor)
    return b"".join(pieces)


def numbers_by_name(text: bytes) -> dict[str, int]:
    r"""Lines of a name and a whole number, with or without a colon and a unit; other lines are left out.

    >>> numbers_by_name(b"MemTotal:  24 kB\nnr_periods 7\nmax\n")
    {'MemTotal': 24, 'nr_periods': 7}
    """
    numbers = {}
    for line in text.splitlines():
        words = line.split(None, 2)
        if len(words) > 1 and words[1].isdigit() and len(words[1]) <= _MOST_DIGITS:
            numbers[words[0].rstrip(b":").decode("utf-8", "replace")] = int(words[1])
    return numbers
