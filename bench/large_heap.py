"""A heap dump of a gigabyte, whose truth is known: one map of prices, which a field of a service holds."""

import random
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

__all__ = ["BYTES_OF_AN_ENTRY", "FIELD", "write_large_heap"]

FIELD = ("book.BookService", "oldBooksPrices")
"""The class and the field that keep nearly all of it."""
_ENTRIES_A_SEGMENT = 1 << 20
_FIRST_ADDRESS = 0x6_0000_0000
_STRIDE = 128
_REFERENCE, _INTEGER, _LONG = 2, 10, 11
_HEAD = [("tag", "u1"), ("address", ">u8"), ("stack", ">u4"), ("class", ">u8"), ("bytes", ">u4")]
_NODE = np.dtype([*_HEAD, ("hash", ">u4"), ("key", ">u8"), ("value", ">u8"), ("next", ">u8")])
_PRICE = np.dtype([*_HEAD, ("digits", ">u8"), ("changed", ">u8")])
_DIGITS = np.dtype(
    [("tag", "u1"), ("address", ">u8"), ("stack", ">u4"), ("length", ">u4"), ("type", "u1"), ("content", "V24")]
)
_ENTRY = np.dtype([("node", _NODE), ("key", _PRICE), ("value", _PRICE), ("digits", _DIGITS)])
BYTES_OF_AN_ENTRY = _ENTRY.itemsize + 8
"""Of the file: four objects, and an element of the table."""
_OBJECT, _NODES, _NODE_CLASS, _MAP, _PRICE_CLASS, _SERVICE, _APPLICATION = range(8, 8 * 8, 8)
_CLASSES: tuple[tuple[int, str, tuple[tuple[str, int], ...]], ...] = (
    (_OBJECT, "java/lang/Object", ()),
    (_NODES, "[Ljava/util/HashMap$Node;", ()),
    (_NODE_CLASS, "java/util/HashMap$Node", (("hash", _INTEGER), ("key", 2), ("value", 2), ("next", 2))),
    (_MAP, "java/util/HashMap", (("table", _REFERENCE),)),
    (_PRICE_CLASS, "book/Price", (("digits", _REFERENCE), ("changed", _LONG))),
    (_SERVICE, "book/BookService", (("oldBooksPrices", _REFERENCE),)),
    (_APPLICATION, "book/Application", ()),
)


def write_large_heap(place: Path, entries: int, seed: int = 1) -> None:
    """Writes a dump with so many entries in its map; the table has them in any order, as hashes do."""
    names: dict[str, int] = {}
    classes = [_class(number, fields, names) for number, _, fields in _CLASSES]
    after = _FIRST_ADDRESS + _STRIDE * entries
    service, held, table = after, after + 64, after + 128
    with place.open("wb") as file:
        file.write(b"JAVA PROFILE 1.0.2\0" + struct.pack(">IQ", 8, 1_000))
        loads = [
            struct.pack(">IQIQ", number, address, 0, names.setdefault(name, 1 + len(names)))
            for number, (address, name, _) in enumerate(_CLASSES, start=1)
        ]
        for name, number in names.items():
            _record(file, 0x01, struct.pack(">Q", number) + name.encode("ascii"))
        for load in loads:
            _record(file, 0x02, load)
        _record(file, 0x1C, b"".join([*classes, _application(service, names)]))
        for segment in _segments(entries):
            _record(file, 0x1C, segment)
        order = (np.arange(entries, dtype="u8") * np.uint64(_STRIDE) + np.uint64(_FIRST_ADDRESS)).astype(">u8")
        np.random.default_rng(seed).shuffle(order)
        _record(file, 0x1C, struct.pack(">BQIIQ", 0x22, table, 0, entries, _NODES) + order.tobytes())
        objects = _instance(held, _MAP, [table]) + _instance(service, _SERVICE, [held])
        roots = [struct.pack(">BQ", 0x05, address) for address, _, _ in _CLASSES]
        random.Random(seed).shuffle(roots)
        _record(file, 0x1C, b"".join([objects, *roots]))
        _record(file, 0x2C, b"")


def _segments(entries: int) -> Iterator[bytes]:
    for first in range(0, entries, _ENTRIES_A_SEGMENT):
        count = min(_ENTRIES_A_SEGMENT, entries - first)
        at = (np.arange(count, dtype="u8") + np.uint64(first)) * np.uint64(_STRIDE) + np.uint64(_FIRST_ADDRESS)
        made = np.zeros(count, dtype=_ENTRY)
        for name, tag, offset in (("node", 0x21, 0), ("key", 0x21, 32), ("value", 0x21, 64), ("digits", 0x23, 88)):
            made[name]["tag"], made[name]["address"] = tag, at + np.uint64(offset)
        made["node"]["class"], made["node"]["bytes"] = _NODE_CLASS, 28
        made["node"]["key"], made["node"]["value"] = at + np.uint64(32), at + np.uint64(64)
        for name in ("key", "value"):
            made[name]["class"], made[name]["bytes"] = _PRICE_CLASS, 16
        made["value"]["digits"] = at + np.uint64(88)
        made["digits"]["length"], made["digits"]["type"] = 24, 8
        yield made.tobytes()


def _class(address: int, fields: Sequence[tuple[str, int]], names: dict[str, int]) -> bytes:
    if address == _APPLICATION:
        return b""
    ids = (address, 0, 0 if address == _OBJECT else _OBJECT, 0, 0, 0, 0, 0)
    told = [struct.pack(">QB", names.setdefault(name, 1 + len(names)), code) for name, code in fields]
    return b"\x20" + struct.pack(">QIQQQQQQ", *ids) + struct.pack(">IHHH", 0, 0, 0, len(told)) + b"".join(told)


def _application(service: int, names: dict[str, int]) -> bytes:
    """The class whose static field holds the service."""
    ids = (_APPLICATION, 0, _OBJECT, 0, 0, 0, 0, 0)
    static = struct.pack(">QBQ", names["oldBooksPrices"], _REFERENCE, service)
    return b"\x20" + struct.pack(">QIQQQQQQ", *ids) + struct.pack(">IHH", 0, 0, 1) + static + struct.pack(">H", 0)


def _instance(address: int, class_address: int, references: Sequence[int]) -> bytes:
    body = struct.pack(f">{len(references)}Q", *references)
    return struct.pack(">BQIQI", 0x21, address, 0, class_address, len(body)) + body


def _record(file: BinaryIO, tag: int, body: bytes) -> None:
    file.write(struct.pack(">BII", tag, 0, len(body)))
    file.write(body)
