"""The starts of a study one after the other, each on a fresh stand; one that fails ends no other."""

import time
from collections import Counter
from collections.abc import Sequence

from loadproof.errors import InputError
from loadproof.model.message import Message, count, duration
from loadproof.plan.settings import LoadSettings
from loadproof.run.not_started import LINES_OF_ANSWER, note_not_run, note_not_started, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.process_start import run_process_start
from loadproof.run.simulated_run import run_simulated
from loadproof.run.start_order import StudyStart
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.record import Campaign, StartState
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.yardstick import work_us

__all__ = ["StudyStarts"]

_MOST_FAILED_IN_A_ROW = 2
"""A variant that did not start so often is given up: each attempt may last as long as its ready check waits."""


class StudyStarts:
    """Runs starts of the variants of one study, and keeps of each what became of it."""

    def __init__(
        self, study: Study, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None, *, is_first: bool
    ) -> None:
        """`clock` is that of a run in virtual time; `is_first`: nothing was started before, so no pause is needed."""
        self._study = study
        self._settings = settings
        self._opened = opened
        self._clock = clock
        self._is_first = is_first
        self._variants = {variant.name: variant for variant in study.variants}
        self._failed_in_a_row: Counter[str] = Counter()
        self._why: dict[str, Message] = {}
        self.failures: list[InputError] = []
        """Why starts could not be run."""

    def run(self, starts: Sequence[StudyStart]) -> None:
        """Runs `starts` until their end or an interruption. Raises EngineFault when the generator cannot go on."""
        for place, start in enumerate(starts):
            if self._opened.interrupted:
                return
            self._tell_load_ahead(starts[place:])
            if self._is_given_up(start.variant):
                self._give_up(start)
            else:
                self._run_one(start)
            self._is_first = False

    def _tell_load_ahead(self, starts: Sequence[StudyStart]) -> None:
        """What a user waits for; virtual time is over in no time."""
        if self._clock is None:
            left_s = sum(self._study.methods_of(start.variant).longest_s() for start in starts)
            told = Message("load-ahead", most=duration(left_s))
            if len(starts) > 1:
                told = Message("load-ahead-of-starts", most=duration(left_s), starts=count(len(starts)))
            self._opened.context.live.tell_ahead(told, left_s)

    def _run_one(self, start: StudyStart) -> None:
        variant = self._variants[start.variant]
        try:
            if not self._is_first:
                self._pause()
        except KeyboardInterrupt:
            return
        self._say(variant, start)
        log = self._opened.writer.begin(Campaign.STUDY, start.variant, start.number, self._work_us(variant))
        state = StartState.UNDER_WAY
        try:
            state = self._measured(variant, start.number, self._opened.of(log))
            self._failed_in_a_row[start.variant] = 0
        except InputError as error:
            self._failed(start.variant, error)
            self._opened.context.live.say(Message("start-failed", variant=start.variant, why=why_not_started(error)))
            methods = self._study.methods_of(start.variant).of_starts()
            note_not_started(log, error, methods)
            state = StartState.NOT_RUN
        except KeyboardInterrupt:
            # What was measured so far is told all the same.
            pass
        finally:
            log.end(state, self._work_us(variant))

    def _failed(self, variant: str, error: InputError) -> None:
        self.failures.append(error)
        self._failed_in_a_row[variant] += 1
        self._why[variant] = why_not_started(error, LINES_OF_ANSWER)

    def _is_given_up(self, variant: str) -> bool:
        return self._failed_in_a_row[variant] >= _MOST_FAILED_IN_A_ROW

    def _measured(self, variant: Variant, number: int, opened: OpenRun) -> StartState:
        if self._clock is not None and variant.stand.simulated is not None:
            return run_simulated(
                self._study, variant, number, variant.stand.simulated, self._settings, opened, self._clock
            )
        return run_process_start(self._study, variant, number, self._settings, opened)

    def _work_us(self, variant: Variant) -> float | None:
        """How fast the machine is while nothing of the stand runs.

        None where that says nothing: a target that others run may be at work, and a model needs no machine.
        """
        return work_us() if variant.stand.driver is Driver.PROCESS and self._clock is None else None

    def _pause(self) -> None:
        pause_s = self._study.pause_s
        # Nothing of a model cools down, and virtual time goes on by trials alone.
        if pause_s > 0.0 and self._clock is None:
            self._opened.context.live.say(Message("pause-before-start", time=duration(pause_s)))
            with self._opened.context.interruption.at_once():
                time.sleep(pause_s)

    def _say(self, variant: Variant, start: StudyStart) -> None:
        is_one_of_many = self._study.starts > 1 or start.number > 1
        doing = "stand" if variant.stand.driver is Driver.PROCESS else "target"
        if self._clock is None or is_one_of_many:
            told = Message(
                "start-begins",
                doing=doing if self._clock is None else "model",
                variant=start.variant,
                number=str(start.number) if is_one_of_many else "alone",
            )
            self._opened.context.live.say(told)

    def _give_up(self, start: StudyStart) -> None:
        times, why = _MOST_FAILED_IN_A_ROW, self._why[start.variant]
        reason = Message("given-up-after-failures", count=count(times), why=why)
        told = Message("starts-given-up", variant=start.variant, why=reason)
        self._opened.context.live.say(told)
        log = self._opened.writer.begin(Campaign.STUDY, start.variant, start.number)
        log.event("given-up", told)
        methods = self._study.methods_of(start.variant).of_starts()
        note_not_run(log, reason, methods)
        log.end(StartState.NOT_RUN)
