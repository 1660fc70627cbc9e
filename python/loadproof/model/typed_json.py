"""Typed values of JSON, by the fields of their dataclasses; every value is checked against its type on the way.

Beside the texts of an object, `messages` holds their codes and values by the names of their fields; for a field of
several texts by `NAME.0`, `NAME.1` and so on.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from loadproof.model.message import Message

__all__ = [
    "MESSAGES",
    "NOT_IN_JSON",
    "NOT_STORED",
    "as_written",
    "json_names",
    "message_fields",
    "of_json",
    "rounded",
    "stored_names",
    "written",
]

MESSAGES = "messages"
"""The key of the codes and values of an object's texts."""
NOT_IN_JSON = {"json": False}
"""Metadata of a field that is no part of what is written."""
NOT_STORED = {"stored": False}
"""Metadata of a field that is no part of what is stored of a run: a result is made with it."""
_DECIMALS = "decimals"
_LARGEST_WHOLE = 2**63
_LARGEST = 1e100
"""Greatest magnitude of a number: products of three are numbers still."""

T = TypeVar("T")
Decoder = Callable[[Any], Any]


class _Field(NamedTuple):
    name: str
    decoder: Decoder
    is_required: bool


def of_json(kind: type[T], held: Any) -> T:
    """Typed value of decoded JSON; keys that the type does not know are ignored.

    Raises ValueError if the value, or a value within it, has another form, or is a number out of bounds.

    >>> from loadproof.model.slo import Slo
    >>> of_json(Slo, {"text": "errors<1%", "kind": "errors", "limit_share": 0.01}).limit_share
    0.01
    >>> of_json(Slo, {"text": "errors<1%", "kind": "errors", "limit_share": "1"})
    Traceback (most recent call last):
    ...
    ValueError: limit_share of Slo: '1' is no number
    """
    hint: Any = kind
    found: T = _decoder(hint)(held)
    return found


@cache
def message_fields(kind: Any) -> tuple[str, ...]:
    """The names of the texts for people of a dataclass.

    >>> from loadproof.model.slo import Slo
    >>> message_fields(Slo)
    ()
    """
    return tuple(name for name, hint in _hints(kind).items() if hint is Message or Message in get_args(hint))


@cache
def json_names(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a dataclass that are written."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no form in JSON")
    return tuple(field.name for field in fields(kind) if field.metadata.get("json", True))


@cache
def stored_names(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a dataclass that are stored of a run."""
    left_out = {field.name for field in fields(kind) if not field.metadata.get("stored", True)}
    return tuple(name for name in json_names(kind) if name not in left_out)


def rounded(decimals: int) -> dict[str, Any]:
    """Metadata of a field whose numbers are written with at most so many decimals."""
    return {_DECIMALS: decimals}


def written(value: Any, name: str) -> Any:
    """Field `name` of a dataclass as it is written: its numbers with the decimals of that field.

    >>> from dataclasses import dataclass, field
    >>> @dataclass
    ... class Load:
    ...     rate: float = field(metadata=rounded(1))
    >>> written(Load(9.26), "rate")
    9.3
    """
    held, decimals = getattr(value, name), _decimals(value.__class__).get(name)
    return held if decimals is None else _rounded(held, decimals)


def as_written(record: T) -> T:
    """Return the dataclass with its own numbers as they are written; those of records within it stay as they are.

    Who goes on with a record that is also read back from a file has the same numbers as a reader then.

    >>> from dataclasses import dataclass, field
    >>> @dataclass
    ... class Load:
    ...     rate: float = field(metadata=rounded(1))
    >>> as_written(Load(9.26))
    Load(rate=9.3)
    """
    held: Any = record
    return cast(T, replace(held, **{name: written(held, name) for name in _decimals(held.__class__)}))


def _rounded(held: Any, decimals: int) -> Any:
    if isinstance(held, float):
        return round(held, decimals)
    if isinstance(held, Mapping):
        return {key: _rounded(inner, decimals) for key, inner in held.items()}
    return tuple(_rounded(inner, decimals) for inner in held) if isinstance(held, list | tuple) else held


@cache
def _decimals(kind: Any) -> dict[str, int]:
    return {field.name: field.metadata[_DECIMALS] for field in fields(kind) if _DECIMALS in field.metadata}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _fields(kind: Any) -> tuple[_Field, ...]:
    hints = _hints(kind)
    return tuple(
        _Field(
            field.name,
            _decoder(hints[field.name]),
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
        if field.name in json_names(kind)
    )


@cache
def _decoder(hint: Any) -> Decoder:
    if hint is Message:
        return lambda held: held if isinstance(held, Message) else Message.of_json(held)
    if is_dataclass(hint):
        kind: Any = hint
        return lambda held: _dataclass(kind, held)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        known = {one.value: one for one in hint}
        return lambda held: known[_one_of(tuple(known), held)]
    return _generic(get_origin(hint), get_args(hint))


def _generic(origin: Any, inner: tuple[Any, ...]) -> Decoder:
    if origin is Literal:
        return lambda held: _one_of(inner, held)
    if origin in (Union, UnionType):
        return _union(inner)
    item = _decoder(inner[-1] if issubclass(origin, Mapping) else inner[0])
    if issubclass(origin, Mapping):
        return lambda held: {str(key): item(one) for key, one in _checked(held, Mapping, "object").items()}
    return lambda held: tuple(item(one) for one in _checked(held, list | tuple, "list"))


def _dataclass(kind: type, held: Any) -> Any:
    if isinstance(held, kind):
        return held
    given = dict(_checked(held, Mapping, "object"))
    messages = given.get(MESSAGES)
    if isinstance(messages, Mapping) and message_fields(kind):
        given |= {name: messages[name] for name in message_fields(kind) if name in messages}
        given |= {name: _with_codes(given[name], name, messages) for name in message_fields(kind) if name in given}
    found = {}
    for name, decoder, is_required in _fields(kind):
        if name in given:
            try:
                found[name] = decoder(given[name])
            except ValueError as error:
                raise ValueError(f"{name} of {kind.__name__}: {error}") from error
        elif is_required:
            raise ValueError(f"{kind.__name__} has no {name}")
    return kind(**found)


def _with_codes(held: Any, name: str, messages: Mapping[str, Any]) -> Any:
    """Texts of a list with the codes that stand beside it, as `NAME.0` of the first; other values as they are."""
    if not isinstance(held, list | tuple):
        return held
    return [messages.get(f"{name}.{place}", one) for place, one in enumerate(held)]


def _union(kinds: tuple[Any, ...]) -> Decoder:
    """At most one of them is null; objects are told apart by the keys that each requires, others by their own form."""
    others = [kind for kind in kinds if kind is not NoneType]
    is_optional = len(others) < len(kinds)

    def decode(held: Any) -> Any:
        if is_optional and (held is None or (isinstance(held, float) and not math.isfinite(held))):
            return None
        return next(_decoder(kind) for kind in others if kind is others[-1] or _may_be(kind, held))(held)

    return decode


def _may_be(kind: Any, held: Any) -> bool:
    hint: Any = kind
    if is_dataclass(kind):
        return isinstance(held, Mapping) and {field.name for field in _fields(hint) if field.is_required} <= held.keys()
    try:
        _decoder(hint)(held)
    except ValueError:
        return False
    return True


def _checked(held: Any, kind: Any, name: str) -> Any:
    if not isinstance(held, kind) or (isinstance(held, bool) and kind is not bool):
        raise ValueError(f"{held!r:.80} is no {name}")
    return held


def _bounded(number: float, largest: float) -> float:
    if not -largest <= number <= largest:
        raise ValueError(f"{number!r:.80} is out of bounds")
    return number


def _one_of(known: tuple[Any, ...], held: Any) -> Any:
    if held not in known:
        raise ValueError(f"{held!r:.80} is none of {', '.join(map(str, known))}")
    return held


_SIMPLE: dict[Any, Decoder] = {
    str: lambda held: _checked(held, str, "text"),
    bool: lambda held: _checked(held, bool, "truth value"),
    int: lambda held: _bounded(_checked(held, int, "whole number"), _LARGEST_WHOLE),
    float: lambda held: _bounded(_checked(held, int | float, "number"), _LARGEST),
    Any: lambda held: held,
}
