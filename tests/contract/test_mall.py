"""The mall: what its two operations do follows from the number of the request; its databases; agents in its VM."""

import os
import signal
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from .mall_servers import PRODUCTS, DatabaseServer, asked_mariadb, asked_redis, database_server
from .postgres_server import free_port
from .stand_process import STANDS, StandProcess

MYSQL, REDIS = "/case/api/v1/mysql/execute", "/case/api/v1/redis/execute"
ASYNC_PROFILER = STANDS / "jvm" / "async-profiler"
AGENT = STANDS / "jvm/agents/target/opentelemetry-javaagent.jar"


@pytest.fixture(scope="module")
def mariadb() -> Iterator[DatabaseServer]:
    with database_server("mariadb") as server:
        server.reset()
        yield server


@pytest.fixture(scope="module")
def redis() -> Iterator[DatabaseServer]:
    with database_server("redis") as server:
        server.reset()
        yield server


def command(mariadb: DatabaseServer, redis: DatabaseServer, *options: str) -> list[str]:
    mysql = f"mysql://bench:bench@127.0.0.1:{mariadb.port}/mall"
    cache = f"redis://127.0.0.1:{redis.port}"
    return [str(STANDS / "mall" / "start"), "--mysql", mysql, "--redis", cache, "--pool", "4", *options]


@pytest.fixture(scope="module")
def mall(mariadb: DatabaseServer, redis: DatabaseServer) -> Iterator[StandProcess]:
    with StandProcess(command(mariadb, redis)) as running:
        yield running


def executed(mall: StandProcess, path: str, number: int) -> dict[str, int]:
    answer = mall.client.get(path, params={"number": number})
    assert answer.status_code == 200, answer.text
    found: dict[str, int] = answer.json()
    return found


@pytest.mark.parametrize(("path", "most"), [(MYSQL, 4), (REDIS, 10)])
def test_the_number_of_a_request_decides_what_it_does(mall: StandProcess, path: str, most: int) -> None:
    first = [executed(mall, path, number) for number in range(200)]
    counts = [one["executed"] for one in first]
    assert {*counts} == set(range(1, most + 1))
    # Evenly: the mean of 200 draws from 1 to `most` lies within four standard errors.
    mean = sum(counts) / len(counts)
    assert abs(mean - (most + 1) / 2) < 4 * ((most**2 - 1) / 12 / len(counts)) ** 0.5
    assert [executed(mall, path, number)["executed"] for number in range(200)] == counts


def test_statements_and_commands_reach_the_databases(
    mall: StandProcess, mariadb: DatabaseServer, redis: DatabaseServer
) -> None:
    sold = "SELECT sum(sold) FROM product"
    before, commands = int(asked_mariadb(mariadb.port, sold)), commands_of(redis)
    asked = [executed(mall, MYSQL, number) for number in range(1000, 1040)]
    executed_commands = sum(executed(mall, REDIS, number)["executed"] for number in range(1000, 1040))
    updates = int(asked_mariadb(mariadb.port, sold)) - before
    assert 0 < updates <= len(asked)
    # Beside the two INFO of this test.
    assert executed_commands <= commands_of(redis) - commands <= executed_commands + 2


def commands_of(redis: DatabaseServer) -> int:
    lines = asked_redis(redis.port, "INFO", "stats").splitlines()
    return int(next(line for line in lines if line.startswith("total_commands_processed")).partition(":")[2])


@pytest.mark.parametrize("number", ["x", "-1", "1.5", str(2**64)])
def test_a_number_that_is_none_is_refused(mall: StandProcess, number: str) -> None:
    for path in (MYSQL, REDIS):
        answer = mall.client.get(path, params={"number": number})
        assert (answer.status_code, [*answer.json()]) == (400, ["error"])


def test_other_paths_and_methods_are_refused(mall: StandProcess) -> None:
    assert mall.client.get("/case/api/v1/other/execute").status_code == 404
    assert mall.client.post(MYSQL).status_code == 405
    assert mall.client.options(REDIS).status_code == 405


def test_its_metrics_count_requests_by_route(mall: StandProcess) -> None:
    executed(mall, MYSQL, 1)
    page = mall.client.get("/metrics").text
    assert f'http_requests_total{{method="GET",route="{MYSQL}",status="200"}}' in page
    for name in ("pool_connections", "threads_busy", "heap_used_bytes", "process_cpu_seconds_total"):
        assert f"\n{name}" in page


def test_databases_that_are_not_there_are_named(mariadb: DatabaseServer, redis: DatabaseServer) -> None:
    nobody = free_port()
    start = str(STANDS / "mall" / "start")
    mysql, cache = f"mysql://bench:bench@127.0.0.1:{mariadb.port}/mall", f"redis://127.0.0.1:{redis.port}"
    wrong_password = mysql.replace(":bench@", ":hunter2@")
    for options, code, word in [
        ([], 2, "--mysql is missing"),
        (["--mysql", "http://x"], 2, "--mysql is not of the form"),
        (["--mysql", mysql, "--redis", "redis"], 2, "--redis is not of the form"),
        (["--mysql", mysql.replace(str(mariadb.port), str(nobody)), "--redis", cache], 1, f"127.0.0.1:{nobody}"),
        (["--mysql", wrong_password, "--redis", cache], 1, "Access denied"),
        (["--mysql", mysql, "--redis", f"redis://127.0.0.1:{nobody}"], 1, f"127.0.0.1:{nobody}"),
    ]:
        ended = subprocess.run([start, *options], capture_output=True, text=True, timeout=120, check=False)
        assert (ended.returncode, ended.stdout) == (code, ""), ended.stderr
        assert word in ended.stderr
        assert "hunter2" not in ended.stderr


def test_the_profiler_is_switched_while_it_runs_and_counts_its_samples(
    mall: StandProcess, mariadb: DatabaseServer
) -> None:
    process = str(mall.process.pid)

    def switched(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(ASYNC_PROFILER), *words], capture_output=True, text=True, timeout=120, check=False)

    assert switched("off", process).returncode == 0
    assert switched("ready", process).returncode == 1
    assert switched("on", process, "cpu,alloc,wall").returncode == 0
    assert "engine:" in switched("ready", process).stdout
    again = switched("on", process, "cpu")
    assert (again.returncode, "already" in again.stderr) == (1, True)
    for number in range(300):
        executed(mall, MYSQL, number)
    off = switched("off", process)
    assert off.returncode == 0, off.stderr
    counted = dict(one.split("=") for one in off.stdout.strip().splitlines()[-1].removeprefix("samples: ").split())
    assert {*counted} == {"cpu", "alloc", "wall"}
    assert all(int(samples) > 0 for samples in counted.values())
    assert switched("off", process).returncode == 0


def test_a_recording_without_samples_is_no_recording(mall: StandProcess) -> None:
    process = str(mall.process.pid)
    on = subprocess.run([str(ASYNC_PROFILER), "on", process, "alloc"], capture_output=True, text=True, check=False)
    assert on.returncode == 0, on.stderr
    off = subprocess.run([str(ASYNC_PROFILER), "off", process], capture_output=True, text=True, check=False)
    # Nobody was loaded: 512 KiB between two samples of allocations are not reached.
    assert off.returncode == 1
    assert "no samples of alloc" in off.stderr


def test_requests_are_traced_by_the_share_that_is_asked_for(mariadb: DatabaseServer, redis: DatabaseServer) -> None:
    with StandProcess([str(STANDS / "otlp-sink" / "target" / "otlp-sink")]) as sink:
        traced = {
            "STAND_AGENT": str(AGENT),
            "OTEL_EXPORTER_OTLP_ENDPOINT": str(sink.client.base_url).rstrip("/"),
            "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf",
            "OTEL_METRICS_EXPORTER": "none",
            "OTEL_LOGS_EXPORTER": "none",
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
            "OTEL_TRACES_SAMPLER_ARG": "0.5",
        }
        with pytest.MonkeyPatch.context() as patched:
            for name, value in traced.items():
                patched.setenv(name, value)
            with StandProcess(command(mariadb, redis)) as mall:
                for number in range(1100):
                    executed(mall, REDIS if number % 2 else MYSQL, number)
                mall.process.send_signal(signal.SIGTERM)
                mall.process.wait(timeout=20)
        spans = {
            line.split('"')[1]: float(line.rpartition(" ")[2])
            for line in httpx.get(f"{str(sink.client.base_url).rstrip('/')}/metrics").text.splitlines()
            if line.startswith("spans_total")
        }
    # Four standard deviations of 1,100 draws.
    assert abs(spans["server"] - 550) < 67
    assert spans["client"] > spans["server"]


def test_an_agent_that_is_not_there_keeps_the_vm_from_starting(mariadb: DatabaseServer, redis: DatabaseServer) -> None:
    environment = {**os.environ, "STAND_AGENT": "/nowhere.jar"}
    ended = subprocess.run(
        command(mariadb, redis), env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 1
    assert "STAND_AGENT is /nowhere.jar" in ended.stderr


def test_the_same_data_on_every_machine(mariadb: DatabaseServer, redis: DatabaseServer) -> None:
    mariadb.reset()
    redis.reset()
    first = asked_mariadb(mariadb.port, "SELECT id, category, price, stock, sold FROM product ORDER BY id LIMIT 2")
    assert [line.split("\t")[0] for line in first.splitlines()] == ["1", "2"]
    assert asked_mariadb(mariadb.port, "SELECT count(*), sum(sold) FROM product") == f"{PRODUCTS}\t0"
    assert asked_redis(redis.port, "GET", "product:7").startswith("product 7 ")
    assert asked_redis(redis.port, "DBSIZE") == str(PRODUCTS + 40_001)


def test_servers_end_on_a_signal_and_leave_nothing(tmp_path: object) -> None:
    for name in ("mariadb", "redis"):
        with database_server(name) as server:
            data = server.data
            assert data.is_dir()
            assert server.stop() == 0
            assert not data.exists()


@pytest.mark.parametrize("name", ["mariadb", "redis"])
def test_faults_of_the_servers_are_one_line(name: str, request: pytest.FixtureRequest) -> None:
    server: DatabaseServer = request.getfixturevalue(name)
    serve, ready = str(STANDS / name / "serve"), str(STANDS / name / "ready")
    for words, code, told in [
        ([serve, "--port", "0"], 2, "--port"),
        ([serve, "--port", str(server.port)], 2, f"127.0.0.1:{server.port} is taken"),
        ([serve, "--port", str(free_port()), "--data", str(server.data)], 1, "in use"),
        ([ready, "--port", str(free_port())], 1, "Cure:"),
    ]:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        assert ended.returncode == code, ended.stderr
        assert told in ended.stderr
        assert "Traceback" not in ended.stderr
