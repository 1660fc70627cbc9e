"""Memory that may not be read proportionally, or only at a cost, is still given, and said to be so."""

import time

import pytest
from loadproof.model.message import Message, duration
from loadproof.probes import process_memory
from loadproof.probes.process_memory import ProcessMemory
from loadproof.system.process_files import ProcessStat

STAT = ProcessStat((5, 1), 1, zombie=False, own_ticks=0, waited_ticks=0, threads=1, resident_bytes=30 << 20)


def test_without_rights_it_is_the_resident_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process_id: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(process_memory, "proportional_memory_bytes", refuse)
    memory = ProcessMemory()
    assert list(memory.read([STAT], 1.0)) == [("pss_mib", "MiB", 30.0)]
    (shortfall,) = memory.shortfalls()
    assert shortfall == Message("memory-not-proportional", why=Message.said("Permission denied"))


def test_a_costly_reading_is_kept_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = 0

    def costly(process_id: int) -> int:
        nonlocal readings
        readings += 1
        until_s = time.thread_time() + 0.02
        while time.thread_time() < until_s:
            pass
        return readings << 20

    monkeypatch.setattr(process_memory, "proportional_memory_bytes", costly)
    memory = ProcessMemory()
    values = [value for second in range(5) for _, _, value in memory.read([STAT], float(second))]
    assert values == [1.0, 1.0, 1.0, 1.0, 2.0]
    assert list(memory.shortfalls()) == [Message("memory-read-seldom", every=duration(4))]
    # With the memory of a control group beside it, it is read no second time and nothing is lacking.
    beside = ProcessMemory(has_group=True)
    assert [value for second in range(9) for _, _, value in beside.read([STAT], float(second))] == [3.0]
    assert list(beside.shortfalls()) == []
