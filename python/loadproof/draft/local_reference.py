"""`$ref` of an OpenAPI document: followed where it stays within the document, and never fetched."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from loadproof.model.quoting import quoted

__all__ = ["LocalReferences"]

_MOST_HOPS = 16


class LocalReferences:
    """Leads from a `$ref` to what it names; `refused` has those that lead out of the document, or nowhere."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """All references are looked up in `document`."""
        self._document = document
        self._known: dict[str, Any] = {}
        self.refused: dict[str, None] = {}
        """One line each, in the order in which they were met."""

    def resolved(self, value: Any) -> Any:
        """What `value` says itself or names by its `$ref`; an empty mapping for what cannot be followed.

        >>> references = LocalReferences({"a": {"b/c": {"$ref": "#/d"}}, "d": {"type": "integer"}})
        >>> references.resolved({"$ref": "#/a/b~1c"}), references.resolved({"$ref": "http://h/x.json"})
        ({'type': 'integer'}, {})
        >>> list(references.refused)
        ["the reference 'http://h/x.json' leads out of the file, and is not fetched"]
        """
        for _ in range(_MOST_HOPS):
            if not isinstance(value, Mapping) or not isinstance(value.get("$ref"), str):
                return value
            pointer: str = value["$ref"]
            if not pointer.startswith("#"):
                self._refuse(f"the reference {quoted(pointer)} leads out of the file, and is not fetched")
                return {}
            value = self._at(pointer)
            if value is None:
                self._refuse(f"the reference {quoted(pointer)} leads to nothing")
                return {}
        self._refuse("a reference leads in a circle")
        return {}

    def _at(self, pointer: str) -> Any:
        if pointer not in self._known:
            self._known[pointer] = self._looked_up(pointer)
        return self._known[pointer]

    def _looked_up(self, pointer: str) -> Any:
        value: Any = self._document
        for part in unquote(pointer[1:]).split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, Mapping):
                value = value.get(key)
            elif isinstance(value, list) and key.isascii() and key.isdigit() and int(key[:9]) < len(value):
                value = value[int(key[:9])]
            else:
                return None
        return value

    def _refuse(self, line: str) -> None:
        self.refused[line] = None
