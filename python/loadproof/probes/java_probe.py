"""Reads what is alive in the heap of a service that is a Java VM, and its collections, from the data that it shares."""

import contextlib
import os
from collections.abc import Sequence

from loadproof.model.message import Message, count
from loadproof.probes.java_collections import COLLECTION_COUNTERS, JavaCollections
from loadproof.probes.java_live_set import COUNTERS, LiveSet, heap_max_bytes
from loadproof.probes.probe import ProbeFailure, ServicesNow
from loadproof.probes.reading import Reading
from loadproof.system.java_counters import VmCounters, open_counters, read_counters
from loadproof.system.process_files import ProcessKey, read_process_stat
from loadproof.system.process_tree import ProcessTree

__all__ = ["JavaProbe"]

_MIB = 2.0**20
_ASKED = COUNTERS | COLLECTION_COUNTERS
_UNITS = {"gc_pause_share": "share", "major_collections_per_s": "1/s"}
_FIRST_SOUGHT_S, _SELDOM_SOUGHT_S = 5.0, 80.0
"""A launcher may start its VM late; most services have none, and to look for it costs."""


class JavaProbe:
    """Gives `live_set_mib` once for each collection that tells it, and `heap_max_mib`; nothing where there is no VM.

    `gc_pause_share` and `major_collections_per_s` of its collections are since the reading before.

    Of several VMs of one service it follows the one with the largest heap.
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
        self._vm: tuple[ProcessKey, int] | None = None
        """The process that is followed, and the descriptor of its file."""
        self._live_set = LiveSet()
        self._collections = JavaCollections()
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
            self._live_set = LiveSet()
            self._collections = JavaCollections()
        if self._vm is None:
            return []
        counters = read_counters(self._vm[1], _ASKED)
        values = (("live_set_mib", self._live_set.read(counters)), ("heap_max_mib", heap_max_bytes(counters)))
        found = [Reading(self.name, name, "MiB", value / _MIB) for name, value in values if value is not None]
        collected = self._collections.read(counters, now_s)
        return found + [Reading(self.name, name, _UNITS[name], value) for name, value in collected.items()]

    def shortfalls(self) -> Sequence[Message]:
        """That its data may not be read, or that there are several VMs."""
        return list(self._shortfalls)

    def close(self) -> None:
        """Lets the file go."""
        if self._vm is not None:
            os.close(self._vm[1])
        self._vm = None

    def _still_there(self, root: int) -> bool:
        if self._vm is None or root != self._root:
            return False
        stat = read_process_stat(self._vm[0][0])
        return stat is not None and stat.key == self._vm[0] and not stat.zombie

    def _seeks(self, root: int, now_s: float) -> bool:
        if root != self._root:
            self._root, self._seek_each_s = root, _FIRST_SOUGHT_S
        elif now_s < self._seek_at_s:
            return False
        self._seek_at_s = now_s + self._seek_each_s
        self._seek_each_s = min(2.0 * self._seek_each_s, _SELDOM_SOUGHT_S)
        return True

    def _largest(self) -> tuple[ProcessKey, int] | None:
        found: list[tuple[int, ProcessKey, int]] = []
        for key, stat in ProcessTree(self._root or 0).scan().members.items():
            try:
                descriptor = open_counters(key[0])
            except PermissionError as error:
                if stat.name == "java":
                    self._tell(Message("live-set-unreadable", why=str(error.strerror)))
                continue
            if descriptor is not None:
                counters: VmCounters = {}
                with contextlib.suppress(OSError, ValueError):
                    counters = read_counters(descriptor, COUNTERS)
                found.append((heap_max_bytes(counters) or 0, key, descriptor))
        found.sort()
        for _, _, descriptor in found[:-1]:
            os.close(descriptor)
        if len(found) > 1:
            self._tell(Message("several-java-vms", count=count(len(found))))
        return found[-1][1:] if found else None

    def _tell(self, shortfall: Message) -> None:
        self._shortfalls[shortfall] = None
