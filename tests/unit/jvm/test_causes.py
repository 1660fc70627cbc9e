"""What a diagnosis names: fields that grow from dump to dump, locks that threads wait for; nothing of the healthy."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.jvm.causes import diagnosed_heap, diagnosed_threads
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.heap.report import HeapReport
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.dumps import report_on
from loadproof.jvm.threads.report import ThreadReport
from loadproof.records.finding import Cause
from loadproof.words.catalogue import english

from tests.unit.jvm.heaps import book_shop

DUMPS = Path(__file__).parent / "dumps"
MANAGER = "org.apache.logging.log4j.core.appender.OutputStreamManager"
FILE = "artifacts/diagnosis/base/start-1/heap.hprof"
DUMPED = "artifacts/diagnosis/base/start-1/threads-soak-book.txt"


def heap_of(place: Path, old_prices: list[int], cached: list[int] | None = None) -> HeapReport:
    files = []
    for at, prices in enumerate(old_prices, 1):
        file = place / f"{at}.hprof"
        shop = book_shop(prices, taken_ms=at * 60_000, cached=(cached or [100] * len(old_prices))[at - 1])
        file.write_bytes(shop.written())
        files.append(str(file))
    return report_of_heap_dumps(files)


def threads_of(dumps: int, held_up: int) -> ThreadReport:
    """So many dumps, in the first of which threads wait for the lock of the log, in the others for nothing."""
    (waiting,) = read_dumps(str(DUMPS / "book-1.txt"))
    free = replace(waiting, threads=tuple(replace(one, wait=None) for one in waiting.threads))
    return report_on([replace(waiting if at < held_up else free, name=str(at)) for at in range(dumps)])


def test_a_field_that_keeps_more_in_each_of_three_dumps_is_named(tmp_path: Path) -> None:
    (named,) = diagnosed_heap(7, "book", heap_of(tmp_path, [1500, 3000, 4500]), FILE)
    assert (named.kind, named.cause, named.trial) == ("fact", Cause.HEAP_HOLDER, 7)
    assert "“oldBooksPrices” of book.BookService grows from dump to dump" in english(named.text)
    field, kept, share = named.evidence
    assert (field.text, field.artifact) == ("book.BookService.oldBooksPrices", FILE)
    assert kept.value == pytest.approx(4500 * 1000 / 2**20, rel=0.2)
    assert share.value is not None
    assert 80.0 < share.value < 100.0


def test_what_is_large_and_stays_so_is_not_accused(tmp_path: Path) -> None:
    assert list(diagnosed_heap(7, "book", heap_of(tmp_path, [4500, 4500, 4500]), None)) == []


def test_in_a_heap_that_is_full_what_keeps_most_is_named_though_nothing_grows_any_more(tmp_path: Path) -> None:
    report = heap_of(tmp_path, [4500, 4500, 4500])
    (named,) = diagnosed_heap(7, "book", report, None, 0.93)
    assert named.evidence[0].text == "book.BookService.oldBooksPrices"
    assert list(diagnosed_heap(7, "book", report, None, 0.6)) == []


def test_a_cache_that_fills_up_is_not_accused(tmp_path: Path) -> None:
    report = heap_of(tmp_path, [100, 100, 100], cached=[500, 4000, 4100])
    assert list(diagnosed_heap(7, "book", report, None)) == []


def test_of_one_dump_what_keeps_most_is_named(tmp_path: Path) -> None:
    (named,) = diagnosed_heap(7, "book", heap_of(tmp_path, [4500]), None)
    assert named.evidence[0].text == "book.BookService.oldBooksPrices"
    assert "grows" not in english(named.text)


def test_a_lock_that_threads_often_wait_for_is_named_with_both_lines() -> None:
    named = [one for one in diagnosed_threads(3, "book", threads_of(12, 4), DUMPED) if one.evidence[0].text == MANAGER]
    (lock,) = named
    assert (lock.kind, lock.cause, lock.evidence[0].artifact) == ("fact", Cause.HOT_LOCK, DUMPED)
    told = {english(item.name): item.text for item in lock.evidence if item.text is not None}
    assert told == {
        "lock": MANAGER,
        "they wait at": "OutputStreamManager.writeBytes:352",
        "it is held at": "OutputStreamManager.flush:294",
    }
    assert "“BookThread-2” is BLOCKED at OutputStreamManager.writeBytes:352" in english(lock.text)


@pytest.mark.parametrize(("dumps", "held_up"), [(12, 2), (16, 3), (10, 0), (2, 2)])
def test_threads_that_meet_now_and_then_are_no_hot_lock(dumps: int, held_up: int) -> None:
    assert list(diagnosed_threads(3, "book", threads_of(dumps, held_up), None)) == []


def test_a_deadlock_is_named_with_its_threads() -> None:
    (circle, *_) = diagnosed_threads(3, "shop", report_on(read_dumps(str(DUMPS / "deadlock.json"))), None)
    assert english(circle.text) == "Threads of shop are deadlocked: they will never go on."
    assert set((circle.evidence[0].text or "").split(", ")) == {"payment", "inventory"}
