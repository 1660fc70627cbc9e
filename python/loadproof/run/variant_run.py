"""The methods of a study on one variant, each after what it builds on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import CapacityAsked
from loadproof.method.confirm import Confirm, ConfirmSettings, confirmation_of
from loadproof.method.load import HeldLoad, Load
from loadproof.method.plateaus import Plateaus, PlateausSettings
from loadproof.method.soak import Soak, SoakSettings
from loadproof.method.trial import TrialResult
from loadproof.method.warm_up import WarmUp
from loadproof.run.method_run import run_method
from loadproof.run.not_started import note_not_started, planned_methods
from loadproof.run.services import OwnServices, Services, ServiceWatch
from loadproof.run.session import Session
from loadproof.run.surroundings import Surroundings
from loadproof.stand.service_process import ServiceError
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
        surroundings: Surroundings,
        watch: ServiceWatch,
        stand: Services,
        start: int = 1,
    ) -> None:
        """All of them are open, and stay so until `run` has returned; `start` is the number of this one, from 1."""
        self._study = study
        self._variant = variant
        self._start = start
        self._session = session
        self._surroundings = surroundings
        self._services = OwnServices(stand, watch, surroundings, self._warm_up)
        self._capacity: float | None = None
        self._answered: set[str] = set()

    def run(self) -> StartState:
        """Runs what is planned until the end, an interruption, or a service that does not start again."""
        try:
            self._run_all()
        except ServiceError as error:
            note_not_started(self._surroundings.writer, error, self._unanswered(), self._variant, self._start)
            return StartState.NOT_RUN
        return StartState.UNDER_WAY if self._unanswered() else StartState.COMPLETE

    def _unanswered(self) -> list[str]:
        return [method for method in planned_methods(self._study) if method not in self._answered]

    def _run_all(self) -> None:
        methods = self._study.methods
        self._warm_up()
        if methods.plateaus is not None and not self._session.interrupted:
            self._run_plateaus(methods.plateaus)
        if methods.capacity is not None and not self._session.interrupted:
            self._run_capacity(methods.capacity, methods.confirm)
        if methods.confirm is not None and methods.confirm.rate is not None and not self._session.interrupted:
            self._run_confirm(methods.confirm)
        if methods.soak is not None and not self._session.interrupted:
            self._run_soak(methods.soak)
        if methods.load is not None and not self._session.interrupted:
            self._run_load(methods.load)

    def _run_plateaus(self, settings: PlateausSettings) -> None:
        method = Plateaus(settings)
        answer = run_method(self._session, method, self._study.profile, self._services).answer
        if answer is not None:
            self._answer("plateaus", answer.as_dict())

    def _run_capacity(self, asked: CapacityAsked, confirm: ConfirmSettings | None) -> None:
        settings = asked.settings(confirm)
        driven = run_method(self._session, Capacity(settings), self._study.profile, self._services)
        answer = driven.answer
        if answer is None:
            return
        self._capacity = answer.rate
        self._answer("capacity", answer.as_dict())
        if confirm is not None and confirm.rate is None:
            self._answer_confirmed(driven.history, settings.confirm_hold_s)

    def _answer_confirmed(self, history: Sequence[TrialResult], hold_s: float) -> None:
        """The confirmation of the capacity is the last one of its search."""
        held = confirmation_of(history)
        if held is None:
            self._not_run("confirm", "the search found no capacity to confirm")
            return
        state = held.verdict.state
        answer = {"outcome": state.value, "rate": held.trial.rate, "reason": held.verdict.reason, "hold_s": hold_s}
        self._answer("confirm", answer)

    def _run_confirm(self, settings: ConfirmSettings) -> None:
        answer = run_method(self._session, Confirm(settings), self._study.profile, self._services).answer
        if answer is not None:
            self._answer("confirm", answer.as_dict())

    def _run_soak(self, settings: SoakSettings) -> None:
        if settings.rate is None:
            if self._capacity is None:
                self._not_run("soak", "the search found no capacity to take a share of")
                return
            settings = replace(settings, rate=settings.share * self._capacity)
        answer = run_method(self._session, Soak(settings), self._study.profile, self._services).answer
        if answer is not None:
            self._answer("soak", answer.as_dict())

    def _run_load(self, held: HeldLoad) -> None:
        method = Load(held)
        answer = run_method(self._session, method, self._study.profile, self._services).answer
        if answer is not None:
            self._answer("load", answer.as_dict())

    def _warm_up(self) -> None:
        """Once for each start, where the study has a warm-up; an event says when the service was warm."""
        settings = self._study.methods.warm_up
        if settings is None:
            return
        method = WarmUp(settings)
        # Of no services: it is run in the midst of their start.
        driven = run_method(self._session, method, self._study.profile)
        writer = self._surroundings.writer
        for result in driven.history:
            writer.event("warm-up", f"warm-up of {self._variant}: {result.verdict.reason}")
        for doubt in driven.answer.doubts if driven.answer is not None else ():
            writer.doubt(doubt, self._variant, self._start)

    def _answer(self, method: str, answer: dict[str, Any]) -> None:
        self._answered.add(method)
        self._surroundings.writer.answer(method, answer, self._variant, self._start)

    def _not_run(self, method: str, reason: str) -> None:
        self._answer(method, {"outcome": "not_run", "reason": reason})
