"""Order of the numbers of collections: in one VM they rise, so that a log in which they do not mixes several VMs."""

__all__ = ["CollectionOrder"]

_ONE_BY_ONE = ("Young", "Full", "Init Mark")
"""Pauses of which one ends before the next begins; those within concurrent collections are written in any order."""


class CollectionOrder:
    """Counter of collections whose number is not above that of the one before of their kind.

    A full collection may end within a young one, whose number is lower: kinds are followed apart.

    >>> order = CollectionOrder()
    >>> for number in (0, 1, 0, 1):
    ...     order.follow_pause("Young (Normal)", number)
    >>> order.repeated
    1
    """

    def __init__(self) -> None:
        """No collection was seen."""
        self.repeated = 0
        self._last: dict[str, int] = {}

    def begin_vm(self) -> None:
        """Another VM begins to count."""
        self._last.clear()

    def follow_pause(self, kind: str, number: int | None) -> None:
        """Follow a pause, if its kind runs one by one."""
        name = next((name for name in _ONE_BY_ONE if kind == name or kind.startswith(f"{name} (")), None)
        if name is not None:
            self.follow(name, number)

    def follow(self, kind: str, number: int | None) -> None:
        """Follow a collection of a kind that runs one by one."""
        if number is None:
            return
        last = self._last.get(kind)
        if last is not None and number <= last:
            self.repeated += 1
        self._last[kind] = number
