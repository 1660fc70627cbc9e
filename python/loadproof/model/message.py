"""Message to people: a code of the catalogues in `words/`, and the values for the gaps of its text."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

__all__ = [
    "Kind",
    "Listed",
    "Listing",
    "Message",
    "Quantity",
    "Value",
    "byte_size",
    "cores",
    "count",
    "duration",
    "listed",
    "mebibytes",
    "milliseconds",
    "number",
    "rate",
    "share",
    "slo",
]

SAID = "said"
"""The code of a text that is told as it is, whatever the language."""
_CURE = "Cure: report the run with the version that made it"


class Kind(StrEnum):
    """Kind of a number, which decides its digits and its unit in each language."""

    COUNT = "count"
    """A whole number of things; a text may choose a plural by it."""
    NUMBER = "number"
    """Three significant digits, no unit."""
    RATE = "rate"
    """Per second; the text says of what."""
    DURATION = "duration"
    """Seconds; told in the two largest of its units."""
    SHARE = "share"
    """Share of 1; shown in percent."""
    MILLISECONDS = "milliseconds"
    MEBIBYTES = "mebibytes"
    """Told in GiB where there are that many."""
    BYTES = "bytes"
    """Told in B, kB, MB or GB, which are powers of 1,000."""
    CORES = "cores"
    SLO = "slo"
    """SLO as it is written, such as `p99<50ms`."""


class Listing(StrEnum):
    """Form of several values in one gap."""

    AND = "and"
    """A, B and C."""
    COMMAS = "commas"
    """A, B, C."""
    CLAUSES = "clauses"
    """A; B; C."""
    SENTENCES = "sentences"
    """One after the other."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, or an SLO, with what it is."""

    kind: Kind
    value: float | str | None
    """Number, or text of an SLO; None: not known."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in one gap."""

    listing: Listing
    items: "tuple[Value, ...]"


@dataclass(frozen=True, init=False)
class Message:
    """A text of the catalogues: its code, and a value for each of its gaps. A `str` is a name, told as it is.

    >>> Message("slo-failed", share=share(0.02), operation="get")
    Message(slo-failed, share=0.02 share, operation='get')
    """

    code: str
    values: "Mapping[str, Value]"

    def __init__(self, code: str, /, **values: "Value") -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", values)

    @classmethod
    def said(cls, text: str) -> Self:
        """Return a message with a text of another program, or of an earlier version's run, shown as it is.

        >>> Message.said("connection refused").to_json()
        'connection refused'
        """
        return cls(SAID, text=text)

    @classmethod
    def of_json(cls, held: Any) -> Self:
        """Return the message that `to_json` made. Raises ValueError if `held` has another form."""
        if isinstance(held, str):
            return cls.said(held)
        if not isinstance(held, Mapping) or not isinstance(held.get("code"), str):
            raise ValueError(f"{held!r:.80} is no message. {_CURE}")
        values = held.get("values", {})
        if not isinstance(values, Mapping) or (held["code"] == SAID and not isinstance(values.get("text"), str)):
            raise ValueError(f"{values!r:.80} are no values of a message. {_CURE}")
        return cls(held["code"], **{name: _value_of(value) for name, value in values.items()})

    def to_json(self) -> Any:
        """`{"code": ..., "values": {...}}`; a number as `{kind: number}`, a list as `{listing: [...]}`.

        >>> Message("slo-failed", share=share(0.02), operation="get").to_json()
        {'code': 'slo-failed', 'values': {'share': {'share': 0.02}, 'operation': 'get'}}
        """
        if self.code == SAID:
            return self.values["text"]
        return {"code": self.code, "values": {name: _json_of(value) for name, value in self.values.items()}}

    def with_names(self, change: Callable[[str], str]) -> "Message":
        """The message with each of its names changed, those of messages in its gaps too; numbers stay as they are.

        >>> Message("slo-failed", share=share(0.02), operation="get").with_names(str.upper)
        Message(slo-failed, share=0.02 share, operation='GET')
        """
        return Message(self.code, **{name: _with_names(value, change) for name, value in self.values.items()})

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.values.items(), key=lambda pair: pair[0]))))

    def __bool__(self) -> bool:
        """False of a text that is told as it is, and is empty."""
        return self.code != SAID or bool(self.values["text"])

    def __repr__(self) -> str:
        values = (f"{name}={_shown(value)}" for name, value in self.values.items())
        return f"Message({', '.join((self.code, *values))})"

    def within(self) -> Iterator["Message"]:
        """The message itself, and those in its gaps."""
        yield self
        for value in self.values.values():
            yield from _messages_in(value)


Value = str | Quantity | Message | Listed
_LISTINGS = {listing.value for listing in Listing}
_KINDS = {kind.value for kind in Kind}


def count(things: int) -> Quantity:
    """Whole things."""
    return Quantity(Kind.COUNT, things)


def number(value: float | None) -> Quantity:
    """A number that has no unit, or whose unit the text gives."""
    return Quantity(Kind.NUMBER, value)


def rate(per_s: float | None) -> Quantity:
    """So many per second."""
    return Quantity(Kind.RATE, per_s)


def duration(seconds: float) -> Quantity:
    """A time that passed, in seconds."""
    return Quantity(Kind.DURATION, seconds)


def share(of_one: float | None) -> Quantity:
    """A share of 1."""
    return Quantity(Kind.SHARE, of_one)


def milliseconds(value_ms: float | None) -> Quantity:
    """A short time, in milliseconds."""
    return Quantity(Kind.MILLISECONDS, value_ms)


def mebibytes(value_mib: float | None) -> Quantity:
    """Memory, in MiB."""
    return Quantity(Kind.MEBIBYTES, value_mib)


def byte_size(value: float | None) -> Quantity:
    """Bytes that went over a network."""
    return Quantity(Kind.BYTES, value)


def cores(of_cpu: float) -> Quantity:
    """Processor time in cores."""
    return Quantity(Kind.CORES, of_cpu)


def slo(text: str) -> Quantity:
    """An SLO as it is written."""
    return Quantity(Kind.SLO, text)


def listed(items: "Sequence[Value]", listing: Listing = Listing.COMMAS) -> "Listed":
    """Several values in one gap, in this order."""
    return Listed(listing, tuple(items))


def _json_of(value: Value) -> Any:
    match value:
        case Message():
            return value.to_json() if value.code != SAID else {"code": SAID, "values": dict(value.values)}
        case Quantity(kind, held):
            return {kind.value: held}
        case Listed(listing, items):
            return {listing.value: [_json_of(item) for item in items]}
        case _:
            return value


def _value_of(held: Any) -> Value:
    if isinstance(held, str):
        return held
    if isinstance(held, Mapping):
        if "code" in held:
            return Message.of_json(held)
        if len(held) == 1:
            name, inner = next(iter(held.items()))
            if name in _LISTINGS and isinstance(inner, list | tuple):
                return Listed(Listing(name), tuple(_value_of(item) for item in inner))
            if name in _KINDS and _is_quantity(Kind(name), inner):
                return Quantity(Kind(name), inner)
    raise ValueError(f"{held!r:.80} is no value of a message. {_CURE}")


def _is_quantity(kind: Kind, held: Any) -> bool:
    if kind is Kind.SLO:
        return isinstance(held, str)
    return held is None or (isinstance(held, int | float) and not isinstance(held, bool))


def _with_names(value: Value, change: Callable[[str], str]) -> Value:
    match value:
        case str():
            return change(value)
        case Message():
            return value.with_names(change)
        case Listed(listing, items):
            return Listed(listing, tuple(_with_names(item, change) for item in items))
        case Quantity(kind, str(text)):
            return Quantity(kind, change(text))
        case _:
            return value


def _messages_in(value: Value) -> Iterator[Message]:
    if isinstance(value, Message):
        yield from value.within()
    elif isinstance(value, Listed):
        for item in value.items:
            yield from _messages_in(item)


def _shown(value: Value) -> str:
    return f"{value.value} {value.kind}" if isinstance(value, Quantity) else repr(value)
