"""The end of a run: its answer stored, its result written."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.result import build_result
from loadproof.run.opening import OpenRun
from loadproof.run.outcome import RunOutcome

__all__ = ["end_run"]


def end_run(opened: OpenRun, answer: Mapping[str, Any] | None) -> RunOutcome:
    """Stores the answer of a search (None for a plain load) and writes the reports, where the disk lets it."""
    opened.writer.ended(answer, interrupted=opened.session.interrupted)
    with opened.writer.reader() as reader:
        outcome = RunOutcome(opened.directory, build_result(reader))
    return outcome if opened.writer.failure else outcome.written()
