"""The replay itself, against what other reckonings say of the same queues; no socket is opened."""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import pytest

from bench.accuracy.due_times import due_times_ns
from bench.accuracy.replay import Replayed, replay
from bench.accuracy.server_log import Served, ServerLog
from bench.accuracy.true_server import DyingServer, FifoServer, FreezingServer, IndependentServer, TrueServer

MS = 1_000_000
RATE, SECONDS = 1000, 20


def log_of(services_ms: Sequence[float], outcomes: Sequence[str] = (), death_ms: float | None = None) -> ServerLog:
    """Calls that arrive together and are served for so long, each by its number."""
    names = outcomes or ["200"] * len(services_ms)
    calls = {}
    for number, (service_ms, name) in enumerate(zip(services_ms, names, strict=True)):
        end_ns = round(service_ms * MS)
        calls[number] = Served(name, 0, 0, end_ns, None if name == "stalled" else end_ns)
    return ServerLog(calls, None if death_ms is None else round(death_ms * MS))


def replayed(server: TrueServer, connections: Sequence[int], *, poisson: bool, timeout_ms: float = 10_000) -> Replayed:
    due_ns = due_times_ns(RATE, SECONDS, len(connections), poisson=poisson, seed=5)
    return replay(due_ns, connections, round(timeout_ms * MS), server)


@pytest.mark.parametrize("quantile", [0.95, 0.99, 0.999])
def test_a_freeze_with_connections_to_spare_is_its_formula(quantile: float) -> None:
    server = FreezingServer(log_of([0.0] * RATE * SECONDS), 2000 * MS, 200 * MS)
    found_ms = replayed(server, [2000], poisson=False).quantile_ms(quantile)
    assert found_ms == pytest.approx(200 - (1 - quantile) * 2000, abs=1.1)


@pytest.mark.parametrize(("shards", "delay_ms"), [(1, 24), (4, 24), (2, 12)])
def test_a_freeze_with_few_connections_is_its_formula(shards: int, delay_ms: float) -> None:
    server = FreezingServer(log_of([delay_ms] * RATE * SECONDS), 2000 * MS, 200 * MS)
    result = replayed(server, [48 // shards] * shards, poisson=False)
    load = RATE / (48 / (delay_ms / 1000))
    for quantile in (0.9, 0.95, 0.99):
        expected_ms = 200 + delay_ms - (1 - quantile) * 2000 * (1 - load)
        # The calls that the freeze finds half served are what the fluid of the formula does not know.
        assert result.quantile_ms(quantile) == pytest.approx(expected_ms, abs=0.5 * delay_ms)
    assert np.mean(result.response_ns > 1.05 * delay_ms * MS) == pytest.approx(200 / (2000 * (1 - load)), rel=0.1)


def test_workers_are_lindleys_recursion() -> None:
    """Equal services of c workers are c queues of one, taken in turn (Lindley 1952)."""
    workers, service_ms = 4, 3.5
    server = FifoServer(log_of([service_ms] * RATE * SECONDS), workers)
    due_ns = due_times_ns(RATE, SECONDS, 1, poisson=True, seed=5)
    result = replay(due_ns, [100_000], 10_000 * MS, server)
    service_ns = round(service_ms * MS)
    expected: list[int] = []
    for lane in range(workers):
        free_ns = 0
        for at_ns in due_ns[0][lane::workers]:
            free_ns = max(free_ns, int(at_ns)) + service_ns
            expected.append(free_ns - int(at_ns))
    assert sorted(result.response_ns) == sorted(expected)


def test_few_connections_queue_as_workers_do() -> None:
    independent = replayed(IndependentServer(log_of([20.0] * 2 * RATE * SECONDS)), [24], poisson=True)
    fifo = replayed(FifoServer(log_of([20.0] * 2 * RATE * SECONDS), 24), [100_000], poisson=True)
    assert sorted(independent.response_ns) == sorted(fifo.response_ns)


def test_a_stalled_call_gives_its_connection_back_at_its_timeout() -> None:
    names = ["stalled", "200", "200", "200"]
    due_ns = [np.array([0, 1, 2, 1500]) * MS]
    result = replay(due_ns, [1], 1000 * MS, IndependentServer(log_of([0, 4, 4, 4], names)))
    # Due at 1 ms and sent at 1000 ms, it would be answered after its time, as would the one behind it, due at 2 ms.
    assert (list(result.response_ns // MS), result.failed, result.dropped) == ([4], 3, 0)


def test_the_death_is_an_instant() -> None:
    due_ns = due_times_ns(RATE, SECONDS, 2, poisson=True, seed=5)
    server = DyingServer(log_of([8.0] * RATE * SECONDS * 2, death_ms=5000))
    result = replay(due_ns, [1000, 1000], 10_000 * MS, server)
    times = sorted(np.concatenate(due_ns))
    alive = bisect_left(times, times[0] + 5000 * MS - 8 * MS + 1)
    assert len(result.response_ns) == alive
    assert result.failed == len(times) - alive


def test_poisson_due_times_are_a_poisson_process() -> None:
    streams = due_times_ns(RATE, 200, 4, poisson=True, seed=9)
    gaps = np.diff(np.sort(np.concatenate(streams))) / MS
    assert gaps.mean() == pytest.approx(1, rel=0.01)
    assert gaps.var() / gaps.mean() ** 2 == pytest.approx(1, rel=0.02)
    assert len({int(stream[0]) for stream in streams}) == 4
