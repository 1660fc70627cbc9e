"""Thread dumps of every tool, damaged: none is called clean with fewer findings than the whole."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.jvm.threads.command import exit_code_of
from loadproof.jvm.threads.dumps import report_of_dumps

from tests.mutilations import CUTS, MUTILATIONS, Reading, assert_never_half_clean
from tests.unit.jvm.test_thread_dump_formats import DUMPS
from tests.unit.jvm.thread_dump_texts import TEXTS

FIXTURES = [
    *("threadinfo-jdk17.txt", "threadinfo-jdk25.txt", "threadinfo-array.txt", "jdk17.tdump", "jdk25.tdump"),
    *("actuator.json", "dump-to-file-jdk25.txt"),
]
FORMS = {
    **{name: (DUMPS / name).read_bytes() for name in FIXTURES},
    **{name: text.encode() for name, text in TEXTS.items()},
}


def reader(tmp_path: Path) -> Callable[[bytes], Reading]:
    """The exit code of `loadproof threads`, and the number of deadlocks and waits."""

    def read(content: bytes) -> Reading:
        (tmp_path / "d").write_bytes(content)
        try:
            report = report_of_dumps([str(tmp_path / "d")])
        except InputError:
            return Reading(2, 0)
        return Reading(exit_code_of(report), len(report.deadlocks) + sum(one.held_up for one in report.dumps))

    return read


def without_circles(content: bytes) -> bytes:
    """A dump without a deadlock: exit code 3 would hide what else is lost."""
    if content.lstrip().startswith((b"{", b"[{")):
        held = json.loads(content)
        for one in held["threads"]:
            if one["threadName"] in ("alpha", "gamma"):
                one.update(lockInfo=None, lockName=None, lockOwnerId=-1, lockOwnerName=None, threadState="RUNNABLE")
        return json.dumps(held, separators=(",", ":")).encode()
    kept = []
    is_first = False
    for line in content.splitlines(keepends=True):
        if line.startswith((b'"', b"[", b", ", b"#")):
            is_first = re.search(rb'"(?:alpha|gamma)"', line[:12]) is not None
        if not is_first:
            kept.append(line)
        elif re.search(rb"waiting to lock|blocked on|waiting on|parking to wait", line) is None:
            kept.append(re.sub(rb"\b(?:BLOCKED|WAITING)\b(?: on .*)?", b"RUNNABLE", line))
    return b"".join(kept)


@pytest.mark.parametrize("name", FORMS)
def test_no_damaged_dump_is_clean_with_fewer_findings(tmp_path: Path, name: str) -> None:
    assert_never_half_clean(reader(tmp_path), FORMS[name])


@pytest.mark.parametrize("name", [name for name in FIXTURES if name != "threadinfo-array.txt"])
def test_no_damaged_dump_without_a_deadlock_is_clean_with_fewer_findings(tmp_path: Path, name: str) -> None:
    whole = without_circles(FORMS[name])
    read = reader(tmp_path)
    assert read(whole).exit_code == (4 if "dump-to-file" in name else 0)
    assert_never_half_clean(read, whole)


@pytest.mark.parametrize("name", FIXTURES)
def test_a_dump_that_is_cut_inside_a_line_is_a_doubt_or_refused(tmp_path: Path, name: str) -> None:
    read, whole = reader(tmp_path), without_circles(FORMS[name])
    for cut in CUTS:
        assert read(MUTILATIONS[cut](whole)).exit_code in (2, 4), cut


@pytest.mark.parametrize("name", ["threadinfo-jdk17.txt", "jdk17.tdump", "dump-to-file-jdk25.txt"])
def test_lines_that_lose_one_character_are_never_half_clean(tmp_path: Path, name: str) -> None:
    """Each line about a lock, a state or a thread, damaged in turn."""
    read, whole = reader(tmp_path), without_circles(FORMS[name])
    complete = read(whole)
    lines = whole.decode().splitlines(keepends=True)
    told = ("lock", "on <", "on java", "State", '"', "owned")
    for place, line in enumerate(lines):
        if "\tat " in line or "    at " in line or not any(word in line for word in told):
            continue
        for damaged in (line[: len(line) // 2] + "\n", line.replace("<", "[").replace("@", "#").replace('"', "'", 1)):
            reading = read("".join([*lines[:place], damaged, *lines[place + 1 :]]).encode())
            assert reading.exit_code != 0 or reading.findings >= complete.findings, damaged
