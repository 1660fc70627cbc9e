"""Contenders in turn: A B C, A B C, ..., so that what changes on the machine meets all of them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from bench.case import CaseGroup
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["GroupResult", "run_rounds"]


@dataclass(frozen=True, slots=True)
class GroupResult:
    """The observations of a group: one of each installed contender in every round."""

    group: CaseGroup
    rounds: tuple[dict[str, Observation], ...]

    @property
    def ours(self) -> str:
        """The contender that the others are peers of."""
        return self.group.contenders[0].name

    def has_run(self, contender: str) -> bool:
        """Whether it took part; one that is not installed did not."""
        return contender in self.rounds[0]

    def values(self, contender: str, quantity: Quantity) -> list[float]:
        """One value a round."""
        return [observations[contender].values[quantity] for observations in self.rounds]

    def doubts(self) -> Counter[str]:
        """In how many rounds our own tool doubted its figures, by the doubt's code."""
        return Counter(code for observations in self.rounds for code in set(observations[self.ours].doubts))


def run_rounds(group: CaseGroup, place: Place, rounds: int, tell: Callable[[str], None]) -> GroupResult:
    """Runs the group's installed contenders in turn. Raises BenchError when one cannot be run."""
    count = max(rounds, group.rounds_at_least)
    installed = [contender for contender in group.contenders if contender.is_installed]
    for contender in group.contenders:
        if contender not in installed:
            tell(f"{group.name}: {contender.program} is not installed")
    done = []
    for number in range(1, count + 1):
        tell(f"{group.name}: round {number} of {count}")
        done.append({contender.name: contender.observe(place) for contender in installed})
    return GroupResult(group, tuple(done))
