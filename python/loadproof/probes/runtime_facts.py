"""Facts on the runtime of a service: a Java VM gives them when asked, a Go program has them in a note."""

from loadproof.jvm.vm.flags import java_facts
from loadproof.probes.go_build import go_version
from loadproof.system.process_tree import ProcessTree

__all__ = ["runtime_facts"]


def runtime_facts(process_id: int) -> dict[str, str]:
    """Facts on the first process of a tree whose runtime is known, by name; empty where there is none. Never raises.

    Of a Java VM `runtime`, `collector`, `max_heap` and `processors`; of a Go program `runtime`. Takes some 10 ms for a
    VM, and some seconds where one does not answer, so it is for a time without load.

    >>> import os
    >>> runtime_facts(os.getpid())
    {}
    """
    for member in _members(process_id):
        facts = java_facts(member) or _go_facts(member)
        if facts:
            return facts
    return {}


def _members(process_id: int) -> list[int]:
    """The root and its descendants, the eldest first."""
    try:
        keys = ProcessTree(process_id).scan().members
    except OSError:
        return []
    return [member for member, _ in sorted(keys, key=lambda key: (key[1], key[0]))]


def _go_facts(process_id: int) -> dict[str, str]:
    version = go_version(f"/proc/{process_id}/exe")
    return {} if version is None else {"runtime": version}
