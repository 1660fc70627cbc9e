"""Damage that inputs meet on their way to a reader: shipped by containers, pasted, re-encoded, escaped, cut.

`MUTILATIONS` has one function per kind of damage. A reader passes a mutilated input if it refuses the input, reports a
doubt, or finds at least what it finds in the whole input; `assert_never_half_clean` holds a reader to that rule.
"""

import gzip
import html
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

__all__ = ["CUTS", "MUTILATIONS", "Reading", "assert_never_half_clean"]


@dataclass(frozen=True)
class Reading:
    """Outcome of reading one input: the exit code of the command, and how much of what matters was found."""

    exit_code: int
    findings: int


def _by_line(change: Callable[[int, str], str]) -> Callable[[bytes], bytes]:
    def changed(whole: bytes) -> bytes:
        lines = whole.decode().splitlines()
        return "".join(f"{change(number, line)}\n" for number, line in enumerate(lines)).encode()

    return changed


def _stamp(number: int) -> str:
    return f"2026-11-20T10:{number // 60 % 60:02}:{number % 60:02}.123456789Z"


def _cut_at(share: float) -> Callable[[bytes], bytes]:
    """Cut inside a line near `share` of the input: never between two lines, where no reader could know of it."""

    def cut(whole: bytes) -> bytes:
        place = int(len(whole) * share)
        while place < len(whole) - 2 and (whole[place - 1 : place] in b"\r\n" or whole[place : place + 1] in b"\r\n"):
            place += 1
        return whole[:place]

    return cut


def _decimal_commas(whole: bytes) -> bytes:
    return re.sub(rb"(?<=\d)\.(?=\d+(?:ms|s\b))", b",", whole)


CUTS: dict[str, Callable[[bytes], bytes]] = {
    f"cut inside a line, at {round(100 * share)} %": _cut_at(share) for share in (0.3, 0.5, 0.7, 0.9, 0.97)
}

_PREFIXES: dict[str, Callable[[int, str], str]] = {
    "prefix of kubectl --timestamps": lambda number, line: f"{_stamp(number)} {line}",
    "prefix of the container runtime interface": lambda number, line: f"{_stamp(number)} stdout F {line}",
    "prefix of compose": lambda _, line: f"shop-1  | {line}",
    "prefix of kubectl --prefix": lambda _, line: f"[pod/shop-7d9c-abcde/shop] {line}",
    "prefix of syslog": lambda number, line: f"Nov 20 10:00:{number % 60:02} host java[4711]: {line}",
    "prefix of syslog, RFC 5424": lambda number, line: f"<14>1 {_stamp(number)} host java 4711 - - {line}",
    "prefix of a logger": lambda number, line: f"{_stamp(number)} INFO  [main] c.e.Dump - {line}",
    "prefix of journalctl": lambda number, line: f"{_stamp(number)[:19]}+0100 host java[4711]: {line}",
    "prefix of Spring Boot": lambda number, line: (
        f"{_stamp(number)[:23]}+01:00  INFO 4711 --- [shop] [           main] c.e.Dump                 : {line}"
    ),
    "prefix of compose, in color": lambda _, line: f"\x1b[36mshop-1  | \x1b[0m{line}",
    "prefix that nobody knows": lambda _, line: f"@@ {line}",
    "quoted in a mail": lambda _, line: f"> {line}",
    "numbered lines": lambda number, line: f"{number + 1:6}\t{line}",
}
_SUFFIXES: dict[str, Callable[[int, str], str]] = {
    "blanks at the end of lines": lambda _, line: f"{line}  \t",
    "a suffix on each line": lambda _, line: f"{line} host=node-7",
    "a suffix in brackets on each line": lambda _, line: f"{line} [app=shop, pod=shop-1]",
}
_ESCAPES: dict[str, Callable[[int, str], str]] = {
    "JSON lines of docker": lambda number, line: json.dumps(
        {"log": line + "\n", "stream": "stdout", "time": _stamp(number)}
    ),
    "JSON lines of ECS": lambda number, line: json.dumps({"@timestamp": _stamp(number), "message": line, "ecs": {}}),
    "JSON lines with a nested message": lambda number, line: json.dumps({"ts": number, "event": {"original": line}}),
    "JSON records on many lines": lambda number, line: json.dumps({"n": number, "textPayload": line}, indent=2) + ",",
    "JSON in the prefix of compose": lambda _, line: "shop-1  | " + json.dumps({"level": "info", "msg": line}),
    "JSON strings": lambda _, line: json.dumps(line),
    "HTML escapes": lambda _, line: html.escape(line),
    "ANSI colors": lambda _, line: f"\x1b[32m{line[: len(line) // 2]}\x1b[0m{line[len(line) // 2 :]}",
    "quotes doubled, as a cell of CSV": lambda _, line: '"' + line.replace('"', '""') + '"',
    "backslashes before quotes": lambda _, line: line.replace('"', '\\"'),
    "lines folded at 80 columns": lambda _, line: "\n".join(
        line[start : start + 80] for start in range(0, max(1, len(line)), 80)
    ),
    "each line cut at 60 columns": lambda _, line: line[:60],
}

MUTILATIONS: dict[str, Callable[[bytes], bytes]] = {
    **{name: _by_line(change) for name, change in {**_PREFIXES, **_SUFFIXES, **_ESCAPES}.items()},
    **CUTS,
    "UTF-8 with a byte order mark": lambda whole: b"\xef\xbb\xbf" + whole,
    "UTF-16, little-endian, with a mark": lambda whole: whole.decode().encode("utf-16"),
    "UTF-16, big-endian, with a mark": lambda whole: b"\xfe\xff" + whole.decode().encode("utf-16-be"),
    "UTF-16, little-endian, without a mark": lambda whole: whole.decode().encode("utf-16-le"),
    "carriage returns before line feeds": lambda whole: whole.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "carriage returns alone": lambda whole: whole.replace(b"\r\n", b"\n").replace(b"\n", b"\r"),
    "compressed": lambda whole: gzip.compress(whole, mtime=0),
    "compressed, and cut": lambda whole: gzip.compress(whole, mtime=0)[:-40],
    "decimal commas in times": _decimal_commas,
    "line feeds written as two characters": lambda whole: whole.replace(b"\n", b"\\n"),
    "a NUL before each line": lambda whole: whole.replace(b"\n", b"\n\0"),
}


def assert_never_half_clean(read: Callable[[bytes], Reading], whole: bytes, names: Iterable[str] = MUTILATIONS) -> None:
    """Assert that no mutilated input reads as clean (exit code 0) with fewer findings than the whole.

    `read` runs the command on the bytes of a file.
    Exit codes 2 (refused) and 4 (doubt) pass, 1 (a fault of ours) never does.
    """
    complete = read(whole)
    assert complete.findings > 0, "the whole input shows nothing: it tests nothing"
    wrong = []
    for name in names:
        reading = read(MUTILATIONS[name](whole))
        is_half_clean = reading.exit_code == 0 and reading.findings < complete.findings
        if is_half_clean or reading.exit_code not in (0, 2, 3, 4):
            wrong.append(f"{name}: exit code {reading.exit_code}, {reading.findings} of {complete.findings} findings")
    assert not wrong, "\n".join(wrong)
