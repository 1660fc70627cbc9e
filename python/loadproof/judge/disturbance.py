"""Disturbance of a trial by other use of the machine: the disturbed seconds, and the doubts about them.

Seconds are marked by readings of the machine alone, never by response times: a rule that drops slow seconds would make
every service quick (docs/method/disturbance.md).
"""

import math
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from loadproof.judge.episodes import Episodes, left_out
from loadproof.judge.limits import LIMITS
from loadproof.model.message import Message, cores, duration, listed
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["Background", "Disturbances", "MachineSecond"]

_BINS_PER_CORE = 100


@dataclass(frozen=True, slots=True)
class MachineSecond:
    """Use of the processors that our side may use, in one second of a trial, in cores."""

    second: int
    foreign_cores: float
    stolen_cores: float
    waited_cores: float | None
    """Ready to run without a processor, of our side; None: this kernel does not tell."""
    ours_cores: float = 0.0
    """Processor time that our side used."""
    names: tuple[tuple[str, float], ...] = ()
    """The processes that used most, with their cores."""

    @property
    def taken_cores(self) -> float:
        """Cores that our side lacks: foreign and stolen."""
        return self.foreign_cores + self.stolen_cores


class _Usual:
    """A median, kept to a hundredth of a core."""

    def __init__(self) -> None:
        """Nothing was seen."""
        self._seen: Counter[int] = Counter()

    def add(self, cores: float, seconds: int) -> None:
        """Notes some seconds alike."""
        self._seen[round(cores * _BINS_PER_CORE)] += seconds

    def median_cores(self, least_s: int) -> float:
        """0 while fewer seconds were seen than it takes to tell."""
        count, seen = self._seen.total(), 0
        if count < least_s:
            return 0.0
        for level in sorted(self._seen):
            seen += self._seen[level]
            if 2 * seen >= count:
                return level / _BINS_PER_CORE
        return 0.0

    def __iadd__(self, other: "_Usual") -> Self:
        self._seen += other._seen
        return self


class Background:
    """Usual use of this machine by others, from the seconds of a run so far.

    Other processes work whether we do or not, so seconds without load count, too. The hypervisor takes time from
    whatever is at work: its usual level at a load comes from the seconds of earlier trials at about that load.
    """

    def __init__(self) -> None:
        """Nothing is known."""
        self._foreign = _Usual()
        self._of_trial = _Usual()
        self._stolen: list[tuple[float, _Usual]] = []
        """Load and stolen cores of each trial."""

    def rested(self, foreign_cores: float, seconds: int = 1) -> None:
        """Notes some seconds without load."""
        self._foreign.add(foreign_cores, seconds)

    def trial_began(self, load: float) -> None:
        """Start a trial with this load: `loaded` notes its seconds from now on."""
        self._of_trial = _Usual()
        self._stolen.append((load, self._of_trial))

    def loaded(self, machine: MachineSecond) -> None:
        """Notes a second of the trial that began last."""
        self._foreign.add(machine.foreign_cores, 1)
        self._of_trial.add(machine.stolen_cores, 1)

    @property
    def foreign_cores(self) -> float:
        """The median of what processes took; 0 while there are too few seconds to tell.

        >>> background = Background()
        >>> for second in range(120):
        ...     background.rested(0.25 if second % 3 else 0.9)
        >>> background.foreign_cores
        0.25
        """
        return self._foreign.median_cores(LIMITS.background_seconds)

    @property
    def stolen_of_trial_cores(self) -> float:
        """The median of what was stolen in the trial that began last; 0 while there are too few seconds to tell."""
        return self._of_trial.median_cores(LIMITS.background_seconds)

    def stolen_cores(self, load: float) -> float:
        """The median of what was stolen in all trials at about a load; 0 while there are too few seconds to tell.

        >>> background = Background()
        >>> for load, stolen_cores in ((800.0, 0.0), (1600.0, 0.2)):
        ...     background.trial_began(load)
        ...     for second in range(12):
        ...         background.loaded(MachineSecond(second, 0.0, stolen_cores, 0.0))
        >>> background.stolen_cores(1900.0), background.stolen_cores(800.0)
        (0.2, 0.0)
        """
        alike = _Usual()
        for other, usual in self._stolen:
            if max(load, other) <= LIMITS.alike_loads * min(load, other):
                alike += usual
        return alike.median_cores(LIMITS.stolen_seconds)


class _Taken:
    """Sums over the disturbed seconds: two numbers a second stay in memory, whoever disturbs most of a long trial."""

    def __init__(self) -> None:
        """No second was disturbed yet."""
        self.lost_cores = array("d")
        """By second: cores that our side lacked at most."""
        self._stolen_cores = array("d")
        self._most_cores = 0.0
        self._by_name: Counter[str | Message] = Counter()
        """Hundredths of core seconds."""

    def add(self, machine: MachineSecond) -> None:
        waited_cores = machine.taken_cores if machine.waited_cores is None else machine.waited_cores
        self.lost_cores.append(machine.stolen_cores + waited_cores)
        self._stolen_cores.append(machine.stolen_cores)
        self._most_cores = max(self._most_cores, machine.taken_cores)
        for name, taken_cores in machine.names:
            self._by_name[name] += round(taken_cores * _BINS_PER_CORE)

    @property
    def seconds(self) -> int:
        return len(self.lost_cores)

    def told(self) -> Message:
        """Report the most that was taken, and the names that took most."""
        by_name = self._by_name.copy()
        stolen = math.fsum(self._stolen_cores)
        if stolen >= LIMITS.disturbing_cores:
            by_name[Message("named-hypervisor")] += round(stolen * _BINS_PER_CORE)
        names = [name for name, _ in by_name.most_common(3)]
        if not names:
            return Message("others-took", most=cores(self._most_cores))
        return Message("others-took-named", most=cores(self._most_cores), names=listed(names))


class Disturbances:
    """The disturbed seconds of one trial, with those in which the service still works off what they left behind."""

    def __init__(self, background: Background | None = None, load: float = 0.0) -> None:
        """`background` is of the run, and is told of each second; None: of this trial alone, with so much load."""
        self._background = background or Background()
        # Within a trial it would be the neighbour who came with it.
        self._usually_stolen_cores = self._background.stolen_cores(load)
        self._background.trial_began(load)
        self._episodes = Episodes()
        self._taken = _Taken()

    def add(self, machine: MachineSecond, levels: Callable[[int], Sequence[int]]) -> None:
        """Takes the next second; `levels` as those of Episodes."""
        is_disturbed = self._disturbs(machine)
        self._background.loaded(machine)
        if is_disturbed:
            self._taken.add(machine)
            # It may have begun late in the second before, in too little of it to be seen.
            self._episodes.add(float(machine.second), machine.second + 1.0, machine.second - 1.0, levels)

    def second_ended(self, second: int, in_flight: int) -> None:
        """Notes the calls in flight or waiting at the end of a second."""
        self._episodes.second_ended(second, in_flight)

    def seconds(self, ended_s: int) -> set[int]:
        """The due seconds that are left out; none on a machine where others are at work most of the time."""
        return set() if self.is_steady else self.spoiled(ended_s)

    def spoiled(self, ended_s: int) -> set[int]:
        """The due seconds that are not clean, on whatever machine."""
        return self._episodes.seconds(ended_s)

    @property
    def is_steady(self) -> bool:
        """Others take more than is usual in most seconds of a long time: that is the machine which the service has."""
        usual_cores = max(LIMITS.disturbing_cores, LIMITS.disturbing_ratio * self._usually_stolen_cores)
        background = self._background
        return background.foreign_cores > LIMITS.disturbing_cores or background.stolen_of_trial_cores > usual_cores

    @property
    def lost_s(self) -> float:
        """Upper bound of the time that others took in disturbed seconds, core seconds: no call was delayed by more."""
        return math.fsum(self._taken.lost_cores)

    def _disturbs(self, machine: MachineSecond) -> bool:
        usual_cores, ratio = self._usually_stolen_cores, LIMITS.disturbing_ratio
        stolen_cores = machine.stolen_cores if machine.stolen_cores >= ratio * usual_cores else 0.0
        taken_cores = machine.foreign_cores + stolen_cores
        if taken_cores < max(LIMITS.disturbing_cores, ratio * self._background.foreign_cores):
            return False
        if stolen_cores >= LIMITS.disturbing_cores or machine.waited_cores is None:
            return True
        # Where others take more than our side uses, it cannot wait for all of that.
        waited_cores = LIMITS.disturbing_wait * min(taken_cores, machine.ours_cores)
        return machine.waited_cores >= max(LIMITS.least_wait_cores, waited_cores)

    def doubts(self, left_out_s: int) -> list[Doubt]:
        """Return the doubts about others; `left_out_s`: seconds of the span not judged because of others."""
        if self.is_steady:
            always = Message("others-always-there")
            if self._taken.seconds:
                always = Message("others-always-took", took=self._taken.told())
            return [Doubt(DoubtCode.FOREIGN_LOAD, always)]
        if not self._taken.seconds:
            return []
        why = Message("others-disturbed", length=duration(self._taken.seconds), took=self._taken.told())
        return [Doubt(DoubtCode.DISTURBED_SECONDS, left_out(why, left_out_s))]
