"""The slots of a start in which a feature is switched: before each the feature is brought to the level of the slot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message, duration
from loadproof.result.sentence import NOTHING
from loadproof.result.switched_starts import SWITCHED
from loadproof.run.group_up import GroupUp
from loadproof.run.run_context import RunContext
from loadproof.stand.feature_switch import Switched
from loadproof.trial.judging import Judging

__all__ = ["LevelSwitch", "SimulatedSwitch", "SwitchedSlots"]


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
        """It is off."""
        self.level = self._off

    def to(self, level: str) -> Switched:
        """At once."""
        self.level = level
        return Switched(Message("toggle-simulated"), 0.0)

    def undo(self) -> None:
        """It ends with its model."""


class SwitchedSlots:
    """Runs each slot of one start at its level; a slot of the same level as the one before switches nothing."""

    def __init__(self, variants: GroupUp, switch: LevelSwitch, context: RunContext) -> None:
        """One variant is up; `switch` is of its stand, and `context` of its start."""
        self._variants = variants
        self._switch = switch
        self._context = context

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self._variants.interrupted

    def say(self, told: Message) -> None:
        """A line of the live view that stays."""
        self._variants.say(told)

    def note(self, told: Message) -> None:
        """A line of a log; a terminal shows as much in its own way."""
        self._variants.note(told)

    def wait_for_quiet(self, most_s: float) -> float:
        """Waits until others are quiet, where they disturbed the last slot too much; how long it was."""
        return self._variants.wait_for_quiet(most_s)

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
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
