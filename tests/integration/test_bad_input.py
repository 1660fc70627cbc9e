"""What cannot be run is said before any load: exit code 2, in plain words, all at once, and nothing is left behind."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .command_line import Ended, loadproof

VERBS = ("load", "capacity")
ROWS = "feeders:\n  rows: {csv: rows.csv}\n"
GET = "operations:\n  get:\n    request: GET /\n"


@contextmanager
def silent_target() -> Iterator[str]:
    """A target that must not be asked for anything; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield "http://{}:{}".format(*listener.getsockname())
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


def refused(ended: Ended, place: Path) -> list[str]:
    """What a command said that could not be run: one line a fault, no stack trace, no run directory."""
    assert (ended.exit_code, ended.output) == (2, ""), ended.messages
    assert "Traceback" not in ended.messages
    assert not (place / "runs").exists()
    lines = ended.messages.splitlines()
    assert all(line.startswith("error: ") and ". Cure: " in line for line in lines), ended.messages
    return [line.removeprefix("error: ") for line in lines]


@pytest.mark.parametrize("verb", VERBS)
def test_a_target_that_is_not_there(tmp_path: Path, verb: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    ended = loadproof(verb, f"http://localhost:{port}/", "--slo", "p99<1s", "--json", "--out", "run", cwd=tmp_path)
    (line,) = refused(ended, tmp_path)
    assert line.startswith(f"the target localhost:{port} cannot be reached: tried ")
    assert f"127.0.0.1:{port} (connection refused)" in line
    assert not (tmp_path / "run").exists()


def test_a_name_that_does_not_resolve(tmp_path: Path) -> None:
    (line,) = refused(loadproof("load", "http://no-such-name.invalid/", cwd=tmp_path), tmp_path)
    assert line.startswith("the name 'no-such-name.invalid' cannot be resolved (")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--slo", "p99<50"), "--slo: 'p99<50': '50' has no unit"),
        (("--slo", "fast"), "--slo: 'fast' limits neither a percentile"),
        (("--slo", "p99<1s", "--timeout", "500ms"), "--slo: 'p99<1s' is not under the timeout of 0.5 s"),
        (("--expect", "2xx,oops"), "--expect: 'oops' is no status"),
        (("--timeout", "5"), "--timeout: '5' has no unit"),
        (("--rate", "quick"), "--rate: 'quick' is not a rate"),
        (("--rate", "0"), "--rate: 0 is not above 0"),
        (("--rate", "nan"), "--rate: 'nan' is not a rate"),
        (("--for", "10"), "--for: '10' has no unit"),
        (("--for", "1500ms"), "--for: '1500ms' is not whole seconds"),
    ],
)
def test_an_option_that_cannot_be_read(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    with silent_target() as url:
        lines = refused(loadproof("load", url, *options, cwd=tmp_path), tmp_path)
    assert len(lines) == 1
    assert lines[0].startswith(message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--precision", "0"), "--precision: 0 is finer than any trial can tell"),
        (("--start-rate", "500", "--max-rate", "100"), "--max-rate: 100 is below start_rate"),
        (("--hold", "0s"), "--hold: '0s' is not"),
        (("--confirm", "soon"), "--confirm: 'soon'"),
        (
            ("--budget", "5s", "--slo", "p99<50ms"),
            "--budget: 5 s are less than the shortest search with its confirmation takes, 22 s",
        ),
    ],
)
def test_a_search_that_cannot_be_made(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    with silent_target() as url:
        lines = refused(loadproof("capacity", url, *options, cwd=tmp_path), tmp_path)
    assert len(lines) == 1
    assert lines[0].startswith(message)


@pytest.mark.parametrize(
    "words",
    [
        ("laod",),
        ("load", "http://127.0.0.1/", "--nope"),
        ("load", "http://127.0.0.1/", "--connections", "0"),
        ("report",),
    ],
)
def test_words_that_are_no_command(tmp_path: Path, words: tuple[str, ...]) -> None:
    ended = loadproof(*words, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert "Usage: " in ended.messages
    assert "Traceback" not in ended.messages


@pytest.mark.parametrize("url", ["unix:app.sock", "ftp://127.0.0.1/", "127.0.0.1", "http://", "http://a:99999/"])
def test_a_url_that_is_none(tmp_path: Path, url: str) -> None:
    (line,) = refused(loadproof("load", url, cwd=tmp_path), tmp_path)
    assert line.startswith("URL: ")


@pytest.mark.parametrize(
    ("profile", "line", "message"),
    [
        (GET + "    wieght: 3\n", 4, "operations.get.wieght: this key is not known. Cure: did you mean weight?"),
        (GET + "    timeout: 5\n", 4, "operations.get.timeout: 5 is a number"),
        (GET + "timeout: 10sec\n", 4, "timeout: '10sec' has the unknown unit 'sec'"),
        ("slo: p99<1s\n", 1, "operations: this key is missing"),
        ("operations: {}\n", 1, "operations: there are no operations"),
        (GET + "    weight: 0\n", 4, "operations.get.weight: 0 is not above 0"),
        (GET + "slo: [p99<50]\n", 4, "slo[0]: 'p99<50': '50' has no unit"),
        (GET + "timeout: 1s\nslo: p99<1s\n", 4, "timeout: 1s is not above the limit of the SLO 'p99<1s'"),
        ("feeders:\n  rows: {csv: none.csv}\n" + GET, 2, "feeders.rows.csv: "),
    ],
)
@pytest.mark.parametrize("verb", VERBS)
def test_a_profile_with_one_fault(tmp_path: Path, verb: str, profile: str, line: int, message: str) -> None:
    (tmp_path / "p.yaml").write_text(profile)
    with silent_target() as url:
        (fault,) = refused(loadproof(verb, url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    assert fault.startswith(f"p.yaml:{line}: {message}")


@pytest.mark.parametrize(
    ("rows", "place", "message"),
    [
        (b"", "rows.csv:1", "the feeder is empty"),
        (b"id\n", "rows.csv:1", "the feeder is empty"),
        (b"id,name\n1,a\n2\n", "rows.csv:3", "the number of values is 1"),
        (b"id\n1\n\xff\n", "rows.csv:3", "not UTF-8"),
    ],
)
def test_a_feeder_that_cannot_be_used(tmp_path: Path, rows: bytes, place: str, message: str) -> None:
    (tmp_path / "rows.csv").write_bytes(rows)
    (tmp_path / "p.yaml").write_text(ROWS + "operations:\n  get:\n    request: GET /${rows.id}\n")
    with silent_target() as url:
        (fault,) = refused(loadproof("load", url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    assert fault.startswith(f"{place}: ")
    assert message in fault


MANY_FAULTS = """\
feeders:
  rows: {csv: rows.csv}
  gone: {csv: none.csv}
operations:
  get:
    weight: 0
    request: GET /${rows.id}
  put:
    wieght: 3
    request: PUT /
    timeout: 5
  post:
    body: "{}"
slo: [p99<50, p95<15s]
"""


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(MANY_FAULTS)
    (tmp_path / "rows.csv").write_text("id\n")
    with silent_target() as url:
        told = refused(loadproof("load", url, "--profile", "p.yaml", "--slo", "p9", cwd=tmp_path), tmp_path)
    places = {line.split(": ", 1)[0] for line in told}
    assert places >= {"rows.csv:1", "--slo"} | {f"p.yaml:{line}" for line in (3, 6, 9, 11, 12, 14)}
    assert len(told) == len(set(told)) >= len(places)


def test_a_profile_that_is_not_there(tmp_path: Path) -> None:
    (line,) = refused(loadproof("load", "http://127.0.0.1/", "--profile", "none.yaml", cwd=tmp_path), tmp_path)
    assert line.startswith("none.yaml:1: ")
    assert "no such file" in line


def test_no_target_at_all(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(GET)
    assert "no target" in refused(loadproof("load", cwd=tmp_path), tmp_path)[0]
    assert "names no target" in refused(loadproof("load", "--profile", "p.yaml", cwd=tmp_path), tmp_path)[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [("none", "the run directory does not exist"), ("p.yaml", "is not a directory"), ("empty", "not a run directory")],
)
def test_a_report_of_what_is_no_run(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "p.yaml").write_text(GET)
    (tmp_path / "empty").mkdir()
    (line,) = refused(loadproof("report", name, cwd=tmp_path), tmp_path)
    assert line.startswith(f"{name}: ")
    assert message in line


def test_a_report_of_a_damaged_run(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run/run.db").write_bytes(b"not a database at all, but long enough to be read as one" * 40)
    (line,) = refused(loadproof("report", "run", cwd=tmp_path), tmp_path)
    assert line.startswith("run/run.db: ")
