"""Suspects of a heap: places in the dominator tree where memory gathers, and the field that leads to each.

Eclipse MAT follows the largest child down to a big drop. That would hide the objects of a program behind a framework
that holds all of them. Here a node is a place if it keeps a tenth of the heap beyond the places reported below it.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from loadproof.jvm.heap.dump import ChildClass, Holder, Kept, Node
from loadproof.jvm.heap.report import Suspect
from loadproof.model.message import Message, Value, count, mebibytes, number, share

__all__ = ["memory_told", "suspects_in"]

_LEAST_SHARE = 0.1
_MOST = 10
_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry"
_CLASS = "java.lang.Class"
_OF_THREADS = frozenset({"threadLocals", "inheritableThreadLocals"})
_MIB = 1 << 20
_KIB = 1 << 10
Kind = Literal["field", "static", "thread_local", "local", "shared", "object", "objects"]


@dataclass(frozen=True, slots=True)
class _Owner:
    """Owner of a place: the node that is held, and the node that holds it, if there is one."""

    kind: Kind
    class_name: str
    field: str
    held: int
    holder: int | None
    others: tuple[Holder, ...] = ()


def suspects_in(kept: Kept) -> list[Suspect]:
    """The places that keep a tenth of the heap or more beyond those below them, what keeps most of its own first."""
    tree, whole = kept.tree, max(1, kept.reachable.bytes)
    least = _LEAST_SHARE * whole
    claimed = [0] * len(tree)
    claimed_by_class: dict[str, int] = {}
    places: dict[int, tuple[_Owner, int]] = {}
    for place in range(len(tree) - 1, 0, -1):
        node = tree[place]
        if node.kept_bytes - claimed[place] >= least:
            owner = _owner(kept, place)
            places.setdefault(owner.held, (owner, place))
            claimed[place] = node.kept_bytes
        if node.parent is not None:
            claimed[node.parent] += claimed[place]
            if node.parent == 0:
                claimed_by_class[node.class_name] = claimed_by_class.get(node.class_name, 0) + claimed[place]
    below = _told_below(tree, places)
    found = [_suspect(kept, place, owner, below.get(owner.held, ())) for owner, place in places.values()]
    found += _groups(kept, claimed_by_class, least, whole)
    return sorted(found, key=lambda one: (-one.own_bytes, one.class_name, one.field))[:_MOST]


def _told_below(tree: Sequence[Node], places: Container[int]) -> dict[int, list[int]]:
    """The places that are told, by the nearest above them that is told, too."""
    found: dict[int, list[int]] = {}
    for place in range(1, len(tree)):
        above = tree[place].parent or 0
        while place in places and above and above not in places:
            above = tree[above].parent or 0
        if place in places and above:
            found.setdefault(above, []).append(place)
    return found


def memory_told(held_bytes: int) -> Value:
    """Bytes, in the unit that has few digits.

    >>> memory_told(24), memory_told(3 << 10)
    (Message(heap-bytes, number=24 count), Message(heap-kibibytes, number=3.0 number))
    """
    if held_bytes >= _MIB:
        return mebibytes(held_bytes / _MIB)
    if held_bytes >= _KIB:
        return Message("heap-kibibytes", number=number(held_bytes / _KIB))
    return Message("heap-bytes", number=count(held_bytes))


def _owner(kept: Kept, place: int) -> _Owner:
    """The nearest above that is no container, of another class than what it holds; the place itself where none is."""
    tree = kept.tree
    node = tree[place]
    held = place
    # A list of its own making is a way of objects of one class.
    while (above := tree[held].parent or 0) and tree[above].class_name == node.class_name:
        held = above
    if held == place and not node.is_container:
        return _by_itself(node, place)
    while True:
        above = tree[held].parent or 0
        if above == 0:
            return _at_the_top(tree[held], held)
        if not tree[above].is_container:
            return _of_owner(kept, held, above)
        held = above


def _by_itself(node: Node, place: int) -> _Owner:
    kind: Kind = "static" if node.is_class else "object"
    return _Owner(kind, node.class_name, "", place, None, node.holders)


def _of_owner(kept: Kept, held: int, above: int) -> _Owner:
    tree = kept.tree
    node, owner = tree[held], tree[above]
    link = node.link
    if link is None:
        return _shared(node, held, above) or _Owner("object", owner.class_name, "", above, None)
    if link.kind == "local":
        return _Owner("local", owner.class_name, "", held, above)
    if link.kind == "field" and (link.name or "") in _OF_THREADS:
        return _thread_local(kept, held, above)
    if link.kind in ("field", "static"):
        return _Owner("static" if link.kind == "static" else "field", owner.class_name, link.name or "", held, above)
    return _Owner("object", owner.class_name, "", above, None)


def _at_the_top(node: Node, held: int) -> _Owner:
    """Return the owner of a node without a dominator: several objects refer to the node, or it is a root."""
    return _shared(node, held, None) or _Owner("object", node.class_name, "", held, None)


def _shared(node: Node, held: int, above: int | None) -> _Owner | None:
    owners = [one for one in node.holders if one.link.kind in ("field", "static")]
    if not owners:
        return None
    first = owners[0]
    others = tuple(one for one in node.holders if one is not first)
    return _Owner("shared", first.class_name, first.link.name or "", held, above, others)


def _thread_local(kept: Kept, held: int, above: int) -> _Owner:
    """The variable whose values weigh most there, by who holds it; else the class of the value."""
    values = [place for place in _below(kept.tree, held) if _is_value(kept.tree, place)]
    value = max(values, key=lambda place: kept.tree[place].kept_bytes, default=None)
    if value is None:
        return _Owner("thread_local", kept.tree[above].class_name, "", held, above)
    target = kept.tree[value].class_name
    rows = [row for row in kept.fields if row.kind == "thread_local" and row.target == target]
    if rows:
        return _Owner("thread_local", rows[0].class_name, rows[0].field, value, above)
    return _Owner("thread_local", target, "", value, above)


def _is_value(tree: Sequence[Node], place: int) -> bool:
    parent = tree[place].parent
    return parent is not None and tree[parent].class_name == _ENTRY


def _below(tree: Sequence[Node], top: int) -> Iterator[int]:
    """Places below another: each stands behind the one above it."""
    inside = {top}
    for place in range(top + 1, len(tree)):
        if tree[place].parent in inside:
            inside.add(place)
            yield place


def _suspect(kept: Kept, place: int, owner: _Owner, below: Sequence[int]) -> Suspect:
    tree, whole = kept.tree, max(1, kept.reachable.bytes)
    held = tree[owner.held]
    most = tree[place].classes[0] if tree[place].classes else None
    owner_kept = None if owner.holder is None else tree[owner.holder].kept_bytes
    own_bytes = held.kept_bytes - sum(tree[one].kept_bytes for one in below)
    own_objects = held.objects - sum(tree[one].objects for one in below)
    return Suspect(
        kind=owner.kind,
        class_name=owner.class_name,
        field=owner.field,
        kept_bytes=held.kept_bytes,
        share=held.kept_bytes / whole,
        own_bytes=own_bytes,
        own_objects=own_objects,
        owner_kept_bytes=owner_kept,
        owner_share=None if owner_kept is None else owner_kept / whole,
        most_class="" if most is None else most.class_name,
        most_objects=0 if most is None else most.objects,
        others=owner.others,
        path=held.path,
        node=owner.held,
        text=_text(owner, _spread(most, bool(below)), own_bytes / whole, own_bytes, own_objects),
    )


def _spread(most: ChildClass | None, has_others_below: bool) -> Message:
    if has_others_below:
        return Message("heap-spread-beside")
    if most is None:
        return Message("heap-spread-none")
    return Message("heap-spread", most=most.class_name, number=count(most.objects))


def _text(owner: _Owner, spread: Message, own_share: float, own_bytes: int, own_objects: int) -> Message:
    told: dict[str, Value] = {
        "class": owner.class_name,
        "share": share(own_share),
        "memory": memory_told(own_bytes),
        "objects": count(own_objects),
        "spread": spread,
    }
    if owner.kind in ("object", "local") or not owner.field:
        kind = "class" if owner.kind == "static" else owner.kind
        return Message("heap-suspect-object", kind=kind, **told)
    if owner.kind == "shared":
        return Message("heap-suspect-shared", field=owner.field, others=count(len(owner.others)), **told)
    return Message("heap-suspect-field", kind=owner.kind, field=owner.field, **told)


def _groups(kept: Kept, claimed: dict[str, int], least: float, whole: int) -> Iterator[Suspect]:
    """Objects of one class that hang on nothing together, and that are small each."""
    tree = kept.tree
    for one in tree[0].classes:
        # Each object of a class has static fields of its own, which are told of one by one.
        if one.class_name == _CLASS:
            continue
        if one.kept_bytes - claimed.get(one.class_name, 0) < least or one.objects < 2:
            continue
        members = [place for place in range(1, len(tree)) if _is_member(tree[place], one)]
        place = max(members, key=lambda place: tree[place].kept_bytes, default=0)
        member = tree[place]
        owners = [holder for holder in member.holders if holder.link.kind in ("field", "static")]
        yield Suspect(
            kind="objects",
            class_name=one.class_name,
            field="",
            kept_bytes=one.kept_bytes,
            share=one.kept_bytes / whole,
            own_bytes=one.kept_bytes,
            own_objects=one.objects,
            owner_kept_bytes=None,
            owner_share=None,
            most_class=one.class_name,
            most_objects=one.objects,
            others=tuple(owners),
            path=member.path,
            node=place,
            text=Message(
                "heap-suspect-objects",
                number=count(one.objects),
                share=share(one.kept_bytes / whole),
                memory=memory_told(one.kept_bytes),
                **{"class": one.class_name},
            ),
        )


def _is_member(node: Node, group: ChildClass) -> bool:
    return node.parent == 0 and node.class_name == group.class_name
