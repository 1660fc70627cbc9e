"""Ctrl-C, SIGTERM, SIGHUP and the end of the CPU time (SIGXCPU): the run ends gently and keeps what was measured."""

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

from loadproof.system.end_signals import END_SIGNALS, raise_interrupt
from loadproof.system.exhausted_resource import ExhaustedResource
from loadproof.system.process_limits import warn_before_end_of_cpu_time

__all__ = ["Interruption"]


class Interruption:
    """Watches for SIGINT, SIGTERM and SIGHUP while it is open; a second signal raises KeyboardInterrupt.

    SIGHUP stays ignored where the parent process ignores it (`nohup`).

    SIGXCPU asks for the end, too, some seconds of CPU time before the kernel kills the process.
    """

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._flag = threading.Event()
        self._patient = True
        self._former: dict[signal.Signals, Any] = {}
        self.exhausted: ExhaustedResource | None = None
        """The resource that ran out, where that is why the run ends."""
        self._is_cut = False

    @property
    def requested(self) -> bool:
        """True if a signal has come, a resource ran out, or a process of ours failed."""
        return self._flag.is_set()

    @property
    def by_user(self) -> bool:
        """True if a signal of the user asked for the end first."""
        return self._flag.is_set() and self.exhausted is None and not self._is_cut

    def cut(self) -> None:
        """Ask for the end of the run, as it cannot go on: a process of ours failed."""
        self._is_cut = not self.by_user
        self._flag.set()

    def exhaust(self, resource: ExhaustedResource) -> None:
        """Asks for the end of the run, as `resource` ran out."""
        self.exhausted = self.exhausted or resource
        self._flag.set()

    def __enter__(self) -> Self:
        # Only the main thread may handle signals; a run on another is ended by whoever started it.
        if threading.current_thread() is threading.main_thread():
            for number in END_SIGNALS:
                if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                    self._former[number] = signal.signal(number, self._receive)
            warn_before_end_of_cpu_time()
            self._former[signal.SIGXCPU] = signal.signal(signal.SIGXCPU, self._receive_end_of_cpu_time)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.exhausted is not None and signal.SIGXCPU in self._former:
            # It comes every second now, and the report still has to be shown.
            self._former[signal.SIGXCPU] = signal.SIG_IGN
        # A signal that comes meanwhile raises, and the other handlers are restored all the same.
        with ExitStack() as restored:
            for number, handler in self._former.items():
                restored.callback(signal.signal, number, handler)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """While it is open the first signal, too, raises KeyboardInterrupt: for waits in which nothing is measured."""
        self._patient = False
        try:
            yield
        finally:
            self._patient = True

    def _receive(self, number: int, frame: FrameType | None) -> None:
        asked_before = self._flag.is_set()
        self._flag.set()
        if asked_before or not self._patient:
            raise_interrupt(number, frame)

    def _receive_end_of_cpu_time(self, _number: int, _frame: FrameType | None) -> None:
        self.exhaust(ExhaustedResource("cpu-time"))
