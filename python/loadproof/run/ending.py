"""The end of a run: noted, and its result written."""

from loadproof.run.opening import OpenRun
from loadproof.run.outcome import RunOutcome, outcome_of

__all__ = ["end_run"]


def end_run(opened: OpenRun, language: str = "en") -> RunOutcome:
    """Notes the end of a run and writes its reports, where the disk lets it; the page in `language` (en or ru)."""
    opened.writer.ended(interrupted=opened.interrupted)
    with opened.writer.reader() as reader:
        outcome = outcome_of(reader)
    return outcome if opened.writer.failure else outcome.written(language)
