"""Fields that grow from dump to dump: retained size in each dump, and whether the growth continued."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from loadproof.jvm.heap.dump import BufferRow, ClassRow, FieldRow, HeapDump, Kept, Node
from loadproof.jvm.heap.report import ClassChange, FieldGrowth
from loadproof.jvm.heap.suspects import memory_told
from loadproof.model.message import Message, Value, count

__all__ = ["LEAST_STEP", "LEAST_STEP_OF_EQUAL_LOADS", "class_changes", "field_growth"]

Key = tuple[str, str]
_LEAST_BYTES = 1 << 20
_LEAST_SHARE = 0.01
"""Share of the reachable bytes in the last dump: a field of the heap that grows by less is not reported."""
LEAST_STEP = 0.25
"""Least growth per step, as a share of the mean pace. Memory that fills up, such as a cache, grows by less in some
step. The load between dumps may differ."""
LEAST_STEP_OF_EQUAL_LOADS = 0.8
"""Least growth per step if the load between dumps is equal: a leak grows by about the same, memory that fills up by
less."""
_LEAST_CONTAINED = 0.5
"""Share of a field's growth: if another growing field behind it explains this much, that field is reported instead."""
_LEAST_DUMPS = 3
_FEW = 10
_MS_PER_HOUR = 3_600_000.0
_MOST = 50
_MOST_CLASSES = 1000


def field_growth(dumps: Sequence[HeapDump], least_step: float = LEAST_STEP) -> list[FieldGrowth]:
    """Fields that keep more in the last dump than in the first, direct buffers among it, those that grew most first.

    Of fields one behind the other the nearest to what grows is told, and not those of what becomes more there. Needs
    two dumps that tell what keeps what. What grows by less than `least_step` of its mean pace in one step fills up.
    """
    told = [(dump, dump.kept) for dump in dumps if dump.kept is not None]
    if len(told) < 2:
        return []
    rows = [_by_key(kept.fields) for _, kept in told]
    first, last = told[0][1], told[-1][1]
    least = max(_LEAST_BYTES, _LEAST_SHARE * last.reachable.bytes)
    kept_bytes = {key: tuple(_kept(one, key) for one in rows) for key in rows[-1]}
    grown = {key: held[-1] - held[0] for key, held in kept_bytes.items() if held[-1] - held[0] >= least}
    whole = last.reachable.bytes - first.reachable.bytes
    times_ms = [dump.taken_ms for dump, _ in told]
    # Fields of objects that became more grow with whatever holds these: that is asked for, unless nothing is.
    larger = {key: growth for key, growth in grown.items() if _is_larger(rows[0].get(key, ()), rows[-1][key])}
    asked = larger or grown
    found = [
        _growth(key, [one.get(key, ()) for one in rows], times_ms, whole, least_step)
        for key in asked.keys() - set(_behind_others(last, asked))
    ]
    found += _buffers_growth([kept for _, kept in told], times_ms, least_step)
    return sorted(found, key=lambda one: (-one.growth_bytes, one.class_name, one.field))[:_MOST]


def _by_key(fields: Sequence[FieldRow]) -> dict[Key, tuple[FieldRow, ...]]:
    """Rows of a field: it may keep something alone, and share other things."""
    found: dict[Key, tuple[FieldRow, ...]] = {}
    for row in fields:
        key = (row.class_name, row.field)
        found[key] = (*found.get(key, ()), row)
    return found


def _kept(rows: Mapping[Key, tuple[FieldRow, ...]], key: Key) -> int:
    return sum(row.kept_bytes for row in rows.get(key, ()))


def _is_larger(first: Sequence[FieldRow], last: Sequence[FieldRow]) -> bool:
    """Return True if larger targets, rather than more targets, explain at least half of a field's growth.

    If the field had no target in the first dump, return True if it has at most ten in the last.
    """
    targets, kept = sum(row.targets for row in first), sum(row.kept_bytes for row in first)
    if not targets:
        return sum(row.targets for row in last) <= _FEW
    growth = sum(row.kept_bytes for row in last) - kept
    each = sum(row.kept_bytes for row in last) / max(1, sum(row.targets for row in last)) - kept / targets
    return targets * each >= _LEAST_CONTAINED * growth


def _growth(
    key: Key, rows: Sequence[tuple[FieldRow, ...]], times_ms: Sequence[int], whole: int, least_step: float
) -> FieldGrowth:
    kept = tuple(sum(row.kept_bytes for row in one) for one in rows)
    growth = kept[-1] - kept[0]
    largest = max(rows[-1], key=lambda row: row.kept_bytes)
    is_growing = _grows(kept, times_ms, least_step)
    told: dict[str, Value] = {
        "class": key[0],
        "field": key[1],
        # Of a variable that nobody is known to hold only the class of its values is known.
        "kind": largest.kind if key[1] or largest.kind == "local" else "values",
        "first": memory_told(kept[0]),
        "last": memory_told(kept[-1]),
        "dumps": count(len(kept)),
        "target": largest.target,
    }
    return FieldGrowth(
        class_name=key[0],
        field=key[1],
        kind=largest.kind,
        kept_bytes=kept,
        targets=tuple(sum(row.targets for row in one) for one in rows),
        growth_bytes=growth,
        bytes_per_hour=_per_hour(growth, times_ms),
        share_of_growth=growth / whole if whole > 0 else None,
        grows=is_growing,
        text=Message("heap-field-grows", **told) if is_growing else Message("heap-field-grew", **told),
    )


def _per_hour(growth: int, times_ms: Sequence[int]) -> float | None:
    hours = (times_ms[-1] - times_ms[0]) / _MS_PER_HOUR
    return growth / hours if hours > 0 else None


def _buffers_growth(dumps: Sequence[Kept], times_ms: Sequence[int], least_step: float) -> Iterator[FieldGrowth]:
    """Memory outside of the heap, by the field that holds its buffers; nothing of what nobody is known to hold."""
    rows = [{_holder(row): row for row in kept.buffers if row.holder is not None} for kept in dumps]
    for key in rows[-1]:
        held = tuple(one[key].bytes if key in one else 0 for one in rows)
        growth = held[-1] - held[0]
        if growth < _LEAST_BYTES:
            continue
        is_growing = _grows(held, times_ms, least_step)
        told: dict[str, Value] = {
            "class": key[0],
            "field": key[1],
            "first": memory_told(held[0]),
            "last": memory_told(held[-1]),
            "dumps": count(len(held)),
        }
        yield FieldGrowth(
            class_name=key[0],
            field=key[1],
            kind="buffers",
            kept_bytes=held,
            targets=tuple(one[key].buffers if key in one else 0 for one in rows),
            growth_bytes=growth,
            bytes_per_hour=_per_hour(growth, times_ms),
            share_of_growth=None,
            grows=is_growing,
            text=Message("heap-buffers-grow", **told) if is_growing else Message("heap-buffers-grew", **told),
        )


def _holder(row: BufferRow) -> Key:
    return ("", "") if row.holder is None else (row.holder.class_name, row.holder.link.name or "")


def _grows(kept: Sequence[int], times_ms: Sequence[int], least_step: float = LEAST_STEP) -> bool:
    """Return True if each of two or more steps grew, by at least `least_step` of the mean pace.

    >>> _grows((10, 20, 30), (0, 1000, 2000)), _grows((10, 28, 30), (0, 1000, 2000)), _grows((10, 30), (0, 1000))
    (True, False, False)
    """
    if len(kept) < _LEAST_DUMPS:
        return False
    steps = [after - before for before, after in pairwise(kept)]
    spans = [after - before for before, after in pairwise(times_ms)]
    if any(span <= 0 for span in spans):
        spans = [1] * len(steps)
    pace = (kept[-1] - kept[0]) / sum(spans)
    return all(step > 0 and step >= least_step * pace * span for step, span in zip(steps, spans, strict=True))


def _behind_others(kept: Kept, grown: Mapping[Key, int]) -> Iterator[Key]:
    """Fields that grow because another does, which they lead to."""
    for place, node in enumerate(kept.tree):
        for key in _keys(kept.tree, node) & grown.keys():
            for above in _keys_above(kept.tree, place) & grown.keys():
                if above != key and grown[key] >= _LEAST_CONTAINED * grown[above]:
                    yield above


def _keys(tree: Sequence[Node], node: Node) -> set[Key]:
    """The fields by which an object is held."""
    found = {(one.class_name, one.link.name or "") for one in node.holders}
    if node.parent and node.link is not None:
        found.add((tree[node.parent].class_name, node.link.name or ""))
    return found


def _keys_above(tree: Sequence[Node], place: int) -> set[Key]:
    found: set[Key] = set()
    above = tree[place].parent
    while above:
        found |= _keys(tree, tree[above])
        above = tree[above].parent
    return found


def class_changes(dumps: Sequence[HeapDump]) -> list[ClassChange]:
    """The classes of the last dump, with what changed since the first: the largest, and those that changed most."""
    last = {row.name: row for row in dumps[-1].classes}
    first = {row.name: row for row in dumps[0].classes} if len(dumps) > 1 else None
    found = [_change(name, last.get(name), first) for name in {**(first or {}), **last}]
    largest = sorted(found, key=lambda one: (-one.bytes, one.name))[:_MOST_CLASSES]
    changed = sorted(found, key=lambda one: (-abs(one.bytes_change or 0), one.name))[:_MOST_CLASSES]
    kept = {one.name: one for one in (*largest, *(changed if first is not None else ()))}
    return sorted(kept.values(), key=lambda one: (-one.bytes, one.name))


def _change(name: str, row: ClassRow | None, first: Mapping[str, ClassRow] | None) -> ClassChange:
    before = None if first is None else first.get(name, _NONE)
    now = row or _NONE
    return ClassChange(
        name=name,
        objects=now.objects,
        bytes=now.bytes,
        kept_bytes=now.kept_bytes,
        loaders=now.loaders,
        objects_change=None if before is None else now.objects - before.objects,
        bytes_change=None if before is None else now.bytes - before.bytes,
        loaders_change=None if before is None else now.loaders - before.loaders,
    )


_NONE = ClassRow(name="", objects=0, bytes=0, kept_bytes=None, loaders=0)
