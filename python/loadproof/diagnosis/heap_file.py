"""Reads a heap dump; files that are none of HotSpot are refused by the name of what they are."""

import gzip
import zlib
from pathlib import Path

from loadproof._engine import heap_dump
from loadproof.diagnosis.heap_dump import HeapDump
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.text_file import FileError, open_regular_file
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.memory_room import memory_limit_bytes

__all__ = ["allowed_bytes", "read_heap_dump"]

_LARGEST_BYTES = 1 << 44
_HEAD_BYTES = 64
_GZIP = b"\x1f\x8b"
_READ = (b"JAVA PROFILE 1.0.1\0", b"JAVA PROFILE 1.0.2\0")
_ALLOWED_SHARE = 0.8
"""Of the memory that is free: pages of the file itself are given back by the kernel as they are needed."""


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
        raise InputError(_ANDROID.format(quoted(path)))
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


_ANDROID = (
    "{}: this is a heap dump of Android. Cure: read it with Android Studio or LeakCanary; only those of HotSpot are "
    "read here"
)
_OPENJ9 = (
    "{}: this is a dump of OpenJ9, not of HotSpot. Cure: read it with Eclipse MAT and DTFJ, or run the service on a "
    "JDK with HotSpot"
)
_OTHERS = (
    (b"JAVA PROFILE 1.0.3", _ANDROID),
    (b"\x00\x12portable heap dump", _OPENJ9),
    (b"// Version: ", _OPENJ9),
    (b"0SECTION", _OPENJ9),
    (
        b"\x7fELF",
        "{}: this is a core of a process. Cure: make a heap dump of it, jhsdb jmap --binaryheap --exe JAVA --core FILE",
    ),
    (b"PK\x03\x04", "{}: this is an archive. Cure: unpack it, and give the dump that is in it"),
    (b"Full thread dump", "{}: this is a dump of threads. Cure: loadproof threads FILE"),
)


def _check(path: str) -> None:
    """Refuses by name what is no dump of HotSpot."""
    if path == "-":
        raise InputError("DUMP: a heap dump is read several times. Cure: give a file")
    try:
        with open_regular_file(Path(path), _LARGEST_BYTES) as file:
            head = file.read(_HEAD_BYTES)
            if head.startswith(_GZIP):
                file.seek(0)
                with gzip.GzipFile(fileobj=file) as packed:
                    head = packed.read(_HEAD_BYTES)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{quoted(path)}: its head cannot be read ({error}). Cure: take the dump once more") from error
    if head.startswith(_READ):
        return
    for begin, told in _OTHERS:
        if head.startswith(begin):
            raise InputError(told.format(quoted(path)))
    what = "it is empty" if not head else "this is no heap dump of a JVM"
    raise InputError(f"{quoted(path)}: {what}. Cure: give what jcmd PID GC.heap_dump FILE writes")
