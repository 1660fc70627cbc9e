"""Reads the Java VM of a service: its heap and collections, threads, classes and safepoints, without asking it."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.probe.vm import JavaVm
from loadproof.model.message import Message, count
from loadproof.probes.probe import ProbeFailure, ServicesNow
from loadproof.probes.reading import Reading
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaProcess
from loadproof.system.process_files import ProcessKey, ProcessStat, read_process_stat
from loadproof.system.process_tree import ProcessTree

__all__ = ["JavaProbe"]

_FIRST_SOUGHT_S, _SELDOM_SOUGHT_S = 5.0, 80.0
"""A launcher may start its VM late; most services have none, and to look for it costs."""


class JavaProbe:
    """Gives what `JavaVm` says of the VM of a service; nothing where there is none.

    `live_set_mib` comes once for each collection that tells it; `gc_pause_share` and other rates are since the reading
    before. Of several VMs of one service it follows the one with the largest heap.
    """

    slow = False

    def __init__(self, service: str, services: ServicesNow) -> None:
        """`service` is looked up in `services` at every reading."""
        self.name = f"java:{service}"
        self._service = service
        self._services = services
        self._root: int | None = None
        self._seek_at_s = 0.0
        self._seek_each_s = _FIRST_SOUGHT_S
        self._vm: JavaVm | None = None
        self._shortfalls: dict[Message, None] = {}

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure when the service does not run, ValueError or OSError where its data cannot be read."""
        service = self._services().get(self._service)
        if service is None:
            raise ProbeFailure(Message("service-not-running", service=self._service))
        if not self._still_there(service.process_id):
            self.close()
            if not self._seeks(service.process_id, now_s):
                return []
            self._vm = self._largest()
        vm = self._vm
        if vm is None:
            return []
        readings = [Reading(self.name, name, unit, value) for name, unit, value in vm.read(now_s)]
        if not vm.shares_counters:
            self._tell(Message("vm-shares-no-counters", log="read" if vm.writes_log else "none"))
        if vm.has_skipped_log:
            self._tell(Message("vm-log-too-fast"))
        full = vm.full_collections(self._service, now_s)
        return readings if full is None else [*readings, Reading(self.name, "full_collections", "", *full)]

    def shortfalls(self) -> Sequence[Message]:
        """Return the shortfalls so far: data that may not be read, no shared counters, a log too fast, several VMs."""
        return list(self._shortfalls)

    def close(self) -> None:
        """Lets the files go."""
        if self._vm is not None:
            self._vm.close()
        self._vm = None

    def _still_there(self, root: int) -> bool:
        if self._vm is None or root != self._root:
            return False
        stat = read_process_stat(self._vm.key[0])
        return stat is not None and stat.key == self._vm.key and not stat.zombie

    def _seeks(self, root: int, now_s: float) -> bool:
        if root != self._root:
            self._root, self._seek_each_s = root, _FIRST_SOUGHT_S
        elif now_s < self._seek_at_s:
            return False
        self._seek_at_s = now_s + self._seek_each_s
        self._seek_each_s = min(2.0 * self._seek_each_s, _SELDOM_SOUGHT_S)
        return True

    def _largest(self) -> JavaVm | None:
        """Return the VM with the largest maximum heap, and close all others; None if there is no VM.

        If VMs tell no maximum, or the same one, the VM with the most resident memory is returned.
        """
        members = ProcessTree(self._root or 0).scan().members
        found = list(self._vms(members))
        found.sort(key=lambda vm: (vm.heap_max_bytes(), members[vm.key].resident_bytes))
        for vm in found[:-1]:
            vm.close()
        if len(found) > 1:
            self._tell(Message("several-java-vms", count=count(len(found))))
        return found[-1] if found else None

    def _vms(self, members: dict[ProcessKey, ProcessStat]) -> Iterator[JavaVm]:
        for key, stat in members.items():
            try:
                JavaProcess.of(key[0])
                yield JavaVm(key)
            except AttachError as error:
                if error.refusal is AttachRefusal.NO_RIGHTS and stat.name == "java":
                    self._tell(Message("live-set-unreadable", why=error.detail))
            except PermissionError as error:
                self._tell(Message("live-set-unreadable", why=str(error.strerror)))

    def _tell(self, shortfall: Message) -> None:
        self._shortfalls[shortfall] = None
