"""Order of the controller for the process that has the sessions, and what that process says of them."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

__all__ = ["SessionCounts", "SqlOrder"]


@dataclass(frozen=True, slots=True)
class SqlOrder:
    """Database, statements and bounds of the sessions of one occurrence; holds a password, never to be stored."""

    words: dict[str, str]
    """Database, as keywords of libpq."""
    application: str
    """`application_name` of each session."""
    statements: tuple[str, ...]
    sessions: int
    is_abandoned: bool
    temporary_kib: int | None
    """`temp_file_limit` of each session; None: that of the server stays."""
    longest_s: float
    """Time after which the server itself ends every statement and session."""
    server_version: int
    """Such as 150007 for 15.7."""
    cpus: tuple[int, ...]
    """CPUs that the process may use."""
    expected_code: str = ""
    """SQLSTATE with which a statement is to fail; empty: none is to fail."""

    def to_line(self) -> bytes:
        """One line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """The order that `to_line` wrote.

        >>> order = SqlOrder({"host": "db"}, "a", ("SELECT 1",), 2, False, None, 3.0, 150007, (0,))
        >>> SqlOrder.from_line(order.to_line()) == order
        True
        """
        read: dict[str, Any] = json.loads(line)
        return cls(**{**read, "statements": tuple(read["statements"]), "cpus": tuple(read["cpus"])})


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """State of the sessions of one occurrence so far."""

    running: int = 0
    """Sessions whose first statement was sent; of abandoned ones those whose client is gone, or had no need to go."""
    failed: int = 0
    met: int = 0
    """Sessions whose statement failed as the study expects; they count as running."""
    code: str = ""
    """SQLSTATE of the first failure; empty: the server gave none."""
    text: str = ""
    """Text of the server, as it came."""
    is_closed: bool = False
    """True if all sessions were cancelled and closed by their client."""

    def to_line(self) -> bytes:
        """One line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Self:
        """The counts that `to_line` wrote.

        >>> SessionCounts.from_line(SessionCounts(2, 1, 0, "57P01", "ended").to_line())
        SessionCounts(running=2, failed=1, met=0, code='57P01', text='ended', is_closed=False)
        """
        return cls(**json.loads(line))
