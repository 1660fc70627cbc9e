"""Types of the keys of each object of an OpenAPI document; a key of another type, or of no meaning, is a loss."""

from collections.abc import Mapping
from typing import Any

from loadproof.model.quoting import kind_of, quoted
from loadproof.tools.drafts.left_out import Losses

__all__ = ["checked"]

_Types = tuple[type, ...]
_TEXT: _Types = (str,)
_FLAG: _Types = (bool,)
_LIST: _Types = (list,)
_MAP: _Types = (dict,)
_NUMBER: _Types = (int, float)
_SCHEMA: _Types = (dict, bool)
_ANY: _Types = (object,)

_OF_VALUES = {
    "title": _TEXT,
    "description": _TEXT,
    "type": (str, list),
    "format": _TEXT,
    "default": _ANY,
    "example": _ANY,
    "enum": _LIST,
    "items": _SCHEMA,
    "minimum": _NUMBER,
    "maximum": _NUMBER,
    "exclusiveMinimum": (bool, int, float),
    "exclusiveMaximum": (bool, int, float),
    "multipleOf": _NUMBER,
    "minLength": _NUMBER,
    "maxLength": _NUMBER,
    "minItems": _NUMBER,
    "maxItems": _NUMBER,
    "uniqueItems": _FLAG,
    "pattern": _TEXT,
    "collectionFormat": _TEXT,
}
_OF_METHODS = dict.fromkeys(("get", "put", "post", "delete", "options", "head", "patch", "trace"), _MAP)
_SHAPES: dict[str, dict[str, _Types]] = {
    "path": {
        **_OF_METHODS,
        "query": _MAP,
        "additionalOperations": _MAP,
        "$ref": _TEXT,
        "summary": _TEXT,
        "description": _TEXT,
        "servers": _LIST,
        "parameters": _LIST,
    },
    "operation": {
        "tags": _LIST,
        "summary": _TEXT,
        "description": _TEXT,
        "externalDocs": _MAP,
        "operationId": _TEXT,
        "parameters": _LIST,
        "requestBody": _MAP,
        "responses": _MAP,
        "callbacks": _MAP,
        "deprecated": _FLAG,
        "security": _LIST,
        "servers": _LIST,
        "consumes": _LIST,
        "produces": _LIST,
        "schemes": _LIST,
    },
    "parameter": {
        "$ref": _TEXT,
        "name": _TEXT,
        "in": _TEXT,
        "description": _TEXT,
        "required": _FLAG,
        "deprecated": _FLAG,
        "allowEmptyValue": _FLAG,
        "style": _TEXT,
        "explode": _FLAG,
        "allowReserved": _FLAG,
        "schema": _SCHEMA,
        "example": _ANY,
        "examples": _MAP,
        "content": _MAP,
    },
    "parameter of Swagger": {
        **_OF_VALUES,
        "$ref": _TEXT,
        "name": _TEXT,
        "in": _TEXT,
        "required": _FLAG,
        "allowEmptyValue": _FLAG,
        "type": _TEXT,
        "schema": _MAP,
        "example": _ANY,
        "x-example": _ANY,
    },
    "request body": {"$ref": _TEXT, "description": _TEXT, "content": _MAP, "required": _FLAG},
    "media type": {
        "schema": _SCHEMA,
        "example": _ANY,
        "examples": _MAP,
        "encoding": _MAP,
        "description": _TEXT,
        "itemSchema": _SCHEMA,
        "itemEncoding": _MAP,
        "prefixEncoding": _LIST,
    },
    "encoding": {
        "contentType": _TEXT,
        "headers": _MAP,
        "style": _TEXT,
        "explode": _FLAG,
        "allowReserved": _FLAG,
        "encoding": _MAP,
        "itemEncoding": _MAP,
        "prefixEncoding": _LIST,
    },
    "response": {
        "$ref": _TEXT,
        "summary": _TEXT,
        "description": _TEXT,
        "headers": _MAP,
        "content": _MAP,
        "links": _MAP,
        "schema": _MAP,
        "examples": _MAP,
    },
    "security scheme": {
        "$ref": _TEXT,
        "type": _TEXT,
        "description": _TEXT,
        "name": _TEXT,
        "in": _TEXT,
        "scheme": _TEXT,
        "bearerFormat": _TEXT,
        "flows": _MAP,
        "flow": _TEXT,
        "authorizationUrl": _TEXT,
        "tokenUrl": _TEXT,
        "scopes": _MAP,
        "openIdConnectUrl": _TEXT,
        "oauth2MetadataUrl": _TEXT,
        "deprecated": _FLAG,
    },
    "server": {"url": _TEXT, "description": _TEXT, "variables": _MAP, "name": _TEXT},
    "schema": {
        **_OF_VALUES,
        "$ref": _TEXT,
        "allOf": _LIST,
        "anyOf": _LIST,
        "oneOf": _LIST,
        "not": _SCHEMA,
        "if": _SCHEMA,
        "then": _SCHEMA,
        "else": _SCHEMA,
        "dependentSchemas": _MAP,
        "dependentRequired": _MAP,
        "dependencies": _MAP,
        "prefixItems": _LIST,
        "contains": _SCHEMA,
        "minContains": _NUMBER,
        "maxContains": _NUMBER,
        "properties": _MAP,
        "patternProperties": _MAP,
        "additionalProperties": _SCHEMA,
        "propertyNames": _SCHEMA,
        "unevaluatedItems": _SCHEMA,
        "unevaluatedProperties": _SCHEMA,
        # JSON Schema up to draft 3 marked a property itself as required, and many documents still do.
        "required": (list, bool),
        "minProperties": _NUMBER,
        "maxProperties": _NUMBER,
        "const": _ANY,
        "examples": (list, dict),
        "readOnly": _FLAG,
        "writeOnly": _FLAG,
        "deprecated": _FLAG,
        "nullable": _FLAG,
        "discriminator": (dict, str),
        "externalDocs": _MAP,
        "xml": _MAP,
        "contentMediaType": _TEXT,
        "contentEncoding": _TEXT,
        "contentSchema": _SCHEMA,
        "$schema": _TEXT,
        "$id": _TEXT,
        "id": _TEXT,
        "$anchor": _TEXT,
        "$comment": _TEXT,
        "$defs": _MAP,
        "definitions": _MAP,
        "$vocabulary": _MAP,
        "$dynamicRef": _TEXT,
        "$dynamicAnchor": _TEXT,
        "$recursiveRef": _TEXT,
        "$recursiveAnchor": _FLAG,
    },
}


def checked(kind: str, value: Any, losses: Losses, place: str = "") -> dict[str, Any]:
    """Return the keys of an object of this `kind` that are of their types; the others are losses at `place`.

    >>> losses = Losses()
    >>> checked("encoding", {"style": 7, "stile": "form", "explode": True, "x-a": 1}, losses, "'q'")
    {'explode': True}
    >>> list(losses.drain())
    ['style of an encoding is a number, and is left out', 'keys of an encoding that mean nothing']
    """
    article = "an" if kind[0] in "aeio" else "a"
    if not isinstance(value, Mapping):
        losses.add(f"{article} {kind} is {kind_of(value)} in place of a mapping", place)
        return {}
    kept: dict[str, Any] = {}
    shape = _SHAPES[kind]
    for key, inner in value.items():
        types = shape.get(key)
        if types is None:
            if not key.startswith("x-"):
                losses.add(f"keys of {article} {kind} that mean nothing", f"{quoted(key)}{place and ' of '}{place}")
        elif isinstance(inner, types) and (bool in types or types is _ANY or not isinstance(inner, bool)):
            kept[key] = inner
        else:
            losses.add(f"{key} of {article} {kind} is {kind_of(inner)}, and is left out", place)
    return kept
