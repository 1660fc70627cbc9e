"""The methods of a study on one variant, each after what it builds on."""

from collections.abc import Iterator

from loadproof.errors import ServiceError
from loadproof.methods.method import Driven, StartSoFar
from loadproof.methods.registry import WARM_UP_ROW, row_of, start_so_far
from loadproof.methods.row import WARM_UP
from loadproof.model.message import Message, duration
from loadproof.records.answer import Answer
from loadproof.run.method_run import MethodRun, TrialRunner, run_method
from loadproof.run.not_started import note_not_started
from loadproof.run.run_context import RunContext
from loadproof.run.services import OwnServices, Services, ServiceWatch
from loadproof.run.start_diagnosis import StartDiagnosis
from loadproof.store.record import StartState
from loadproof.study.study import Study

__all__ = ["VariantRun"]


class VariantRun:
    """Runs the methods that the study has on a warm service, in their order; stores their answers."""

    def __init__(
        self,
        study: Study,
        variant: str,
        runner: TrialRunner,
        context: RunContext,
        watch: ServiceWatch,
        stand: Services,
        start: int = 1,
    ) -> None:
        """All of them are open, and stay so while it runs; `start` is the number of this one, from 1."""
        self._study = study
        self._methods = study.methods_of(variant)
        self._variant = variant
        self._start = start
        self._runner = runner
        self._context = context
        self._services = OwnServices(stand, watch, context, self._started_anew)
        self._diagnosis = StartDiagnosis(study, variant, start, runner, context, watch)
        self._answered: set[str] = set()
        self._driven: dict[str, Driven] = {}
        self._is_down = False

    @property
    def state(self) -> StartState:
        """State of the start, by the methods that were run until now."""
        if self._is_down:
            return StartState.NOT_RUN
        return StartState.UNDER_WAY if self._unanswered() else StartState.COMPLETE

    def turns(self, name: str) -> Iterator[None]:
        """Runs the method `name`, or the warm-up, one trial for each item, and stores its answer after the last.

        There are none after a service that did not start again, nor after an interruption.
        """
        if self._is_down:
            return
        try:
            if name == WARM_UP:
                self._warm_up()
            else:
                yield from self._method_turns(name)
        except ServiceError as error:
            self._is_down = True
            note_not_started(self._context.log, error, self._unanswered())

    def _unanswered(self) -> list[str]:
        return [method for method in self._methods.of_starts() if method not in self._answered]

    def _method_turns(self, name: str) -> Iterator[None]:
        asked = self._methods.of_starts()
        if self._context.interrupted or name not in asked:
            return
        method = row_of(name).make(asked[name], start_so_far(asked, self._driven))
        if isinstance(method, Answer):
            self._driven[name] = Driven((), method)
        else:
            run = MethodRun(self._context, self._runner, method, self._study.profile, self._services)
            while run.step():
                yield
            self._driven[name] = run.driven
        self._answer(self._driven[name].answer)
        self._diagnosis.after(name, self._driven[name], self._services.died)

    def _started_anew(self) -> None:
        """Services that do not know the users any more are warmed up."""
        self._runner.dismiss_users()
        self._warm_up()

    def _warm_up(self) -> None:
        """Once for each start, where the study has a warm-up; an event says when the service was warm."""
        settings = self._methods.settings.get(WARM_UP)
        if settings is None:
            return
        method = WARM_UP_ROW.make(settings, StartSoFar({}))
        # Of no services: it is run in the midst of their start.
        driven = run_method(self._context, self._runner, method, self._study.profile)
        log = self._context.log
        for result in driven.history:
            log.event("warm-up", Message("variant-warmed-up", variant=self._variant, why=result.verdict.reason))
        for doubt in driven.answer.doubts if driven.answer is not None else ():
            log.doubt(doubt)

    def _answer(self, answer: Answer | None) -> None:
        if answer is None:
            return
        before_s = self._methods.longest_s(self._answered)
        if not answer.interrupted:
            self._answered.add(answer.method)
        self._context.log.answer(answer)
        left_s = self._methods.longest_s(self._answered)
        if 0.0 < left_s < before_s:
            self._context.say(Message("load-ahead", most=duration(left_s)))
