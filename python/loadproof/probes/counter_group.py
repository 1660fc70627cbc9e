"""Counters that are read and reset together."""

import math
from collections.abc import Hashable, Mapping

__all__ = ["CounterGroup", "Grown"]


class Grown(dict[str, float]):
    """Growth by name, over `elapsed_s`."""

    def __init__(self, growth: Mapping[str, float], elapsed_s: float) -> None:
        """`elapsed_s` is above 0."""
        super().__init__(growth)
        self.elapsed_s = elapsed_s


class CounterGroup:
    """Tells how the counters of one source grew since the last reading, and nothing where they began anew between.

    >>> counters = CounterGroup("calls")
    >>> counters.grown({"calls": "5"}, "monday", 10.0)
    >>> counters.grown({"calls": "9"}, "monday", 12.0), counters.grown({"calls": "99"}, "tuesday", 13.0)
    ({'calls': 4.0}, None)
    """

    def __init__(self, *names: str) -> None:
        """Nothing is read yet."""
        self._names = names
        self._before: tuple[Hashable, float, dict[str, float]] | None = None

    def grown(self, row: Mapping[str, str | None], since: Hashable, at_s: float) -> Grown | None:
        """Growth up to `row`; `since` says when the counters began, another value that they began anew.

        None at the first reading, where one is missing or no number, and where one went back.
        """
        texts = [row.get(name) for name in self._names]
        before, self._before = self._before, None
        values = {name: float(text) for name, text in zip(self._names, texts, strict=True) if text is not None}
        if len(values) < len(self._names):
            return None
        self._before = (since, at_s, values)
        if before is None or before[0] != since or at_s <= before[1]:
            return None
        growth = {name: values[name] - before[2][name] for name in self._names}
        is_sound = all(0 <= value < math.inf for value in growth.values())
        return Grown(growth, at_s - before[1]) if is_sound else None
