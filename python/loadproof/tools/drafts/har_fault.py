"""An entry of a recording that is left out."""

__all__ = ["EntryFault"]


class EntryFault(Exception):
    """The entry is left out; `kind` says what it is, in words for many entries.

    `cure` says what to do where the file has nothing else.
    """

    def __init__(self, kind: str, cure: str) -> None:
        """Both without a full stop."""
        super().__init__(kind)
        self.kind = kind
        self.cure = cure
