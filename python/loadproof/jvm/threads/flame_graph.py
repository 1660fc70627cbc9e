"""The stacks of threads as one flame graph: what they have in common stands together."""

from collections.abc import Mapping, Sequence

from loadproof.jvm.threads.dump import short_frame
from loadproof.jvm.threads.report import SameStack
from loadproof.render.document import Frame
from loadproof.result.plain_text import printable

__all__ = ["flame_of"]

_LONGEST_NAME = 120
_DEEPEST = 60
_LEAST_SHARE = 0.002
_Tree = dict[str, "_Call"]


class _Call:
    """Call in a flame graph: number of threads in it, summed over all dumps, and the calls that it made."""

    __slots__ = ("calls", "threads")

    def __init__(self) -> None:
        self.threads = 0
        self.calls: _Tree = {}


def flame_of(stacks: Sequence[SameStack]) -> list[Frame]:
    """Frames from the oldest on, the widest first; what fewer than one thread in five hundred was in is left out.

    The state of a thread stands above its newest frame, so that those which wait for one lock are seen apart.
    """
    roots: _Tree = {}
    whole = sum(one.threads for one in stacks)
    for one in stacks:
        level = roots
        frames = [short_frame(frame) for frame in one.stack[::-1][:_DEEPEST]]
        for name in [*frames, one.state] if one.state else frames:
            call = level.setdefault(name, _Call())
            call.threads += one.threads
            level = call.calls
    return _frames(roots, max(1.0, _LEAST_SHARE * whole))


def _frames(calls: Mapping[str, _Call], least: float) -> list[Frame]:
    found = [
        Frame(printable(name, _LONGEST_NAME), call.threads, _frames(call.calls, least))
        for name, call in calls.items()
        if call.threads >= least
    ]
    return sorted(found, key=lambda frame: (-frame.weight, frame.name))
