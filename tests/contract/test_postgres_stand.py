"""The PostgreSQL stand: made once and whole, reset to the same table, its ends and its faults."""

import os
import shutil
import signal
import subprocess
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest

from .postgres_server import LONGEST_MAKING_S, PLACE, ROWS, PostgresServer, free_port, open_directory, run_command

SETTINGS = {
    "max_connections": "300",
    "shared_buffers": "512MB",
    "work_mem": "8MB",
    "effective_cache_size": "1536MB",
    "maintenance_work_mem": "128MB",
    "synchronous_commit": "on",
    "fsync": "on",
    "shared_preload_libraries": "pg_stat_statements",
    "track_activity_query_size": "32kB",
    "log_checkpoints": "on",
    "listen_addresses": "127.0.0.1",
}
DATABASE = "stand_test"


@pytest.fixture
def server(postgres: PostgresServer) -> PostgresServer:
    postgres.reset(DATABASE)
    return postgres


def test_the_settings_are_those_of_the_source(server: PostgresServer) -> None:
    found = {name: server.ask(DATABASE, f"SHOW {name}")[0] for name in SETTINGS}
    assert found == SETTINGS


def test_the_table_is_that_of_the_contract(server: PostgresServer) -> None:
    columns = "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'status'"
    assert server.ask(DATABASE, columns + " ORDER BY ordinal_position") == [
        "id|uuid|NO",
        "status|smallint|NO",
        "updated_at|timestamp with time zone|NO",
    ]
    assert server.ask(DATABASE, "SELECT indexname FROM pg_indexes WHERE tablename = 'status' ORDER BY 1") == [
        "status_pkey",
        "status_updated_at_idx",
    ]
    assert server.ask(DATABASE, "SELECT count(*), min(status), max(status) FROM status") == [f"{ROWS}|0|10"]
    assert server.ask(DATABASE, "SELECT DISTINCT updated_at AT TIME ZONE 'UTC' FROM status") == ["2025-12-19 00:00:00"]


def test_every_machine_has_the_same_table(server: PostgresServer) -> None:
    # The first rows of every template, whatever the version and the machine.
    first = "SELECT id, status FROM status ORDER BY ctid LIMIT 2"
    assert server.ask(DATABASE, first) == [
        "be1c3848-1460-435c-84ab-87ac510393c0|3",
        "b7748971-1e92-494c-9fb7-7fbbd575e7e3|6",
    ]


def test_a_reset_takes_back_every_write_and_cuts_who_is_there(server: PostgresServer) -> None:
    before = server.ask(DATABASE, "SELECT md5(string_agg(status::text, '' ORDER BY id)) FROM status")
    server.ask(DATABASE, "UPDATE status SET status = 11")
    server.ask(DATABASE, "DELETE FROM status WHERE ctid < '(3,0)'")
    command = ["psql", "-X", "-c", "SELECT pg_sleep(60)", server.url(DATABASE)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as session:
        sleeping = "SELECT count(*) FROM pg_stat_activity WHERE query ~ '^SELECT pg_sleep'"
        until(lambda: server.ask("postgres", sleeping) == ["1"])
        server.reset(DATABASE)
        assert session.wait(timeout=5) != 0
    assert server.ask(DATABASE, "SELECT md5(string_agg(status::text, '' ORDER BY id)) FROM status") == before


def test_a_reset_leaves_a_warm_table_and_no_statistics(server: PostgresServer) -> None:
    said = server.reset(DATABASE)
    assert [line.split(":")[0] for line in said.splitlines()] == [
        *("drop", "copy", "vacuum", "checkpoint", "prewarm", "statistics"),
    ]
    counted = "SELECT count(*) FROM pg_stat_statements WHERE query !~ 'pg_stat'"
    assert server.ask(DATABASE, counted) == ["0"]
    read = "SELECT heap_blks_read FROM pg_statio_user_tables WHERE relname = 'status'"
    server.ask(DATABASE, "SELECT sum(status) FROM status")
    until(lambda: server.ask(DATABASE, "SELECT seq_scan FROM pg_stat_user_tables") == ["1"])
    assert server.ask(DATABASE, read) == ["0"]
    assert server.ask(DATABASE, "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter") == ["0"]


def test_the_services_user_reads_statistics_and_is_no_superuser(server: PostgresServer) -> None:
    rights = "SELECT rolsuper, pg_has_role('bench', 'pg_monitor', 'member') FROM pg_roles WHERE rolname = 'bench'"
    assert server.ask(DATABASE, rights) == ["f|t"]
    wrong = server.url(DATABASE).replace("bench:bench", "bench:other")
    refused = subprocess.run(["psql", "-X", "-w", "-c", "SELECT 1", wrong], capture_output=True, text=True, check=False)
    assert "password authentication failed" in refused.stderr


def test_ids_are_different_and_the_same_for_a_seed(server: PostgresServer) -> None:
    ids = server.ids(DATABASE, 500)
    assert len(set(ids)) == 500
    assert {uuid.UUID(one).version for one in ids} == {4}
    assert set(ids) <= set(server.ask(DATABASE, "SELECT id FROM status"))
    assert server.ids(DATABASE, 500) == ids
    assert server.ids(DATABASE, 500, "--seed", "2") != ids
    assert server.ids(DATABASE, ROWS) != sorted(server.ids(DATABASE, ROWS))
    assert server.ask(DATABASE, "SELECT count(*) FROM pg_stat_statements WHERE query ~ 'sha256'") == ["0"]


def test_bad_input_is_exit_code_two(server: PostgresServer) -> None:
    port = ["--port", str(server.port)]
    for name, arguments, word in [
        ("serve", ["--port", "0"], "--port"),
        ("serve", [*port, "--colour"], "--colour"),
        ("serve", port, f"127.0.0.1:{server.port} is taken"),
        ("reset", [*port, "--database", "a b"], "a b"),
        ("reset", [*port, "--database", "status_template"], "status_template"),
        ("ids", [*port, "--database", DATABASE, "--count", str(ROWS + 1), "--out", "/dev/null"], str(ROWS)),
    ]:
        ended = run_command(name, *arguments)
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
        assert word in ended.stderr


def test_what_is_not_there_is_said_with_a_cure(server: PostgresServer) -> None:
    nobody = free_port()
    for name in ("ready", "reset"):
        ended = run_command(name, "--port", nobody)
        assert ended.returncode == 1
        assert str(nobody) in ended.stderr
    absent = run_command("ids", "--port", server.port, "--database", "absent", "--count", 1, "--out", "/dev/null")
    assert absent.returncode == 1
    assert 'database "absent" does not exist' in absent.stderr
    assert "Cure:" in absent.stderr


def test_programs_that_are_missing_are_named(tmp_path: Path) -> None:
    ended = subprocess.run(
        [PLACE / "serve", "--port", str(free_port())],
        env={**os.environ, "STAND_POSTGRES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert f"are not in {tmp_path}. Cure:" in ended.stderr


def test_a_directory_is_served_by_one_server(server: PostgresServer) -> None:
    second = run_command("serve", "--port", free_port(), "--data", server.data, "--rows", ROWS)
    assert second.returncode == 1
    assert f"{server.data} is in use by the PostgreSQL of process" in second.stderr
    assert f"at port {server.port}. Cure:" in second.stderr
    assert run_command("template", "--data", server.data, "--rows", ROWS).returncode == 0


def test_two_servers_at_once_have_a_default_directory_each() -> None:
    rows, started, places = ROWS + 7, list[subprocess.Popen[bytes]](), list[Path]()
    try:
        for _ in range(2):
            port = free_port()
            started.append(subprocess.Popen([str(PLACE / "serve"), f"--port={port}", f"--rows={rows}"]))
            until(partial(_is_ready, port), LONGEST_MAKING_S)
            asked = [
                "psql",
                "-XAtq",
                "-c",
                "SHOW data_directory",
                f"postgresql://bench:bench@127.0.0.1:{port}/postgres",
            ]
            places.append(Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()))
        assert places[1] == places[0].with_name(f"{places[0].name}-2")
    finally:
        for one in started:
            one.terminate()
            one.wait(timeout=LONGEST_MAKING_S)
        for place in places:
            shutil.rmtree(place, ignore_errors=True)
            place.with_name(f"{place.name}.lock").unlink(missing_ok=True)


def _is_ready(port: int) -> bool:
    return run_command("ready", "--port", port).returncode == 0


def test_a_directory_of_another_template_is_refused(server: PostgresServer) -> None:
    other = run_command("template", "--data", server.data, "--rows", ROWS + 1)
    assert other.returncode == 2
    assert f"is not a template of {ROWS + 1} rows" in other.stderr
    with open_directory() as directory:
        mine = directory / "data" / "mine"
        mine.parent.mkdir()
        mine.touch()
        foreign = run_command("template", "--data", mine.parent, "--rows", 10)
        assert foreign.returncode == 2
        assert mine.exists()


def test_too_little_room_is_said_before_anything_is_made() -> None:
    with open_directory() as directory:
        ended = run_command("template", "--data", directory / "data", "--rows", 10**12)
        assert ended.returncode == 1
        assert f"{directory} has" in ended.stderr
        assert not (directory / "data.making").exists()


def test_a_stop_does_not_wait_for_clients_and_keeps_what_was_written(spare_data: Path) -> None:
    with PostgresServer(spare_data) as server:
        server.reset(DATABASE)
        server.ask(DATABASE, "CREATE TABLE kept AS SELECT 1")
        row_id = server.ids(DATABASE, 1)[0]
        with server.locked_row(DATABASE, row_id):
            began_s = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began_s < 5
        server.start()
        assert server.ask(DATABASE, "SELECT * FROM kept") == ["1"]


def test_a_second_signal_ends_it_at_once(spare_data: Path) -> None:
    with PostgresServer(spare_data) as server:
        (child,) = psutil.Process(server.process.pid).children()
        # Stopped, the server can answer the first signal only after it has got both.
        child.suspend()
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        child.resume()
        assert server.process.wait(timeout=5) == 130


def test_it_dies_with_who_started_it_and_starts_again(spare_data: Path) -> None:
    with PostgresServer(spare_data) as server:
        server.reset(DATABASE)
        server.ask(DATABASE, "CREATE TABLE kept AS SELECT 1")
        with server.locked_row(DATABASE, server.ids(DATABASE, 1)[0]):
            server.kill()
            server.start()
        assert server.ask(DATABASE, "SELECT * FROM kept") == ["1"]
        assert server.stop() == 0


def test_a_server_that_dies_is_said(spare_data: Path) -> None:
    with PostgresServer(spare_data) as server:
        (child,) = psutil.Process(server.process.pid).children()
        child.kill()
        assert server.process.wait(timeout=5) == 1
        assert f"PostgreSQL at 127.0.0.1:{server.port} ended by signal 9" in server.log.read_text()


def test_a_killed_making_leaves_nothing_half_made() -> None:
    with open_directory() as directory:
        data = directory / "data"
        arguments = [f"--data={data}", "--rows=20000000"]
        with subprocess.Popen([PLACE / "template", *arguments], stderr=subprocess.DEVNULL) as killed:
            # In the midst of it: the server that fills the table is there.
            until((directory / "data.making" / "postmaster.pid").exists)
            killed.kill()
        assert not data.exists()
        with PostgresServer(data) as server:
            server.reset(DATABASE)
            assert server.ask(DATABASE, "SELECT count(*) FROM status") == [str(ROWS)]
        assert sorted(path.name for path in directory.iterdir()) == ["data", "data.lock", "data.log"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_without_root_it_keeps_its_data_in_the_users_cache() -> None:
    with open_directory() as directory:
        shutil.chown(directory, "nobody")
        port = free_port()
        environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": str(directory)}
        command = ["/usr/bin/python3", str(PLACE / "serve"), "--port", str(port), "--rows", "10"]
        with subprocess.Popen(command, env=environment, user="nobody", group="nogroup", extra_groups=[]) as served:
            until(lambda: run_command("ready", "--port", port).returncode == 0, LONGEST_MAKING_S)
            assert [path.name for path in (directory / "loadproof").glob("postgres-*-*[!k]")] != []
            assert psutil.Process(served.pid).children()[0].username() == "nobody"
            served.terminate()
            assert served.wait(timeout=10) == 0


def until(condition: Callable[[], bool], within_s: float = 10.0) -> None:
    """Returns when the condition holds; fails when it does not in time."""
    deadline_s = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come true"
        time.sleep(0.02)
