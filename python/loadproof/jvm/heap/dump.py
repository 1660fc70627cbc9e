"""One heap dump of a JVM, as the crate loadproof-heap tells it."""

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Amount",
    "BufferRow",
    "ChildClass",
    "ClassRow",
    "Extent",
    "FieldKind",
    "FieldRow",
    "HeapDump",
    "Holder",
    "Kept",
    "Link",
    "Node",
    "RootPath",
    "RootRow",
    "Step",
]

FieldKind = Literal["field", "static", "thread_local", "local", "shared"]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """Objects, and their own bytes together."""

    objects: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """Extent to which a dump was read; `memory` is all of it, but to say what keeps what would need more memory.

    `cut`: the file ends inside a record. `length`: the length of a record does not fit what follows it.
    """

    state: Literal["whole", "cut", "corrupt", "length", "android", "memory"]
    at: int | None = None
    """The byte where it ends, from where on it is no dump, or where the record with the wrong length begins."""
    what: str | None = None
    """Fault at that byte, in English; None if there is none."""
    needed_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Reference from one object to another; a `static` field belongs to a class."""

    kind: Literal["field", "static", "element", "local", "class", "unknown"]
    name: str | None = None
    """Name of the field; None for a link of another kind."""


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
    """Retained size of all these objects together, bytes; None if it is not known."""
    loaders: int
    """So many class loaders have a class of this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    """Retained size of one field of a class: what its objects together keep alive by this field.

    Kinds: `field` or `static`, if the field alone keeps the objects alive; `thread_local`, for a variable that the
    field holds; `local`, for local variables of threads of the class; `shared`, if others refer to the objects too.
    """

    kind: FieldKind
    class_name: str
    field: str
    target: str
    """The class of the largest object that it refers to."""
    targets: int
    kept_bytes: int
    others: tuple[Holder, ...]
    """Other holders of the same objects, if the kind is `shared`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BufferRow:
    """Direct buffers: memory outside of the heap, by who holds them; null where nobody is known to."""

    holder: Holder | None
    is_module_file: bool
    """True if it is the module file of the JDK (`lib/modules`), mapped by the JDK itself: no memory of the application.
"""
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
    """True if the object is a class itself, which holds the static fields."""
    is_container: bool
    """True if the object only holds what other objects put into it: a collection, an array, a text, a reference."""
    root: RootKind | None
    link: Link | None
    """Link from the node above; null if that node is the whole heap, or refers here only through other objects."""
    holders: tuple[Holder, ...]
    """Holders of the object, if the node above does not refer to it, or is the whole heap."""
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
    """Amounts by reachability, retained sizes and dominator tree; known only if the whole dump was read."""

    reachable: Amount
    soft: Amount
    """Objects that only soft references hold: the VM frees them before it runs out of memory."""
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
    mended_segments: int
    """Segments of length 0 whose content was read to the next record."""
    all: Amount
    roots: tuple[RootRow, ...]
    classes: tuple[ClassRow, ...]
    kept: Kept | None
