"""What the stands over PostgreSQL make of a database that is not there, is too small for the pool, or dies."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .postgres_server import PostgresServer, free_port
from .status_stand import OVER_POSTGRES, StatusStand, postgres_stand, start_of

LONGEST_RECOVERY_S = 20.0
ANSWERED_WITHIN_S = 8.0


@pytest.fixture(params=OVER_POSTGRES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_database_that_is_not_there_is_said_in_one_line(name: str, postgres: PostgresServer) -> None:
    nobody = free_port()
    for url, words in [
        (f"postgresql://bench:bench@127.0.0.1:{nobody}/bench", [f"127.0.0.1:{nobody}", "refused"]),
        (postgres.url("absent"), [f"127.0.0.1:{postgres.port}", "absent"]),
        (postgres.url("postgres").replace("bench:bench", "bench:wrong"), [f"127.0.0.1:{postgres.port}", "password"]),
    ]:
        ended = StatusStand(name, [start_of(name), "--database", url, "--pool", "4"], lambda _: []).ended()
        assert (ended.returncode, ended.stdout) == (1, ""), ended.stderr
        assert len(complaints_of(ended.stderr)) == 1, ended.stderr
        for word in [*words, "Cure:"]:
            assert word in ended.stderr


def test_a_pool_larger_than_the_database_allows_is_said_at_the_start(name: str, postgres: PostgresServer) -> None:
    ended = postgres_stand(name, postgres).ended("--pool", "301")
    assert (ended.returncode, ended.stdout) == (1, ""), ended.stderr
    (line,) = complaints_of(ended.stderr)
    assert "301" in line
    assert f"127.0.0.1:{postgres.port}" in line
    assert "Cure:" in line


def test_a_database_that_dies_is_an_error_until_it_is_back(name: str, spare_data: Path) -> None:
    with PostgresServer(spare_data) as mortal:
        stand = postgres_stand(name, mortal)
        (row_id,) = stand.read_ids(1)
        path = f"/status/{row_id}"
        with stand.start("--acquire-timeout-ms", "1000") as running:
            assert running.client.get(path).status_code == 200
            mortal.kill()
            for _ in range(5):
                began_s = time.monotonic()
                answer = running.client.get(path)
                assert answer.status_code in (500, 503)
                assert list(answer.json()) == ["error"]
                assert time.monotonic() - began_s < ANSWERED_WITHIN_S
            assert running.client.get("/healthz").status_code == 200
            mortal.start()
            until(lambda: running.client.get(path).status_code == 200, LONGEST_RECOVERY_S)
            # No connection of before is left to fail later.
            assert {running.client.get(path).status_code for _ in range(100)} == {200}
            until(lambda: running.metric("pool_idle") + running.metric("pool_active") > 0, LONGEST_RECOVERY_S)
            assert len(running.complaints().splitlines()) < 200
            assert running.stop() == 0


def complaints_of(text: str) -> list[str]:
    """The lines of standard error without the note that only one JDK is here."""
    return [line for line in text.splitlines() if line and not line.startswith("only one JDK is here")]


def until(condition: Callable[[], bool], within_s: float) -> None:
    """Returns when the condition holds; fails when it does not in time."""
    deadline_s = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come true"
        time.sleep(0.1)
