"""Orders to a running link, and its answers."""

import json
import math
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from loadproof.errors import LoadproofError

__all__ = ["LinkControl", "LinkError", "LinkState"]

_PATIENCE_S = 5.0
_LONGEST_ANSWER = 1 << 16


class LinkError(LoadproofError):
    """A link does not answer, or refuses an order; `why` says it in the words of the system or of the link."""

    def __init__(self, why: str) -> None:
        """The text has no cure: the caller knows which link it is."""
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class LinkState:
    """State of a link when it answered."""

    faults: Mapping[str, float]
    """Seconds until each fault ends by itself, by name."""
    connections: int
    held_bytes: int
    """Bytes that wait for their time, and not for their receiver."""
    joined: bool | None
    """True if the connection that was asked after is passed on; None: the link does not have it, or none was named."""
    accepted: int
    """Connections since the link was started."""
    refused: int
    """Connections that no upstream address took, which were reset."""
    reset: int
    """Connections that a fault reset."""
    bytes_up: int
    """Bytes from clients that were passed on."""
    bytes_down: int
    """Bytes to clients that were passed on."""

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any]) -> Self:
        """Read an answer. Raises ValueError, KeyError and TypeError for another text."""
        joined = answer["joined"]
        names = ("connections", "held_bytes", "accepted", "refused", "reset", "bytes_up", "bytes_down")
        return cls(
            faults={str(one["fault"]): float(one["left_s"]) for one in answer["faults"]},
            joined=None if joined is None else bool(joined),
            **{name: int(answer[name]) for name in names},
        )


class LinkControl:
    """Control socket of a link. Each order is a connection of its own; any thread may give one."""

    def __init__(self, place: Path, patience_s: float = _PATIENCE_S) -> None:
        """`place` is the path of the socket; an order is answered within `patience_s`, or has failed."""
        self._place = place
        self._patience_s = patience_s

    def put(
        self,
        fault: str,
        for_s: float,
        *,
        latency_s: float = 0.0,
        jitter_s: float = 0.0,
        bytes_per_s: float | None = None,
        cut: bool = False,
        reset: bool = False,
    ) -> LinkState:
        """Put a fault on, in place of the one of this name; it ends by itself after `for_s`. Raises LinkError."""
        return self._ask(
            order="put",
            fault=fault,
            for_s=for_s,
            latency_s=latency_s,
            jitter_s=jitter_s,
            bytes_per_s=bytes_per_s,
            cut=cut,
            reset=reset,
        )

    def clear(self, fault: str) -> LinkState:
        """Take a fault off, also one that is not on. Raises LinkError."""
        return self._ask(order="clear", fault=fault)

    def state(self, of_port: int | None = None) -> LinkState:
        """Return the state; `of_port` is the port of a client whose connection is asked after. Raises LinkError."""
        return self._ask(order="state", of_port=of_port)

    def _ask(self, **order: object) -> LinkState:
        if not all(math.isfinite(value) for value in order.values() if isinstance(value, float)):
            raise LinkError("a number of the order is not finite")
        try:
            answer = json.loads(self._exchanged(json.dumps(order).encode() + b"\n"))
            if isinstance(answer, dict) and "error" in answer:
                raise LinkError(str(answer["error"]))
            return LinkState.from_answer(answer)
        except OSError as error:
            raise LinkError(error.strerror or str(error) or type(error).__name__) from error
        except (ValueError, KeyError, TypeError) as error:
            raise LinkError("its answer is not that of a link") from error

    def _exchanged(self, line: bytes) -> bytes:
        # By the descriptor of the directory: the name of a Unix socket has 107 bytes at most.
        directory = os.open(self._place.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
                asking.settimeout(self._patience_s)
                asking.connect(f"/proc/self/fd/{directory}/{self._place.name}")
                asking.sendall(line)
                answer = b""
                while not answer.endswith(b"\n"):
                    read = asking.recv(1 << 14)
                    answer += read
                    if not read or len(answer) > _LONGEST_ANSWER:
                        raise ValueError("no whole line")
                return answer
        finally:
            os.close(directory)
