"""Performance data of a Java VM as bytes: as it is laid out, and hostile."""

import os
import struct
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.system.java_counters import counters_in, open_counters

NAMES = ("sun.gc.cause", "sun.gc.collector.1.invocations", "sun.gc.generation.1.space.0.used")


def entry(order: str, name: str, value: int | str) -> bytes:
    written = name.encode() + b"\0"
    data_at = (20 + len(written) + 7) // 8 * 8
    if isinstance(value, int):
        items, kind, data = 0, ord("J"), struct.pack(f"{order}q", value)
    else:
        data = value.encode() + bytes(8)
        items, kind = len(data), ord("B")
    head = struct.pack(f"{order}3i4Bi", data_at + len(data), 20, items, kind, 0, 4, 2, data_at)
    return head + written + bytes(data_at - 20 - len(written)) + data


def written(values: Mapping[str, int | str], order: str = "<", version: int = 2, accessible: int = 1) -> bytes:
    entries = b"".join(entry(order, name, value) for name, value in values.items())
    head = b"\xca\xfe\xc0\xc0" + bytes((0 if order == ">" else 1, version, 0, accessible))
    return head + struct.pack(f"{order}iiqii", 32 + len(entries), 0, 7, 32, len(values)) + entries


VALUES: dict[str, int | str] = {NAMES[0]: "No GC", "java.other": 5, NAMES[1]: 3, NAMES[2]: 55_672_448}


@pytest.mark.parametrize("order", ["<", ">"])
def test_counters_are_read_in_either_order_of_bytes(order: str) -> None:
    found = counters_in(written(VALUES, order), NAMES)
    assert found == {name: VALUES[name] for name in NAMES}


@pytest.mark.parametrize(
    "content", [b"", b"\xca\xfe\xc0\xc0", bytes(64), written(VALUES, version=1), written(VALUES, accessible=0)]
)
def test_what_is_no_performance_data_or_not_complete_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="performance data"):
        counters_in(content, NAMES)


def test_what_was_cut_off_is_left_out() -> None:
    content = written(VALUES)
    assert counters_in(content[:-30], NAMES).keys() == {NAMES[0], NAMES[1]}


@pytest.mark.parametrize("data_at", [-8, 0, 8, 61, 10_000, 2**31 - 1])
def test_a_value_that_does_not_lie_within_its_entry_is_left_out(data_at: int) -> None:
    content = bytearray(written({NAMES[1]: 3, NAMES[2]: 4}))
    assert len(entry("<", NAMES[1], 3)) == 64
    struct.pack_into("<i", content, 32 + 16, data_at)
    assert counters_in(bytes(content), NAMES) == {NAMES[2]: 4}


@pytest.mark.parametrize("length", [-64, 0, 19])
def test_an_entry_that_leads_nowhere_ends_the_reading(length: int) -> None:
    content = bytearray(written({NAMES[1]: 3, NAMES[2]: 4}))
    struct.pack_into("<i", content, 32 + 64, length)
    assert counters_in(bytes(content), NAMES) == {NAMES[1]: 3}


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=12), st.integers(0, 400))
def test_whatever_stands_in_the_file_nothing_is_raised_but_a_refusal(
    changes: list[tuple[int, int]], length: int
) -> None:
    content = bytearray(written(VALUES)[:length])
    for place, value in changes:
        if place < len(content):
            content[place] = value
    with suppress(ValueError):
        found = counters_in(bytes(content), NAMES)
        assert found.keys() <= set(NAMES)
        assert all(isinstance(value, int) or len(value) <= 200 for value in found.values())


@given(st.binary(max_size=300))
def test_any_bytes_after_a_true_head_are_read_without_a_fault(content: bytes) -> None:
    head = written({})[:8]
    assert counters_in(head + bytes(24) + content, NAMES).keys() <= set(NAMES)
    if len(content) >= 24:
        counters_in(head + content, NAMES)


def test_a_process_that_is_no_java_vm_shares_none() -> None:
    assert open_counters(os.getpid()) is None
    assert open_counters(2**22 + 1) is None
