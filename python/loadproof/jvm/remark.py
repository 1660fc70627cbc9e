"""Remarks on what was read of a JVM: trouble that it tells of, parts that were not read, and doubts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message

__all__ = ["Remark", "RemarkKind", "is_read_in_part"]

RemarkKind = Literal["pressure", "unread", "doubt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing that is said of a log."""

    kind: RemarkKind
    """Pressure: what the collector could not do as it should. Unread: a part of the input that was not understood or
    that its format lacks, so findings may be missing; the command ends with exit code 4. A doubt: why figures might not
    be what they seem."""
    code: str
    text: Message


def is_read_in_part(remarks: Iterable[Remark]) -> bool:
    """True if a remark says that a part of the input was not understood.

    >>> is_read_in_part([Remark(kind="unread", code="cut", text=Message("threads-remark-cut"))])
    True
    """
    return any(remark.kind == "unread" for remark in remarks)
