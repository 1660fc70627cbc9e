"""The end of a run: noted, and its result written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loadproof.run.opening import OpenRun

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["end_run"]


def end_run(opened: OpenRun, language: str = "en") -> RunOutcome:
    """Notes the end of a run and writes its reports, where the disk lets it; the page in `language` (en or ru)."""
    # Not at the top: what makes reports takes a tenth of a second to import, and no load waits for it.
    from loadproof.run.outcome import outcome_of

    opened.writer.ended(interrupted=opened.interrupted)
    with opened.writer.reader() as reader:
        outcome = outcome_of(reader)
    return outcome if opened.writer.failure else outcome.written(language)
