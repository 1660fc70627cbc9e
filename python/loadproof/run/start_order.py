"""The order in which a study starts its variants, and what of it is missing in a run that was cut."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from loadproof.store.record import StartRecord, StartState

__all__ = ["StudyStart", "missing_rounds", "missing_starts", "start_order", "whole_rounds"]


@dataclass(frozen=True, slots=True)
class StudyStart:
    """One start of a variant: a fresh stand, and all methods on it."""

    variant: str
    number: int
    """Number among the starts of its variant, from 1."""


def start_order(variants: Sequence[str], starts: int) -> list[StudyStart]:
    """`starts` rounds over the variants, every second one in reverse.

    What drifts evenly over two rounds, such as the heat of a machine, then favours none of them: the sum of its two
    places is the same for each variant. Source: randomized blocks, Fisher 1935, The Design of Experiments; in reverse
    rather than drawn, as there are few rounds (methods/compare/machine.py draws them).

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
    """Return the starts of `order` that are still to be run, under the next free numbers of each variant.

    `begun` has all earlier starts, in any state. Each start in `finished` fills one place of its variant in the order,
    from the first place on.

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


def whole_rounds(variants: Sequence[str], begun: Sequence[StartRecord], finished: Collection[StudyStart]) -> set[int]:
    """Return the numbers of the rounds that came to their end, for starts that are up together.

    If one start of a round has to be run again, all have to be, because starts take turns. A round has ended if each
    of its starts finished or was not run, and at least one finished.

    >>> states = {("a", 1): "complete", ("b", 1): "not-run", ("a", 2): "complete", ("b", 2): "under-way"}
    >>> begun = [StartRecord(name, number, 0.0, StartState(state)) for (name, number), state in states.items()]
    >>> whole_rounds(["a", "b"], begun, [StudyStart("a", 1), StudyStart("a", 2)])
    {1}
    """
    failed = {StudyStart(one.variant, one.number) for one in begun if one.state is StartState.NOT_RUN}
    ended = {*finished, *failed}
    return {one.number for one in finished if all(StudyStart(variant, one.number) in ended for variant in variants)}


def missing_rounds(
    variants: Sequence[str], starts: int, begun: Sequence[StartRecord], whole: Collection[int]
) -> list[StudyStart]:
    """Return the starts of `starts` rounds that are still to be run, under the next numbers that no variant has.

    >>> begun = [StartRecord("a", 1, 0.0, StartState.UNDER_WAY)]
    >>> [(start.variant, start.number) for start in missing_rounds(["a", "b"], 1, begun, set())]
    [('a', 2), ('b', 2)]
    """
    highest = max((one.number for one in begun), default=0)
    order = start_order(variants, starts - len(whole))
    return [StudyStart(start.variant, highest + start.number) for start in order]
