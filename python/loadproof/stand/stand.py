"""The stand of one variant: its services are up while the context lasts, and nothing of it is left afterwards."""

import os
import signal
import socket
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from loadproof.errors import FileWriteError, ServiceError, TargetError
from loadproof.injections.injector import InjectionPlace
from loadproof.model.message import Message
from loadproof.model.target import parse_target
from loadproof.records.doubt import Doubt
from loadproof.stand.death import Death
from loadproof.stand.free_ports import free_ports
from loadproof.stand.lease import Lease, clear_leftovers, state_directory
from loadproof.stand.own_addresses import OwnAddresses
from loadproof.stand.placement import service_cpus, turned
from loadproof.stand.running_service import RunningService
from loadproof.stand.scratch_directory import scratch_directory
from loadproof.stand.service_failure import StartFailure
from loadproof.stand.stand_place import StandPlace
from loadproof.stand.stand_service import StandService
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.stand.toggle_place import TogglePlace
from loadproof.study.secret import named_secrets
from loadproof.study.stand_settings import Driver, ServiceSettings, StandSettings
from loadproof.study.stand_template import Gap, scan_stand_text
from loadproof.system.atomic_write import made_directory
from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.own_processes import watch_process
from loadproof.system.path_lookup import absolute_path, working_directory
from loadproof.words.catalogue import english

__all__ = ["Stand"]

_RESET_LOG = "_reset.log"
_MAINTENANCE_LOG = "_maintenance.log"
_MAINTENANCE_WITHIN_S = 60.0
_NOTHING = ("sleep", "infinity")
_PATIENCE_S = 3.0
_STOP_PATIENCE_S = 0.5
_STANDING = (b"T", b"t", b"Z", b"X")
"""States of proc(5): stopped, traced, a zombie, dead."""


class Stand:
    """Starts the services in their order and stops them, all their processes too, also when this process is killed.

    A context manager; entering raises ServiceError where a service does not start, StandTextError where a gap cannot be
    filled and TargetError where an external target takes no connection. Methods raise ServiceError as well. To be used
    by one thread; another one may make injections (`injection_place`), and any may read `services`.

    ```
    with Stand(settings, run_directory / "logs") as stand:
        send_load(stand.target_urls)
        for death in stand.deaths():
            stand.restart(death.service)
    ```
    """

    def __init__(
        self,
        settings: StandSettings,
        logs: Path,
        environment: Mapping[str, str] | None = None,
        *,
        held: bool = False,
        taken: Collection[int] = (),
        secrets: Iterable[str] = (),
    ) -> None:
        """Logs go to `logs`/SERVICE.log; `environment` gives secrets and is passed on (default: this process's).

        Entering runs the reset commands and starts the services; with `held` only `start` starts them. Ports that are
        `taken` by stands which are held, too, are not chosen. `secrets` are hidden in logs and messages beside those of
        the stand itself, as those of a profile, which its services are sent.
        """
        self._settings = settings
        self._logs = absolute_path(logs)
        self._held = held
        self._taken = frozenset(taken)
        self._environment = dict(os.environ if environment is None else environment)
        self._secrets = tuple({*named_secrets(settings, self._environment).values(), *secrets})
        # Before the generator's threads are bound to theirs.
        self._cpus = service_cpus(settings.placement)
        self._lock = threading.RLock()
        """Held by the thread that starts, stops or kills services."""
        self._fresh: list[SupervisedProcess] = []
        """Processes that another thread started: the thread of the run has to watch them."""
        self._stack = ExitStack()
        self._place: StandPlace | None = None
        self._started: dict[str, StandService] = {}
        self._running: dict[str, RunningService] = {}
        self._addresses: OwnAddresses | None = None
        self._guard: SupervisedProcess | None = None
        self.target_urls: tuple[str, ...] = ()
        """Target URLs of the load, used in turn call by call; known once the stand was entered."""
        self.doubts: list[Doubt] = []
        """Limits that could not be set, and who listens where a service should."""
        self.cleared: list[Message] = []
        """Leftovers of dead runs that were cleared, one sentence for each lease."""

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._place = stack.enter_context(self._opened())
            self.target_urls = tuple(map(self._place.filled, self._settings.targets))
            stack.callback(self._stop_all)
            if self._settings.driver is Driver.EXTERNAL:
                for url in self.target_urls:
                    _reach(url)
            else:
                self._addresses = addresses = OwnAddresses(self._settings, self._place)
                services = _in_order(self._settings.services)
                self._started = {service.name: StandService(service, self._place, addresses) for service in services}
            self._run_reset()
            if not self._held:
                self._start_all()
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def start(self, turn: int = 0) -> None:
        """Starts the services of a stand that was held; where one does not start, none is left. Raises ServiceError.

        What cannot be limited but by CPUs has others at each `turn`.
        """
        self._opened_place.cpus[:] = turned(self._cpus, turn)
        try:
            self._start_all()
        except BaseException:
            self._stop_all()
            raise

    @property
    def ports(self) -> Collection[int]:
        """Ports of the services of the stand."""
        return self._opened_place.ports.values()

    @property
    def services(self) -> Mapping[str, RunningService]:
        """The services by name, dead ones too until they are started again; empty with an external stand."""
        return self._running

    @property
    def workspace(self) -> Path:
        """The scratch directory, gone with the stand."""
        return self._opened_place.workspace

    def filled(self, text: str, service: str | None = None) -> str:
        """A text of the study with its gaps filled, as those of `service`. Raises StandTextError."""
        return self._opened_place.filled(text, service)

    def deaths(self, patience_s: float = 0.0) -> list[Death]:
        """Services that ended by themselves since the last call, such as one that "ended with exit code 3".

        Of one that is just ending its supervisor says so a little later: that is waited for, `patience_s` at most.
        While an injection kills a service or starts it again, nothing new.
        """
        if not self._lock.acquire(blocking=False):
            return []
        try:
            while self._fresh:
                watch_process(self._fresh.pop())
            seen = [service.death(patience_s) for service in self._started.values()]
            self._look()
            return [death for death in seen if death is not None]
        finally:
            self._lock.release()

    def require_alive(self) -> None:
        """Raises ServiceError where a service has ended since it was ready, other than by an injection."""
        with self._lock:
            for service in self._started.values():
                service.require_alive()

    def look_who_listens(self) -> None:
        """Adds to the doubts who listens where a service of the stand should, and is no process of it; costs 10 ms."""
        if self._addresses is not None:
            self._add(self._addresses.strangers(self._members))

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes stand still (SIGSTOP) as long as the context lasts, those that are born meanwhile too."""
        stopped: set[int] = set()
        try:
            # A process may be born while others are stopped; once all are, none is.
            while fresh := self._members() - stopped:
                stopped |= fresh
                _signal(fresh, signal.SIGSTOP)
            _wait_until_stopped(stopped)
            yield
        finally:
            _signal(self._members() | stopped, signal.SIGCONT)

    def restart(self, name: str) -> None:
        """Stops the service if it runs, and starts it again on the same port."""
        service = self._service(name)
        with self._lock:
            was_killed = service.is_killed
            service.stop()
            try:
                self._start([service])
            except ServiceError as error:
                if was_killed:
                    # By an injection, whose fault ends no trial: that the service is gone is told to those who judge.
                    service.lose(error.failed.told if isinstance(error, StartFailure) else Message.said(str(error)))
                raise
            if was_killed and service.process is not None:
                self._fresh.append(service.process)

    def restart_all(self) -> None:
        """Stops all services and starts them again in their order."""
        with self._lock:
            self._stop_all()
            self._start_all()

    def members_of(self, service: str) -> set[int]:
        """Ids of the processes of a service."""
        with self._lock:
            return self._service(service).members()

    def kill(self, service: str) -> None:
        """Kill all processes of a service; no death is reported for that, and only `restart` starts it again."""
        with self._lock:
            self._service(service).kill()

    def injection_place(self, is_external: bool) -> InjectionPlace:
        """Return the place of the injections of this start; `is_external`: the study agrees to them there."""
        closing = ExitStack()
        self._stack.callback(closing.close)
        return InjectionPlace(self._opened_place, self, self._directory, is_external, closing)

    @property
    def has_maintenance(self) -> bool:
        """True if there are maintenance commands to run between cycles of a comparison."""
        return bool(self._settings.maintenance)

    def maintain(self) -> list[Message]:
        """Runs the maintenance commands, a minute each at most, with their output in the logs; says what went wrong."""
        place, wrong = self._opened_place, []
        for command in self._settings.maintenance:
            told = place.told(command, self._directory, None, {}, _MAINTENANCE_LOG)
            failed = place.attempt(told, f"{place.mark(None)}/maintenance", _MAINTENANCE_WITHIN_S)
            if failed is not None:
                what = Message("command-of-stand-did", command=place.shown(command), what=failed.in_a_row())
                wrong.append(what)
        return wrong

    def toggle_place(self, texts: Iterable[str]) -> TogglePlace:
        """Return the place that switches a feature by the steps `texts`, with the services' current process ids."""
        processes = {name: running.process_id for name, running in self._running.items()}
        gaps = [gap for text in texts for gap in scan_stand_text(text)[0] if isinstance(gap, Gap)]
        holders = [gap.name for gap in gaps if gap.name is not None and gap.name in self._started]
        holders = holders or list(self._started)[-1:]
        process = self._started[holders[0]].process if holders else self._guarding()
        return TogglePlace(self._opened_place, self._directory, processes, process)

    def _guarding(self) -> SupervisedProcess:
        """Return a supervised process that does nothing: services that others run have no supervisor of ours."""
        if self._guard is None:
            told = self._opened_place.told(_NOTHING, self._directory, None, {}, None)
            self._guard = SupervisedProcess(told, self._opened_place.mark(None))
            self._stack.callback(self._guard.stop)
        return self._guard

    def _run_reset(self) -> None:
        place = self._opened_place
        for command in self._settings.reset:
            place.run(place.told(command, self._directory, None, {}, _RESET_LOG), place.shown(command))

    @property
    def _directory(self) -> Path:
        """Directory of commands that belong to no service: the first service's, else the working directory."""
        services = self._settings.services
        return services[0].directory if services else working_directory()

    @property
    def _opened_place(self) -> StandPlace:
        if self._place is None:
            raise ServiceError("the stand was not started. Cure: enter its context first")
        return self._place

    def _start_all(self) -> None:
        self._start(self._started.values())

    def _start(self, services: Collection[StandService]) -> None:
        if self._addresses is not None:
            self._addresses.refuse_strangers([service.name for service in services])
        for service in services:
            self._add(service.start())
            self._look()
        self.look_who_listens()

    def _add(self, doubts: Iterable[Doubt]) -> None:
        self.doubts += [doubt for doubt in doubts if doubt not in self.doubts]

    def _service(self, name: str) -> StandService:
        if name not in self._started:
            raise ServiceError(f"the stand has no service {name!r}. Cure: name one of {sorted(self._started)}")
        return self._started[name]

    def _members(self) -> set[int]:
        return set().union(*(service.members() for service in self._started.values()))

    def _stop_all(self) -> None:
        with self._lock, ExitStack() as stack:
            # Last in, first out; and each one is stopped whatever becomes of the others.
            for service in self._started.values():
                stack.callback(service.stop)
        self._look()

    def _look(self) -> None:
        # A new mapping each time, as other threads go over the old one.
        # One that an injection killed for good is dead like any other: the next trial needs it, and starts it again.
        found = (
            (name, service.running or (self._running.get(name) if service.is_lost else None))
            for name, service in self._started.items()
        )
        self._running = {name: running for name, running in found if running is not None}

    @contextmanager
    def _opened(self) -> Iterator[StandPlace]:
        """The lease, the workspace, the log directory and the ports."""
        state = state_directory(self._environment)
        try:
            self.cleared = clear_leftovers(state, self._environment)
            made_directory(self._logs)
            lease = Lease.take(state)
        except FileWriteError as error:
            told = Message("stand-not-kept", place=error.path, why=error.reason)
            raise ServiceError(english(told), told) from error
        except OSError as error:
            told = Message("stand-not-kept", place=str(error.filename or state), why=str(error.strerror or error))
            raise ServiceError(english(told), told) from error
        try:
            with scratch_directory("loadproof-stand-") as workspace:
                yield StandPlace(
                    self._ports(), workspace, self._environment, list(self._cpus), self._logs, lease, self._secrets
                )
        finally:
            lease.release()

    def _ports(self) -> dict[str, int]:
        given = {service.name: service.port for service in self._settings.services if service.port is not None}
        others = [service.name for service in self._settings.services if service.port is None]
        return {**given, **dict(zip(others, free_ports(len(others), {*given.values(), *self._taken}), strict=True))}


def _in_order(services: Iterable[ServiceSettings]) -> list[ServiceSettings]:
    """Each service after those that it names, otherwise as they were written. Raises ServiceError."""
    ordered: dict[str, ServiceSettings] = {}
    waiting = list(services)
    while waiting:
        following = next((service for service in waiting if set(service.after) <= ordered.keys()), None)
        if following is None:
            names = ", ".join(service.name for service in waiting)
            raise ServiceError(f"the services {names} wait for each other. Cure: correct their `after`")
        ordered[following.name] = following
        waiting.remove(following)
    return list(ordered.values())


def _signal(processes: Iterable[int], number: signal.Signals) -> None:
    for process_id in processes:
        # It may have ended.
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process_id, number)


def _wait_until_stopped(processes: Iterable[int]) -> None:
    """A signal is heard a little later; for a process in the midst of the kernel nobody waits long."""
    until_s = time.monotonic() + _STOP_PATIENCE_S
    while any(map(_runs, processes)) and time.monotonic() < until_s:
        time.sleep(0.001)


def _runs(process_id: int) -> bool:
    try:
        return read_kernel_file(f"/proc/{process_id}/stat").rpartition(b")")[2].split()[0] not in _STANDING
    except (OSError, IndexError):
        return False


def _reach(url: str) -> None:
    target = parse_target(url)
    try:
        if target.socket is not None:
            _connect_unix(target.socket)
        else:
            socket.create_connection((target.host, target.port), _PATIENCE_S).close()
    except (OSError, UnicodeError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        told = Message("target-unreachable", target=target.url, why=why)
        raise TargetError(english(told), told) from error


def _connect_unix(path: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opening:
        opening.settimeout(_PATIENCE_S)
        opening.connect(path)
