"""The performance data that a Java VM (HotSpot, OpenJ9 has none) shares in a file: hsperfdata, version 2.

The VM writes it into memory that it shares; reading it attaches to nothing and causes nothing. The layout is that of
`perfMemory.hpp` and `perfData.hpp` of OpenJDK. The file is its owner's to write, so nothing in it is trusted.
"""

import os
import re
import stat
import struct
from collections.abc import Collection

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["VmCounters", "counters_in", "open_counters", "read_counters"]

VmCounters = dict[str, int | str]
"""Counters by name: whole numbers and texts."""

_MAGIC = b"\xca\xfe\xc0\xc0"
_ENTRY_BYTES = 20
_MOST_BYTES = 1 << 20
_MOST_ENTRIES = 10_000
_LONGEST_NAME = 200
_LONGEST_TEXT = 200
_LONG, _BYTE = ord("J"), ord("B")
_SHARED_FILE = re.compile(rb"^\S+ \S+ \S+ \S+ (\d+) +(/\S*/hsperfdata_[^/\n]+/\d+)$", re.MULTILINE)


def counters_in(content: bytes, names: Collection[str]) -> VmCounters:
    """Return the counters `names` that the file has; entries that do not fit its layout are left out.

    Raises ValueError if `content` is no performance data of version 2, or the VM has not completed the data yet.
    """
    if len(content) < 32 or content[:4] != _MAGIC or content[4] not in (0, 1):
        raise ValueError("the file holds no performance data of a Java VM")
    if content[5] != 2 or not content[7]:
        raise ValueError(f"the performance data are of version {content[5]} or not complete; version 2 is read")
    order = ">" if content[4] == 0 else "<"
    at, count = struct.unpack_from(f"{order}2i", content, 24)
    entry = struct.Struct(f"{order}3i4Bi")
    number = struct.Struct(f"{order}q")
    found: VmCounters = {}
    for _ in range(min(count, _MOST_ENTRIES)):
        if not 32 <= at <= len(content) - _ENTRY_BYTES:
            break
        length, name_at, items, kind, _flags, _unit, _change, data_at = entry.unpack_from(content, at)
        if length < _ENTRY_BYTES:
            break
        piece = content[at : at + length]
        at += length
        if not (_ENTRY_BYTES <= name_at < len(piece) and _ENTRY_BYTES <= data_at < len(piece)):
            continue
        name = piece[name_at : name_at + _LONGEST_NAME].split(b"\0", 1)[0].decode("utf-8", "replace")
        if name not in names:
            continue
        if kind == _LONG and items == 0 and data_at + number.size <= len(piece):
            found[name] = number.unpack_from(piece, data_at)[0]
        elif kind == _BYTE and items > 0:
            text = piece[data_at : data_at + min(items, _LONGEST_TEXT)]
            found[name] = text.split(b"\0", 1)[0].decode("utf-8", "replace")
    return found


def open_counters(process_id: int) -> int | None:
    """A descriptor of the file that a process shares; None: no Java VM, it shares none, or the file was removed.

    It is looked for where the process sees it, as in a container both the number of the process and /tmp are others;
    the file must be the one that the process has in its memory. Raises PermissionError without the rights.
    """
    try:
        shared = _SHARED_FILE.search(read_kernel_file(f"/proc/{process_id}/maps"))
        if shared is None:
            return None
        inode, path = int(shared[1]), os.fsdecode(shared[2])
        # Not to wait where another has put a pipe in its place.
        descriptor = os.open(
            f"/proc/{process_id}/root{path}", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        )
    except PermissionError:
        raise
    except OSError:
        return None
    status = os.fstat(descriptor)
    if status.st_ino != inode or not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        return None
    return descriptor


def read_counters(descriptor: int, names: Collection[str]) -> VmCounters:
    """Return the counters `names` that the file of `open_counters` has now.

    The file is copied, not mapped: if its owner cut the file, a mapping would kill this process. Raises ValueError as
    `counters_in` does, OSError if the file cannot be read.
    """
    return counters_in(os.pread(descriptor, _MOST_BYTES, 0), names)
