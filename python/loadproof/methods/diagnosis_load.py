"""Some more of a load that a method ran, for as long as services are asked what they do under it."""

from collections.abc import Sequence

from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.records.answer import Answer, Outcome

__all__ = ["DiagnosisLoad"]

_RAMP_S, _SETTLE_S = 3.0, 2.0


class DiagnosisLoad(Method):
    """Has no answer of its own that anything rests on; `BEFORE_S` after its begin the load is what it shall be.

    >>> DiagnosisLoad(100.0, 15.0).next(()).load_s, DiagnosisLoad.BEFORE_S
    (20.0, 5.0)
    """

    name = "diagnosis"
    BEFORE_S = _RAMP_S + _SETTLE_S

    def __init__(self, rate: float, hold_s: float, users: int | None = None) -> None:
        """`rate` in calls/s, 0 where users alone load; `hold_s` from then on; `users` None: as the profile counts."""
        self.users = users
        self._rate = rate
        self._hold_s = hold_s

    def patience_s(self, _history: Sequence[TrialResult], _waited_s: float, /) -> float:
        """Return 0: no wait for other processes, because nothing is judged under this load.

        The diagnosis beside the load asks the services at times of its own.

        >>> DiagnosisLoad(100.0, 15.0).patience_s((), 0.0)
        0.0
        """
        return 0.0

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """One hold."""
        if not history:
            return Trial(Purpose.DIAGNOSE, self._rate, self._hold_s, _SETTLE_S, _RAMP_S, self._rate / 2.0, False)
        verdict = history[-1].verdict
        return Answer(self.name, Outcome(verdict.state), self._rate, verdict.reason)
