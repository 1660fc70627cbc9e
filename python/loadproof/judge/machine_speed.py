"""Doubt about the speed of the machine itself, which should be equal around all starts of a study."""

from collections.abc import Collection

from loadproof.judge.limits import LIMITS
from loadproof.model.message import Message, number
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["speed_doubts"]


def speed_doubts(work_us: Collection[float]) -> list[Doubt]:
    """The doubt that what was measured differs by what the machine did; `work_us`: CPU times of one piece of work.

    >>> speed_doubts([40.0, 41.0, 39.0])
    []
    >>> from loadproof.words.catalogue import english
    >>> english(speed_doubts([40.0, 80.0])[0].text)
    'the machine was not equally fast all the time: the same work took 40 to 80 µs of CPU time, up to 2 times as long'
    """
    if len(work_us) < 2 or max(work_us) <= LIMITS.most_speed_ratio * min(work_us):
        return []
    least, most = min(work_us), max(work_us)
    text = Message("machine-speed-varied", least=number(least), most=number(most), ratio=number(most / least))
    return [Doubt(DoubtCode.MACHINE_SPEED, text)]
