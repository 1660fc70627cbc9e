"""Damaged logs of each collector: refused, in doubt, or with all pauses of the whole log; never clean with fewer."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
import typer
from loadproof.jvm.gc.command import gc

from tests.mutilations import MUTILATIONS, Reading, assert_never_half_clean

from .file_command import FileCommand

LOGS = Path(__file__).parent / "logs"
WHOLE = sorted([*LOGS.glob("*.log"), *LOGS.glob("real/*.log"), *LOGS.glob("gctoolkit/*.log")])
WHOLE.remove(LOGS / "old-format.log")


def _pauses(told: dict[str, Any]) -> int:
    return int(told["logs"][0]["pauses"]["count"])


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> FileCommand:
    return FileCommand(gc, tmp_path / "gc.log", capsys, _pauses)


@pytest.mark.parametrize("log", WHOLE, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_damaged_log_is_never_clean_with_fewer_pauses(command: FileCommand, log: Path) -> None:
    content = log.read_bytes()
    assert command(content).exit_code == 0
    assert_never_half_clean(command, content)


def pauses_changed(content: bytes, old: bytes, new: bytes) -> bytes:
    """The log with another form of its lines of pauses alone."""
    lines = content.splitlines(keepends=True)
    return b"".join(line.replace(old, new) if b" Pause " in line else line for line in lines)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"ms\n", b"msec\n"),
        (b"->", b"=>"),
        (b"Pause Young", b"pause young"),
        (b"ms\n", b"\n"),
        (b") Pause", b") STW Pause"),
    ],
)
def test_pauses_in_a_form_that_is_not_known_are_never_clean(command: FileCommand, old: bytes, new: bytes) -> None:
    exit_code, told = command.ended(pauses_changed((LOGS / "gctoolkit/jdk17-g1.log").read_bytes(), old, new))
    assert exit_code == 4
    log = told["logs"][0]
    assert told["sentence"].startswith("Read in part. ")
    assert (log["unread_lines"] or {}).get("lines", 0) + log["unended_collections"] > 0
    assert log["throughput"] is None or log["pauses"]["count"] > 0


def test_the_first_line_that_could_not_be_read_is_named(command: FileCommand) -> None:
    lines = (LOGS / "g1.log").read_bytes().splitlines(keepends=True)
    ends = [place for place, line in enumerate(lines) if b" Pause " in line and line.endswith(b"ms\n")]
    lines[ends[2]] = lines[ends[2]].replace(b"ms\n", b"\n")
    exit_code, told = command.ended(b"".join(lines))
    unread = told["logs"][0]["unread_lines"]
    assert (exit_code, unread["lines"], unread["line_number"]) == (4, 1, ends[2] + 1)
    assert unread["example"] == lines[ends[2]].decode().strip()
    assert told["logs"][0]["pauses"]["count"] == 8
    shipped = MUTILATIONS["JSON lines of docker"](b"".join(lines))
    exit_code, told = command.ended(shipped)
    assert (exit_code, told["logs"][0]["unread_lines"]["line_number"]) == (4, ends[2] + 1)


def test_a_log_of_nothing_but_lines_that_cannot_be_read_is_refused(command: FileCommand) -> None:
    lines = b"".join(b"[1.0s][info][gc] GC(%d) Pause Young (Normal) 2M->1M(4M) 1.5\n" % number for number in range(9))
    assert command.ended(lines) == (2, {})


@pytest.mark.parametrize(
    ("end", "exit_code"),
    [
        (b"[7.0s][info][gc] GC(9) Pause Young (Normal) (G1 Evacuation Pause) 9M->7M(64M) 1.000ms", 0),
        (b"[7.0s][info][gc,cpu] GC(9) User=0.01s Sys=0.00s Real=0.01s", 0),
        (b"[7.0s][info][gc,heap,exit]   class space    used 68K, committed 128K, reserved 1048576K", 0),
        (b"[7.0s][info][gc] GC(9) Pause Young (Normal) (G1 Evacuation Pause) 9M->7M(64M) 1.00", 4),
        (b"[7.0s][info][gc,heap] GC(9) Eden regions: 2->0(", 4),
        (b"[7.0s][info][g", 4),
    ],
)
def test_a_last_line_without_a_line_feed_is_a_doubt_unless_it_is_whole(
    command: FileCommand, end: bytes, exit_code: int
) -> None:
    assert command((LOGS / "g1.log").read_bytes() + end).exit_code == exit_code


def test_a_service_that_never_collected_is_no_doubt(command: FileCommand) -> None:
    assert command(b"[0.006s][info][gc] Using G1\n[9.006s][info][app] bye\n") == Reading(0, 0)


def test_a_log_that_was_read_in_part_is_compared_with_no_verdict(command: FileCommand, tmp_path: Path) -> None:
    whole = (LOGS / "gctoolkit/jdk17-g1.log").read_bytes()
    (tmp_path / "whole.log").write_bytes(whole)
    (tmp_path / "part.log").write_bytes(pauses_changed(whole, b"ms\n", b"msec\n"))
    for names in (("whole.log", "part.log"), ("part.log", "whole.log")):
        with pytest.raises(typer.Exit) as ended:
            gc([str(tmp_path / name) for name in names], json=True)
        assert ended.value.exit_code == 4
        told = json.loads(command.capsys.readouterr().out)["comparison"]
        assert "could be read only in part" in told["sentence"]
        assert {one["verdict"] for one in told["figures"]} <= {"cannot_tell", "not_judged"}


@pytest.mark.parametrize("form", ["json", "markdown", "text", "page"])
def test_each_form_says_first_that_the_log_was_read_in_part(command: FileCommand, tmp_path: Path, form: str) -> None:
    command.file.write_bytes((LOGS / "g1.log").read_bytes()[:-30])
    page = tmp_path / "gc.html"
    with pytest.raises(typer.Exit) as ended:
        gc([str(command.file)], json=form == "json", markdown=form == "markdown", html=page if form == "page" else None)
    assert ended.value.exit_code == 4
    told = command.capsys.readouterr().out
    if form == "page":
        told = page.read_text(encoding="utf-8")
    flat = " ".join(told.replace("│", " ").split())
    assert 0 <= flat.index("Read in part") < flat.index("stopped the service")


def interleaved(*logs: bytes) -> bytes:
    """The lines of containers side by side, as `docker compose logs` writes them."""
    rows = itertools.zip_longest(*(log.decode().splitlines() for log in logs))
    lines = [f"web-{place}  | {line}\n" for row in rows for place, line in enumerate(row, 1) if line is not None]
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("one", "other"), list(itertools.combinations_with_replacement(sorted(LOGS.glob("real/*.log")), 2))
)
def test_logs_of_two_vms_that_are_mixed_are_never_clean(command: FileCommand, one: Path, other: Path) -> None:
    exit_code, told = command.ended(interleaved(one.read_bytes(), other.read_bytes()))
    assert exit_code == 4, told["sentence"]


def test_vms_one_after_the_other_are_no_mixture(command: FileCommand) -> None:
    one, other = ((LOGS / "real" / name).read_bytes() for name in ("jdk17-g1.log", "jdk25-g1.log"))
    exit_code, told = command.ended(one + other)
    assert (exit_code, told["logs"][0]["vms"]) == (0, 2)
