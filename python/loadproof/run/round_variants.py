"""The variants of one round, all up together: a slot goes to one of them, the others idle or are held still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.errors import InputError
from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.plan.settings import LoadSettings
from loadproof.probes.prober import Prober
from loadproof.run.not_started import note_not_started, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.process_start import generator_on, session_on, started_stand
from loadproof.run.session import Session
from loadproof.run.simulated_run import simulated_session
from loadproof.run.slot_meter import ServicesUse, SimulatedUse, SlotMeter
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.trial.judging import Judging

__all__ = ["RoundVariants", "variants_up"]

_REST_S = 3.0
"""Long enough to see a hundredth of a core, of which the kernel counts ticks of 10 ms."""


@dataclass(frozen=True, slots=True)
class _Up:
    """One variant that is up."""

    session: Session
    prober: Prober | None = None
    """None in virtual time."""
    stand: Stand | None = None


class RoundVariants:
    """Runs each trial on the session of its variant, as one session runs those of one."""

    def __init__(self, opened: OpenRun, number: int, meter: SlotMeter) -> None:
        """Of the round `number`; variants are added when they are up."""
        self._opened = opened
        self._number = number
        self._meter = meter
        self._up: dict[str, _Up] = {}
        self._last: Session | None = None
        self.not_started: dict[str, InputError] = {}
        """Why variants are not up."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of those that are up."""
        return tuple(self._up)

    @property
    def held_mib(self) -> float:
        """What all of them hold together now, in memory and in their workspaces."""
        stands = [up.stand for up in self._up.values() if up.stand is not None]
        return sum(self._meter.memory_mib.values()) + sum(_size_mib(stand.workspace) for stand in stands)

    def add(self, name: str, up: _Up) -> None:
        """`name` is up."""
        self._up[name] = up
        if up.prober is not None:
            up.prober.rest()

    def rest(self) -> None:
        """Nobody is loaded for some seconds: what the variants use by themselves."""
        if all(up.stand is None for up in self._up.values()):
            return
        self._meter.rested("begin")
        ends_s = time.monotonic() + _REST_S
        while not self.interrupted and (left_s := ends_s - time.monotonic()) > 0.0:
            time.sleep(min(0.1, left_s))
        self._meter.rested("end")

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self._opened.interrupted

    def say(self, told: Message) -> None:
        """A line of the live view that stays."""
        self._opened.context.live.say(told)

    def wait_for_quiet(self, most_s: float) -> float:
        """Waits until others are quiet, where they disturbed the last slot too much; how long it was."""
        return 0.0 if self._last is None else self._last.wait_for_quiet(most_s)

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs a slot on its variant; in one of the purpose ALONE all others stand still."""
        own = self._up[trial.variant]
        others = [up for name, up in self._up.items() if name != trial.variant]
        self._last = own.session
        self._opened.writer.start_goes_on(trial.variant, self._number)
        with ExitStack() as stack:
            if trial.purpose is Purpose.ALONE:
                for up in others:
                    if up.stand is not None:
                        stack.enter_context(up.stand.frozen())
            result = own.session.run(method, trial, judging_of)
        if own.prober is not None:
            own.prober.rest()
        return replace(result, cpu_ms_per_request=self._meter.cpu_ms_per_request)


@contextmanager
def variants_up(
    study: Study, order: Sequence[Variant], number: int, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None
) -> Iterator[RoundVariants]:
    """All variants of `order` on fresh stands, as far as they start; their starts are stored as under way.

    Raises KeyboardInterrupt where the user does not wait for them, EngineFault.
    """
    calls = len(study.profile.operations)
    meter = SlotMeter(opened.writer, number, calls)
    variants = RoundVariants(opened, number, meter)
    with ExitStack() as stack:
        if clock is not None:
            for luck, variant in enumerate(study.variants):
                opened.writer.start_began(variant.name, number)
                use = SimulatedUse(calls)
                service = variant.stand.simulated
                if service is None:
                    continue
                made = simulated_session(study, variant, number, service, settings, opened, clock, luck, meter)
                session, _ = stack.enter_context(made)
                meter.add(variant.name, use)
                variants.add(variant.name, _Up(session))
        else:
            stands = _stands(study, order, number, opened, variants, stack)
            # After the stands, which look for the processors that are theirs.
            stack.enter_context(generator_on(generator_cpus(order[0].stand.placement)))
            _sessions(study, stands, number, settings, opened, variants, meter, stack)
        yield variants


def _stands(
    study: Study, order: Sequence[Variant], number: int, opened: OpenRun, variants: RoundVariants, stack: ExitStack
) -> dict[str, tuple[Variant, Stand]]:
    found = {}
    for variant in order:
        opened.writer.start_began(variant.name, number)
        try:
            found[variant.name] = (
                variant,
                stack.enter_context(started_stand(study, variant, number, opened, reset=number > 1, is_alone=False)),
            )
        except InputError as error:
            _not_started(error, variant, number, opened, variants)
    return found


def _sessions(
    study: Study,
    stands: Mapping[str, tuple[Variant, Stand]],
    number: int,
    settings: LoadSettings,
    opened: OpenRun,
    variants: RoundVariants,
    meter: SlotMeter,
    stack: ExitStack,
) -> None:
    for name, (variant, stand) in stands.items():
        opened.writer.start_goes_on(name, number)
        try:
            made = session_on(stand, study, variant, number, settings, opened.context, meter)
            on_stand = stack.enter_context(made)
        except InputError as error:
            _not_started(error, variant, number, opened, variants)
            continue
        if variant.stand.driver is Driver.PROCESS:
            meter.add(name, ServicesUse(stand))
        variants.add(name, _Up(on_stand.session, on_stand.prober, stand))


def _not_started(
    error: InputError, variant: Variant, number: int, opened: OpenRun, variants: RoundVariants
) -> None:
    opened.context.live.say(Message("start-failed", variant=variant.name, why=why_not_started(error)))
    note_not_started(opened.writer, error, ("compare",), variant.name, number)
    variants.not_started[variant.name] = error


def _size_mib(place: Path) -> float:
    """What lies there; what goes while it is looked at counts nothing."""
    total = 0
    for path in place.rglob("*"):
        try:
            if path.is_file() and not path.is_symlink():
                total += path.stat().st_size
        except OSError:
            continue
    return total / 2.0**20
