"""Database of the documents: data to a size, reports in the planner's order, temporary tables, settings."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from .documents_server import (
    DATABASE,
    DOCUMENTS,
    REPORTS,
    SELECTIVE,
    SMALL,
    DocumentsServer,
    Rows,
    explained,
    joined_without,
    limits,
    run_report,
)
from .postgres_server import PLACE, free_port, open_directory, run_command
from .test_postgres_stand import until

ROOT_ALONE = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a file system")
SIZE = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
HASHES = """
SELECT c.relname, (xpath('/row/h/text()', query_to_xml(
           format('SELECT sum(hashtextextended(t::text, 0)) AS h FROM %I t', c.relname), false, true, '')))[1]::text
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 2200 ORDER BY 1
"""
PLANNER = "SELECT md5(string_agg(s::text, '' ORDER BY tablename, attname)) FROM pg_stats s WHERE schemaname = 'public'"
PLENTY_S = 60.0
EMPLOYEES = ["1|1|Employee 0001|head|", "65|32|Employee 0065|lawyer|32", "3200|41|Employee 3200|manager|41"]
FIRST_DOCUMENTS = ["1|4|D-000000001|825|3|421|228|3|1", "2|8|D-000000002|3186|1|965|46|3|3"]


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    with open_directory() as found:
        yield found


@pytest.fixture(scope="module")
def server(directory: Path) -> Iterator[DocumentsServer]:
    """Server whose temporary tables go to a directory of their own, with a database that no test changes."""
    with DocumentsServer(directory, f"--temporary-space={directory / 'space'}") as found:
        found.reset(DATABASE)
        yield found


def one(server: DocumentsServer, sql: str, database: str = DATABASE) -> str:
    (found,) = server.ask(database, sql)
    return found


def test_tables_and_indexes_have_the_size_that_was_asked_for(server: DocumentsServer) -> None:
    assert int(one(server, SIZE)) == pytest.approx(64 * 2**20, rel=0.1)


def test_every_machine_has_the_same_rows(server: DocumentsServer) -> None:
    assert server.ask(DATABASE, "SELECT * FROM employee WHERE id IN (1, 65, 3200) ORDER BY 1") == EMPLOYEES
    first = "SELECT id, kind, number, author, department, partner, document_group, state, version FROM document"
    assert server.ask(DATABASE, f"{first} ORDER BY ctid LIMIT 2") == FIRST_DOCUMENTS


def test_data_are_uneven_as_those_of_a_company(server: DocumentsServer) -> None:
    assert int(one(server, "SELECT count(*) FROM employee")) >= 3000
    sizes = one(server, "SELECT max(n), min(n) FROM (SELECT count(*) AS n FROM employee GROUP BY department) AS d")
    largest, smallest = map(int, sizes.split("|"))
    assert largest > 10 * smallest
    open_share = float(one(server, "SELECT avg((completed_at IS NULL)::int) FROM task"))
    assert 0.01 < open_share < 0.08
    years = "SELECT min(extract(year FROM registered_at)), max(extract(year FROM registered_at)) FROM document"
    assert one(server, years) == "2023|2025"
    for register in ("document_state", "work_time"):
        lines = f"SELECT avg(n) FROM (SELECT count(*) AS n FROM {register} GROUP BY registrar) AS r"  # noqa: S608
        assert float(one(server, lines)) > 3


@pytest.mark.parametrize("report", REPORTS)
def test_limits_keep_the_selective_join_late_or_let_it_come_early(server: DocumentsServer, report: str) -> None:
    with server.session() as session:
        plans = {limit: explained(session, report, limits(limit))["Plan"] for limit in (8, 10, 20)}
    before = {limit: joined_without(plan, SELECTIVE[report]) for limit, plan in plans.items()}
    # As many relations as the limit allows are joined first, in the order of the text; the selective one is among them
    # at 20 alone.
    assert before[8] >= 8, before
    assert before[10] >= 10, before
    assert before[20] <= 3, before
    costs = {limit: plan["Total Cost"] for limit, plan in plans.items()}
    assert min(costs[8], costs[10]) > 3 * costs[20], costs


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_has_the_same_rows_whatever_the_settings(server: DocumentsServer, report: str) -> None:
    found: list[Rows] = []
    with server.session() as session:
        for limit in (8, 10, 20):
            for jit in ("off", "on"):
                # So that JIT compiles these small data, too.
                settings = {**limits(limit), "jit": jit, "jit_above_cost": 0}
                found.append(run_report(session, report, settings))
        left = session.execute(b"SELECT count(*) FROM pg_class WHERE relpersistence = 't'").fetchone()
    assert len(found[0]) > 10
    assert all(rows == found[0] for rows in found)
    assert left == (0,)


@pytest.mark.parametrize("report", REPORTS)
def test_jit_takes_time_of_a_report(server: DocumentsServer, report: str) -> None:
    settings = {**limits(10), "jit_above_cost": 0, "jit_inline_above_cost": 0, "jit_optimize_above_cost": 0}
    with server.session() as session:
        on = explained(session, report, {**settings, "jit": "on"}, analyze=True)
        off = explained(session, report, {**settings, "jit": "off"}, analyze=True)
    assert on["JIT"]["Options"] == {"Inlining": True, "Optimization": True, "Expressions": True, "Deforming": True}
    # All of it is compiled before the rows of so small data are joined.
    assert 0.1 < on["JIT"]["Timing"]["Total"] / on["Execution Time"] < 1
    assert "JIT" not in off


@pytest.mark.parametrize("limit", [8, 10])
def test_a_report_at_full_size_is_slow_by_its_joins_and_by_jit(limit: int) -> None:
    with open_directory() as directory, DocumentsServer(directory, size="1GiB") as full:
        full.reset(DATABASE)
        assert int(one(full, SIZE)) == pytest.approx(2**30, rel=0.1)
        with full.session() as session:
            plans = {
                (report, at): explained(session, report, limits(at), analyze=True)
                for report in REPORTS
                for at in (limit, 20)
            }
    for report in REPORTS:
        forbidden, allowed = plans[report, limit], plans[report, 20]
        assert joined_without(forbidden["Plan"], SELECTIVE[report]) >= limit
        assert joined_without(allowed["Plan"], SELECTIVE[report]) <= 3
        assert forbidden["Execution Time"] > 3 * allowed["Execution Time"]
    # The settings are the server's own: its costs alone decide that these two are compiled, and how.
    assert plans["execution", limit]["JIT"]["Options"]["Optimization"] is False
    assert plans["year", limit]["JIT"]["Options"]["Optimization"] is True
    share = plans["year", limit]["JIT"]["Timing"]["Total"] / plans["year", limit]["Execution Time"]
    assert 0.1 < share < 0.8
    assert all("JIT" not in plans[report, 20] for report in REPORTS)


def test_each_temporary_table_makes_a_file_whatever_temp_buffers(server: DocumentsServer, directory: Path) -> None:
    with server.session() as session:
        session.execute(b"SET temp_buffers = '128MB'")
        session.execute(b"CREATE TEMPORARY TABLE tt_empty (id int) ON COMMIT DROP")
        session.execute(b"CREATE TEMPORARY TABLE tt_filled ON COMMIT DROP AS SELECT generate_series(1, 1000) AS id")
        sizes = {table: file_of(session, server, table).stat().st_size for table in ("tt_empty", "tt_filled")}
        files = {path.name for path in (directory / "space").rglob("t*_*")}
        # A heap is made empty; each page of 8 KiB is written as zeros when the table grows by it.
        assert sizes["tt_empty"] == 0
        assert sizes["tt_filled"] >= 8192
        assert len(files) >= 2
    until(lambda: not list((directory / "space").rglob("t*_*")))


def file_of(session: "psycopg.Connection[tuple[object, ...]]", server: DocumentsServer, table: str) -> Path:
    """The file of a table, as the server names it."""
    found = session.execute(f"SELECT pg_relation_filepath('{table}')".encode()).fetchone()
    assert found is not None
    return Path(one(server, "SHOW data_directory", "postgres")) / str(found[0])


def test_without_a_space_temporary_tables_lie_in_the_data_directory_and_settings_hold(directory: Path) -> None:
    options = {
        "jit": "off",
        "join_collapse_limit": "20",
        "from_collapse_limit": "20",
        "shared_preload_libraries": "auto_explain",
        "auto_explain.log_min_duration": "0",
        "auto_explain.log_format": "json",
    }
    with DocumentsServer(directory, *(f"--set={name}={value}" for name, value in options.items())) as server:
        server.reset("settings_test")
        with server.session("settings_test") as session:
            session.execute(b"CREATE TEMPORARY TABLE tt ON COMMIT DROP AS SELECT 1 AS id")
            place = file_of(session, server, "tt").relative_to(one(server, "SHOW data_directory", "postgres"))
            assert place.parts[0] == "base"
        shown = {name: one(server, f"SHOW {name}", "settings_test") for name in options}
        # Commands of the stand need it.
        libraries = "pg_stat_statements,auto_explain"
        assert shown == {**options, "shared_preload_libraries": libraries, "auto_explain.log_min_duration": "0"}
        one(server, "SELECT count(*) AS for_the_log FROM department", "settings_test")
        until(lambda: "for_the_log" in server.log.read_text(errors="replace"))
        logged = server.log.read_text(errors="replace")
        assert '"Plan": {' in logged[logged.index("for_the_log") :]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--set=jit"], "'jit'"),
        (["--set=jit=perhaps"], "jit=perhaps"),
        (["--set=no_such_setting=1"], "no_such_setting=1"),
        (["--set=Bad Name=1"], "Bad Name=1"),
        (["--set=block_size=16384"], "block_size=16384"),
        (["--set=temp_buffers=1kB"], "temp_buffers=1kB"),
        (["--set=port=1"], "--set port"),
        (["--set=max_connections=5"], "--max-connections"),
        (["--set=hba_file=/etc/passwd"], "--set hba_file"),
        (["--temporary-space-size=1GiB"], "--temporary-space"),
        (["--temporary-space=/tmp/x", "--set=temp_tablespaces=a"], "temp_tablespaces"),
        (["--temporary-space=/nonexistent/space"], "/nonexistent/space"),
    ],
)
def test_a_wrong_setting_is_named_before_anything_is_made(options: list[str], word: str) -> None:
    with open_directory() as directory:
        for place in (PLACE, DOCUMENTS):
            data = directory / "data"
            ended = run_command("serve", f"--port={free_port()}", f"--data={data}", *options, place=place)
            assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
            assert word in ended.stderr
            assert "Cure:" in ended.stderr
            assert not data.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--set=shared_preload_libraries=no_such_library"],
        ["--set=shared_preload_libraries=auto_explain", "--set=auto_explain.no_such=1"],
        ["--set=shared_preload_libraries=auto_explain", "--set=auto_explain.log_min_duration=soon"],
    ],
)
def test_what_a_library_refuses_is_named(options: list[str]) -> None:
    ended = run_command("serve", f"--port={free_port()}", f"--size={SMALL}", *options, place=DOCUMENTS, within_s=600)
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    name, value = options[-1].removeprefix("--set=").split("=")
    assert name in ended.stderr
    assert value in ended.stderr


@pytest.mark.parametrize("size", ["1MiB", "1", "64MB", "0GiB", "-1GiB"])
def test_a_wrong_size_is_refused(size: str) -> None:
    ended = run_command("template", f"--size={size}", place=DOCUMENTS)
    assert ended.returncode == 2
    assert "size" in ended.stderr


def test_a_reset_gives_the_same_data_and_statistics_again(server: DocumentsServer) -> None:
    said = server.reset("reset_test")
    assert [line.split(":")[0] for line in said.splitlines()] == [
        *("drop", "copy", "checkpoint", "prewarm", "statistics", "vacuum")
    ]
    rows, planner = server.ask("reset_test", HASHES), one(server, PLANNER, "reset_test")
    assert len(rows) == 14
    assert rows == server.ask(DATABASE, HASHES)
    server.ask("reset_test", "UPDATE document SET subject = 'changed' WHERE id % 2 = 0")
    server.ask("reset_test", "DELETE FROM task WHERE completed_at IS NULL")
    server.ask("reset_test", "ANALYZE")
    assert server.ask("reset_test", HASHES) != rows
    server.reset("reset_test")
    assert server.ask("reset_test", HASHES) == rows
    # The planner knows the same of each start: another sample of rows could give other plans.
    assert one(server, PLANNER, "reset_test") == planner
    live = "SELECT n_live_tup = (SELECT count(*) FROM work_time) FROM pg_stat_user_tables WHERE relname = 'work_time'"
    until(lambda: one(server, live, "reset_test") == "t")


@ROOT_ALONE
def test_a_full_temporary_space_fails_who_fills_it_and_nobody_else(directory: Path) -> None:
    space = directory / "full"
    with DocumentsServer(directory, f"--temporary-space={space}", "--temporary-space-size=32MiB") as server:
        server.reset(DATABASE)
        assert mounts_at(space) == 1
        assert shutil.disk_usage(space).total == 32 * 2**20
        with server.session() as other, server.session() as filling:
            other.execute(b"CREATE TEMPORARY TABLE tt_small ON COMMIT DROP AS SELECT 1 AS id")
            with pytest.raises(psycopg.errors.DiskFull) as refused:
                filling.execute(b"CREATE TEMPORARY TABLE tt_large AS SELECT generate_series(1, 10000000) AS id")
            assert refused.value.sqlstate == "53100"
            filling.rollback()
            assert other.execute(b"SELECT id FROM tt_small").fetchone() == (1,)
            # What failed holds no space.
            other.execute(b"CREATE TEMPORARY TABLE tt_next ON COMMIT DROP AS SELECT generate_series(1, 100000) AS id")
        assert server.stop() == 0
    assert mounts_at(space) == 0
    assert not space.exists()


@ROOT_ALONE
def test_a_killed_serve_leaves_no_mount(directory: Path) -> None:
    space = directory / "killed"
    options = (f"--temporary-space={space}", "--temporary-space-size=32MiB")
    with DocumentsServer(directory, *options) as server:
        server.reset(DATABASE)
        with server.session() as session:
            session.execute(b"CREATE TEMPORARY TABLE tt AS SELECT generate_series(1, 100000) AS id")
            session.commit()
            server.kill()
        until(lambda: mounts_at(space) == 0, PLENTY_S)
        # The log of the killed server is replayed; its tablespace is made anew.
        server.start()
        assert mounts_at(space) == 1
        guard = next(process for process in psutil.Process(server.process.pid).children() if is_guard(process))
        # Whoever kills both leaves the mount until the next start.
        guard.send_signal(signal.SIGKILL)
        server.kill()
        assert mounts_at(space) == 1
        server.start()
        assert mounts_at(space) == 1
        assert one(server, "SELECT count(*) FROM department") == "64"
        assert server.stop() == 0
    assert mounts_at(space) == 0
    # A later start without a space has its temporary tables in the data directory again.
    with DocumentsServer(directory) as plain:
        assert one(plain, "SELECT count(*) FROM pg_tablespace", "postgres") == "2"


def is_guard(process: psutil.Process) -> bool:
    return any("temporary_space_guard" in word for word in process.cmdline())


def mounts_at(place: Path) -> int:
    """File systems that are mounted at a place, as the kernel lists them."""
    lines = Path("/proc/self/mounts").read_text().splitlines()
    return sum(line.split(" ")[1] == str(place) for line in lines)


def test_a_space_of_others_is_refused_and_left_alone(server: DocumentsServer, directory: Path) -> None:
    taken = refused_space(directory / "space")
    assert (taken.returncode, "in use by another server" in taken.stderr) == (1, True), taken.stderr
    foreign = directory / "foreign"
    foreign.mkdir()
    (foreign / "mine").write_text("kept")
    ended = refused_space(foreign)
    assert (ended.returncode, "such as mine" in ended.stderr) == (2, True), ended.stderr
    assert (foreign / "mine").read_text() == "kept"
    inside = refused_space(foreign / "mine" / "below")
    assert inside.returncode == 2


def refused_space(space: Path) -> subprocess.CompletedProcess[str]:
    arguments = [f"--port={free_port()}", f"--size={SMALL}", f"--temporary-space={space}"]
    return run_command("serve", *arguments, place=DOCUMENTS, within_s=600)


def test_depth_of_a_relation_in_a_plan() -> None:
    scans = [{"Node Type": "Seq Scan", "Alias": alias, "Relation Name": alias} for alias in "abcd"]
    inner = {"Node Type": "Hash Join", "Plans": [scans[0], {"Node Type": "Hash", "Plans": [scans[1]]}]}
    late = {"Node Type": "Nested Loop", "Plans": [{"Node Type": "Hash Join", "Plans": [inner, scans[2]]}, scans[3]]}
    assert [joined_without(late, alias) for alias in "abcd"] == [1, 1, 2, 3]
