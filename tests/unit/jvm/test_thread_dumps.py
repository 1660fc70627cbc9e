"""Dumps of threads: who waits for whom at which line, chains, circles, several dumps, and input that is broken."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.jvm.threads.document import thread_document
from loadproof.jvm.threads.dump import Hold, Thread, ThreadDump, Wait
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.dumps import report_of_dumps, report_on
from loadproof.jvm.threads.lock_graph import LockGraph
from loadproof.jvm.threads.report import ThreadReport
from loadproof.jvm.threads.text import dumps_in_text
from loadproof.records.json_form import of_json, plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.words.catalogue import words_of

DUMPS = Path(__file__).parent / "dumps"
BOOKS = [str(DUMPS / "book-1.txt"), str(DUMPS / "book-2.txt")]
DEADLOCK = str(DUMPS / "deadlock.json")


def test_who_waits_where_and_who_holds_it_where() -> None:
    report = report_of_dumps(BOOKS)
    assert report.state == "held_up"
    assert [(one.thread, one.place, one.holder, one.held_at, one.dumps) for one in report.waits] == [
        ("BookThread-9", "Book.price:44", "BookThread-2", "", 2),
        ("BookThread-2", "OutputStreamManager.writeBytes:352", "BookThread-7", "OutputStreamManager.flush:294", 1),
    ]
    told = words_of("en").told(report.waits[1].text)
    assert told == (
        "“BookThread-2” is BLOCKED at OutputStreamManager.writeBytes:352, waiting for the monitor "
        "org.apache.logging.log4j.core.appender.OutputStreamManager that “BookThread-7” holds, taken at "
        "OutputStreamManager.flush:294: in 1 of 2 dumps (50 %)."
    )
    assert [(one.thread, one.held_up, one.longest_chain) for one in report.roots] == [
        ("BookThread-7", 2, 3),
        ("BookThread-2", 1, 2),
    ]
    assert report.dumps[0].by_state == {"BLOCKED": 1, "RUNNABLE": 1, "WAITING": 3}
    assert {one.lock for one in report.locks} == {
        "org.apache.logging.log4j.core.appender.OutputStreamManager",
        "java.util.concurrent.locks.ReentrantLock$NonfairSync",
    }


def test_json_of_jdk_25_tells_circles_and_owners() -> None:
    report = report_of_dumps([DEADLOCK])
    assert report.state == "deadlocked"
    assert [set(one.threads) for one in report.deadlocks] == [{"payment", "inventory"}]
    virtual = next(one for one in report.waits if one.thread == "#81")
    assert (virtual.place, virtual.holder, virtual.kind) == ("Cart.add:5", "payment", "lock")
    assert report.dumps[0].virtual == 1
    assert {one.code for one in report.remarks} == {"one-dump"}


def test_json_without_locks_says_that_it_cannot_tell(tmp_path: Path) -> None:
    threads = [{"tid": "1", "name": "main", "stack": ["java.base/java.lang.Thread.sleep(Thread.java:1)"]}]
    held = {"threadDump": {"threadContainers": [{"container": "<root>", "threads": threads}]}}
    (tmp_path / "d.json").write_text(json.dumps(held), encoding="utf-8")
    report = report_of_dumps([str(tmp_path / "d.json")])
    assert report.state == "cannot_tell"
    assert "without-locks" in {one.code for one in report.remarks}


def test_several_dumps_in_one_text_are_several(tmp_path: Path) -> None:
    text = "".join(Path(path).read_text(encoding="utf-8") for path in BOOKS)
    (tmp_path / "catalina.out").write_text(f"INFO started\n{text}INFO goes on\n", encoding="utf-8")
    report = report_of_dumps([str(tmp_path / "catalina.out")])
    assert len(report.dumps) == 2
    assert report.waits[0].dumps == 2
    assert {one.code for one in report.remarks} == set()


def test_who_waits_in_wait_has_let_go_of_its_monitor() -> None:
    dump = read_dumps(BOOKS[0])[0]
    main = next(thread for thread in dump.threads if thread.name == "main")
    assert main.holds == ()
    assert main.wait is not None
    assert main.wait.kind == "notification"
    assert all(wait.thread.name != "main" for wait in LockGraph(dump).waits)


def test_a_mounted_virtual_thread_is_a_thread_of_its_own() -> None:
    text = """Full thread dump OpenJDK 64-Bit Server VM (25+36 mixed mode):

"ForkJoinPool-1-worker-1" #30 [99] daemon prio=5 os_prio=0 cpu=2ms elapsed=1s tid=0x1 nid=99  [0x2]
   Carrying virtual thread #29
\tat jdk.internal.vm.Continuation.run(java.base@25/Continuation.java:251)

   Mounted virtual thread #29
\tat app.Work.spin(Work.java:3)
\t- locked <0x00000000c0000099> (a java.lang.Object)

"""
    dump = next(iter(dumps_in_text(text.splitlines(keepends=True), "d")))
    assert [(one.number, one.is_virtual, len(one.holds)) for one in dump.threads] == [("30", False, 0), ("29", True, 1)]


def test_a_text_cut_in_a_thread_is_read_to_there_and_said(tmp_path: Path) -> None:
    text = Path(BOOKS[0]).read_text(encoding="utf-8")
    for length in range(text.index('"main"') + 400, len(text) - 40, 211):
        (tmp_path / "cut.txt").write_text(text[:length], encoding="utf-8")
        report = report_of_dumps([str(tmp_path / "cut.txt")])
        assert "cut" in {one.code for one in report.remarks}


def chain(length: int, *, closed: bool) -> ThreadDump:
    threads = []
    for index in range(length):
        awaited = (index + 1) % length if closed or index < length - 1 else None
        wait = None if awaited is None else Wait("monitor", f"0x{awaited} a.Lock", 0)
        held = (Hold(f"0x{index} a.Lock", 0),)
        threads.append(Thread(f"t{index}", str(index), "BLOCKED", False, ("a.B.c(B.java:1)",), wait, held))
    return ThreadDump("d", threads, has_locks=True, has_owned_locks=True)


def test_long_chains_and_circles_are_followed_to_their_end() -> None:
    graph = LockGraph(chain(100_000, closed=False))
    assert [(thread.name, number, longest) for thread, number, longest in graph.roots()] == [
        ("t99999", 99_999, 100_000)
    ]
    assert graph.circles() == []
    closed = LockGraph(chain(5_000, closed=True))
    assert [len(circle) for circle in closed.circles()] == [5_000]
    assert closed.roots() == []


def test_all_of_it_is_told() -> None:
    report = report_of_dumps([*BOOKS, DEADLOCK])
    text = markdown_document(thread_document(report, words_of("en")))
    assert "OutputStreamManager.writeBytes:352" in text
    assert plain(of_json(ThreadReport, json.loads(json.dumps(plain(report))))) == plain(report)


def test_names_from_outside_drive_nothing() -> None:
    evil = "\x1b[31m<script>alert(1)</script>\u202e"
    threads = [
        Thread(evil, "1", "BLOCKED", False, (f"{evil}.run(A.java:1)",), Wait("monitor", f"0x1 {evil}", 0)),
        Thread("b", "2", "RUNNABLE", False, ("b.B.c(B.java:1)",), None, (Hold(f"0x1 {evil}", 0),)),
    ]
    report = report_on([ThreadDump(evil, threads, has_locks=True, has_owned_locks=True)])
    document = thread_document(report, words_of("en"))
    page = html_document(document, "en")
    assert "<script" not in page
    assert not {"\x1b", "\u202e"} & set(page + markdown_document(document))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no thread is in it"),
        (b"INFO started\n", "no thread is in it"),
        (b'{"threadDump": {"threadContainers": [', "this is no whole JSON"),
        (b'{"a": 1}', "this JSON has no threadDump"),
        (b'{"threadDump": {"threadContainers": 7}}', "no thread is in it"),
        (b"[" * 100_000, "no thread is in it"),
        (b'{"a":' * 100_000, "this is no whole JSON"),
    ],
    ids=["empty", "a log", "cut", "other json", "odd json", "brackets", "deep"],
)
def test_what_is_no_dump_is_refused(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "d").write_bytes(content)
    with pytest.raises(InputError, match=told):
        report_of_dumps([str(tmp_path / "d")])


LINES = st.sampled_from(Path(BOOKS[0]).read_text(encoding="utf-8").splitlines())


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=40))
def test_any_lines_in_any_order_give_a_report(lines: list[str]) -> None:
    dumps = list(dumps_in_text([f"{line}\n" for line in ("Full thread dump", *lines)], "d"))
    assert thread_document(report_on(dumps), words_of("en"))


@pytest.mark.parametrize("name", ["jdk17-deadlock.txt", "jdk25-chain.txt"])
def test_real_text_tells_each_holder_and_the_whole_chain(name: str) -> None:
    report = report_of_dumps([str(DUMPS / name)])
    held = {one.thread: (one.place, one.holder, one.held_at) for one in report.waits}
    assert held["middle"] == ("Locks.wantMonitorHoldingLock:21", "holder", "Locks.holdMonitor:13")
    assert held["last-1"] == held["last-2"] == ("Locks.wantLock:29", "middle", "")
    assert [(one.thread, one.held_up, one.longest_chain) for one in report.roots] == [("holder", 3, 3)]
    assert [set(one.threads) for one in report.deadlocks] == ([{"left", "right"}] if "deadlock" in name else [])
    assert {one.code for one in report.remarks} == {"one-dump"}


def test_threads_that_take_turns_to_accept_connections_are_idle_and_not_held_up() -> None:
    """Of WireMock, whose Jetty has three: one stands in the system's accept, and two wait for its lock."""
    text = (DUMPS / "acceptors.txt").read_text(encoding="utf-8")
    assert report_of_dumps([str(DUMPS / "acceptors.txt")]).state == "free"
    (dump,) = dumps_in_text(text.replace("ServerSocketChannelImpl.accept(", "Journal.add(").splitlines(), "other")
    assert [wait.holder is not None for wait in LockGraph(dump).waits] == [True, True]


def test_real_json_of_virtual_threads_tells_monitors_and_no_holders_of_other_locks() -> None:
    report = report_of_dumps([str(DUMPS / "jdk25-virtual.json")])
    assert [set(one.threads) for one in report.deadlocks] == [{"left", "right"}]
    held = {one.thread: (one.place, one.holder) for one in report.waits}
    assert held["last-1"] == ("Locks.wantLock:29", None)
    assert held["middle"] == ("Locks.wantMonitorHoldingLock:21", "holder")
    assert report.dumps[0].virtual == 6
    assert {one.code for one in report.remarks} == {"one-dump", "without-owners"}


def test_text_that_lacks_virtual_threads_is_not_called_free() -> None:
    report = report_of_dumps([str(DUMPS / "jdk25-virtual.txt")])
    assert (report.state, report.sentence.code) == ("cannot_tell", "threads-cannot-tell-of-virtual")
    assert "without-virtual" in {one.code for one in report.remarks}
    with_json = report_of_dumps([str(DUMPS / "jdk25-virtual.txt"), str(DUMPS / "jdk25-virtual.json")])
    assert "without-virtual" not in {one.code for one in with_json.remarks}


def test_a_service_of_many_threads_is_read_whole(tmp_path: Path) -> None:
    one = """"worker-{0}" #{0} [{0}] prio=5 os_prio=0 tid=0x1 nid={0} waiting for monitor entry  [0x2]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat app.Work.take(Work.java:3)
\t- waiting to lock <0x00000000c0000001> (a app.Lock)

"""
    text = "".join(one.format(number) for number in range(1, 20_001))
    (tmp_path / "d.txt").write_text(f"Full thread dump OpenJDK\n\n{text}JNI global refs: 1\n", encoding="utf-8")
    report = report_of_dumps([str(tmp_path / "d.txt")])
    assert report.dumps[0].held_up == 20_000
    assert (report.locks[0].most_at_once, report.locks[0].objects) == (20_000, 1)
    assert [(one.threads, len(one.stack)) for one in report.stacks] == [(20_000, 1)]
    assert len(report.waits) == 1000
