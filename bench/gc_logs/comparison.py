"""Where two readings of one log differ, and why: what is left when each known reason has been taken off is a fault."""

from collections.abc import Iterator
from dataclasses import dataclass

from bench.gc_logs.readings import PauseSum, Reading

__all__ = ["Gap", "gaps_between"]

_ROUNDED_MS = 0.0005
_ROUNDED_MIB = 0.01
_OF_SHENANDOAH = ("Init ", "Final ", "Degenerated")
_NO_RULES = "GCToolkit has a parser for Shenandoah without a rule: it takes no line of it, so nothing is compared"
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


def gaps_between(ours: Reading, peer: Reading) -> list[Gap]:
    """All of them; none where both agree in each kind's count, sum and longest pause, and in what is alive."""
    if not peer.kinds and all(kind.startswith(_OF_SHENANDOAH) for kind in ours.kinds):
        return [Gap(_NO_RULES, True)]
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
