"""Alarm of a study over the trials of one variant, as in `result.json`."""

from dataclasses import dataclass, field

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = ["Alarm", "AlarmFiring"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmFiring:
    """Time for which an alarm fired in one trial; seconds since the trial began."""

    trial: int
    """Number of the trial."""
    pending_s: float = field(metadata=rounded(3))
    """First true evaluation on end before it fired."""
    fired_s: float = field(metadata=rounded(3))
    """Evaluation at which it fired."""
    known_s: float = field(metadata=rounded(3))
    """Time at which the values up to `fired_s` were known: calls that were still open had to be waited for."""
    ended_s: float | None = field(metadata=rounded(3))
    """First evaluation at which it no longer fired; null: it fired to the end of the trial."""
    value: Message
    """Value at `fired_s`, with its unit."""
    lead_s: float | None = field(default=None, metadata=rounded(1))
    """Seconds from `known_s` to the first minute in which the Apdex of the users was surely lower; negative if it fired
    after the start of this minute, null if there was no such minute."""
    is_false: bool = False
    """True if the trial kept its SLOs and users felt nothing in it, or only more than 5 minutes after the firing had
    ended."""
    stopped: bool = False
    """True if it ended the trial, as a stop rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """Alarm over all trials of one variant."""

    name: str
    rule: str
    """Rule as it was written."""
    variant: str | None
    stops: bool
    """True if a trial ends when it fires."""
    firings: tuple[AlarmFiring, ...]
    """Firings in order: the first 20 of each trial, and 500 in all at most."""
    fired: int
    """Number of all firings."""
    fired_trials: int
    """Number of trials in which it fired."""
    trials: int
    """Number of trials in which it was evaluated."""
    no_data_s: int
    """Evaluations without data, one per second."""
    falls: int
    """Trials in which the Apdex of the users surely fell."""
    detected: int
    """Trials among `falls` in which it fired."""
    undisturbed_minutes: float | None = field(metadata=rounded(1))
    """Minutes of trials that kept their SLOs, of others those before the Apdex surely fell; null: no operation has a
    target time."""
    false_firings: int
    """Number of false firings, all of them in these minutes."""
