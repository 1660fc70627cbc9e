"""What is said of heap dumps, as `loadproof heap --json` prints it."""

from dataclasses import dataclass
from typing import Literal

from loadproof.diagnosis.gc_report import Remark
from loadproof.diagnosis.heap_dump import Amount, BufferRow, Extent, FieldRow, Holder, Node, RootPath
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
    """What roots keep alive; null where that cannot be told."""
    soft: Amount | None
    weak: Amount | None
    finalizer: Amount | None
    unreachable: Amount | None
    buffer_bytes: int | None
    """Of direct buffers, outside of the heap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """What keeps much of the heap, in the last dump that tells it.

    Kinds: a `field` or a `static` one of a class; a `thread_local` variable; a `local` variable of a thread; a `shared`
    object, which several refer to; an `object` by itself; `objects` of one class that nothing joins.
    """

    kind: Literal["field", "static", "thread_local", "local", "shared", "object", "objects"]
    class_name: str
    """Whose field it is; of objects their own class."""
    field: str
    kept_bytes: int
    share: float
    """Of all that roots keep alive."""
    own_bytes: int
    """Without what others keep below it that are told here, too."""
    own_objects: int
    owner_kept_bytes: int | None
    """What the object keeps that has the field."""
    owner_share: float | None
    most_class: str
    """What most of it hangs on, where it spreads."""
    most_objects: int
    others: tuple[Holder, ...]
    """Who else refers to it."""
    path: RootPath | None
    node: int
    """Its place in the tree."""
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldGrowth:
    """What a field keeps, dump by dump."""

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
    """Of what the whole heap grew by; null where it did not grow, and of buffers."""
    grows: bool
    """Whether it grew in every step, and no step much less than the others: three dumps or more."""
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
    """Of the last dump that tells it, as the tree."""
    buffers: tuple[BufferRow, ...]
    classes: tuple[ClassChange, ...]
    tree: tuple[Node, ...]
    remarks: tuple[Remark, ...]
