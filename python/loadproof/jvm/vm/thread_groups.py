"""Groups of the threads of a Java VM, by the names that the system has for them, cut to 15 bytes."""

from enum import StrEnum

__all__ = ["ThreadGroup", "group_of"]


class ThreadGroup(StrEnum):
    """Group of threads, by their work."""

    SERVICE = "service"
    COLLECTOR = "collector"
    COMPILER = "compiler"
    VM = "vm"


_BEGINS = {
    ThreadGroup.COLLECTOR: (
        *("GC Thread", "G1 ", "ParGC", "Concurrent Mark", "Shen", "CMS ", "Concurr"),
        *("ZWorker", "ZDriver", "ZDirector", "ZStat", "ZUncommit", "ZUnmap", "XWorker", "XDriver", "XDirector"),
        *("XStat", "XUncommit", "XUnmap", "RuntimeWorker"),
    ),
    ThreadGroup.COMPILER: ("C1 Comp", "C2 Comp", "Sweeper", "JVMCI", "Libgraal"),
    ThreadGroup.VM: (
        *("VM Thread", "VM Periodic", "VM Op", "Reference Handl", "Finalizer", "Signal Dispatch", "Service Thread"),
        *("Monitor Deflati", "Notification Th", "Common-Cleaner", "Attach Listener", "JFR ", "StatSampler"),
        *("String Dedup", "StringDedup", "Watcher"),
    ),
}


def group_of(name: str) -> ThreadGroup:
    """The group of a thread; what the VM does not name is the service's own.

    >>> [str(group_of(name)) for name in ("G1 Conc#0", "C2 CompilerThre", "VM Thread", "http-nio-8080-e")]
    ['collector', 'compiler', 'vm', 'service']
    """
    return next((group for group, begins in _BEGINS.items() if name.startswith(begins)), ThreadGroup.SERVICE)
