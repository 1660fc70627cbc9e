"""JSON that other people or other programs wrote, read within bounds: no text makes the reader recurse or run out."""

import json
from typing import Any

__all__ = ["DEEPEST", "JsonTooDeep", "read_json"]

DEEPEST = 100
"""Lists and objects within each other. Our own documents nest a tenth of this; code that walks values recurses."""


class JsonTooDeep(ValueError):
    """Lists and objects are nested too deep in a JSON text."""


def read_json(text: str | bytes | bytearray, *, deepest: int = DEEPEST, **options: Any) -> Any:
    """Value of a JSON text; `options` are those of `json.loads`.

    Raises ValueError: json.JSONDecodeError if the text is not JSON, JsonTooDeep if it is nested more than `deepest`
    levels.

    >>> read_json('{"a": [1]}')
    {'a': [1]}
    >>> read_json("[" * 20_000)
    Traceback (most recent call last):
    ...
    loadproof.model.json_text.JsonTooDeep: lists and objects are nested more than 100 deep
    """
    try:
        value = json.loads(text, **options)
    except RecursionError:
        # The decoder of Python gives up at some thousands.
        raise _too_deep(deepest) from None
    # A text this short has no room for more levels: most columns of a store are.
    if len(text) > 2 * deepest and _is_deeper(value, deepest):
        raise _too_deep(deepest)
    return value


def _is_deeper(value: Any, deepest: int) -> bool:
    level = [value]
    for _ in range(deepest):
        held = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [inner for inners in held for inner in inners if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def _too_deep(deepest: int) -> JsonTooDeep:
    return JsonTooDeep(f"lists and objects are nested more than {deepest} deep")
