"""Brings the starts of one group up, all together, as far as they start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

from loadproof.errors import InputError
from loadproof.model.cell import OFF
from loadproof.model.target import parse_target
from loadproof.plan.endpoint import reach_all
from loadproof.plan.settings import LoadSettings
from loadproof.run.campaign import Drive, StartGroup
from loadproof.run.group_up import GroupUp, MeteredRunner, StartsBefore, VariantUp
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.opening import OpenRun
from loadproof.run.process_start import generator_on, held_stand, session_on, start_services
from loadproof.run.run_context import RunContext
from loadproof.run.session import Session
from loadproof.run.simulated_levels import SimulatedLevels
from loadproof.run.simulated_start import RestartableService, note_simulated, simulated_session
from loadproof.run.slot_meter import ServicesUse, SimulatedUse, SlotMeter, VariantMeter
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.store.record import CampaignName
from loadproof.study.simulated_service import SimulatedService, slowed
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.servers import TargetServers
from loadproof.system.yardstick import work_us

__all__ = ["open_group"]

_LUCKS_APART = 15_485_863
_LEVELS_APART = 32_452_843


@contextmanager
def open_group(
    study: Study,
    campaign: CampaignName,
    group: StartGroup,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock | None,
    before: StartsBefore,
) -> Iterator[GroupUp]:
    """The starts of `group` on fresh stands, as far as they start; stored as under way, in the end with their states.

    All are reset before; `before` is carried on.

    Raises KeyboardInterrupt where the user does not wait for them, EngineFault.
    """
    opening = _GroupOpening(study, campaign, group, settings, opened, before)
    try:
        with ExitStack() as stack:
            if clock is None:
                opening.on_machine(stack)
            else:
                opening.simulated(stack, clock)
            yield opening.up
    finally:
        opening.end()


class _GroupOpening:
    """Brings the starts of one group up; what is open closes with the stack that it is given."""

    def __init__(
        self,
        study: Study,
        campaign: CampaignName,
        group: StartGroup,
        settings: LoadSettings,
        opened: OpenRun,
        before: StartsBefore,
    ) -> None:
        self._study = study
        self._group = group
        self._settings = settings
        self._before = before
        self._opened = opened
        self._calls = len(study.profile.operations)
        self._meter = SlotMeter(opened.writer, group.number, self._calls)
        self.up = GroupUp(campaign, group, study, opened, self._meter, before)

    def simulated(self, stack: ExitStack, clock: VirtualClock) -> None:
        """Open the starts in virtual time."""
        for place, variant in enumerate(self._study.variants):
            if variant not in self._group.variants:
                continue
            opened = self.up.begin(variant.name, None)
            if (service := variant.stand.simulated) is not None:
                note_simulated(opened.log, variant)
                if self._group.has_own_luck:
                    seed = self._study.seed if service.seed is None else service.seed
                    service = replace(service, seed=seed + _LUCKS_APART * place)
                with self._losing(variant):
                    up = self._simulated_up(stack, variant, service, opened, clock)
                    base_bytes = service.memory.base_bytes if service.memory is not None else 0
                    self._add(variant, up, SimulatedUse(self._calls, base_bytes))

    def _simulated_up(
        self, stack: ExitStack, variant: Variant, service: SimulatedService, opened: OpenRun, clock: VirtualClock
    ) -> VariantUp:
        """Open its session; for a switched feature one for each level, on models that differ in their times alone."""
        group, sessions = self._group, dict[str, Session]()
        for place, level in enumerate((OFF, *group.levels)):
            # Each level has a luck of its own: what is random in a service does not wait for it to be switched.
            model = service if place == 0 else replace(service, seed=(service.seed or 0) + _LEVELS_APART * place)
            if more := variant.stand.simulated_levels.get(level, 0.0):
                model = slowed(model, 1.0 + more)
            opening = simulated_session(self._study, variant, group.number, model, self._settings, opened, clock)
            sessions[level], watch = stack.enter_context(opening)
        off = sessions[OFF]
        runner: MeteredRunner = SimulatedLevels(sessions, OFF) if group.levels else off
        return VariantUp(runner, watch, RestartableService(off.restart_service), opened.context)

    def on_machine(self, stack: ExitStack) -> None:
        """Open all stands, then their sessions: stands look for processors that the generator is not bound to yet.

        All are reset before any service starts: what a reset does to the machine meets no variant that is up.
        """
        order = self._group.variants
        held: dict[str, Stand] = {}
        of_starts: dict[str, OpenRun] = {}
        for variant in order:
            of_starts[variant.name] = opened = self.up.begin(variant.name, self._work_us(variant))
            with self._losing(variant):
                taken = [port for stand in held.values() for port in stand.ports]
                opening = held_stand(
                    self._study, variant, self._group.number, opened, is_only_one=self._group.is_only_one, taken=taken
                )
                held[variant.name] = stack.enter_context(opening)
        stands: dict[str, Stand] = {}
        for variant in (variant for variant in order if variant.name in held):
            with self._losing(variant):
                start_services(held[variant.name], variant, of_starts[variant.name], self._group.turn)
                stands[variant.name] = held[variant.name]
        if order[0].stand.driver is Driver.PROCESS:
            stack.enter_context(generator_on(generator_cpus(order[0].stand.placement)))
        machine = self._machine(stands.values())
        for variant in order:
            if (stand := stands.get(variant.name)) is not None:
                self._connect(stack, variant, stand, replace(of_starts[variant.name].context, machine=machine))

    def end(self) -> None:
        """Stores what has become of the starts; nothing of them is up any more."""
        for variant in self._group.variants:
            if (log := self.up.logs.get(variant.name)) is not None:
                log.end(self.up.states[variant.name], self._work_us(variant))

    def _work_us(self, variant: Variant) -> float | None:
        """Time of a fixed piece of work while nothing of the stand runs.

        None where that says nothing: a target that others run may be at work, and a model needs no machine.
        """
        return work_us() if self._group.has_yardstick and variant.stand.driver is Driver.PROCESS else None

    def _machine(self, stands: Iterable[Stand]) -> MachineWatch | None:
        """One watch of the machine for all starts and those before; None: each session has its own."""
        if self._group.drive is Drive.ALONE:
            return None
        return MachineWatch(self._opened.context, self._before.background, TargetServers(_addresses(stands)))

    @contextmanager
    def _losing(self, variant: Variant) -> Iterator[None]:
        """Turn an InputError within this into the end of `variant`; the others go on."""
        try:
            yield
        except InputError as error:
            self.up.lose(variant.name, error)

    def _connect(self, stack: ExitStack, variant: Variant, stand: Stand, context: RunContext) -> None:
        opening = session_on(stand, self._study, variant, self._group.number, self._settings, context)
        with self._losing(variant):
            up = stack.enter_context(opening)
            is_own = variant.stand.driver is Driver.PROCESS
            self._add(variant, up, ServicesUse(stand, self._group.services) if is_own else None)

    def _add(self, variant: Variant, up: VariantUp, use: VariantMeter | None) -> None:
        if self._group.metered:
            up.session.meter(self._meter)
        if use is not None:
            self._meter.add(variant.name, use)
        self.up.add(variant.name, up)


def _addresses(stands: Iterable[Stand]) -> list[str]:
    """Addresses of the stands, as far as they are known before a session looks for them."""
    found: list[str] = []
    for stand in stands:
        # Its session says what is wrong.
        with suppress(InputError):
            found += reach_all([parse_target(url) for url in stand.target_urls]).all_addresses
    return found
