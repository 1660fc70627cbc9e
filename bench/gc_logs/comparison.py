"""Where two readings of one log differ, and why: what is left when each known reason has been taken off is a fault."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bench.gc_logs.readings import PauseSum, Reading

__all__ = ["Gap", "gaps_between"]

_ROUNDED_MS = 0.0005
_ROUNDED_MIB = 0.01
_NO_RULES = (
    "GCToolkit has a parser for Shenandoah without a rule, and takes no line of it; the VM's own summary at the end of "
    "the log counts {count} pauses, of each kind as many as here"
)
_NO_CLEANUP = (
    "GCToolkit drops {count} `Pause Cleanup`: it lets the record of a cycle go at `Pause Remark`, which lies in the "
    "phase `Concurrent Mark`, and the next pause of the same cycle then has no type"
)
_TWO_YOUNG = (
    "`System.gc()` lets generational ZGC collect the young generation twice within one major collection, {count} times "
    "here; GCToolkit has room for one, and keeps the last"
)


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that both do not have alike."""

    text: str
    is_known: bool


def gaps_between(ours: Reading, peer: Reading, vm: Mapping[str, int]) -> list[Gap]:
    """All of them; none where both agree in each kind's count, sum and longest pause, and in what is alive.

    `vm` is what the VM itself counts at the end of the log (`vm_counts`): it stands in for a peer that reads nothing.
    """
    if vm and not peer.kinds:
        return _gaps_to_vm(ours, vm)
    gaps: list[Gap] = []
    known = set[str]()
    for kinds, text, count in _known(ours, peer):
        gaps.append(Gap(text.format(count=count), True))
        known |= kinds
    for kind in sorted((ours.kinds.keys() | peer.kinds.keys()) - known):
        told, other = ours.kinds.get(kind, PauseSum()), peer.kinds.get(kind, PauseSum())
        if not _is_alike(told, other):
            gaps.append(Gap(f"{kind}: {_shown(told)} here, {_shown(other)} there", False))
    if ours.alive_mib is None or peer.alive_mib is None:
        if ours.alive_mib != peer.alive_mib:
            gaps.append(Gap(f"alive: {ours.alive_mib} here, {peer.alive_mib} there", False))
    elif abs(ours.alive_mib - peer.alive_mib) > _ROUNDED_MIB:
        gaps.append(Gap(f"alive: {ours.alive_mib:.6g} MiB here, {peer.alive_mib:.6g} MiB there", False))
    return gaps


def _gaps_to_vm(ours: Reading, vm: Mapping[str, int]) -> list[Gap]:
    told = Counter[str]()
    for kind, pauses in ours.kinds.items():
        # With generations each kind says which of them, which the VM's summary does not.
        told[kind.partition(" (")[0]] += pauses.count
    unlike = [kind for kind in sorted(told.keys() | vm.keys()) if told[kind] != vm.get(kind, 0)]
    faults = [Gap(f"{kind}: {told[kind]} pauses here, {vm.get(kind, 0)} by the VM", False) for kind in unlike]
    return faults or [Gap(_NO_RULES.format(count=told.total()), True)]


def _known(ours: Reading, peer: Reading) -> Iterator[tuple[set[str], str, int]]:
    """What each known reason explains: kinds, and how many pauses the peer has fewer."""
    cleanups = ours.kinds.get("cleanup", PauseSum()).count
    if cleanups and "cleanup" not in peer.kinds:
        yield {"cleanup"}, _NO_CLEANUP, cleanups
    young = {kind for kind in ours.kinds if kind.startswith("Young: ")}
    fewer = {ours.kinds[kind].count - peer.kinds.get(kind, PauseSum()).count for kind in young}
    # Only where each kind lacks just so many as were asked for is it this, and nothing else.
    if ours.asked_majors and fewer == {ours.asked_majors}:
        yield young, _TWO_YOUNG, ours.asked_majors


def _is_alike(one: PauseSum, other: PauseSum) -> bool:
    return (
        one.count == other.count
        and abs(one.total_ms - other.total_ms) < _ROUNDED_MS
        and abs(one.largest_ms - other.largest_ms) < _ROUNDED_MS
    )


def _shown(pauses: PauseSum) -> str:
    return f"{pauses.count} pauses of {pauses.total_ms:.3f} ms, longest {pauses.largest_ms:.3f} ms"
