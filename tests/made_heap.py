"""Writes heap dumps (HPROF 1.0.2) of heaps whose truth is known, as HotSpot writes them."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["MadeHeap", "MadeObject"]

_CODES = {"L": 2, "Z": 4, "C": 5, "F": 6, "D": 7, "B": 8, "S": 9, "I": 10, "J": 11}
_SIZES = {"Z": 1, "C": 2, "F": 4, "D": 8, "B": 1, "S": 2, "I": 4, "J": 8}
_ROOTS = {"jni_global": 0x01, "java_frame": 0x03, "sticky_class": 0x05, "monitor": 0x07, "thread": 0x08}
_BASE = 0x7_0000_0000


@dataclass
class _Class:
    name: str
    superclass: int
    fields: tuple[tuple[str, str], ...]
    loader: int
    statics: dict[str, int]


@dataclass
class MadeObject:
    """One object; `targets` are all that it refers to."""

    kind: str
    class_address: int
    size: int
    targets: list[int] = field(default_factory=list)
    body: bytes = b""
    length: int = 0
    code: str = ""


class MadeHeap:
    """A heap that is put together object by object. Addresses are their numbers; 0 is null."""

    def __init__(self, *, id_bytes: int = 8, reference_bytes: int = 4, taken_ms: int = 1_000) -> None:
        self.id_bytes, self.reference_bytes, self.taken_ms = id_bytes, reference_bytes, taken_ms
        self.classes: dict[int, _Class] = {}
        self.objects: dict[int, MadeObject] = {}
        self.roots: list[tuple[str, int, int]] = []
        self._names: dict[str, int] = {}
        self._next = _BASE if id_bytes == 8 else 0x1000_0000
        self.object_class = self.make_class("java/lang/Object", superclass=0)
        self.class_class = self.make_class("java/lang/Class")
        self.reference_class = self.make_class("java/lang/ref/Reference", fields=[("referent", "L"), ("queue", "L")])

    def make_class(
        self,
        name: str,
        *,
        superclass: int | None = None,
        fields: Iterable[tuple[str, str]] = (),
        loader: int = 0,
        statics: Mapping[str, int] | None = None,
    ) -> int:
        """A class; of the boot loader it is a root."""
        above = self.object_class if superclass is None else superclass
        made = _Class(name, above, tuple(fields), loader, dict(statics or {}))
        size = self._aligned(self._head + len(made.statics) * self.reference_bytes)
        targets = [one for one in (above, loader, *made.statics.values()) if one]
        address = self._add(MadeObject("class", 0, size, targets))
        self.classes[address] = made
        if not loader:
            self.roots.append(("sticky_class", address, 0))
        return address

    def set_static(self, class_address: int, name: str, target: int) -> None:
        """Another static field: the size of its class is that of the end."""
        made, held = self.classes[class_address], self.objects[class_address]
        made.statics[name] = target
        held.targets.append(target)
        held.size = self._aligned(self._head + len(made.statics) * self.reference_bytes)

    def make(self, class_address: int, **values: int) -> int:
        """An object; fields that are not given are null or 0."""
        body, targets = b"", []
        chain = self._chain(class_address)
        for one in chain:
            for name, code in self.classes[one].fields:
                value = values.get(name, 0)
                if code == "L":
                    body += self._id(value)
                    if value and not (name == "referent" and one == self.reference_class):
                        targets.append(value)
                else:
                    body += value.to_bytes(_SIZES[code], "big", signed=True)
        size = self._head
        for one in reversed(chain):
            own = sum(self.reference_bytes if code == "L" else _SIZES[code] for _, code in self.classes[one].fields)
            size = -(-(size + own) // self.reference_bytes) * self.reference_bytes
        return self._add(MadeObject("instance", class_address, self._aligned(size), [*targets, class_address], body))

    def array(self, class_address: int, elements: Sequence[int]) -> int:
        """An array of references."""
        size = self._aligned(self._head + 4 + len(elements) * self.reference_bytes)
        body = b"".join(map(self._id, elements))
        targets = [*(one for one in elements if one), class_address]
        return self._add(MadeObject("array", class_address, size, targets, body, len(elements)))

    def values(self, code: str, content: bytes) -> int:
        """An array of values with these bytes."""
        head = -(-(self._head + 4) // self.reference_bytes) * self.reference_bytes
        size = self._aligned(head + len(content))
        return self._add(MadeObject("values", 0, size, [], content, len(content) // _SIZES[code], code))

    def root(self, kind: str, address: int, thread: int = 0) -> None:
        """What is alive of itself; a local variable by way of its thread, where that is a root, too."""
        self.roots.append((kind, address, thread))

    def alive(self, without: int = 0) -> set[int]:
        """What roots reach, where one object is taken away."""
        threads = {thread: address for kind, address, thread in self.roots if kind == "thread"}
        locals_of: dict[int, list[int]] = {}
        open_ones = []
        for kind, address, thread in self.roots:
            if kind == "java_frame" and thread in threads:
                locals_of.setdefault(threads[thread], []).append(address)
            else:
                open_ones.append(address)
        seen: set[int] = set()
        while open_ones:
            address = open_ones.pop()
            if address != without and address not in seen and address in self.objects:
                seen.add(address)
                open_ones += [*self.objects[address].targets, *locals_of.get(address, [])]
        return seen

    def size(self, addresses: Iterable[int]) -> int:
        """The bytes of objects together."""
        return sum(self.objects[one].size for one in addresses)

    def kept(self, address: int) -> int:
        """What would go with an object: the definition of what it keeps."""
        return self.size(self.alive() - self.alive(address))

    def written(self, *, segment_bytes: int = 1 << 20, copies: int = 1) -> bytes:
        """The file; with all objects several times at the same addresses, as none is."""
        records = [b"JAVA PROFILE 1.0.2\0", struct.pack(">IQ", self.id_bytes, self.taken_ms)]
        heap = [self._written(address, held) for address, held in self.objects.items()] * copies
        heap += [self._root(*root) for root in self.roots]
        loads = [
            self._record(0x02, struct.pack(">I", number) + self._id(at) + bytes(4) + self._id(self._name(one.name)))
            for number, (at, one) in enumerate(self.classes.items(), start=1)
        ]
        names = [self._record(0x01, self._id(number) + name.encode()) for name, number in self._names.items()]
        records += [*names, *loads]
        segment = b""
        for one in heap:
            if segment and len(segment) + len(one) > segment_bytes:
                records.append(self._record(0x1C, segment))
                segment = b""
            segment += one
        return b"".join([*records, self._record(0x1C, segment), self._record(0x2C, b"")])

    @property
    def _head(self) -> int:
        return self.id_bytes + self.reference_bytes

    def _add(self, held: MadeObject) -> int:
        address = self._next
        self._next += held.size
        self.objects[address] = held
        return address

    def _chain(self, class_address: int) -> list[int]:
        chain = []
        while class_address and class_address not in chain:
            chain.append(class_address)
            class_address = self.classes[class_address].superclass
        return chain

    def _written(self, address: int, held: MadeObject) -> bytes:
        head = self._id(address) + bytes(4)
        if held.kind == "instance":
            return b"\x21" + head + self._id(held.class_address) + struct.pack(">I", len(held.body)) + held.body
        if held.kind == "array":
            return b"\x22" + head + struct.pack(">I", held.length) + self._id(held.class_address) + held.body
        if held.kind == "values":
            return b"\x23" + head + struct.pack(">IB", held.length, _CODES[held.code]) + held.body
        one = self.classes[address]
        ids = [one.superclass, one.loader, 0, 0, 0, 0]
        statics = [self._id(self._name(name)) + b"\x02" + self._id(target) for name, target in one.statics.items()]
        fields = [self._id(self._name(name)) + bytes([_CODES[code]]) for name, code in one.fields]
        counts = struct.pack(">IHH", 0, 0, len(statics))
        return b"".join([b"\x20", head, *map(self._id, ids), counts, *statics, struct.pack(">H", len(fields)), *fields])

    def _root(self, kind: str, address: int, thread: int) -> bytes:
        tag = bytes([_ROOTS[kind]]) + self._id(address)
        if kind == "jni_global":
            return tag + self._id(0)
        return tag + struct.pack(">II", thread, 0) if kind in ("thread", "java_frame") else tag

    def _record(self, tag: int, body: bytes) -> bytes:
        return struct.pack(">BII", tag, 0, len(body)) + body

    def _id(self, value: int) -> bytes:
        return value.to_bytes(self.id_bytes, "big")

    def _name(self, name: str) -> int:
        return self._names.setdefault(name, 0x1000 + len(self._names))

    @staticmethod
    def _aligned(size: int) -> int:
        return -(-size // 8) * 8
