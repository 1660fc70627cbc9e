"""One heap dump of a JVM, as the crate loadproof-heap tells it; files that it does not read are refused by name."""

import gzip
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from loadproof._engine import heap_dump
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.text_file import FileError, open_regular_file
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file
from loadproof.system.memory_room import memory_limit_bytes

__all__ = [
    "Amount",
    "BufferRow",
    "ChildClass",
    "ClassRow",
    "Extent",
    "FieldRow",
    "HeapDump",
    "Holder",
    "Kept",
    "Link",
    "Node",
    "RootPath",
    "RootRow",
    "Step",
    "allowed_bytes",
    "read_heap_dump",
]

RootKind = Literal[
    "jni_global",
    "jni_local",
    "java_frame",
    "native_stack",
    "sticky_class",
    "thread_block",
    "monitor",
    "thread",
    "unknown",
]

_LARGEST_BYTES = 1 << 44
_HEAD_BYTES = 64
_GZIP = b"\x1f\x8b"
_READ = (b"JAVA PROFILE 1.0.1\0", b"JAVA PROFILE 1.0.2\0")
_ALLOWED_SHARE = 0.8
"""Of the memory that is free: pages of the file itself are given back by the kernel as they are needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """Objects, and their own bytes together."""

    objects: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much of a dump was read; `memory` is all of it, but to say what keeps what would need more memory."""

    state: Literal["whole", "cut", "corrupt", "android", "memory"]
    at: int | None = None
    """The byte where it ends, or from where on it is no dump."""
    what: str | None = None
    """What is wrong there, in English."""
    needed_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """How an object refers to another: a `static` field is one of a class."""

    kind: Literal["field", "static", "element", "local", "class", "unknown"]
    name: str | None = None
    """Of the field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A class, and how its objects refer to another."""

    class_name: str
    link: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRow:
    """The objects of classes of one name: those that roots keep alive, all where it is not known which these are."""

    name: str
    objects: int
    bytes: int
    kept_bytes: int | None
    """What would go with all of them."""
    loaders: int
    """So many class loaders have a class of this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    """What the objects of a class keep alive by one field, together.

    Kinds: a `field` or a `static` one, alone; a `thread_local` variable that stands there; `shared` with others.
    """

    kind: Literal["field", "static", "thread_local", "shared"]
    class_name: str
    field: str
    target: str
    """The class of the largest object that it refers to."""
    targets: int
    kept_bytes: int
    others: tuple[Holder, ...]
    """Who else refers to the same, where it is shared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferRow:
    """Direct buffers: memory outside of the heap, by who holds them; null where nobody is known to."""

    holder: Holder | None
    buffers: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An object on the way from a root, and how it refers to the next."""

    class_name: str
    is_class: bool
    link: Link | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RootPath:
    """The shortest way from a root to an object; behind its twelfth step some may be left out."""

    root: RootKind
    steps: tuple[Step, ...]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildClass:
    """Objects of one class that another keeps alive, with none between."""

    class_name: str
    objects: int
    kept_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An object of the dominator tree; what it keeps alive would go with it. The first is the whole heap."""

    parent: int | None
    """The place of the node above it."""
    class_name: str
    is_class: bool
    """Whether it is the object of the class itself, which holds the static fields."""
    is_container: bool
    """Whether it merely holds what others give it: a collection, an array, a reference."""
    root: RootKind | None
    link: Link | None
    """How the node above refers to it; null where that does so by way of several others only."""
    holders: tuple[Holder, ...]
    """Who refers to it, where the node above does not."""
    bytes: int
    kept_bytes: int
    objects: int
    children: int
    classes: tuple[ChildClass, ...]
    path: RootPath | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RootRow:
    """Roots of a kind."""

    kind: RootKind
    roots: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What can be said of a whole dump alone."""

    reachable: Amount
    soft: Amount
    """What only soft references hold: the VM lets go of it before it runs out of memory."""
    weak: Amount
    finalizer: Amount
    unreachable: Amount
    fields: tuple[FieldRow, ...]
    buffers: tuple[BufferRow, ...]
    tree: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapDump:
    """All that is told of one dump. Names of classes and fields are its only texts."""

    format: str
    id_bytes: int
    reference_bytes: int
    taken_ms: int
    file_bytes: int
    extent: Extent
    all: Amount
    roots: tuple[RootRow, ...]
    classes: tuple[ClassRow, ...]
    kept: Kept | None


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
