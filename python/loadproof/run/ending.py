"""The end of a run: noted, and its result written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from loadproof.run.exhaustion import exhaustion_doubt, reported_after_exhaustion
from loadproof.run.opening import OpenRun

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["end_run"]


def end_run(opened: OpenRun, language: str = "en") -> RunOutcome:
    """Notes the end of a run and writes its reports, where the disk lets it; in `language`.

    Raises ResourceExhausted.
    """
    with reported_after_exhaustion(opened):
        return _reported(opened, language)


def _reported(opened: OpenRun, language: str) -> RunOutcome:
    exhausted = opened.context.interruption.exhausted
    if exhausted is not None:
        opened.writer.log.doubt(exhaustion_doubt(exhausted))
    if (metrics := opened.context.metrics) is not None and (doubt := metrics.close()) is not None:
        opened.writer.log.doubt(doubt)
    opened.writer.ended(interrupted=opened.context.interruption.by_user)
    # Not at the top: what makes reports takes a tenth of a second to import, and no load waits for it. Nor before the
    # end is noted: an import that is refused memory leaves a run that can be reported later.
    from loadproof.run.outcome import outcome_of

    with opened.writer.reader() as reader:
        outcome = outcome_of(reader)
    if opened.writer.is_gone:
        text = (
            f"{opened.directory.path}: the run directory is gone, so that nothing of the run could be kept. "
            "Cure: keep what is printed, and leave the directory of a run where it is until it has ended"
        )
        return replace(outcome, unwritten=text, is_lost=True)
    return outcome if opened.writer.failure else outcome.written(language)
