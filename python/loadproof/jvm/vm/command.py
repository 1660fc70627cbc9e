"""`loadproof diagnose PID`: what a JVM that runs does now."""

from __future__ import annotations

from loadproof.cli.document_shown import Asked, show
from loadproof.cli.exit_codes import ExitCode

__all__ = ["diagnose_process"]


def diagnose_process(
    process: int, seconds: float, place: str, asked: Asked, *, classes: bool, heap: bool, jfr: bool
) -> ExitCode:
    """Look at the VM of a process and show the report; FAILED if threads are deadlocked.

    `place` is the directory of the heap dump and the recording.
    """
    from loadproof.jvm.vm.diagnosis import diagnose_vm
    from loadproof.jvm.vm.document import vm_document
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, seconds_passed

    with Progress(Message("progress-watching", name=str(process)), seconds_passed(max(seconds, 0.1))):
        found = diagnose_vm(
            process,
            seconds,
            classes=classes,
            heap_dump_to=place if heap else None,
            recording_to=place if jfr else None,
        )
    show(found, vm_document, asked)
    return ExitCode.FAILED if found.state == "deadlocked" else ExitCode.PASSED
