"""`$ref` of an OpenAPI document: followed where it stays within the document, and never fetched."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from loadproof.model.quoting import quoted
from loadproof.tools.drafts.left_out import Losses

__all__ = ["LocalReferences"]

_MOST_HOPS = 16


class LocalReferences:
    """References of a document; those that lead out of the document, or nowhere, are losses."""

    def __init__(self, document: Mapping[str, Any], losses: Losses) -> None:
        """All references are looked up in `document`."""
        self._document = document
        self._losses = losses
        self._known: dict[str, Any] = {}

    def resolved(self, value: Any) -> Any:
        """Return `value`, or what its `$ref` names; an empty mapping for a reference that cannot be followed.

        >>> losses = Losses()
        >>> references = LocalReferences({"a": {"b/c": {"$ref": "#/d"}}, "d": {"type": "integer"}}, losses)
        >>> references.resolved({"$ref": "#/a/b~1c"}), references.resolved({"$ref": "http://h/x.json"})
        ({'type': 'integer'}, {})
        >>> losses.drain()
        {'a reference leads out of the file, and is not fetched (bundle the files into one)': ("'http://h/x.json'",)}
        """
        known, fault, pointer = self._followed(value)
        if fault is not None:
            self._losses.add(fault, quoted(pointer))
        return known

    def leads_somewhere(self, value: Any) -> bool:
        """True if `value` is no reference, or one that can be followed; nothing is noted."""
        return self._followed(value)[1] is None

    def _followed(self, value: Any) -> tuple[Any, str | None, str]:
        """Return the mapping that `value` is or names; else an empty one, with the fault and the reference."""
        pointer = ""
        for _ in range(_MOST_HOPS):
            if not isinstance(value, Mapping) or not isinstance(value.get("$ref"), str):
                return value, None, pointer
            pointer = value["$ref"]
            if not pointer.startswith("#"):
                return {}, "a reference leads out of the file, and is not fetched (bundle the files into one)", pointer
            value = self._at(pointer)
            if value is None:
                return {}, "a reference leads to nothing", pointer
        return {}, "a reference leads in a circle", pointer

    def _at(self, pointer: str) -> Any:
        if pointer not in self._known:
            self._known[pointer] = self._looked_up(pointer)
        return self._known[pointer]

    def _looked_up(self, pointer: str) -> Any:
        fragment = unquote(pointer[1:])
        # An $anchor of JSON Schema is no path.
        if fragment and not fragment.startswith("/"):
            return None
        value: Any = self._document
        for part in fragment.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, Mapping):
                value = value.get(key)
            elif isinstance(value, list) and key.isascii() and key.isdigit() and int(key[:9]) < len(value):
                value = value[int(key[:9])]
            else:
                return None
        return value
