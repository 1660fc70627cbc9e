"""The address space of a process: its mappings, and how much memory a part of it holds (proc(5), maps and smaps).

Names of mappings are of the process's making: nothing in them is trusted.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["Mapping", "mappings_in", "mappings_of", "proportional_bytes_between"]

_LINE = re.compile(rb"^([0-9a-f]{1,16})-([0-9a-f]{1,16}) ([r-][w-][x-])[ps] \S+ \S+ \d+ *(.*)$", re.MULTILINE)
_PIECE_BYTES = 1 << 16
_MOST_BYTES = 8 << 20
"""Most bytes that are read of smaps: some ten thousand mappings, a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One mapping, from `begin` up to `end`."""

    begin: int
    end: int
    is_writable: bool
    name: bytes
    """Empty: anonymous."""


def mappings_of(process_id: int) -> list[Mapping]:
    """Return the mappings of a process, ascending; of a text of more than 4 MiB the first. Raises OSError."""
    return mappings_in(read_kernel_file(f"/proc/{process_id}/maps"))


def mappings_in(text: bytes) -> list[Mapping]:
    r"""Return the mappings in a text of /proc/PID/maps; lines that are none are left out.

    >>> [one] = mappings_in(b"f0000000-f0100000 rw-p 00000000 00:00 0 \n")
    >>> hex(one.begin), one.end - one.begin, one.is_writable, one.name
    ('0xf0000000', 1048576, True, b'')
    """
    return [
        Mapping(int(found[1], 16), int(found[2], 16), found[3][1:2] == b"w", found[4]) for found in _LINE.finditer(text)
    ]


def proportional_bytes_between(process_id: int, begin: int, end: int) -> int:
    """Return the PSS of the mappings that begin from `begin` on and before `end`, bytes.

    The kernel walks the mappings up to `end` alone. Raises OSError, and ValueError if too many mappings lie before it.
    """
    held_kib, is_within = 0, False
    for line in _smaps_lines(process_id):
        word, _, rest = line.partition(b" ")
        if word == b"Pss:":
            held_kib += int(rest.split()[0]) if is_within else 0
        elif not word.endswith(b":") and b"-" in word:
            at = int(word.partition(b"-")[0], 16)
            if at >= end:
                break
            is_within = at >= begin
    return held_kib * 1024


def _smaps_lines(process_id: int) -> Iterator[bytes]:
    descriptor = os.open(f"/proc/{process_id}/smaps", os.O_RDONLY | os.O_CLOEXEC)
    try:
        rest, read = b"", 0
        while piece := os.read(descriptor, _PIECE_BYTES):
            read += len(piece)
            if read > _MOST_BYTES:
                raise ValueError(f"process {process_id} has too many mappings: its smaps is longer than {_MOST_BYTES}")
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
    finally:
        os.close(descriptor)
