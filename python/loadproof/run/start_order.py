"""The order in which a study starts its variants, and what of it is missing in a run that was cut."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from loadproof.store.record import StartRecord

__all__ = ["StudyStart", "missing_starts", "start_order"]


@dataclass(frozen=True, slots=True)
class StudyStart:
    """One start of a variant: a fresh stand, and all methods on it."""

    variant: str
    number: int
    """Of its variant, from 1."""


def start_order(variants: Sequence[str], starts: int) -> list[StudyStart]:
    """`starts` rounds over the variants, every second one in reverse.

    What drifts evenly over two rounds, such as the heat of a machine, then favours none of them: the sum of its two
    places is the same for each variant. Source: randomized blocks, Fisher 1935, The Design of Experiments; in reverse
    rather than drawn, as there are few rounds (method/compare.py draws them).

    >>> "".join(start.variant for start in start_order("abc", 3))
    'abccbaabc'
    """
    return [
        StudyStart(variant, number)
        for number in range(1, starts + 1)
        for variant in (variants if number % 2 else variants[::-1])
    ]


def missing_starts(
    order: Sequence[StudyStart], begun: Sequence[StartRecord], finished: Collection[StudyStart]
) -> list[StudyStart]:
    """What of `order` is still to be run, under the next free numbers of each variant.

    `begun` are all starts there were, of whichever end; each that `finished` stands for one place of its variant in the
    order, from the first on.

    >>> from loadproof.store.record import StartState
    >>> order = start_order(["a", "b"], 2)
    >>> begun = [StartRecord("a", 1, 0.0, StartState.COMPLETE), StartRecord("b", 1, 60.0, StartState.UNDER_WAY)]
    >>> [(start.variant, start.number) for start in missing_starts(order, begun, [StudyStart("a", 1)])]
    [('b', 2), ('b', 3), ('a', 2)]
    """
    done = Counter(start.variant for start in finished)
    highest: Counter[str] = Counter()
    for record in begun:
        highest[record.variant] = max(highest[record.variant], record.number)
    missing = []
    for start in order:
        if done[start.variant] > 0:
            done[start.variant] -= 1
            continue
        highest[start.variant] += 1
        missing.append(StudyStart(start.variant, highest[start.variant]))
    return missing
