"""The starts of one group, all up together: a trial goes to one of them, the others idle or are held still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from loadproof.errors import InputError
from loadproof.judge.disturbance import Background
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.probes.prober import Prober
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.run.campaign import Drive, StartGroup
from loadproof.run.method_run import TrialRunner
from loadproof.run.not_started import note_not_started, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.run_context import RunContext
from loadproof.run.services import Services, ServiceWatch
from loadproof.run.shared_addresses import SharedAddresses
from loadproof.run.slot_meter import SlotMeter
from loadproof.stand.stand import Stand
from loadproof.store.record import CampaignName, StartState
from loadproof.store.start_log import StartLog
from loadproof.study.study import Study
from loadproof.system.path_lookup import bytes_below
from loadproof.trial.judging import JudgingOf
from loadproof.trial.observer import Meter

__all__ = ["GroupUp", "MeteredRunner", "StartsBefore", "VariantUp"]

_REST_S = 3.0
"""Long enough to see a hundredth of a core, of which the kernel counts ticks of 10 ms."""


class MeteredRunner(TrialRunner, Protocol):
    """Runs the trials of one variant: its session, or in virtual time one for each level of a feature."""

    def meter(self, meter: Meter, /) -> None:
        """Have `meter` read its clocks and counters in trials from now on."""


@dataclass(frozen=True, slots=True)
class VariantUp:
    """One variant that is up."""

    session: MeteredRunner
    watch: ServiceWatch
    services: Services
    """Services that can be started again."""
    context: RunContext
    prober: Prober | None = None
    """Prober of the services; None in virtual time."""
    stand: Stand | None = None


@dataclass(slots=True)
class StartsBefore:
    """Knowledge that earlier starts leave for later ones."""

    background: Background = field(default_factory=Background)
    """Load of other processes that is usual on this machine."""
    shared: SharedAddresses = field(default_factory=SharedAddresses)
    """Addresses that the services of each variant were connected to."""
    told: set[Message] = field(default_factory=set)
    """Messages on shared addresses that were told already."""


class GroupUp:
    """Runs each trial on the session of its variant, as one session runs those of one."""

    def __init__(
        self,
        campaign: CampaignName,
        group: StartGroup,
        study: Study,
        opened: OpenRun,
        meter: SlotMeter,
        before: StartsBefore,
    ) -> None:
        """No variant is up yet: each is begun, then added or lost."""
        self._campaign = campaign
        self._group = group
        self._study = study
        self._opened = opened
        self._meter = meter
        self._up: dict[str, VariantUp] = {}
        self._cycle = 0
        self._died: set[str] = set()
        self._before = before
        self._neglected: set[tuple[str, Message]] = set()
        self.logs: dict[str, StartLog] = {}
        """Logs of the starts that were begun, by variant."""
        self.states: dict[str, StartState] = {}
        """States of the starts that were begun, by variant: stored once nothing of the group is up."""
        self.lost: dict[str, InputError] = {}
        """Errors of starts that ended early or never were up, by variant."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variants that are up."""
        return tuple(self._up)

    @property
    def held_mib(self) -> float:
        """Memory and workspaces of all variants together, now."""
        stands = [up.stand for up in self._up.values() if up.stand is not None]
        return sum(self._meter.memory_mib.values()) + sum(_size_mib(stand.workspace) for stand in stands)

    def begin(self, name: str, work_us: float | None) -> OpenRun:
        """The run for the start of `name`, which begins now; `work_us` is what the yardstick took."""
        log = self._opened.writer.begin(self._campaign, name, self._group.number, work_us)
        self.logs[name], self.states[name] = log, StartState.UNDER_WAY
        return self._opened.of(log)

    def add(self, name: str, up: VariantUp) -> None:
        """Note that `name` is up."""
        self._up[name] = up
        if up.prober is not None and not self._is_alone:
            up.prober.rest()

    def lose(self, name: str, error: InputError) -> None:
        """Store and tell why `name` cannot be run, or not to its end, and which methods it leaves unanswered."""
        self._opened.context.live.say(Message("start-failed", variant=name, why=why_not_started(error)))
        asked = self._study.methods_of(name).asked()
        note_not_started(self.logs[name], error, [method for method in self._group.methods if method in asked])
        self.lost[name], self.states[name] = error, StartState.NOT_RUN

    def of(self, name: str) -> VariantUp:
        """Give the session and the services of `name`, which is up."""
        return self._up[name]

    def runner_of(self, name: str) -> TrialRunner:
        """Runs trials of methods of `name` alone, which is up."""
        up = self._up[name]
        return up.session if self._is_alone else _VariantTurn(name, up.session, up.prober, self._look_who_is_shared)

    def context_of(self, name: str) -> RunContext:
        """Return the context of `name`, which is up; its lines say whom they are of where others take turns with it."""
        context = self._up[name].context
        return context if self._is_alone else replace(context, speaker=name)

    @property
    def _is_alone(self) -> bool:
        return self._group.drive is Drive.ALONE

    def rest(self) -> None:
        """Nobody is loaded for some seconds: what the variants use by themselves."""
        if all(up.stand is None for up in self._up.values()):
            return
        self._meter.rested("begin")
        ends_s = time.monotonic() + _REST_S
        while not self._opened.interrupted and (left_s := ends_s - time.monotonic()) > 0.0:
            time.sleep(min(0.1, left_s))
        self._meter.rested("end")

    def run(self, method: str, trial: Trial, judging_of: JudgingOf) -> TrialResult:
        """Runs a slot on its variant; in one of the purpose ALONE all others stand still."""
        self.come_to(trial)
        own = self._up[trial.variant]
        others = [up for name, up in self._up.items() if name != trial.variant]
        with ExitStack() as stack:
            if trial.purpose is Purpose.ALONE:
                for up in others:
                    if up.stand is not None:
                        stack.enter_context(up.stand.frozen())
            result = own.session.run(method, trial, judging_of)
        if own.prober is not None:
            own.prober.rest()
        if any(doubt.code == DoubtCode.SERVICE_DIED for doubt in result.measurement.doubts):
            self._died.add(trial.variant)
        else:
            self._look_who_is_shared(trial.variant)
        meter = self._meter
        return replace(
            result,
            cpu_ms_per_request=meter.cpu_ms_per_request,
            generator_us_per_call=meter.generator_us_per_call,
        )

    def dismiss_users(self) -> None:
        """Ends the sessions of the users of every variant."""
        for up in self._up.values():
            up.session.dismiss_users()

    def come_to(self, trial: Trial) -> None:
        """Prepare for `trial`: if it begins a further cycle, let the variants tidy up first.

        Repeated calls for the same cycle do nothing.
        """
        if self._cycle and trial.cycle != self._cycle:
            self._maintain()
        self._cycle = trial.cycle

    @contextmanager
    def switching(self, trial: Trial) -> Iterator[Stand | None]:
        """A feature of the variant of `trial` is switched within this; its stand, None in virtual time."""
        self._meter.switching("switch")
        yield self._up[trial.variant].stand
        self._meter.switching("switched")

    def _look_who_is_shared(self, variant: str) -> None:
        """Right after a trial, when its services still hold their connections."""
        if (stand := self._up[variant].stand) is None:
            return
        before = self._before
        before.shared.look(variant, stand)
        for doubt in before.shared.doubts():
            if doubt.text not in before.told:
                before.told.add(doubt.text)
                self._opened.log.doubt(doubt)

    def _maintain(self) -> None:
        """Between cycles each variant tidies up, one after the other: what it costs is its own, and in no slot."""
        stands = {name: up.stand for name, up in self._up.items() if up.stand is not None and name not in self._died}
        if not any(stand.has_maintenance for stand in stands.values()):
            return
        self._meter.cycle_ended()
        with self._opened.context.interruption.at_once():
            wrong = [(name, what) for name, stand in stands.items() for what in stand.maintain()]
        for name, what in wrong:
            if (name, what) not in self._neglected:
                self._neglected.add((name, what))
                told = Message("round-not-maintained", round=str(self._group.number), variant=name, what=what)
                self.logs[name].doubt(Doubt(DoubtCode.NOT_MAINTAINED, told))


@dataclass(frozen=True, slots=True)
class _VariantTurn:
    """Runs trials of one variant, among others that are up and take turns with it, as its session runs them."""

    variant: str
    session: MeteredRunner
    prober: Prober | None
    after: Callable[[str], None]
    """Told of the variant after each of its trials, when its services still hold their connections."""

    def run(self, method: str, trial: Trial, judging_of: JudgingOf) -> TrialResult:
        """Runs one trial; its services are read while it lasts."""
        result = self.session.run(method, replace(trial, variant=self.variant), judging_of)
        if self.prober is not None:
            self.prober.rest()
        self.after(self.variant)
        return result

    def dismiss_users(self) -> None:
        """Ends the sessions of its users."""
        self.session.dismiss_users()


def _size_mib(place: Path) -> float:
    """Return the size of the files below `place`, MiB; files that vanish meanwhile do not count."""
    return bytes_below(place) / 2.0**20
