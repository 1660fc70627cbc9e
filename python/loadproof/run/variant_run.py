"""The methods of a study on one variant, each after what it builds on."""

from loadproof.errors import ServiceError
from loadproof.method.method import Answer, Driven, StartSoFar
from loadproof.method.registry import row_of
from loadproof.method.warm_up import WarmUp
from loadproof.model.message import Message, duration
from loadproof.run.method_run import run_method
from loadproof.run.not_started import note_not_started
from loadproof.run.run_context import RunContext
from loadproof.run.services import OwnServices, Services, ServiceWatch
from loadproof.run.session import Session
from loadproof.store.record import StartState
from loadproof.study.study import Study

__all__ = ["VariantRun"]


class VariantRun:
    """Runs the methods that the study has on a warm service, in their order; stores their answers."""

    def __init__(
        self,
        study: Study,
        variant: str,
        session: Session,
        context: RunContext,
        watch: ServiceWatch,
        stand: Services,
        start: int = 1,
    ) -> None:
        """All of them are open, and stay so until `run` has returned; `start` is the number of this one, from 1."""
        self._study = study
        self._variant = variant
        self._start = start
        self._session = session
        self._context = context
        self._services = OwnServices(stand, watch, context, self._warm_up)
        self._answered: set[str] = set()

    def run(self) -> StartState:
        """Runs what is planned until the end, an interruption, or a service that does not start again."""
        try:
            self._run_all()
        except ServiceError as error:
            note_not_started(self._context.writer, error, self._unanswered(), self._variant, self._start)
            return StartState.NOT_RUN
        return StartState.UNDER_WAY if self._unanswered() else StartState.COMPLETE

    def _unanswered(self) -> list[str]:
        return [method for method in self._study.methods.of_starts() if method not in self._answered]

    def _run_all(self) -> None:
        self._warm_up()
        asked = self._study.methods.of_starts()
        driven: dict[str, Driven] = {}
        for name, settings in asked.items():
            if self._session.interrupted:
                return
            method = row_of(name).make(settings, StartSoFar(asked, driven))
            driven[name] = (
                Driven((), method)
                if isinstance(method, Answer)
                else run_method(self._session, method, self._study.profile, self._services)
            )
            self._answer(driven[name].answer)

    def _warm_up(self) -> None:
        """Once for each start, where the study has a warm-up; an event says when the service was warm."""
        settings = self._study.methods.warm_up
        if settings is None:
            return
        method = WarmUp(settings)
        # Of no services: it is run in the midst of their start.
        driven = run_method(self._session, method, self._study.profile)
        writer = self._context.writer
        for result in driven.history:
            writer.event("warm-up", Message("variant-warmed-up", variant=self._variant, why=result.verdict.reason))
        for doubt in driven.answer.doubts if driven.answer is not None else ():
            writer.doubt(doubt, self._variant, self._start)

    def _answer(self, answer: Answer | None) -> None:
        if answer is None:
            return
        before_s = self._study.methods.longest_s(self._answered)
        if not answer.interrupted:
            self._answered.add(answer.method)
        self._context.writer.answer(answer.method, answer.as_record(), self._variant, self._start)
        left_s = self._study.methods.longest_s(self._answered)
        if 0.0 < left_s < before_s:
            self._session.say(Message("load-ahead", most=duration(left_s)))
