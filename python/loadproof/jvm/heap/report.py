"""Report on heap dumps, as `loadproof heap --json` prints it."""

from dataclasses import dataclass
from typing import Literal

from loadproof.jvm.heap.dump import Amount, BufferRow, Extent, FieldRow, Holder, Node, RootPath
from loadproof.jvm.remark import Remark
from loadproof.model.message import Message

__all__ = [
    "HEAP_SCHEMA_VERSION",
    "ClassChange",
    "FieldGrowth",
    "GrowthKind",
    "HeapFigures",
    "HeapReport",
    "HeapState",
    "Suspect",
]

HEAP_SCHEMA_VERSION: Literal[1] = 1
HeapState = Literal["grows", "grew", "kept", "even", "cannot_tell"]
GrowthKind = Literal["field", "static", "thread_local", "local", "shared", "buffers"]
"""`buffers`: direct buffers that the field holds, outside of the heap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapFigures:
    """One dump."""

    name: str
    taken_ms: int
    """In ms since 1970."""
    extent: Extent
    file_bytes: int
    all: Amount
    reachable: Amount | None
    """Objects that roots keep alive; null if they are not known."""
    soft: Amount | None
    weak: Amount | None
    finalizer: Amount | None
    unreachable: Amount | None
    buffer_bytes: int | None
    """Bytes of direct buffers outside of the heap, without the JDK's module file; null if they are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """Suspect that keeps much of the heap, in the last dump that tells retained sizes.

    Kinds: `field` or `static`, a field of a class; `thread_local`, a thread-local variable; `local`, a local variable
    of a thread; `shared`, an object with several holders; `object`, an object by itself; `objects`, objects of one
    class without a common holder.
    """

    kind: Literal["field", "static", "thread_local", "local", "shared", "object", "objects"]
    class_name: str
    """Class that has the field; of objects, their own class."""
    field: str
    kept_bytes: int
    share: float
    """Retained size as a share of all bytes that roots keep alive."""
    own_bytes: int
    """Without what others keep below it that are told here, too."""
    own_objects: int
    owner_kept_bytes: int | None
    """Retained size of the object that has the field; null if there is no such object."""
    owner_share: float | None
    most_class: str
    """Class that keeps most, directly below the place where the memory spreads; empty if there is none."""
    most_objects: int
    others: tuple[Holder, ...]
    """Other holders of the same memory."""
    path: RootPath | None
    node: int
    """Index in the dominator tree."""
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldGrowth:
    """Retained size of a field, dump by dump."""

    class_name: str
    field: str
    kind: GrowthKind
    kept_bytes: tuple[int, ...]
    """In each dump that tells it, in the order of time."""
    targets: tuple[int, ...]
    growth_bytes: int
    bytes_per_hour: float | None
    """From the first dump to the last; null where their times are not told."""
    share_of_growth: float | None
    """Share of the growth of the whole heap; null if the heap did not grow, and for buffers."""
    grows: bool
    """True if the size grew in every step, and in no step by much less than in the others; needs three dumps."""
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassChange:
    """A class in the last dump, and since the first."""

    name: str
    objects: int
    bytes: int
    kept_bytes: int | None
    loaders: int
    objects_change: int | None
    """Null of one dump."""
    bytes_change: int | None
    loaders_change: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapReport:
    """All that is said of some dumps of one service."""

    schema_version: Literal[1]
    state: HeapState
    sentence: Message
    dumps: tuple[HeapFigures, ...]
    growth: tuple[FieldGrowth, ...]
    suspects: tuple[Suspect, ...]
    fields: tuple[FieldRow, ...]
    """Fields of the last dump that tells retained sizes; the tree is of the same dump."""
    buffers: tuple[BufferRow, ...]
    classes: tuple[ClassChange, ...]
    tree: tuple[Node, ...]
    remarks: tuple[Remark, ...]
