"""Messages in the columns of `run.db`: with their codes, without secrets, and of a bounded length."""

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any

from loadproof.model.message import Message
from loadproof.model.typed_json import stored_names, written
from loadproof.store.json_columns import typed_in
from loadproof.words.catalogue import english

__all__ = ["OLDEST_WITH_CODES", "json_column", "message_column", "message_of_column"]

OLDEST_WITH_CODES = 6
"""The schema from which on columns of texts hold JSON; before it they hold the English."""
_MOST_CHARACTERS = 20_000
"""Longest message as JSON, in characters. If a message is longer, the start of its English text is kept."""
_TEXTS = frozenset({"cure", "reason", "text"})
"""Fields whose texts are messages, also where they are told as they are."""


def message_column(message: Message | str, kept: Callable[[str], str] = str) -> str:
    """A message as a column of texts holds it; `kept` gives what may be stored of a name.

    >>> message_column("the disk said no"), message_column(Message("disk-full"))
    ('"the disk said no"', '{"code": "disk-full", "values": {}}')
    """
    return json.dumps(_bounded(message, kept))


def message_of_column(place: str, text: str, schema: int) -> Message:
    """The opposite; `place` is the column, such as `event.text`. Raises ValueError."""
    return typed_in(place, Message, text) if schema >= OLDEST_WITH_CODES else Message.said(text)


def json_column(value: Any, kept: Callable[[str], str] = str) -> str:
    """JSON values and records, with messages in them, as a column of JSON holds them.

    >>> from loadproof.records.doubt import Doubt
    >>> json_column({"doubts": [Doubt("limits", Message.said("no right to set limits"))]})
    '{"doubts": [{"code": "limits", "text": "no right to set limits"}]}'
    """
    return json.dumps(_stored(value, kept))


def _stored(value: Any, kept: Callable[[str], str], field: str = "") -> Any:
    if isinstance(value, Message) or (isinstance(value, str) and field in _TEXTS):
        return _bounded(value, kept)
    if is_dataclass(value):
        return {name: _stored(written(value, name), kept, name) for name in stored_names(value.__class__)}
    if isinstance(value, Mapping):
        return {name: _stored(held, kept, name) for name, held in value.items()}
    return [_stored(item, kept) for item in value] if isinstance(value, list | tuple) else value


def _bounded(message: Message | str, kept: Callable[[str], str]) -> Any:
    told = (Message.said(message) if isinstance(message, str) else message).with_names(kept)
    held = told.to_json()
    return held if len(json.dumps(held, ensure_ascii=False)) <= _MOST_CHARACTERS else kept(english(told))
