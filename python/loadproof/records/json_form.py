"""Typed values as plain JSON and back, by the fields of their dataclasses.

A text for people stands as its English under the name of its field. Beside it, in the same object, `messages` holds
its code and values by that name (of the first of several texts as `NAME.0`), so that it can be told in another
language; a text that is told as it is has none.
"""

import math
from collections.abc import Mapping
from typing import Any

from loadproof.model.message import SAID, Message
from loadproof.model.typed_json import MESSAGES, NOT_IN_JSON, json_names, message_fields, of_json, rounded, written
from loadproof.words.catalogue import english

__all__ = ["MESSAGES", "NOT_IN_JSON", "json_names", "message_fields", "of_json", "plain", "rounded"]


def plain(value: Any) -> Any:
    """A typed value as JSON; what is not a number is null.

    >>> from loadproof.records.doubt import Doubt
    >>> plain(Doubt(code="late", text=Message.said("it was late"), cure=Message.said("wait")))
    {'code': 'late', 'text': 'it was late', 'cure': 'wait'}
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Message):
        return english(value)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return _object(value)


def _object(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for name in json_names(value.__class__):
        held = written(value, name)
        found[name] = plain(held)
        if isinstance(held, Message) and held.code != SAID:
            messages[name] = held.to_json()
        elif isinstance(held, tuple):
            of_each = ((place, one) for place, one in enumerate(held) if isinstance(one, Message))
            messages |= {f"{name}.{place}": one.to_json() for place, one in of_each if one.code != SAID}
    return {**found, MESSAGES: messages} if messages else found
