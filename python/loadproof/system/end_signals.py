"""Signals that ask this process to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal is gone).

While Python imports the command line and after the answer is out, the signal ends the process. Between them it raises
KeyboardInterrupt, so that services are stopped and temporary files are removed.
"""

import signal
import sys
import time
from contextlib import ExitStack
from types import FrameType

__all__ = ["END_SIGNALS", "die_of_signals", "is_interrupted", "raise_interrupt", "raise_on_signals"]

END_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_SAME_REQUEST_S = 2.0
"""Signals this close to the last KeyboardInterrupt do not raise another one, so that the cleanup is not cut short."""
_AGAIN_S = 0.001


class _Requests:
    """The time of the last KeyboardInterrupt, seconds of the monotonic clock."""

    raised_s: float | None = None


def raise_on_signals() -> None:
    """Has each of the signals raise KeyboardInterrupt, where the parent process does not ignore it."""
    sys.unraisablehook = _raise_later
    signal.signal(signal.SIGALRM, _raise_again)
    for number in END_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, raise_interrupt)


def die_of_signals() -> None:
    """Has each of the signals end the process by itself: nothing is left that would need an orderly end."""
    with ExitStack() as handlers:
        for number in END_SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                handlers.callback(signal.signal, number, signal.SIG_DFL)


def raise_interrupt(_number: int, _frame: FrameType | None) -> None:
    """Raises KeyboardInterrupt; does nothing within 2 s of the last one."""
    now_s = time.monotonic()
    if _Requests.raised_s is not None and now_s - _Requests.raised_s < _SAME_REQUEST_S:
        return
    _Requests.raised_s = now_s
    raise KeyboardInterrupt


def is_interrupted() -> bool:
    """True if `raise_interrupt` has raised: a later error may come of it."""
    return _Requests.raised_s is not None


def _raise_again(_number: int, _frame: FrameType | None) -> None:
    _Requests.raised_s = time.monotonic()
    raise KeyboardInterrupt


def _raise_later(lost: "sys.UnraisableHookArgs") -> None:
    """Raises again, and does not print, a KeyboardInterrupt that Python lost in a finalizer or a callback of C."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        # By a timer: an interrupt that is raised here would be lost as well.
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
    elif not _is_late_signal(lost.exc_value):
        sys.__unraisablehook__(lost)


def _is_late_signal(error: BaseException | None) -> bool:
    """True if a signal came while its handler was taken away (`_PyErr_CheckSignalsTstate` of CPython)."""
    return isinstance(error, OSError) and error.errno is None and "due to race condition" in str(error)
