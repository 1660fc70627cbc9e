"""What each call would have had as response: due times, so many connections, and a known server."""

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.accuracy.due_times import DueTimes
from bench.accuracy.true_server import TrueServer

__all__ = ["Replayed", "replay"]

_CLOSE_NS = 1_000_000


@dataclass(frozen=True, slots=True)
class Replayed:
    """The response times (ns, from due) of the answered calls with their due times, and how many had none."""

    response_ns: NDArray[np.int64]
    due_ns: NDArray[np.int64]
    failed: int
    dropped: int
    close: int
    """Calls whose answer came so near their deadline that it may have been too late, or just not."""

    def quantile_ms(self, quantile: float) -> float:
        """The smallest response time that `quantile` of the answered calls do not exceed."""
        return float(np.quantile(self.response_ns, quantile, method="inverted_cdf")) / 1e6


def replay(due_ns: DueTimes, connections: Sequence[int], timeout_ns: int, server: TrueServer) -> Replayed:
    """Each shard sends first come first served: a call when it is due and one of the shard's connections is free.

    The k-th call that shard s of S sends is call s + S·k, as its path says. A call that waits for its timeout is
    dropped; one that was sent and has no answer by then gives its connection back. Neither the network nor the
    generator takes any time.
    """
    clients = [_Shard(number, len(due_ns), connections[number], timeout_ns) for number in range(len(due_ns))]
    # Of one instant, connections become free before calls are due.
    events = [(int(due), 1, number) for number, times in enumerate(due_ns) for due in times]
    heapq.heapify(events)
    while events:
        at_ns, is_due, number = heapq.heappop(events)
        shard = clients[number]
        if is_due:
            shard.waiting.append(at_ns)
        else:
            shard.free += 1
        while shard.free and shard.waiting:
            free_ns = shard.send(at_ns, server)
            if free_ns is not None:
                heapq.heappush(events, (free_ns, 0, number))
    answered = [answered for shard in clients for answered in shard.answered_ns]
    dues, responses = np.array(answered, dtype=np.int64).reshape(-1, 2).T
    dropped = sum(shard.dropped + len(shard.waiting) for shard in clients)
    failed, close = sum(shard.failed for shard in clients), sum(shard.close for shard in clients)
    return Replayed(responses, dues, failed, dropped, close)


class _Shard:
    def __init__(self, number: int, shards: int, connections: int, timeout_ns: int) -> None:
        self._next_call, self._shards, self._timeout_ns = number, shards, timeout_ns
        self.free = connections
        self.waiting: deque[int] = deque()
        self.answered_ns: list[tuple[int, int]] = []
        self.failed = self.dropped = self.close = 0

    def send(self, at_ns: int, server: TrueServer) -> int | None:
        """Sends the call that waited longest; when its connection is free again, or None where its time was over."""
        due_ns = self.waiting.popleft()
        deadline_ns = due_ns + self._timeout_ns
        if at_ns >= deadline_ns:
            self.dropped += 1
            return None
        self.free -= 1
        answer = server.serve(self._next_call, at_ns)
        self._next_call += self._shards
        self.close += answer.at_ns is not None and abs(answer.at_ns - deadline_ns) < _CLOSE_NS
        if answer.at_ns is None or answer.at_ns >= deadline_ns:
            self.failed += 1
            return deadline_ns
        if answer.is_good:
            self.answered_ns.append((due_ns, answer.at_ns - due_ns))
        else:
            self.failed += 1
        return answer.at_ns
