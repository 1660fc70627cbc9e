"""Thread dumps of every tool: who waits for whom is the same, whoever wrote the dump."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.dump_formats import dumps_in_documents, dumps_in_lines, json_documents
from loadproof.jvm.threads.dumps import report_of_dumps, report_on
from loadproof.jvm.threads.report import ThreadReport

from tests.unit.jvm.thread_dump_texts import DUMP_TO_FILE_JDK_21, JDK_8, SPRING_BOOT_TEXT, TEXTS

DUMPS = Path(__file__).parent / "dumps"
INFO_DUMPS = ["threadinfo-jdk17.txt", "threadinfo-jdk25.txt", "jdk17.tdump", "jdk25.tdump", "actuator.json"]


def report_of(tmp_path: Path, content: str) -> ThreadReport:
    (tmp_path / "d").write_text(content, encoding="utf-8")
    return report_of_dumps([str(tmp_path / "d")])


def circles(report: ThreadReport) -> set[frozenset[str]]:
    return {frozenset(one.threads) for one in report.deadlocks}


def unread(report: ThreadReport) -> set[str]:
    return {one.code for one in report.remarks if one.kind == "unread"}


@pytest.mark.parametrize("name", INFO_DUMPS)
def test_monitors_and_locks_are_linked_to_their_owners(name: str) -> None:
    report = report_of_dumps([str(DUMPS / name)])
    assert circles(report) == {frozenset({"alpha", "beta"}), frozenset({"gamma", "delta"})}
    waits = {one.thread: (one.kind, one.holder, one.place) for one in report.waits}
    assert waits == {
        "alpha": ("monitor", "beta", "Locked.monitors:14"),
        "beta": ("monitor", "alpha", "Locked.monitors:14"),
        "gamma": ("lock", "delta", "Locked.locks:15"),
        "delta": ("lock", "gamma", "Locked.locks:15"),
        'waiter "1"': ("monitor", "holder", "Locked.wantHeld:18"),
        "waiter-2": ("monitor", "holder", "Locked.wantHeld:18"),
    }
    assert unread(report) == set()
    held_at = {one.thread: one.held_at for one in report.waits}
    assert (held_at["alpha"], held_at["waiter-2"]) == ("Locked.monitors:14", "Locked.hold:16")


@pytest.mark.parametrize("name", INFO_DUMPS)
def test_a_thread_in_wait_waits_for_a_signal_and_not_for_a_lock(name: str) -> None:
    (dump,) = read_dumps(str(DUMPS / name))
    listener = next(thread for thread in dump.threads if thread.name == "listener")
    assert listener.wait is not None
    assert (listener.wait.kind, listener.holds) == ("notification", ())


def test_stacks_that_the_format_cuts_are_a_remark_and_no_fault() -> None:
    report = report_of_dumps([str(DUMPS / "threadinfo-jdk17.txt")])
    assert [(one.kind, one.code) for one in report.remarks] == [("doubt", "one-dump"), ("doubt", "few-frames")]


def test_an_array_of_deadlocked_threads_is_one_dump() -> None:
    (dump,) = read_dumps(str(DUMPS / "threadinfo-array.txt"))
    assert [thread.name for thread in dump.threads] == ["alpha", "beta", "gamma", "delta"]
    assert len(circles(report_on([dump]))) == 2


def test_text_of_dump_to_file_has_monitors_and_virtual_threads(tmp_path: Path) -> None:
    text = (DUMPS / "dump-to-file-jdk25.txt").read_text(encoding="utf-8")
    report = report_of(tmp_path, text)
    assert circles(report) == {frozenset({"alpha", "beta"})}
    assert unread(report) == {"without-owners"}
    virtual = text.replace('#27 "waiter-2" BLOCKED', '#27 "" virtual BLOCKED')
    report = report_of(tmp_path, virtual)
    assert (report.dumps[0].virtual, [one.holder for one in report.waits if one.thread == "#27"]) == (1, ["holder"])


def test_the_owner_of_a_lock_in_dump_to_file_closes_the_circle(tmp_path: Path) -> None:
    text = (DUMPS / "dump-to-file-jdk25.txt").read_text(encoding="utf-8")
    first, second = text.split('#24 "delta"')
    first = first.replace("@5451c3a8>", "@5451c3a8, owner #24>")
    second = second.replace("@27c170f0>", "@27c170f0, owner #23>", 1)
    report = report_of(tmp_path, f'{first}#24 "delta"{second}')
    assert frozenset({"gamma", "delta"}) in circles(report)
    assert unread(report) == set()


def test_text_of_dump_to_file_of_jdk_21_does_not_say_who_waits(tmp_path: Path) -> None:
    report = report_of(tmp_path, DUMP_TO_FILE_JDK_21)
    assert (report.state, report.dumps[0].threads, report.dumps[0].virtual) == ("cannot_tell", 3, 1)
    assert "without-locks" in {one.code for one in report.remarks}


@pytest.mark.parametrize("form", TEXTS)
def test_each_form_of_a_text_tells_the_deadlock(tmp_path: Path, form: str) -> None:
    report = report_of(tmp_path, TEXTS[form])
    assert circles(report) == {frozenset({"alpha@601", "beta@602"} if "IntelliJ" in form else {"alpha", "beta"})}
    assert unread(report) == set()
    assert [len(one.waits) for one in report.deadlocks] == [2]
    assert {one.lock for one in report.waits} == {"java.lang.Object"}


def document() -> dict[str, list[dict[str, object]]]:
    return dict(json.loads((DUMPS / "actuator.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("form", ["list", "Jolokia", "several of Jolokia", "pretty", "lockName alone", "owner by name"])
def test_each_form_of_json_tells_both_deadlocks(tmp_path: Path, form: str) -> None:
    threads = document()["threads"]
    for one in threads:
        if form == "lockName alone":
            del one["lockInfo"]
        if form == "owner by name":
            del one["lockOwnerId"]
    held = {
        "list": threads,
        "Jolokia": {"request": {"type": "exec"}, "value": threads, "status": 200},
        "several of Jolokia": [{"value": threads, "status": 200}],
    }.get(form, {"threads": threads})
    report = report_of(tmp_path, json.dumps(held, indent=2 if form == "pretty" else None))
    assert len(circles(report)) == 2
    assert unread(report) == set()


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("lockInfo", 7, "lock"),
        ("lockInfo", {"className": "java.lang.Object"}, "lock"),
        ("lockedMonitors", [{"className": "java.lang.Object"}], "lock"),
        ("lockedMonitors", "none", "record"),
        ("stackTrace", [{}], "record"),
        ("threadState", None, "record"),
        ("threadName", None, "record"),
    ],
)
def test_an_entry_of_another_form_is_a_doubt(tmp_path: Path, key: str, value: object, code: str) -> None:
    held = document()
    holder = next(one for one in held["threads"] if one["threadName"] == "holder")
    waiter = next(one for one in held["threads"] if one["threadName"] == "waiter-2")
    held["threads"] = [holder, waiter]
    waiter[key] = value
    assert code in unread(report_of(tmp_path, json.dumps(held)))


def test_a_lock_whose_owner_is_not_in_the_dump_is_a_doubt(tmp_path: Path) -> None:
    held = document()
    held["threads"] = [one for one in held["threads"] if one["threadName"] == "waiter-2"]
    assert unread(report_of(tmp_path, json.dumps(held))) == {"owner"}
    text = JDK_8[: JDK_8.index('"beta" Id=12 BLOCKED on')]
    assert unread(report_of(tmp_path, text)) == {"owner"}


def test_json_that_is_cut_is_refused_with_its_name(tmp_path: Path) -> None:
    content = (DUMPS / "actuator.json").read_text(encoding="utf-8")
    for share in (0.2, 0.5, 0.99):
        (tmp_path / "d").write_text(content[: int(len(content) * share)], encoding="utf-8")
        with pytest.raises(InputError, match=r"no whole JSON of ThreadInfo"):
            read_dumps(str(tmp_path / "d"))


def test_json_of_something_else_is_refused_with_its_keys(tmp_path: Path) -> None:
    for content, told in (
        ('{"status": "UP", "components": {}}', "status, components"),
        ('{"_links": {"self": {}}}', "/actuator/threaddump"),
        ('{"timestamp": 1, "status": 404, "error": "Not Found", "path": "/threads"}', "a server that failed"),
    ):
        (tmp_path / "d").write_text(content, encoding="utf-8")
        with pytest.raises(InputError, match=told):
            read_dumps(str(tmp_path / "d"))


def test_dumps_of_several_formats_in_one_file_are_all_read(tmp_path: Path) -> None:
    names = ["book-1.txt", "jdk17.tdump", "dump-to-file-jdk25.txt", "threadinfo-jdk17.txt", "jdk17-deadlock.txt"]
    text = "\n".join((DUMPS / name).read_text(encoding="utf-8") for name in names)
    report = report_of(tmp_path, text)
    alone = [report_of_dumps([str(DUMPS / name)]).dumps[0].threads for name in names]
    assert [one.threads for one in report.dumps] == alone
    assert [one.name for one in report.dumps][1:] == [f"{tmp_path / 'd'} ({number})" for number in (2, 3, 4, 5)]
    assert len(report.deadlocks) == 2 + 1 + 2 + 1


def test_dumps_one_behind_the_other_are_several(tmp_path: Path) -> None:
    for name in ("jdk17.tdump", "threadinfo-jdk17.txt", "dump-to-file-jdk25.txt", "actuator.json"):
        text = (DUMPS / name).read_text(encoding="utf-8")
        report = report_of(tmp_path, f"{text}\n{text}")
        assert len(report.dumps) == 2, name
        assert len(report.deadlocks) == 2 * len(report_of_dumps([str(DUMPS / name)]).deadlocks)


def test_json_behind_text_is_a_doubt_and_text_behind_json_is_refused(tmp_path: Path) -> None:
    text, held = ((DUMPS / name).read_text(encoding="utf-8") for name in ("jdk17.tdump", "actuator.json"))
    assert "json" in unread(report_of(tmp_path, f"{text}\n{held}"))
    with pytest.raises(InputError, match="a file of its own"):
        report_of(tmp_path, f"{held}\n{text}")


def test_a_dump_that_is_cut_behind_its_title_is_a_doubt(tmp_path: Path) -> None:
    report = report_of(tmp_path, SPRING_BOOT_TEXT + SPRING_BOOT_TEXT[: SPRING_BOOT_TEXT.index('"alpha"')])
    assert (len(report.dumps), unread(report)) == (1, {"record"})


def test_threads_of_hotspot_without_a_title_are_read(tmp_path: Path) -> None:
    text = (DUMPS / "jdk17-deadlock.txt").read_text(encoding="utf-8")
    report = report_of(tmp_path, text[text.index('"main" #1') :])
    assert report.dumps[0].threads == report_of_dumps([str(DUMPS / "jdk17-deadlock.txt")]).dumps[0].threads
    assert report.state == "deadlocked"


def test_dumps_of_a_recording_are_whole(tmp_path: Path) -> None:
    text = (DUMPS / "jdk25-chain.txt").read_text(encoding="utf-8")
    text = text[: text.index("JNI global")]
    event = f'jdk.ThreadDump {{\n  startTime = 14:20:23.265\n  result = "{text}\n"\n}}\n\n'
    report = report_of(tmp_path, event * 2)
    assert (len(report.dumps), report.state, unread(report)) == (2, "held_up", set())
    assert "cut" in unread(report_of(tmp_path, event[: event.rindex('"last-2"') + 200]))


def test_log_lines_around_a_dump_are_no_doubt(tmp_path: Path) -> None:
    lines = ["2026-11-27 10:00:00 WARN request BLOCKED by the firewall, owned by nobody", "Name: shop", 'say "hello"']
    for text in (JDK_8, SPRING_BOOT_TEXT, (DUMPS / "dump-to-file-jdk25.txt").read_text(encoding="utf-8")):
        around = "\n".join([*lines, text, *lines, ""])
        assert unread(report_of(tmp_path, around)) <= {"without-owners"}
    with pytest.raises(InputError, match="no thread is in it"):
        report_of(tmp_path, "\n".join(lines))


INFO_LINES = st.sampled_from(
    [
        line
        for name in ("threadinfo-jdk17.txt", "jdk17.tdump", "dump-to-file-jdk25.txt", "book-1.txt")
        for line in (DUMPS / name).read_text(encoding="utf-8").splitlines()
    ]
    + [line for text in TEXTS.values() for line in text.splitlines()]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(INFO_LINES, st.text(max_size=30)), max_size=40))
def test_any_lines_in_any_order_give_a_report(lines: list[str]) -> None:
    dumps = dumps_in_lines([f"{line}\n" for line in lines], "d")
    assert report_on(dumps).dumps == () if not dumps else report_on(dumps)


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["threadName", "threadId", "threadState", "lockInfo", "lockName", "lockOwnerId", "lockedMonitors", "stackTrace"]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=8), max_size=5))
def test_any_values_in_json_give_a_report(threads: list[dict[str, object]]) -> None:
    dumps = dumps_in_documents(json_documents(json.dumps({"threads": threads})), "d")
    if dumps and dumps[0].threads:
        assert report_on(dumps)


def test_a_dump_of_many_threads_is_read_whole(tmp_path: Path) -> None:
    one = '"worker-{0}" prio=5 Id={0} BLOCKED on app.Lock@1 owned by "holder" Id=0\n\tat app.Work.take(Work.java:3)\n\n'
    text = '"holder" prio=5 Id=0 RUNNABLE\n\tat app.Work.hold(Work.java:9)\n\t-  locked app.Lock@1\n\n'
    text += "".join(one.format(number) for number in range(1, 20_001))
    report = report_of(tmp_path, text)
    assert (report.dumps[0].held_up, report.roots[0].held_up) == (20_000, 20_000)
    assert unread(report) == set()
