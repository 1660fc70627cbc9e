"""The variants of one round, all up together: a slot goes to one of them, the others idle or are held still."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from loadproof.errors import InputError
from loadproof.judge.disturbance import Background
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.model.target import parse_target
from loadproof.plan.endpoint import reach
from loadproof.plan.settings import LoadSettings
from loadproof.probes.prober import Prober
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.not_started import note_not_started, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.process_start import generator_on, held_stand, session_on, start_services
from loadproof.run.run_context import RunContext
from loadproof.run.services import Services, ServiceWatch
from loadproof.run.session import Session
from loadproof.run.shared_addresses import SharedAddresses
from loadproof.run.simulated_run import RestartableService, simulated_session
from loadproof.run.slot_meter import ServicesUse, SimulatedUse, SlotMeter, VariantMeter
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.placement import generator_cpus
from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.system.servers import TargetServers
from loadproof.trial.judging import Judging

__all__ = ["RoundPlan", "RoundVariants", "StartsBefore", "VariantTurn", "variants_up"]

_LUCKS_APART = 15_485_863
_REST_S = 3.0
"""Long enough to see a hundredth of a core, of which the kernel counts ticks of 10 ms."""


@dataclass(frozen=True, slots=True)
class _Up:
    """One variant that is up."""

    session: Session
    watch: ServiceWatch
    services: Services
    """Which can be started again."""
    context: RunContext
    prober: Prober | None = None
    """None in virtual time."""
    stand: Stand | None = None


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is run in one round."""

    number: int
    """Of the starts in it."""
    methods: Sequence[str]
    metered: bool
    """Whether it is slots, of which is stored what all variants use in each."""


@dataclass(slots=True)
class StartsBefore:
    """What the starts before have left for those that follow, together or one at a time."""

    background: Background = field(default_factory=Background)
    """What is usual on this machine."""
    shared: SharedAddresses = field(default_factory=SharedAddresses)
    """Whom the services of each variant were connected to."""
    told: set[Message] = field(default_factory=set)
    """Of these."""
    has_any: bool = False


class RoundVariants:
    """Runs each trial on the session of its variant, as one session runs those of one."""

    def __init__(self, opened: OpenRun, number: int, meter: SlotMeter, before: StartsBefore) -> None:
        """Of the round `number`; variants are added when they are up."""
        self._opened = opened
        self._number = number
        self._meter = meter
        self._up: dict[str, _Up] = {}
        self._last: Session | None = None
        self._cycle = 0
        self._died: set[str] = set()
        self._before = before
        self._neglected: set[tuple[str, Message]] = set()
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

    def turn_of(self, name: str) -> VariantTurn:
        """Runs trials of methods of `name` alone, which is up."""
        up = self._up[name]
        return VariantTurn(
            name, self._number, up.session, up.watch, up.services, up.context, up.prober, self._look_who_is_shared
        )

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

    def note(self, told: Message) -> None:
        """A line of a log; a terminal shows as much in its own way."""
        self._opened.context.live.note(told)

    def wait_for_quiet(self, most_s: float) -> float:
        """Waits until others are quiet, where they disturbed the last slot too much; how long it was."""
        return 0.0 if self._last is None else self._last.wait_for_quiet(most_s)

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs a slot on its variant; in one of the purpose ALONE all others stand still."""
        if self._cycle and trial.cycle != self._cycle:
            self._maintain()
        self._cycle = trial.cycle
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
        if any(doubt.kind is DoubtCode.SERVICE_DIED for doubt in result.measurement.doubts):
            self._died.add(trial.variant)
        else:
            self._look_who_is_shared(trial.variant)
        meter = self._meter
        return replace(
            result,
            cpu_ms_per_request=meter.cpu_ms_per_request,
            generator_us_per_call=meter.generator_us_per_call,
        )

    def _look_who_is_shared(self, variant: str) -> None:
        """Right after a trial, when its services still hold their connections."""
        if (stand := self._up[variant].stand) is None:
            return
        before = self._before
        before.shared.look(variant, stand)
        for doubt in before.shared.doubts():
            if doubt.text not in before.told:
                before.told.add(doubt.text)
                self._opened.writer.doubt(doubt)

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
                told = Message("round-not-maintained", round=str(self._number), variant=name, what=what)
                self._opened.writer.doubt(Doubt(DoubtCode.NOT_MAINTAINED, told), name, self._number)


@dataclass(frozen=True, slots=True)
class VariantTurn:
    """Runs trials of one variant, among others that are up and take turns with it, as its session runs them."""

    variant: str
    start: int
    session: Session
    watch: ServiceWatch
    services: Services
    context: RunContext
    prober: Prober | None
    after: Callable[[str], None]
    """Told of the variant after each of its trials, when its services still hold their connections."""

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self.session.interrupted

    def say(self, told: Message) -> None:
        """A line of the live view that stays, which says whom it is of."""
        self.session.say(Message("of-variant", variant=self.variant, told=told))

    def note(self, told: Message) -> None:
        """A line of a log; a terminal shows as much in its own way."""
        self.session.note(Message("of-variant", variant=self.variant, told=told))

    def wait_for_quiet(self, most_s: float) -> float:
        """Waits until others are quiet, where they disturbed its own last trial too much; how long it was."""
        return self.session.wait_for_quiet(most_s)

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs one trial; its services are read while it lasts."""
        self.context.writer.start_goes_on(self.variant, self.start)
        result = self.session.run(method, replace(trial, variant=self.variant), judging_of)
        if self.prober is not None:
            self.prober.rest()
        self.after(self.variant)
        return result


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

    They are reset but in the first start of a run; `before` is carried on.

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
        self._resets = self._number > 1 or before.has_any
        before.has_any = True
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
            self._opened.writer.start_began(variant.name, self._number)
            if (service := variant.stand.simulated) is not None:
                seed = study.seed if service.seed is None else service.seed
                service = replace(service, seed=seed + _LUCKS_APART * luck)
                opening = simulated_session(study, variant, self._number, service, self._settings, self._opened, clock)
                session, watch = self._stack.enter_context(opening)
                services = RestartableService(session.restart_service)
                up = _Up(session, watch, services, self._opened.context)
                base_bytes = service.memory.base_bytes if service.memory is not None else 0
                self._add(variant, up, SimulatedUse(self._calls, base_bytes))

    def on_machine(self, order: Sequence[Variant]) -> None:
        """First all stands, then their sessions: stands look for processors that the generator is not bound to yet.

        All are reset before any service starts: what a reset does to the machine meets no variant that is up.
        """
        held: dict[str, Stand] = {}
        for variant in order:
            self._opened.writer.start_began(variant.name, self._number)
            with self._named(variant):
                held[variant.name] = self._held(variant, [port for stand in held.values() for port in stand.ports])
        stands: dict[str, Stand] = {}
        for variant in (variant for variant in order if variant.name in held):
            self._opened.writer.start_goes_on(variant.name, self._number)
            with self._named(variant):
                # Within a round the same CPUs for all of them: one may be quicker than another.
                start_services(held[variant.name], variant, self._opened, turn=self._number - 1)
                stands[variant.name] = held[variant.name]
        if order[0].stand.driver is Driver.PROCESS:
            self._stack.enter_context(generator_on(generator_cpus(order[0].stand.placement)))
        context = self._opened.context
        # What is usual on the machine is the same for all of them.
        machine = MachineWatch(context, self._before.background, TargetServers(_addresses(stands.values())))
        context = replace(context, machine=machine)
        for variant in order:
            if (stand := stands.get(variant.name)) is not None:
                self._opened.writer.start_goes_on(variant.name, self._number)
                self._connect(variant, stand, context)

    @contextmanager
    def _named(self, variant: Variant) -> Iterator[None]:
        """What keeps `variant` from being up within this is stored and told; the others go on."""
        try:
            yield
        except InputError as error:
            self._not_started(variant, error)

    def _held(self, variant: Variant, taken: Sequence[int]) -> Stand:
        study, opened, reset = self._study, self._opened, self._resets
        opening = held_stand(study, variant, self._number, opened, reset=reset, is_alone=False, taken=taken)
        return self._stack.enter_context(opening)

    def _connect(self, variant: Variant, stand: Stand, context: RunContext) -> None:
        study = self._study
        opening = session_on(stand, study, variant, self._number, self._settings, context)
        try:
            on_stand = self._stack.enter_context(opening)
        except InputError as error:
            self._not_started(variant, error)
            return
        use = ServicesUse(stand) if variant.stand.driver is Driver.PROCESS else None
        up = _Up(on_stand.session, on_stand.watch, stand, on_stand.context, on_stand.prober, stand)
        self._add(variant, up, use)

    def _add(self, variant: Variant, up: _Up, use: VariantMeter | None) -> None:
        if self._plan.metered:
            up.session.tell_first(self._meter)
        if use is not None:
            self._meter.add(variant.name, use)
        self.variants.add(variant.name, up)

    def _not_started(self, variant: Variant, error: InputError) -> None:
        opened = self._opened
        opened.context.live.say(Message("start-failed", variant=variant.name, why=why_not_started(error)))
        note_not_started(opened.writer, error, self._plan.methods, variant.name, self._number)
        self.variants.not_started[variant.name] = error


def _addresses(stands: Iterable[Stand]) -> list[str]:
    """Where they listen, as far as that is known before a session looks for it."""
    found: list[str] = []
    for stand in stands:
        # Its session says what is wrong.
        with suppress(InputError):
            found += reach(parse_target(stand.target_url)).addresses
    return found


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
