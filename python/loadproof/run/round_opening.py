"""Brings the variants of one round up, all together, as far as they start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace

from loadproof.errors import InputError
from loadproof.method.overhead import OFF
from loadproof.model.message import Message
from loadproof.model.target import parse_target
from loadproof.plan.endpoint import reach_all
from loadproof.plan.settings import LoadSettings
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.not_started import note_not_started, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.process_start import generator_on, held_stand, session_on, start_services
from loadproof.run.round_variants import MeteredRunner, RoundVariants, StartsBefore, Up
from loadproof.run.run_context import RunContext
from loadproof.run.session import Session
from loadproof.run.simulated_levels import SimulatedLevels
from loadproof.run.simulated_run import RestartableService, note_simulated, simulated_session
from loadproof.run.slot_meter import ServicesUse, SimulatedUse, SlotMeter, VariantMeter
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.store.record import Campaign
from loadproof.study.simulated_service import SimulatedService, slowed
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.servers import TargetServers

__all__ = ["RoundPlan", "variants_up"]

_LUCKS_APART = 15_485_863
_LEVELS_APART = 32_452_843


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is run in one round."""

    campaign: Campaign
    number: int
    """Of the starts in it."""
    methods: Sequence[str]
    metered: bool
    """Whether it is slots, of which is stored what all variants use in each."""
    levels: Sequence[str] = ()
    """Of a feature that is switched between slots, beside off; a simulated service has a model for each."""
    services: tuple[str, ...] = ()
    """Services whose use is measured in slots; (): all."""


@contextmanager
def variants_up(
    study: Study,
    order: Sequence[Variant],
    plan: RoundPlan,
    settings: LoadSettings,
    opened: OpenRun,
    clock: VirtualClock | None,
    before: StartsBefore,
) -> Iterator[RoundVariants]:
    """All variants of `order` on fresh stands, as far as they start; their starts are stored as under way.

    All are reset before; `before` is carried on.

    Raises KeyboardInterrupt where the user does not wait for them, EngineFault.
    """
    with ExitStack() as stack:
        start = _RoundStart(study, plan, settings, opened, stack, before)
        if clock is None:
            start.on_machine(order)
        else:
            start.simulated(order, clock)
        yield start.variants


class _RoundStart:
    """Brings the variants of one round up; what is open closes with `stack`."""

    def __init__(
        self,
        study: Study,
        plan: RoundPlan,
        settings: LoadSettings,
        opened: OpenRun,
        stack: ExitStack,
        before: StartsBefore,
    ) -> None:
        self._study = study
        self._plan = plan
        self._number = plan.number
        self._settings = settings
        self._before = before
        self._opened = opened
        self._stack = stack
        self._calls = len(self._study.profile.operations)
        self._meter = SlotMeter(opened.writer, self._number, self._calls)
        self.variants = RoundVariants(opened, self._number, self._meter, before)

    def simulated(self, order: Sequence[Variant], clock: VirtualClock) -> None:
        """In virtual time; each variant has its own luck, as two services of one kind have."""
        study = self._study
        for luck, variant in enumerate(study.variants):
            if variant not in order:
                continue
            opened = self._begun(variant)
            if (service := variant.stand.simulated) is not None:
                note_simulated(opened.log, variant)
                seed = study.seed if service.seed is None else service.seed
                service = replace(service, seed=seed + _LUCKS_APART * luck)
                with self._named(variant):
                    up = self._simulated_up(variant, service, opened, clock)
                    base_bytes = service.memory.base_bytes if service.memory is not None else 0
                    self._add(variant, up, SimulatedUse(self._calls, base_bytes))

    def _simulated_up(self, variant: Variant, service: SimulatedService, opened: OpenRun, clock: VirtualClock) -> Up:
        """Its session; where a feature is switched one for each level, on a model that is alike but for its times."""
        levels = (OFF, *self._plan.levels)
        sessions: dict[str, Session] = {}
        for place, level in enumerate(levels):
            # Each level has a luck of its own: what is random in a service does not wait for it to be switched.
            model = replace(service, seed=(service.seed or 0) + _LEVELS_APART * place)
            if more := variant.stand.simulated_levels.get(level, 0.0):
                model = slowed(model, 1.0 + more)
            opening = simulated_session(self._study, variant, self._number, model, self._settings, opened, clock)
            sessions[level], watch = self._stack.enter_context(opening)
        off = sessions[OFF]
        runner: MeteredRunner = SimulatedLevels(sessions, OFF) if self._plan.levels else off
        return Up(runner, watch, RestartableService(off.restart_service), opened.context)

    def on_machine(self, order: Sequence[Variant]) -> None:
        """First all stands, then their sessions: stands look for processors that the generator is not bound to yet.

        All are reset before any service starts: what a reset does to the machine meets no variant that is up.
        """
        held: dict[str, Stand] = {}
        of_starts: dict[str, OpenRun] = {}
        for variant in order:
            of_starts[variant.name] = opened = self._begun(variant)
            with self._named(variant):
                taken = [port for stand in held.values() for port in stand.ports]
                held[variant.name] = self._held(variant, opened, taken)
        stands: dict[str, Stand] = {}
        for variant in (variant for variant in order if variant.name in held):
            with self._named(variant):
                # Within a round the same CPUs for all of them: one may be quicker than another.
                start_services(held[variant.name], variant, of_starts[variant.name], turn=self._number - 1)
                stands[variant.name] = held[variant.name]
        if order[0].stand.driver is Driver.PROCESS:
            self._stack.enter_context(generator_on(generator_cpus(order[0].stand.placement)))
        context = self._opened.context
        # What is usual on the machine is the same for all of them.
        machine = MachineWatch(context, self._before.background, TargetServers(_addresses(stands.values())))
        for variant in order:
            if (stand := stands.get(variant.name)) is not None:
                self._connect(variant, stand, replace(of_starts[variant.name].context, machine=machine))

    def _begun(self, variant: Variant) -> OpenRun:
        """The run for the start of `variant`, which begins now."""
        log = self._opened.writer.begin(self._plan.campaign, variant.name, self._number)
        self.variants.logs[variant.name] = log
        return self._opened.of(log)

    @contextmanager
    def _named(self, variant: Variant) -> Iterator[None]:
        """What keeps `variant` from being up within this is stored and told; the others go on."""
        try:
            yield
        except InputError as error:
            self._not_started(variant, error)

    def _held(self, variant: Variant, opened: OpenRun, taken: Sequence[int]) -> Stand:
        opening = held_stand(self._study, variant, self._number, opened, is_alone=False, taken=taken)
        return self._stack.enter_context(opening)

    def _connect(self, variant: Variant, stand: Stand, context: RunContext) -> None:
        study = self._study
        opening = session_on(stand, study, variant, self._number, self._settings, context)
        try:
            on_stand = self._stack.enter_context(opening)
        except InputError as error:
            self._not_started(variant, error)
            return
        use = ServicesUse(stand, self._plan.services) if variant.stand.driver is Driver.PROCESS else None
        up = Up(on_stand.session, on_stand.watch, stand, on_stand.context, on_stand.prober, stand)
        self._add(variant, up, use)

    def _add(self, variant: Variant, up: Up, use: VariantMeter | None) -> None:
        if self._plan.metered:
            up.session.tell_first(self._meter)
        if use is not None:
            self._meter.add(variant.name, use)
        self.variants.add(variant.name, up)

    def _not_started(self, variant: Variant, error: InputError) -> None:
        opened = self._opened
        opened.context.live.say(Message("start-failed", variant=variant.name, why=why_not_started(error)))
        own = self._study.methods_of(variant.name).asked()
        methods = [name for name in self._plan.methods if name in own]
        note_not_started(self.variants.logs[variant.name], error, methods)
        self.variants.not_started[variant.name] = error


def _addresses(stands: Iterable[Stand]) -> list[str]:
    """Where they listen, as far as that is known before a session looks for it."""
    found: list[str] = []
    for stand in stands:
        # Its session says what is wrong.
        with suppress(InputError):
            found += reach_all([parse_target(url) for url in stand.target_urls]).all_addresses
    return found
