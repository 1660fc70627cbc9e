"""The probe of Redis on a real server: its series, and everything that may be wrong with it."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import cast

import psutil
import pytest
from loadproof.model.series import series_names
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.redis_probe import RedisProbe
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings
from redis import Redis

from tests.contract.mall_servers import DatabaseServer, asked_redis, database_server
from tests.unit.probes.probed import values_of

from .process_tree import standing_still

LEVELS = {"clients", "clients_blocked", "clients_limit", "memory_bytes", "memory_limit_bytes"}
RATES = {"commands_per_s", "cpu_cores", "main_thread_cores", "evictions_per_s", "connections_refused"}


@pytest.fixture(scope="module")
def server() -> Iterator[DatabaseServer]:
    with database_server("redis") as server:
        server.reset()
        yield server


def probe_of(port: int, user: str = "") -> RedisProbe:
    settings = DatabaseSettings(DatabaseKind.REDIS, "cache", f"redis://{user}127.0.0.1:{port}")
    return RedisProbe(settings, lambda text, _: {"${env:PASSWORD}": "hunter2"}[text])


def read(probe: RedisProbe, at_s: float | None = None) -> dict[str, float]:
    readings = probe.read(time.monotonic() if at_s is None else at_s)
    assert {reading.probe for reading in readings} <= {"redis:cache"}
    return values_of(readings)


def refusal(probe: RedisProbe) -> str:
    began_s = time.monotonic()
    with pytest.raises(ProbeFailure) as raised:
        probe.read(began_s)
    assert time.monotonic() - began_s < 1.5
    assert "hunter2" not in str(raised.value)
    return str(raised.value)


def test_clients_commands_hits_and_the_one_thread(server: DatabaseServer) -> None:
    with closing(probe_of(server.port)) as probe, closing(Redis(port=server.port)) as client:
        client.ping()
        first = read(probe, 0.0)
        assert set(first) == LEVELS
        assert first["clients"] == 1
        pipeline = client.pipeline(transaction=False)
        for number in range(1, 5001):
            pipeline.get(f"product:{number}")
        pipeline.execute()
        # Whatever the test itself took: 100 s later on the probe's clock.
        values = read(probe, 100.0)
    assert set(values) == LEVELS | RATES | {"hit_share"} == set(series_names("redis:cache"))
    assert values["commands_per_s"] * 100.0 == pytest.approx(5000, rel=0.02)
    # 2,000 products of 5,000 that were asked for.
    assert values["hit_share"] == pytest.approx(0.4, abs=0.01)
    assert 0.0 < values["main_thread_cores"] <= 1.02 * values["cpu_cores"] <= 1.1


def test_the_time_to_connect_belongs_to_no_interval(server: DatabaseServer) -> None:
    with (
        closing(probe_of(server.port)) as probe,
        closing(Redis(port=server.port)) as client,
        ThreadPoolExecutor() as pool,
    ):
        serving = cast(dict[str, int], client.info())["process_id"]
        with standing_still(serving):
            first = pool.submit(read, probe, 0.0)
            # Well below the patience of the probe, on a busy machine too.
            time.sleep(0.2)
        first.result()
        for _ in range(100):
            client.ping()
        values = read(probe, 1.0)
    # 0.8 s lie between the two, or less where the machine was late.
    assert values["commands_per_s"] > 100 / 0.9


def test_a_thread_that_is_busy_all_the_time(server: DatabaseServer) -> None:
    with closing(probe_of(server.port)) as probe, closing(Redis(port=server.port)) as client:
        serving = psutil.Process(cast(dict[str, int], client.info())["process_id"])
        read(probe)
        began_s, before_s = time.monotonic(), sum(serving.cpu_times()[:2])
        while time.monotonic() - began_s < 0.8:
            client.eval("local n = 0; for i = 1, 2000000 do n = n + i end; return n", 0)
        used = read(probe)["main_thread_cores"]
        took_s, used_s = time.monotonic() - began_s, sum(serving.cpu_times()[:2]) - before_s
    # How much of a core it gets is the machine's matter.
    assert used == pytest.approx(used_s / took_s, rel=0.15)
    assert used > 0.2


def test_evictions_are_counted_and_a_reset_of_statistics_is_no_growth(server: DatabaseServer) -> None:
    with closing(probe_of(server.port)) as probe:
        read(probe)
        for name, value in (("maxmemory-policy", "allkeys-random"), ("maxmemory", "2mb")):
            asked_redis(server.port, "CONFIG", "SET", name, value)
        asked_redis(server.port, "SET", "one", "more")
        assert read(probe)["evictions_per_s"] > 0
        for name, value in (("maxmemory", "256mb"), ("maxmemory-policy", "noeviction")):
            asked_redis(server.port, "CONFIG", "SET", name, value)
        read(probe)
        asked_redis(server.port, "CONFIG", "RESETSTAT")
        assert "evictions_per_s" not in read(probe)
        server.reset()


def test_passwords_are_asked_for_and_given(server: DatabaseServer) -> None:
    asked_redis(server.port, "CONFIG", "SET", "requirepass", "hunter2")
    try:
        with closing(probe_of(server.port)) as without, closing(probe_of(server.port, ":wrong@")) as wrong:
            assert "password" in refusal(without)
            assert "password" in refusal(wrong)
        with closing(probe_of(server.port, ":${env:PASSWORD}@")) as probe:
            assert set(read(probe)) == LEVELS
    finally:
        asked_redis(server.port, "-a", "hunter2", "CONFIG", "SET", "requirepass", "")


def test_a_user_without_the_right_to_info_is_named(server: DatabaseServer) -> None:
    asked_redis(server.port, "ACL", "SETUSER", "guest", "on", ">guest", "+ping")
    with closing(probe_of(server.port, "guest:guest@")) as probe:
        assert "+info" in refusal(probe)
    asked_redis(server.port, "ACL", "DELUSER", "guest")


def test_clients_that_are_all_taken(server: DatabaseServer) -> None:
    asked_redis(server.port, "CONFIG", "SET", "maxclients", "3")
    clients = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    try:
        time.sleep(0.1)
        with closing(probe_of(server.port)) as probe:
            assert "maxclients" in refusal(probe)
    finally:
        for client in clients:
            client.close()
        time.sleep(0.1)
        asked_redis(server.port, "CONFIG", "SET", "maxclients", "10000")


def test_a_server_that_hangs_or_dies_costs_single_readings() -> None:
    with database_server("redis") as own, closing(probe_of(own.port)) as probe:
        read(probe)
        (serving,) = psutil.Process(own.process.pid).children()
        with standing_still(serving.pid):
            assert "overloaded" in refusal(probe)
        time.sleep(0.2)
        assert set(read(probe)) >= {"clients"}
        assert own.stop() == 0
        assert "start Redis" in refusal(probe)
