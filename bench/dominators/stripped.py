"""A dump made small enough to be stored: `python -m bench.dominators.stripped DUMP STORED`, in gzip.

Objects, classes and roots stay as they are. Content of arrays of values becomes zero, so that no text stays; names that
neither a class nor a field has, and stacks, go.
"""

import gzip
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["stripped"]

_TEXT, _LOAD_CLASS, _SEGMENT, _SEGMENT_END = 0x01, 0x02, 0x1C, 0x2C
_ROOTS = {0xFF: 8, 0x05: 8, 0x07: 8, 0x01: 16, 0x02: 16, 0x03: 16, 0x08: 16, 0x04: 12, 0x06: 12}
"""Bytes of each kind of root behind its tag; identifiers have eight."""
_CLASS, _INSTANCE, _ARRAY, _VALUES = 0x20, 0x21, 0x22, 0x23
_REFERENCE = 2
_SIZES = {_REFERENCE: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}


def stripped(dump: bytes) -> bytes:
    """The dump without what is not asked for. Raises ValueError where a record is unknown."""
    content = bytearray(dump)
    head = content.index(0) + 13
    records = list(_records(content, head))
    names = {_number(content, ">Q", begin + 25) for tag, begin, _ in records if tag == _LOAD_CLASS}
    for tag, begin, end in records:
        if tag == _SEGMENT:
            _strip_segment(content, begin + 9, end, names)
    kept = [
        bytes(content[begin:end])
        for tag, begin, end in records
        if tag in (_LOAD_CLASS, _SEGMENT, _SEGMENT_END) or (tag == _TEXT and _number(content, ">Q", begin + 9) in names)
    ]
    return bytes(content[:head]) + b"".join(kept)


def _records(content: bytearray, at: int) -> Iterator[tuple[int, int, int]]:
    while at < len(content):
        end = at + 9 + _number(content, ">I", at + 5)
        yield content[at], at, end
        at = end


def _strip_segment(content: bytearray, at: int, end: int, names: set[int]) -> None:
    while at < end:
        tag = content[at]
        at += 1
        if tag in _ROOTS:
            at += _ROOTS[tag]
        elif tag == _CLASS:
            at = _behind_class(content, at, names)
        elif tag == _INSTANCE:
            at += 24 + _number(content, ">I", at + 20)
        elif tag == _ARRAY:
            at += 24 + 8 * _number(content, ">I", at + 12)
        elif tag == _VALUES:
            length = _SIZES[content[at + 16]] * _number(content, ">I", at + 12)
            content[at + 17 : at + 17 + length] = bytes(length)
            at += 17 + length
        else:
            raise ValueError(f"a record of tag {tag:#x}. Cure: take a dump of HotSpot")


def _behind_class(content: bytearray, at: int, names: set[int]) -> int:
    """Behind a class, the names of whose fields are wanted; HotSpot writes no constants."""
    at += 66
    statics = _number(content, ">H", at)
    at += 2
    for _ in range(statics):
        names.add(_number(content, ">Q", at))
        at += 9 + _SIZES[content[at + 8]]
    fields = _number(content, ">H", at)
    at += 2
    names.update(_number(content, ">Q", at + 9 * field) for field in range(fields))
    return at + 9 * fields


def _number(content: bytearray, form: str, at: int) -> int:
    return int(struct.unpack_from(form, content, at)[0])


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(gzip.compress(stripped(Path(sys.argv[1]).read_bytes()), 9, mtime=0))
