"""The failure of a child process of loadproof itself: the words for it, and the error."""

from loadproof.errors import OwnProcessFailed
from loadproof.model.message import Message
from loadproof.system.own_processes import FailedProcess, OwnProcess
from loadproof.words.catalogue import english

__all__ = ["own_process_error", "own_process_text", "require_running"]


def own_process_text(failed: FailedProcess) -> Message:
    """Say which process failed, and how.

    >>> from loadproof.system.own_processes import ProcessFault
    >>> english(own_process_text(FailedProcess("supervisor", "api", ProcessFault.DIED)))
    'a process of loadproof died: the supervisor of the service api'
    """
    return Message("own-process-failed", role=failed.role, service=failed.service, fault=failed.fault.value)


def require_running(process: OwnProcess) -> None:
    """Raise OwnProcessFailed if `process` died or was stopped through no order of ours."""
    failed = process.failure()
    if failed is not None:
        raise own_process_error(failed)


def own_process_error(failed: FailedProcess) -> OwnProcessFailed:
    """Return the error that says it."""
    told = own_process_text(failed)
    return OwnProcessFailed(english(told), told)
