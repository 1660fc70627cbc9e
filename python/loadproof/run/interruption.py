"""Ctrl-C and SIGTERM: the run ends gently, and what was measured is kept."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

__all__ = ["Interruption"]


class Interruption:
    """Watches for SIGINT and SIGTERM while it is open; a second signal goes the usual way (KeyboardInterrupt)."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._flag = threading.Event()
        self._patient = True
        self._former: dict[signal.Signals, Any] = {}

    @property
    def requested(self) -> bool:
        """Whether a signal has come."""
        return self._flag.is_set()

    def __enter__(self) -> Self:
        # Only the main thread may handle signals; a run on another is ended by whoever started it.
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._former[number] = signal.signal(number, self._receive)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """While it is open the first signal, too, raises KeyboardInterrupt: for waits in which nothing is measured."""
        self._patient = False
        try:
            yield
        finally:
            self._patient = True

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        asked_before = self._flag.is_set()
        self._flag.set()
        if asked_before or not self._patient:
            raise KeyboardInterrupt
