"""One service of a stand through its starts and stops."""

import shlex
import time
from dataclasses import replace

from loadproof.errors import ServiceError
from loadproof.model.message import Message, count, duration, mebibytes, number
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stand.death import Death
from loadproof.stand.last_lines import last_lines_in_a_row
from loadproof.stand.link import link_command, link_shown
from loadproof.stand.own_addresses import OwnAddresses, refuse_taken_port
from loadproof.stand.own_process_failure import require_running
from loadproof.stand.placement import narrowed
from loadproof.stand.readiness import Readiness, wait_until_ready
from loadproof.stand.running_service import RunningService
from loadproof.stand.service_failure import Failed, StartFailure
from loadproof.stand.service_group import ServiceGroup, make_service_group, possible_directories
from loadproof.stand.stand_place import StandPlace
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.study.secret import masked
from loadproof.study.stand_settings import ReadyKind, ServiceSettings
from loadproof.system.process_identity import ProcessIdentity
from loadproof.words.catalogue import english

__all__ = ["StandService"]

_STRANGERS_WITHIN_S = 2.0
_KILL_PATIENCE_S = 10.0
_ROUND_S = 0.02


class StandService:
    """Prepared, started until it is ready, watched, stopped; as often as is asked for."""

    def __init__(self, settings: ServiceSettings, place: StandPlace, addresses: OwnAddresses) -> None:
        """Starts nothing yet."""
        self._settings = settings
        self._addresses = addresses
        self._place = place
        self._process: SupervisedProcess | None = None
        self._group = ServiceGroup(None)
        self._prepared = False
        self._death_told = False
        self._is_killed = False
        self._is_lost = False
        self._lost: Death | None = None
        self._log = f"{settings.name}.log"

    @property
    def name(self) -> str:
        """Name of the service in the study."""
        return self._settings.name

    @property
    def running(self) -> RunningService | None:
        """The service as it was started last; None before the first start and after a stop."""
        if self._process is None:
            return None
        return RunningService(
            name=self.name,
            process_id=self._process.process_id,
            port=self._place.ports[self.name],
            control_group=self._group.group if self._process.joined else None,
            limits=self._settings.limits,
            command_shown=self._command_shown,
        )

    @property
    def _command(self) -> tuple[str, ...]:
        link = self._settings.link
        return self._settings.command if link is None else link_command(self.name, link)

    @property
    def _command_shown(self) -> str:
        """The command as it may be seen, with its gaps filled; of a link the words that reports have for it."""
        link = self._settings.link
        return self._place.shown(self._settings.command if link is None else link_shown(link), self.name)

    @property
    def process(self) -> SupervisedProcess | None:
        """Process of the service under its supervisor; None before the first start and after a stop."""
        return self._process

    def start(self) -> list[Doubt]:
        """Starts the service and waits until it is ready; gives doubts about its limits.

        Raises ServiceError, and OwnProcessFailed if it did not start because its supervisor died.
        """
        settings, place = self._settings, self._place
        if not self._prepared:
            for command in settings.prepare:
                place.run(self._told(command), place.shown(command, self.name), self.name)
            self._prepared = True
        refuse_taken_port(self.name, place.ports[self.name])
        readiness = self._readiness()
        told = self._limited(readiness)
        try:
            self._process = SupervisedProcess(told, place.mark(self.name))
            self._death_told = self._is_killed = self._is_lost = False
            self._lost = None
            self._note(self._process)
            wrong = self._process.refused or wait_until_ready(readiness, self._process)
            if wrong is not None:
                raise self._failure(wrong, self._process)
            self._outlive_strangers(self._process)
        except BaseException:
            self.stop()
            raise
        return self._doubts(self._process)

    def require_alive(self) -> None:
        """Raises ServiceError where it was started and has ended since, OwnProcessFailed if its supervisor died."""
        if self._process is not None and not self._is_killed and self._process.has_ended():
            raise self._failure(Message("died"), self._process, when="trial")

    def members(self) -> set[int]:
        """Ids of its processes."""
        return set() if self._process is None else self._process.members()

    @property
    def is_killed(self) -> bool:
        """True from `kill` until the service has a process again."""
        return self._is_killed

    def kill(self) -> None:
        """Kill all its processes at once, on purpose: no death is reported for that. Raises ServiceError."""
        process = self._process
        if process is None:
            return
        self._is_killed = True
        until_s = time.monotonic() + _KILL_PATIENCE_S
        while process.poll(_ROUND_S) is None:
            for identity in map(ProcessIdentity.of, process.members()):
                if identity is not None:
                    identity.kill()
            if time.monotonic() > until_s:
                told = Message("service-not-killed", service=self.name, limit=duration(_KILL_PATIENCE_S))
                raise ServiceError(f"{english(told)}. Cure: look in its log for what it waits for", told)

    def lose(self, how: Message) -> None:
        """Have the next `death` report a service that was killed on purpose and does not start again."""
        self._is_lost = True
        self._lost = Death(self.name, how)

    @property
    def is_lost(self) -> bool:
        """True from `lose` until the service has a process again."""
        return self._is_lost

    def stop(self) -> None:
        """Ends the whole process tree; removes its control group."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def death(self, patience_s: float = 0.0) -> Death | None:
        """Return how the service ended by itself, once; None if it has not. See `SupervisedProcess.settled`."""
        lost, self._lost = self._lost, None
        if lost is not None:
            return lost
        if self._process is None or self._death_told or self._is_killed:
            return None
        ended = self._process.settled(patience_s)
        if ended is None:
            return None
        self._death_told = True
        lines, is_ours = last_lines_in_a_row(ended.recent), self._process.failure() is not None
        return Death(self.name, ended.how, ended.oom_kills, lines, is_ours=is_ours)

    def _told(self, command: tuple[str, ...], log: bool = True) -> SupervisedCommand:
        settings = self._settings
        name = self._log if log else None
        return self._place.told(command, settings.directory, self.name, settings.environment, name)

    def _limited(self, readiness: Readiness) -> SupervisedCommand:
        """The command in its control group, or on as few CPUs as its limit needs."""
        # Before the group is made: a gap that cannot be filled must leave nothing.
        told = self._told(self._command)
        limits, lease, cpus = self._settings.limits, self._place.lease, self._place.cpus
        name = f"loadproof-{lease.token[:16]}-{self.name}"
        lease.groups = sorted({*lease.groups, *map(str, possible_directories(name))})
        lease.write()
        self._group = group = make_service_group(name, limits)
        narrow = tuple(narrowed(cpus, limits.cpus))
        oom_file = group.oom_file
        return replace(
            told,
            groups=tuple(map(str, group.directories)),
            cpus=narrow if group.cpu_refused else tuple(cpus),
            cpus_without_group=narrow,
            oom_file=None if oom_file is None else str(oom_file),
            ready_line=readiness.text if readiness.kind is ReadyKind.LINE else "",
            stop_within_s=self._settings.stop_within_s,
            may_daemonise=True,
        )

    def _readiness(self) -> Readiness:
        ready, place = self._settings.ready, self._place
        command = tuple(shlex.split(ready.text)) if ready.kind is ReadyKind.COMMAND else ()
        told = self._told(command, log=False) if command else None

        def run(within_s: float) -> Message | None:
            if told is None:
                return Message("ready-without-command")
            failed = place.attempt(told, f"{place.mark(self.name)}/ready", within_s)
            return None if failed is None else failed.in_a_row()

        return Readiness(ready.kind, place.filled(ready.text, self.name), place.ports[self.name], ready.within_s, run)

    def _note(self, process: SupervisedProcess) -> None:
        """Into the lease, whose file then names what a later run may kill."""
        lease = self._place.lease
        found = (ProcessIdentity.of(number) for number in (process.supervisor_id, process.process_id))
        lease.processes = [identity for identity in lease.processes if identity.alive]
        lease.processes += [identity for identity in found if identity is not None]
        lease.write()

    def _outlive_strangers(self, process: SupervisedProcess) -> None:
        """If another process answers in place of the service, wait 2 s: a service that cannot listen may die of that.

        Raises StartFailure if the service ends, OwnProcessFailed if its supervisor died.
        """
        strangers = self._addresses.strangers(process.members, self.name)
        if strangers and process.wait(_STRANGERS_WITHIN_S) is not None:
            raise self._failure(Message("died"), process, beside=strangers[0].text)

    def _failure(
        self, wrong: Message, process: SupervisedProcess, when: str = "ready", beside: Message | str | None = None
    ) -> StartFailure:
        """Raises OwnProcessFailed if the supervisor is the cause.

        `when` it ended if it did so by itself, else what was `wrong`; `beside`: who answered in its place.
        """
        by_itself = process.poll()
        try:
            require_running(process)
        finally:
            ended = process.stop()
        told = Message("service-did", service=self.name, what=wrong)
        if by_itself and process.refused is None:
            told = Message("service-ended-early", service=self.name, how=ended.how, when=when)
            if beside is not None:
                told = Message("service-ended-beside", service=self.name, how=ended.how, why=beside)
        log = self._place.logs / self._log
        ready = " ".join([self._settings.ready.kind.value, masked(self._settings.ready.text)]).strip()
        return StartFailure(
            Failed(told, ended.recent),
            f"\nIts log: {log}. Cure: correct its command ({self._command_shown}) "
            f"or its ready check ({ready})" + self._of_none_that_listens,
        )

    @property
    def _of_none_that_listens(self) -> str:
        """The cure for a service that need not listen, whose ready check is that it does, unless written otherwise."""
        if self._settings.ready.kind is not ReadyKind.TCP or any("${port}" in word for word in self._command):
            return ""
        return '; of a service that listens on no port it is ready: {command: "true"}'

    def _doubts(self, process: SupervisedProcess) -> list[Doubt]:
        limits, group = self._settings.limits, self._group
        cpu, memory = group.cpu_refused, group.memory_refused
        if not process.joined:
            why = Message("control-group-not-joined")
            cpu, memory = why if limits.cpus else None, why if limits.memory_bytes else None
        texts = []
        if cpu is not None:
            kept, limit = count(len(narrowed(self._place.cpus, limits.cpus))), number(limits.cpus)
            texts.append(Message("cpu-limit-not-set", limit=limit, service=self.name, why=cpu, count=kept))
        if memory is not None:
            limit = mebibytes((limits.memory_bytes or 0) / 2**20)
            texts.append(Message("memory-limit-not-set", limit=limit, service=self.name, why=memory))
        return [Doubt(DoubtCode.LIMITS, text) for text in texts]
