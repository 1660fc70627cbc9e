"""The slots of a start in which a feature is switched: before each the feature is brought to the level of the slot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from loadproof.errors import LevelError, ToggleError
from loadproof.methods.method import Driven
from loadproof.methods.overhead.machine import OverheadStart
from loadproof.methods.overhead.result.switched_starts import SWITCHED
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.cell import OFF
from loadproof.model.message import Message, duration
from loadproof.records.answer import Answer, Outcome
from loadproof.result.sentence import NOTHING
from loadproof.run.group_up import GroupUp
from loadproof.run.method_run import MethodRun
from loadproof.run.opening import OpenRun
from loadproof.run.own_process_watch import require_own_processes
from loadproof.run.run_context import RunContext
from loadproof.stand.feature_switch import FeatureSwitch, Switched
from loadproof.store.start_log import StartLog
from loadproof.study.study import Study
from loadproof.trial.judging import JudgingOf

__all__ = ["SimulatedSwitch", "run_switched"]


def run_switched(up: GroupUp, method: OverheadStart, number: int, study: Study, opened: OpenRun) -> Driven:
    """Run the slots of start `number` of the one variant that is up, each at its level; the feature is off in the end.

    Raises EngineFault.
    """
    (variant,) = up.names
    log, context = up.logs[variant], up.of(variant).context
    found = Driven((), None)
    with _switched_back(_switch(up, variant, number, study, opened), log) as (switch, wrong):
        try:
            with opened.context.interruption.at_once():
                switch.begin()
            slots = MethodRun(context, _SwitchedSlots(up, switch, context), method, study.profile)
            while _goes_on(slots, method, log, opened):
                pass
            found = slots.driven
        except ToggleError as error:
            require_own_processes()
            reason = error.told if isinstance(error.told, Message) else Message.said(str(error.told))
            found = replace(found, answer=_not_switched(method, reason, log))
    if wrong and found.answer is not None and found.answer.outcome is Outcome.MEASURED:
        # What went wrong before says more.
        found = replace(found, answer=_not_switched(method, wrong[-1], log))
    return found


def _goes_on(slots: MethodRun, method: OverheadStart, log: StartLog, opened: OpenRun) -> bool:
    """Run the next slot; False: the start is over. A level that is not reached is left out, the others go on."""
    try:
        return slots.step()
    except LevelError as error:
        why = error.told if isinstance(error.told, Message) else Message.said(str(error.told))
        method.lose(error.level, why)
        log.event("not-switched", why)
        opened.context.live.say(Message("level-lost", level=error.level, why=why))
        return True


@contextmanager
def _switched_back(switch: LevelSwitch, log: StartLog) -> Iterator[tuple[LevelSwitch, list[Message]]]:
    """Switch the feature off once the context has ended; what was wrong with that is listed."""
    wrong = list[Message]()
    try:
        yield switch, wrong
    finally:
        if (fault := switch.undo()) is not None:
            wrong.append(fault)
            log.event("not-switched-back", fault)


def _switch(up: GroupUp, variant: str, number: int, study: Study, opened: OpenRun) -> LevelSwitch:
    stand, toggles = up.of(variant).stand, study.toggles
    if stand is None:
        return SimulatedSwitch(OFF)
    # All steps of a feature are of one service, that of the first gap in what switches it off.
    texts = [word for toggle in toggles.values() for word in toggle.off.words]
    log = opened.directory.artifacts / "toggles" / variant / f"start-{number}.log"
    return FeatureSwitch(stand.toggle_place(texts), toggles, OFF, log)


def _not_switched(method: OverheadStart, reason: Message, log: StartLog) -> Answer:
    """Return the answer of a start whose feature could not be switched, or not back; the log says so, too."""
    log.event("not-switched", reason)
    return method.not_switched(reason)


class LevelSwitch(Protocol):
    """Switches between the levels of a feature."""

    level: str | None
    """The one that is on; None: not known."""

    def begin(self) -> None:
        """Switches every level off, so that the state is known. Raises ToggleError."""

    def to(self, level: str, /) -> Switched:
        """Switches to `level`. Raises LevelError and ToggleError."""

    def undo(self) -> Message | None:
        """Switches off what may be on; what is wrong with how that went, if anything."""


class SimulatedSwitch:
    """In virtual time the model of each level is there already: nothing has to be done."""

    def __init__(self, off: str) -> None:
        """`off` is where nothing is switched on."""
        self.level: str | None = None
        self._off = off

    def begin(self) -> None:
        """Set the level to off."""
        self.level = self._off

    def to(self, level: str) -> Switched:
        """At once."""
        self.level = level
        return Switched(Message("toggle-simulated"), 0.0)

    def undo(self) -> None:
        """Do nothing: the feature ends with its model."""


class _SwitchedSlots:
    """Runs each slot of one start at its level; a slot of the same level as the one before switches nothing."""

    def __init__(self, variants: GroupUp, switch: LevelSwitch, context: RunContext) -> None:
        """One variant is up; `switch` is of its stand, and `context` of its start."""
        self._variants = variants
        self._switch = switch
        self._context = context

    def dismiss_users(self) -> None:
        """Ends the sessions of its users."""
        self._variants.dismiss_users()

    def run(self, method: str, trial: Trial, judging_of: JudgingOf) -> TrialResult:
        """Runs a slot. Raises LevelError if its level was not reached, ToggleError if the feature may still be on."""
        before = self._switch.level
        if trial.level != before:
            # What is put off between cycles is no part of what the switch costs.
            self._variants.come_to(trial)
            with self._variants.switching(trial), self._context.interruption.at_once():
                switched = self._switch.to(trial.level)
            told = Message(
                "feature-switched",
                level=trial.level,
                before=before or "?",
                time=duration(switched.took_s),
                how=switched.how,
                left=_wrote(switched.left),
                said=_wrote(switched.said),
            )
            self._context.log.event(SWITCHED, told)
        return self._variants.run(method, trial, judging_of)


def _wrote(line: str) -> Message:
    """The last line of a step, if it wrote one."""
    return Message("step-wrote", line=line) if line else NOTHING
