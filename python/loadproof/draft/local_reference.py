"""`$ref` of an OpenAPI document: followed where it stays within the document, and never fetched."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from loadproof.draft.left_out import Losses
from loadproof.model.quoting import quoted

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
        {'a reference leads out of the file, and is not fetched': ("'http://h/x.json'",)}
        """
        for _ in range(_MOST_HOPS):
            if not isinstance(value, Mapping) or not isinstance(value.get("$ref"), str):
                return value
            pointer: str = value["$ref"]
            if not pointer.startswith("#"):
                self._losses.add("a reference leads out of the file, and is not fetched", quoted(pointer))
                return {}
            value = self._at(pointer)
            if value is None:
                self._losses.add("a reference leads to nothing", quoted(pointer))
                return {}
        self._losses.add("a reference leads in a circle", quoted(pointer))
        return {}

    def leads_somewhere(self, value: Any) -> bool:
        """True if `value` is no reference, or one to a part of the document; nothing is noted."""
        if not isinstance(value, Mapping) or not isinstance(value.get("$ref"), str):
            return True
        return value["$ref"].startswith("#") and self._at(value["$ref"]) is not None

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
