"""One situation on a server of its own: its clients run, figures are read, and loadproof diagnoses the database."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench.database_faults.clients import Calls, Progress, clients_running
from bench.database_faults.diagnosis import diagnosed
from bench.database_faults.fault_server import DATABASE, FaultServer
from bench.database_faults.figures import Figures, FiguresRead
from bench.database_faults.situations import BASE, TABLES, Situation
from bench.database_faults.small_space import small_space
from bench.error import BenchError

__all__ = ["Occurrence", "occurred", "situation_running"]

_SETTLING_S = 3.0
"""Between the begin of all clients and that of the diagnosis."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Figures of one situation, and the causes that the diagnosis named."""

    situation: Situation
    figures: Figures
    causes: frozenset[str] | None
    """None: no diagnosis was asked for."""

    @property
    def is_right(self) -> bool:
        """True if the cause of the fault was named, or none for a healthy workload."""
        if self.causes is None:
            return False
        return not self.causes if self.situation.cause is None else self.situation.cause in self.causes

    @property
    def wrong(self) -> frozenset[str]:
        """Causes that were named and are not true."""
        named = self.causes or frozenset()
        return named - self.situation.others - {self.situation.cause or ""}


@contextmanager
def situation_running(situation: Situation) -> Iterator[tuple[FaultServer, Path | None, list[Progress]]]:
    """Start a server with the tables and clients of a situation; nothing is left of it after.

    Raises MountRefused for a temporary tablespace without the right to mount one.
    """
    with ExitStack() as stack:
        space = stack.enter_context(small_space(situation.space_bytes)) if situation.space_bytes else None
        server = stack.enter_context(FaultServer(situation.settings, situation.most_connections, space))
        with server.administrator() as session:
            session.execute(f"SET ROLE {DATABASE}")
            for statement in (*TABLES, *situation.tables):
                session.execute(statement.encode())
            session.execute("RESET ROLE")
            session.execute("CHECKPOINT")
        progress = stack.enter_context(clients_running(server.url(), BASE))
        for client in situation.clients:
            # In turn: the first one makes the fault that the others meet, such as a space that is full.
            progress = progress + stack.enter_context(clients_running(server.url(), (client,)))
        yield server, space, progress


def occurred(situation: Situation, seconds: int, *, is_diagnosed: bool = True) -> Occurrence:
    """Make a situation, and diagnose it for `seconds`. Raises BenchError."""
    with situation_running(situation) as (server, space, progress):
        time.sleep(_SETTLING_S)
        read = FiguresRead(server, space)
        before = _counts(progress)
        read.start()
        ended: Callable[[], frozenset[str]] | None = None
        if is_diagnosed:
            ended = diagnosed(server.url(situation.user), seconds)
        time.sleep(seconds)
        causes = None if ended is None else ended()
        figures = read.end()
        rates = [
            (calls / figures.seconds, errors / figures.seconds)
            for calls, errors in (
                (after[0] - old[0], after[1] - old[1]) for old, after in zip(before, _counts(progress), strict=True)
            )
        ]
    base = len(BASE)
    for client, (calls, errors) in zip(situation.clients, rates[base:], strict=True):
        if isinstance(client, Calls) and not client.may_fail and errors > calls:
            raise BenchError(f"the statements of {client.name!r} fail. Cure: run them by hand to see why")
    return Occurrence(
        situation,
        replace(
            figures,
            base_calls_per_s=tuple(calls for calls, _ in rates[:base]),
            other_calls_per_s=tuple(calls for calls, _ in rates[base:]),
            other_errors_per_s=tuple(errors for _, errors in rates[base:]),
        ),
        causes,
    )


def _counts(progress: list[Progress]) -> list[tuple[int, int]]:
    return [(one.calls.value, one.errors.value) for one in progress]
