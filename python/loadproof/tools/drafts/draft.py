"""Contents of a draft of a study, before the draft becomes text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["MOST_TEXT", "Draft", "DraftFlow", "DraftOperation", "free_name", "text_size"]

MOST_TEXT = 1_000_000
"""Letters of all requests of a draft, escaped as they may have to be in the file."""
_LONGEST_NAME = 64
_NOT_IN_NAMES = str.maketrans(dict.fromkeys(":<>=≤±|`", "-"))


@dataclass(frozen=True, slots=True)
class DraftOperation:
    """An operation by its name; `spec` has the keys of a study file in their order."""

    name: str
    spec: dict[str, Any]
    remarks: tuple[str, ...] = ()
    """One line each, of printable text."""
    is_active: bool = True
    """Otherwise it is written as a comment."""


@dataclass(frozen=True, slots=True)
class DraftFlow:
    """Operations in the order in which they were recorded; a page begins before each step of `pages`."""

    name: str
    steps: Sequence[str | Mapping[str, str]]
    pages: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """A study of requests to one target."""

    name: str
    source: str
    """Source of the draft, in words of one line."""
    target: str
    operations: Sequence[DraftOperation]
    feeders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    """Place where the value of each environment variable is sent, in words of one line, by variable."""
    flow: DraftFlow | None = None
    keeps_cookies: bool = False
    tls: Mapping[str, Any] = field(default_factory=dict)
    """TLS settings, with the keys of a study file."""
    jar: str | None = None
    """The service that the study starts itself, and looks into; None: somebody else runs it."""
    left_out: Sequence[str] = ()
    """Notes on parts that were not translated or were made up: one line each, of printable text."""


def text_size(value: object) -> int:
    """The letters of a request, escaped."""
    return len(str(value).encode("unicode_escape", "surrogatepass"))


def free_name(wanted: str, taken: Mapping[str, Any]) -> str:
    """A name of an operation that is allowed and not in `taken`, as near to `wanted` as may be.

    >>> free_name("a:b", {}), free_name("GET /", {"GET /": 1})
    ('a-b', 'GET / 2')
    """
    text = "".join(letter if letter.isprintable() else " " for letter in wanted.translate(_NOT_IN_NAMES))
    stem = " ".join(text.split())[:_LONGEST_NAME].strip() or "request"
    name, number = stem, 1
    while name in taken:
        number += 1
        name = f"{stem[: _LONGEST_NAME - 1 - len(str(number))].strip()} {number}"
    return name
