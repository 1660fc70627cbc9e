"""Begin and end of the minutes of a trial."""

import math

from loadproof.methods.trial import Trial

__all__ = ["FOLDED_FROM_S", "MINUTE_S", "minute_of", "planned_span"]

MINUTE_S = 60
FOLDED_FROM_S = 3600
"""In virtual time a trial that is planned to last longer is folded: its seconds would not outlive the run."""


def planned_span(trial: Trial) -> tuple[int, int]:
    """First second of the span that is planned, and the first after it; seconds count from the trial's start."""
    begin = math.ceil(trial.ramp_s + trial.settle_s)
    return begin, begin + math.floor(trial.hold_s)


def minute_of(second: int, span: tuple[int, int]) -> tuple[int, int]:
    """Begin and end of the minute that holds `second`, cut at the span.

    >>> minute_of(65, (40, 100)), minute_of(39, (40, 100)), minute_of(110, (40, 100))
    ((60, 100), (0, 40), (100, 120))
    """
    begin = second - second % MINUTE_S
    end = begin + MINUTE_S
    for boundary in span:
        if begin < boundary <= second:
            begin = boundary
        elif second < boundary < end:
            end = boundary
    return begin, end
