"""Reading of a log of plans over a connection: where it begins, rotations, growth that is too fast, rights."""

import base64
import re
from collections.abc import Mapping
from typing import cast

import pytest
from loadproof.model.message import Message
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.plan_log import PlanLog

from .test_logged_plans import line, written

SETTINGS = {
    "auto_explain.log_min_duration": "100",
    "auto_explain.log_format": "json",
    "log_parameter_max_length": "-1",
    "log_min_duration_statement": "-1",
    "log_min_duration_sample": "-1",
    "log_statement": "none",
    "log_transaction_sample_rate": "0",
    "database": "bench",
}
OFFSETS = re.compile(r"pg_read_binary_file\(E'(.*?)', (\d+), (\d+), true\)")
MOST = 256 << 10


class MadeLink:
    """Connection to a server whose log files are `files`."""

    def __init__(self, changes: Mapping[str, str | None] | None = None, version: int = 150_018) -> None:
        settings: dict[str, str | None] = {**SETTINGS, **(changes or {})}
        self.settings = {name: value for name, value in settings.items() if value is not None}
        self.files: dict[str, bytes] = {"log/1.json": b"before\n"}
        self.path: str | None = "log/1.json"
        self.server_version = version
        self.refused = ""
        self.asked: list[str] = []
        self.read: list[tuple[str, int, int]] = []

    @property
    def link(self) -> PostgresLink:
        return cast(PostgresLink, self)

    def ask_rows(self, text: str, within_s: float) -> list[dict[str, str | None]]:
        assert within_s > 0
        assert "/* loadproof */" in text
        return [{"name": name, "value": value} for name, value in self.settings.items()]

    def ask(self, text: str, within_s: float) -> dict[str, str | None]:
        assert within_s > 0
        assert "/* loadproof */" in text
        self.asked.append(text)
        if self.refused and self.refused in text:
            raise PostgresRefusal(Message.said(f"permission denied for function {self.refused}"), "42501")
        if found := OFFSETS.search(text):
            path, begin, length = found[1], int(found[2]), int(found[3])
            self.read.append((path, begin, length))
            held = self.files.get(path)
            part = None if held is None else base64.encodebytes(held[begin : begin + length]).decode()
            return {"part": part}
        if "pg_current_logfile" in text:
            (known,) = re.findall(r"WHEN E'(.*?)' NOT IN", text)
            sizes = {path.rpartition("/")[2]: str(len(held)) for path, held in self.files.items()}
            name = "" if self.path is None else self.path.rpartition("/")[2]
            others = None if known in ("", name) else sizes.get(known)
            return {"path": self.path, "size": sizes.get(name), "known_size": others}
        return {}

    def write(self, *lines: bytes) -> None:
        assert self.path is not None
        self.files[self.path] = self.files.get(self.path, b"") + b"".join(one + b"\n" for one in lines)


def begun(server: MadeLink) -> PlanLog:
    log = PlanLog()
    log.begin()
    log.step(server.link, 1.0)
    return log


def taken(log: PlanLog, server: MadeLink, steps: int = 1) -> list[float | None]:
    for _ in range(steps):
        log.step(server.link, 1.0)
    return [one.execution_ms for one in log.taken()]


def text(number: int) -> dict[str, object]:
    return written(**{"Query Text": f"SELECT {'a' * (number + 1)}"})


def codes(log: PlanLog) -> list[str]:
    return [one.code for one in log.shortfalls()]


@pytest.mark.parametrize("before", [b"", b"before\n", line(duration="99") + b"\n"])
def test_the_log_counts_from_its_end_at_the_start_of_a_trial(before: bytes) -> None:
    server = MadeLink()
    server.files["log/1.json"] = before
    log = begun(server)
    server.write(line(duration="7"))
    assert taken(log, server) == [7.0]
    server.write(line(duration="8"), b"other")
    assert taken(log, server) == [8.0]
    server.write(line(duration="99"))
    log.begin()
    assert taken(log, server, steps=2) == []
    assert codes(log) == []


def test_nothing_is_read_of_a_log_that_did_not_grow() -> None:
    server = MadeLink()
    log = begun(server)
    log.step(server.link, 1.0)
    server.read.clear()
    assert taken(log, server, steps=3) == []
    assert server.read == []


def test_a_line_that_is_half_written_is_read_when_it_is_whole() -> None:
    server = MadeLink()
    log = begun(server)
    whole = line(duration="7") + b"\n"
    server.files["log/1.json"] += whole[:100]
    assert taken(log, server) == []
    server.files["log/1.json"] += whole[100:]
    assert taken(log, server) == [7.0]


def test_a_rotation_loses_no_line_and_reads_one_part_a_second() -> None:
    server = MadeLink()
    log = begun(server)
    server.read.clear()
    server.write(line(text(1), duration="7"))
    server.path = "log/2.json"
    server.write(line(text(2), duration="8"))
    log.step(server.link, 1.0)
    log.step(server.link, 1.0)
    assert [path for path, _, _ in server.read] == ["log/1.json", "log/2.json"]
    assert taken(log, server) == [8.0, 7.0]
    server.path = "log/it's\\3.json"
    server.write(line(text(3), duration="9"))
    del server.files["log/2.json"]
    log.step(server.link, 1.0)
    assert server.asked[-1].count("E'log/it''s\\\\3.json'") == 1


def test_a_file_that_was_begun_anew_is_read_from_its_start() -> None:
    server = MadeLink()
    server.write(*[b"x" * 1000] * 5)
    log = begun(server)
    server.files["log/1.json"] = line(duration="7") + b"\n"
    assert taken(log, server) == [7.0]


def test_of_a_log_that_grows_too_fast_the_newest_part_is_read_and_it_is_said() -> None:
    server = MadeLink()
    log = begun(server)
    server.write(line(text(1), duration="7"), *[b"x" * 1000] * 1000, line(text(2), duration="8"))
    assert taken(log, server) == [8.0]
    assert all(length <= MOST for _, _, length in server.read)
    assert codes(log) == ["postgres-log-large"]
    server.write(line(text(3), duration="9"))
    assert taken(log, server) == [9.0]
    log.begin()
    log.step(server.link, 1.0)
    assert codes(log) == []


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, []),
        ({"auto_explain.log_min_duration": None, "auto_explain.log_format": None}, ["postgres-log-not-loaded"]),
        ({"auto_explain.log_min_duration": "-1"}, ["postgres-log-off"]),
        ({"auto_explain.log_format": "text"}, ["postgres-log-format"]),
        ({"auto_explain.log_parameter_max_length": "-1"}, ["postgres-log-values"]),
        ({"auto_explain.log_parameter_max_length": "0"}, []),
        ({"log_min_duration_statement": "0"}, ["postgres-log-values"]),
        ({"log_statement": "ddl"}, ["postgres-log-values"]),
        ({"log_statement": "all", "log_parameter_max_length": "0"}, []),
    ],
)
def test_what_the_log_lacks_is_told_at_once(settings: dict[str, str | None], told: list[str]) -> None:
    assert codes(begun(MadeLink(settings))) == told


def test_a_session_with_other_settings_may_log_plans() -> None:
    server = MadeLink({"auto_explain.log_min_duration": None, "auto_explain.log_format": None})
    log = begun(server)
    server.write(line(written(**{"Query Parameters": "$1 = 'x'"})))
    assert taken(log, server) == [12.345]
    assert log.shortfalls() == [Message("postgres-log-values", setting="auto_explain.log_parameter_max_length")]


@pytest.mark.parametrize("version", [140_018, 130_000])
def test_a_version_without_a_json_log_is_told_and_not_asked_again(version: int) -> None:
    server = MadeLink(version=version)
    log = begun(server)
    assert taken(log, server, steps=3) == []
    assert log.shortfalls() == [Message("postgres-log-too-old", version=str(version // 10_000), oldest="15")]
    assert server.asked == []


def test_a_server_without_a_json_log_is_told() -> None:
    server = MadeLink()
    server.path = None
    log = begun(server)
    assert codes(log) == ["postgres-log-none"]


@pytest.mark.parametrize("function", ["pg_current_logfile", "pg_read_binary_file"])
def test_a_role_without_rights_is_told_and_asked_again_after_a_new_connection(function: str) -> None:
    server = MadeLink()
    server.refused = function
    log = begun(server)
    # Nothing was written: that the role may not read is told all the same.
    log.step(server.link, 1.0)
    why = Message.said(f"permission denied for function {function}")
    assert log.shortfalls() == [Message("postgres-log-refused", why=why)]
    asked = len(server.asked)
    assert taken(log, server, steps=3) == []
    assert len(server.asked) == asked
    server.refused = ""
    log.connected()
    log.step(server.link, 1.0)
    server.write(line(duration="7"))
    assert taken(log, server) == [7.0]
    assert codes(log) == []


def test_a_new_connection_goes_on_where_the_log_was_read_to() -> None:
    server = MadeLink()
    log = begun(server)
    log.step(server.link, 1.0)
    server.write(line(duration="7"))
    log.connected()
    assert taken(log, server) == [7.0]
    assert len([one for one in server.asked if "set_config" in one]) == 2


def test_a_reading_without_time_asks_nothing_more() -> None:
    server = MadeLink()
    log = PlanLog()
    log.begin()
    log.step(server.link, 0.01)
    assert server.asked == []
    log.step(server.link, 1.0)
    server.write(line(duration="7"))
    assert taken(log, server) == [7.0]
