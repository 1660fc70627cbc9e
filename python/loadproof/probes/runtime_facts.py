"""What the runtime of a service says of itself: a Java VM by jcmd, a Go program by what its builder wrote into it."""

import os

from loadproof.probes.go_build import go_version
from loadproof.probes.java_flags import java_facts
from loadproof.system.process_tree import ProcessTree

__all__ = ["runtime_facts"]


def runtime_facts(process_id: int) -> dict[str, str]:
    """Facts on the first process of a tree whose runtime is known, by name; empty where there is none. Never raises.

    Of a Java VM `runtime`, `collector`, `max_heap` and `processors`; of a Go program `runtime`. Takes half a second for
    a VM and some seconds where it does not answer, so it is for a time without load.

    >>> runtime_facts(os.getpid())
    {}
    """
    for member in _members(process_id):
        program = _program(member)
        if program is None:
            continue
        facts = java_facts(member, program) or _go_facts(member)
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


def _program(process_id: int) -> str | None:
    try:
        return os.readlink(f"/proc/{process_id}/exe")
    except OSError:
        return None


def _go_facts(process_id: int) -> dict[str, str]:
    version = go_version(f"/proc/{process_id}/exe")
    return {} if version is None else {"runtime": version}
