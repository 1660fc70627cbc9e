"""Watch of the alarms of a study in one trial: stores and shows their changes, and ends the trial by stop rules."""

from loadproof.alarms.evaluation import AlarmChange, AlarmEvaluation
from loadproof.alarms.state import AlarmPhase
from loadproof.alarms.value import value_told
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.model.message import Message, duration
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.render.live import LiveView
from loadproof.store.record import AlarmRecord
from loadproof.store.writer import RunWriter
from loadproof.trial.observer import SeenBeside, StopSource, Witness

__all__ = ["AlarmWatch"]

_ENDED = "ended"
"""Phase of the row that says how long the rules were evaluated."""


class AlarmWatch(Witness, StopSource):
    """Evaluates rules with each tick of one trial, once all readings of the tick were stored."""

    subject = "alarms"
    interrupts = False

    def __init__(self, evaluation: AlarmEvaluation, writer: RunWriter, live: LiveView) -> None:
        """`evaluation` is of the trial that comes next; `writer` and `live` are open while it lasts."""
        self._evaluation = evaluation
        self._writer = writer
        self._live = live
        self._number = 0
        self._stopped_by: AlarmChange | None = None

    def trial_started(self, number: int, _trial: Trial, /) -> None:
        """Hear the readings of this trial from now on."""
        self._number = number
        self._writer.hear_readings(number, self._evaluation.reading)

    def load_ended(self, second: int, /) -> None:
        """Evaluate no second from this one on."""
        self._evaluation.load_ended(second)

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """Evaluate what is final now."""
        changes = self._evaluation.ticked(tick)
        rows = []
        for change in changes:
            told = value_told(change.rule, change.value)
            rows.append(
                AlarmRecord(
                    self._number,
                    change.rule.name,
                    change.phase.value,
                    float(change.at_s),
                    float(change.known_s),
                    change.active_since_s,
                    told,
                )
            )
            self._live.alarm(change.rule.name, change.phase, told, change.at_s)
            if change.phase is AlarmPhase.FIRING and change.rule.stops and self._stopped_by is None:
                self._stopped_by = change
        if tick.last:
            ended_s = float(self._evaluation.evaluated_s)
            rows.append(AlarmRecord(self._number, "", _ENDED, ended_s, ended_s, None, None))
        if rows:
            self._writer.alarms(rows)

    def wants_end(self) -> bool:
        """Return True once a stop rule has fired."""
        return self._stopped_by is not None

    def trial_ended(self) -> SeenBeside:
        """Return a doubt that names the stop rule, if one ended the trial."""
        change = self._stopped_by
        if change is None:
            return SeenBeside()
        text = Message(
            "trial-stopped-by-alarm",
            alarm=change.rule.name,
            rule=change.rule.text,
            at=duration(change.known_s),
            value=value_told(change.rule, change.value),
        )
        return SeenBeside(doubts=(Doubt(DoubtCode.STOPPED_BY_ALARM, text),))
