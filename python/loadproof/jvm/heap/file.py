"""Reads a heap dump; files that are none of HotSpot are refused by the name of what they are."""

import zlib
from pathlib import Path

from loadproof._engine import heap_dump
from loadproof.errors import InputError
from loadproof.jvm.foreign_formats import ANDROID_HEAP_DUMP, foreign_format
from loadproof.jvm.heap.dump import HeapDump
from loadproof.model.quoting import quoted
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.memory_room import memory_limit_bytes

__all__ = ["allowed_bytes", "read_heap_dump"]

_LARGEST_BYTES = 1 << 44
_HEAD_BYTES = 1 << 12
_GZIP = b"\x1f\x8b"
_OF_GZIP = 31
"""For zlib: its largest window, in the format of gzip."""
_READ = (b"JAVA PROFILE 1.0.1\0", b"JAVA PROFILE 1.0.2\0")
_ALLOWED_SHARE = 0.8
"""Share of the free memory that may be used: the kernel takes back pages of the dump file when it needs them."""


def read_heap_dump(path: str, allowance_bytes: int | None = None) -> HeapDump:
    """Reads a dump within so much memory, by default most of what is free. Raises InputError.

    One that is cut or broken, or that is too large for the memory, has its objects by class and no `kept`.
    """
    from pydantic import TypeAdapter

    _check(path)
    try:
        found = heap_dump(path, allowed_bytes() if allowance_bytes is None else allowance_bytes)
    except OSError as error:
        raise InputError(f"{quoted(path)}: {error.strerror or error}. Cure: check the disk and try again") from error
    except ValueError as error:
        raise InputError(f"{quoted(path)}: {error}. Cure: take the dump once more, to a new file") from error
    except MemoryError as error:
        needed = f"{int(error.args[0]) >> 20} MiB" if error.args else "more"
        raise InputError(
            f"{quoted(path)}: to read it about {needed} of memory are needed. Cure: read it on a machine with so much "
            "free, or take a smaller dump (-Xmx)"
        ) from error
    dump = TypeAdapter(HeapDump).validate_json(found)
    if dump.extent.state == "android":
        raise InputError(f"{quoted(path)}: this is {ANDROID_HEAP_DUMP.name}. Cure: {ANDROID_HEAP_DUMP.hint}")
    return dump


def allowed_bytes() -> int:
    """Most of the memory that is free here.

    >>> allowed_bytes() > 0
    True
    """
    try:
        free_kib = numbers_by_name(read_kernel_file(Path("/proc/meminfo"))).get("MemAvailable")
    except OSError:
        free_kib = None
    limit = memory_limit_bytes()
    return int(_ALLOWED_SHARE * (limit if free_kib is None else min(limit, free_kib << 10)))


def _check(path: str) -> None:
    """Raise InputError with the name of what is no dump of HotSpot."""
    if path == "-":
        raise InputError("DUMP: a heap dump is read several times. Cure: give a file")
    try:
        with open_regular_file(Path(path), _LARGEST_BYTES) as file:
            head = file.read(_HEAD_BYTES)
        if head.startswith(_GZIP):
            head = zlib.decompressobj(_OF_GZIP).decompress(head, _HEAD_BYTES)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error
    except (OSError, zlib.error) as error:
        raise InputError(f"{quoted(path)}: its head cannot be read ({error}). Cure: take the dump once more") from error
    if head.startswith(_READ):
        return
    found = foreign_format(head, "heap")
    if found is not None:
        raise InputError(f"{quoted(path)}: this is {found.name}. Cure: {found.hint}")
    what = "it is empty" if not head else "this is no heap dump of a JVM"
    raise InputError(f"{quoted(path)}: {what}. Cure: give what jcmd PID GC.heap_dump FILE writes")
