"""Row of a method in the registry: all that the rest of the program asks of every method."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.methods.trial import TrialResult
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.answer_metric import AnswerMetric
    from loadproof.records.comparison import Comparison
    from loadproof.records.doubt import Doubt
    from loadproof.records.littles_law import LittlesLaw
    from loadproof.records.overhead import Overhead
    from loadproof.records.trend import Trend
    from loadproof.records.trial import Trial
    from loadproof.records.user_minutes import UserMinutes
    from loadproof.render.document import Block, Section
    from loadproof.result.forecast import PlanModel, PlannedOverheadModel, PlannedRoundsModel, SpreadModel
    from loadproof.result.result import Result
    from loadproof.result.sentence import ToldAnswer
    from loadproof.run.campaign import Campaign
    from loadproof.store.reader import RunReader
    from loadproof.study.fault_log import FaultLog, KeyPath
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.stand_settings import StandSettings
    from loadproof.study.stand_texts import StandTexts
    from loadproof.study.study import Study, Variant
    from loadproof.study.study_spec import StudySpec
    from loadproof.study.toggle_settings import LevelToggle
    from loadproof.words.catalogue import Words

__all__ = ["WARM_UP", "Forecast", "MethodRow", "WarmUpRow"]

WARM_UP = "warm_up"
"""Key of the warm-up beside the methods of a study file. It is no method: it has no answer."""


class Forecast(Enum):
    """Treatment of the trials of a method in a forecast."""

    SIMULATED = "simulated"
    """On an assumed service, the one of the methods before it."""
    OVERLOADING = "overloading"
    """On an assumed service of its own, as what it overloads is not there for the next method."""
    HELD = "held"
    """Holds whose number is known, whatever the service does: nothing is simulated."""
    ROUNDS = "rounds"
    """Not at all: its slots have fixed lengths, and its rounds or starts are counted apart."""


class MethodRow:
    """One method. A row overrides what differs from most methods.

    A row imports the modules of its folder when it is asked, not before: a command pays for the methods that it runs.
    Every `settings` is what `settings_of` returned for the method.
    """

    name: str
    """Name in study files, stored answers and reports; also the name of its folder."""
    takes_capacity: bool = False
    """True if, without a rate in the settings, the method loads with the capacity or a share of the capacity."""
    takes_found_users: bool = False
    """True if it loads with the users that a search in users found, if its section states neither rate nor users."""
    finds_capacity: bool = False
    """True if the method searches the capacity that other methods take."""
    confirms_capacity: bool = False
    """True if, without a rate in the settings, the confirmation of the search is the answer of the method."""
    forecast: Forecast = Forecast.SIMULATED
    judges_slos: bool = True
    """False: its answer rests on replies alone, so a forecast asks for no number of calls."""
    has_own_starts: bool = False
    """True if the method runs on starts of its own, not on each start of a variant after the other methods.

    Its starts are rounds that have every variant up at once, or as many starts as it has to measure.
    """

    answers_with_its_trial: bool = False
    """True if the verdict of its trial is its answer, even if the answer itself was not stored."""
    holds_several_rates: bool = False
    """True if each of its trials holds another rate, and its answer names the time of each."""
    lists_completed_rate: bool = False
    """True if a list of runs shows the rate that was completed in its trial, in place of the rate of its answer."""
    ranks_by: str | None = None
    """Kind of the interval within a start (`judge.start_rate.Within`) by which variants are ranked; None: they are not.
    """
    compares_variants: bool = False
    """True if the method tells variants apart: an A/A runs it on a variant and its twin."""
    takes_injections: bool = False
    """True if its judged trials may have injections: not in a search or a comparison, whose answer would be on a
    service with a problem."""

    def spec(self) -> type[MethodSpec]:
        """Return the written form of its section in a study file."""
        raise NotImplementedError

    def settings_of(self, section: MethodSection, /) -> Any:
        """Return its settings, as the section has them. Faults go to the log of the section."""
        raise NotImplementedError

    def check(self, _section: MethodSection, _asked: Mapping[str, Any], /) -> None:
        """Report faults of its section that show in the settings of all methods, by name."""

    def check_variants(
        self, _settings: Any, _variants: Sequence[Variant], _of: int, _path: KeyPath, _log: FaultLog, /
    ) -> None:
        """Report what keeps it from running on its `variants`, of `of` measured ones; `path` is its section."""

    def toggles(
        self, _spec: StudySpec, _chosen: str | None, _stand: StandSettings, _texts: StandTexts, /
    ) -> Mapping[str, LevelToggle]:
        """Return the switch of each level of a feature, as the preset `chosen` has them; {}: it switches nothing.

        Faults of every preset go to the log of `texts`.
        """
        return {}

    def makes_searches_take_turns(self, _settings: Any, /) -> bool:
        """Return True if the variants are up together and take turns trial by trial in their searches."""
        return False

    def make(self, settings: Any, start: StartSoFar, /) -> Method | records.Answer:
        """Return the method, or its answer if nothing is to be run.

        Nothing is to be run if a method before it answered it, or found nothing that it could take.
        """
        raise NotImplementedError

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        """Return the most seconds of load, beside the settings of all methods by name.

        Unless overridden: one hold with its ramp and settling time, and all repetitions that are allowed.
        """
        once_s: float = settings.ramp_s + settings.settle_s + settings.hold_s
        return once_s * (1 + int(settings.repeats))

    def longest_trial_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        """Return the most seconds of load of one of its trials, beside the settings of all methods by name."""
        parts = (getattr(settings, part, None) for part in ("ramp_s", "settle_s", "hold_s", "tail_s"))
        return math.fsum(part for part in parts if part is not None)

    def steady_spans_s(self, settings: Any, _asked: Mapping[str, Any], /) -> Sequence[tuple[float, float]]:
        """Return start and end of each judged part of its shortest trial, seconds since the start of the trial.

        Asked of a method that takes injections. Empty: its settings could not be read, and the log has the fault.
        Unless overridden: one hold after its ramp and settling time.
        """
        begin_s = math.fsum((settings.ramp_s, settings.settle_s))
        return ((begin_s, begin_s + settings.hold_s),)

    def held_trials(self, _settings: Any, /) -> int:
        """Return the number of its trials, of a method that a forecast takes as held."""
        return 1

    def beside(self, settings: Any, _asked: Mapping[str, Any], /) -> Any:
        """Return its settings with what it takes from the settings of other methods, by name, and of the warm-up."""
        return settings

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        """Return the rates in calls/s that it is known to load with, the first one first."""
        return (settings.rate,)

    def users(self, settings: Any, /) -> Sequence[int]:
        """Return the numbers of closed users that its settings state, the first one first."""
        users = getattr(settings, "users", None)
        return () if users is None else (users,)

    def confirmation_of(self, _history: Sequence[TrialResult], /) -> TrialResult | None:
        """Return the trial that confirmed the capacity that was found; None: there is none."""
        return None

    def campaign(self, _study: Study, _settings: Any, /) -> Campaign:
        """Return the campaign of its own starts; the variants of `study` are those that it is run on."""
        raise NotImplementedError

    def trends(self, _answer: records.Answer, /) -> tuple[Trend, ...]:
        """Return the trends that its answer has."""
        return ()

    def metrics(self, _answer: records.Answer, /) -> tuple[AnswerMetric, ...]:
        """Return the metrics of its answer that are no rates."""
        return ()

    def minutes(self, _answer: records.Answer, /) -> UserMinutes | None:
        """Return the minutes of operations that its answer has; None: it has none."""
        return None

    def littles_law(self, _answer: records.Answer, /) -> LittlesLaw | None:
        """Return the check of its closed users by Little's law; None: it has none."""
        return None

    def partial(self, _trials: Sequence[Trial], /) -> records.Answer | None:
        """Return the answer that its trials allow if none was stored; None: they allow none."""
        return None

    def over_starts(self, _reader: RunReader, /) -> Sequence[Comparison | Overhead]:
        """Return what its own starts show together. Raises RunDirectoryError."""
        return ()

    def doubts_over_starts(self, _found: Sequence[Comparison | Overhead], /) -> Sequence[Doubt]:
        """Return the doubts that are raised by what its own starts show together."""
        return ()

    def sentence(self, told: ToldAnswer, /) -> Message:
        """Return the sentence of its answer in reports."""
        raise NotImplementedError

    def told_before(self, _result: Result, /) -> Sequence[Message]:
        """Return sentences that a reader needs before the verdict."""
        return ()

    def sections(self, _result: Result, _words: Words, /) -> list[Section]:
        """Return the sections of a report on what its own starts show together."""
        return []

    def screen(self, _result: Result, _words: Words, /) -> list[Block]:
        """Return the blocks of the report on one screen on what its own starts show together."""
        return []

    plan_key: str = ""
    """Name of the field of a plan that has its own starts; empty: it has none."""

    def planned(self, _study: Study, _start_s: float, _capacity: float, /) -> PlannedRoundsModel | PlannedOverheadModel:
        """Return the forecast of its own starts.

        A start takes `start_s` until its services are up. `capacity` in calls/s is assumed if no rate is written.
        """
        raise NotImplementedError

    def planned_sentences(self, _plan: PlanModel, /) -> list[Message]:
        """Return the sentences of a plan on its own starts."""
        return []

    def planned_rows(self, _plan: PlanModel, /) -> list[tuple[Message, SpreadModel]]:
        """Return its own starts, each with its duration, for the table of durations of a plan."""
        return []

    def assumptions(self, _study: Study, _settings: Any, /) -> Iterator[Message]:
        """Yield what a forecast assumes for it."""
        yield from ()

    def capacity_between(self, _settings: Any, /) -> tuple[float, float] | None:
        """Return the bounds of the capacity that its settings allow, in calls/s; None: it does not search one.

        Of a search in users they are users.
        """
        return None

    def rate_beside_users(self, _settings: Any, /) -> float | None:
        """Return the rate beside the users that its search varies, in calls/s; None: it varies no users."""
        return None

    def check_study(self, _study: Study, /) -> None:
        """Raise InputError if the study cannot be run by it, whatever its file says."""

    def shortest_span_s(self, _calls_per_s: float, /) -> float | None:
        """Return the shortest judged span that its trends need, seconds; None: it judges no trends."""
        return None


class WarmUpRow(MethodRow):
    """Warm-up of a start. It is no method of a study: it has no answer."""

    def make(self, settings: Any, start: StartSoFar, /) -> Method:
        """Return the warm-up."""
        raise NotImplementedError

    def quickest_s(self, _settings: Any, /) -> float:
        """Return the seconds of the quickest warm-up."""
        raise NotImplementedError
