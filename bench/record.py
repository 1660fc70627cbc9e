"""A whole bench: when, where, by which command, and what came out."""

from dataclasses import dataclass
from datetime import datetime

from bench.machine import Machine
from bench.rounds import GroupResult
from bench.row import Row, rows_of

__all__ = ["COLUMNS", "BenchRecord"]

COLUMNS = ("case", "ours", "peer", "ratio", "target", "outcome")


@dataclass(frozen=True, slots=True)
class BenchRecord:
    """The results of all groups with what they hold for."""

    began: datetime
    machine: Machine
    command: str
    negotiated: str
    """Version and cipher suite of TLS."""
    took_s: float
    results: tuple[GroupResult, ...]

    def rows(self) -> list[Row]:
        """Every row, in the order of the groups."""
        return [row for result in self.results for row in rows_of(result)]

    def cells(self) -> list[tuple[str, ...]]:
        """The rows as text, by `COLUMNS`."""
        return [
            (
                row.case,
                str(row.ours),
                row.peer_shown,
                "" if row.ratio is None else str(row.ratio),
                row.target,
                row.outcome,
            )
            for row in self.rows()
        ]

    def facts(self) -> list[str]:
        """Date, machine, command and rounds, and what the tool itself doubts, a line each."""
        rounds = ", ".join(f"{result.group.name} {len(result.rounds)}" for result in self.results)
        return [
            f"Date: {self.began:%Y-%m-%d %H:%M} UTC",
            f"Machine: {self.machine}; load average before the first run {self.machine.load_average:g}",
            f"Command: `{self.command}`; it took {self.took_s / 60:.0f} minutes",
            f"TLS: {self.negotiated}, the only suite that the server offers",
            f"Rounds: {rounds}",
            *(
                f"Doubt of loadproof itself: {code} in {count} of {len(result.rounds)} rounds of {result.group.name}"
                for result in self.results
                for code, count in sorted(result.doubts().items())
            ),
        ]
