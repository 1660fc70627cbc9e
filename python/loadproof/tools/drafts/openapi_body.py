"""Request body of an OpenAPI or Swagger operation: JSON, a form, parts, or text."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.model.scenario import FormPart
from loadproof.tools.drafts.credentials import plain_text
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.flat_schema import type_of
from loadproof.tools.drafts.left_out import Losses, listed
from loadproof.tools.drafts.local_reference import LocalReferences
from loadproof.tools.drafts.openapi_parameter import form_encoded
from loadproof.tools.drafts.parameter_style import STYLES, ParameterStyle, primitive_text, serialize
from loadproof.tools.drafts.schema_value import Made, SchemaValues

__all__ = ["BodyReader", "RequestBody", "is_json"]

_LARGEST_BODY = 64 * 1024
_MOST_PARTS = 100
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_PARTS = "multipart/form-data"
_MADE_UP_FILE = "a file made up by loadproof\n"


@dataclass(frozen=True, slots=True)
class RequestBody:
    """A text with its media type, or the parts of a form; neither if there is no body."""

    text: str | None = None
    media_type: str | None = None
    """Media type of the text; None for a form in parts (the study writes the boundary) or without a body."""
    parts: tuple[FormPart, ...] = ()
    is_given: bool = True
    is_missing: bool = False
    """True if the operation has a body that cannot be written."""


class BodyReader:
    """Reads the request bodies of one document."""

    def __init__(self, references: LocalReferences, values: SchemaValues, losses: Losses) -> None:
        """`values` makes the values; what cannot be written is told to `losses`."""
        self._references = references
        self._values = values
        self._losses = losses

    def of_request_body(self, written: Any) -> RequestBody:
        """Return the body that a `requestBody` of OpenAPI 3 describes."""
        known = checked("request body", self._references.resolved(written), self._losses)
        content = known.get("content")
        if not content:
            self._losses.add("a body without content")
            return RequestBody(is_missing=True)
        return self._of_content(content)

    def of_swagger(
        self, whole: list[dict[str, Any]], form: list[dict[str, Any]], consumes: list[str], styles: Mapping[str, Any]
    ) -> RequestBody:
        """Return the body of Swagger 2.0: its `in: body` parameter, or its form, serialized by `styles`."""
        if len(whole) > 1 or (whole and form):
            self._losses.add("parameters in body or formData beside another body", listed(_names_of(whole[1:] + form)))
        if whole:
            media = {key: one for key, one in whole[0].items() if key == "schema"}
            return self._of_content(dict.fromkeys(consumes or [_JSON], media))
        properties = {one["name"]: {key: value for key, value in one.items() if key != "required"} for one in form}
        has_file = any(one.get("type") == "file" for one in form)
        kinds = [kind for kind in consumes if _kind_of(kind) in (_FORM, _PARTS)]
        if has_file:
            if kinds and _PARTS not in map(_kind_of, kinds):
                self._losses.add(
                    f"a file in a form that is no {_PARTS}: it is sent as such", listed(map(quoted, kinds))
                )
            kinds = [_PARTS]
        elif consumes and not kinds:
            self._losses.add("a form of a type that is none: it is sent as a form", listed(map(quoted, consumes)))
        kept = {name: self._without_place(one) for name, one in properties.items()}
        media = {"schema": {"type": "object", "properties": kept}}
        return self._of_content({(kinds or [_FORM])[0]: media}, styles)

    def _without_place(self, parameter: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in parameter.items() if key not in ("name", "in", "allowEmptyValue")}
        given = kept.pop("x-example", None)
        return {**kept, "example": given} if given is not None and "example" not in kept else kept

    def _of_content(self, content: Mapping[str, Any], styles: Mapping[str, Any] | None = None) -> RequestBody:
        """The body of the first media type that can be written; JSON before others, and an example before none."""
        known: dict[str, dict[str, Any]] = {}
        for written, media in content.items():
            known[written] = checked("media type", self._references.resolved(media), self._losses, quoted(written))
        ranked = sorted(known, key=lambda one: (_rank(one), not known[one].keys() & {"example", "examples"}))
        if len(ranked) > 1:
            self._losses.add("one of several media types of a body is sent")
        for written in ranked:
            media = known[written]
            if unread := [quoted(word) for word in ("itemSchema", "itemEncoding", "prefixEncoding") if word in media]:
                self._losses.add("keys of OpenAPI 3.2 that are not read", ", ".join(unread))
            made = self._values.example_of(media) or self._made(written, media)
            media_type = _concrete(written)
            if media_type != written:
                self._losses.add("a range of media types, of which one is sent", quoted(media_type))
            body = self._written(media_type, made, media, styles)
            if body is None:
                continue
            if len(body.text or "") + sum(len(str(part.content)) for part in body.parts) > _LARGEST_BODY:
                self._losses.add(f"its body has more than {_LARGEST_BODY // 1024} KiB")
                return RequestBody(is_missing=True)
            return body
        named = listed(map(quoted, ranked))
        self._losses.add(f"a body of the type {named}")
        return RequestBody(is_missing=True)

    def _made(self, media_type: str, media: Mapping[str, Any]) -> Made:
        if "schema" not in media:
            self._losses.add("a media type without schema and example", quoted(media_type))
            # Of a body that nothing describes an empty object is the likeliest to be read.
            return Made({}, False) if is_json(media_type) else Made(None, False)
        return self._values.of(media["schema"])

    def _written(
        self, media_type: str, made: Made, media: Mapping[str, Any], styles: Mapping[str, Any] | None
    ) -> RequestBody | None:
        """The body of a media type; None where it cannot be written as text."""
        kind, value = _kind_of(media_type), made.value
        if is_json(media_type):
            return RequestBody(json.dumps(value, ensure_ascii=False), plain_text(media_type), is_given=made.is_given)
        if kind == _FORM and isinstance(value, Mapping):
            text = self._form(value, media, styles)
            return RequestBody(text, plain_text(media_type), is_given=made.is_given)
        if kind == _PARTS and isinstance(value, Mapping) and value:
            return RequestBody(None, None, self._parts(value, media), made.is_given)
        is_of_text = kind.startswith("text/") and not kind.endswith("xml")
        if isinstance(value, str) and (made.is_given or is_of_text):
            return RequestBody(value, plain_text(media_type), is_given=made.is_given)
        if is_of_text and kind == "text/plain" and isinstance(value, bool | int | float):
            return RequestBody(primitive_text(value), plain_text(media_type), is_given=made.is_given)
        return None

    def _form(self, value: Mapping[str, Any], media: Mapping[str, Any], styles: Mapping[str, Any] | None) -> str:
        """A urlencoded form: lists repeat their name, objects are JSON, unless `encoding` has a style for them."""
        encodings = self._encodings(media, value)
        pairs: list[str] = []
        for name, one in value.items():
            encoding = encodings.get(name, {})
            encode: Callable[[str], str] = form_encoded
            if encoding.get("allowReserved") is True:
                encode = partial(form_encoded, allow_reserved=True)
            if styles is not None and name in styles:
                text = serialize(name, one, styles[name], encode)
            elif encoding.keys() & {"style", "explode", "allowReserved"}:
                text = serialize(name, one, self._style(encoding, name), encode)
            elif isinstance(one, list):
                text = serialize(name, one, ParameterStyle("form", explode=True), encode)
            else:
                text = f"{encode(name)}={encode(primitive_text(one))}"
            if text:
                pairs.append(text)
            else:
                self._losses.add("fields of a form whose list or object is empty", quoted(name))
        return "&".join(pairs)

    def _style(self, encoding: Mapping[str, Any], name: str) -> ParameterStyle:
        style = encoding.get("style", "form")
        if style not in STYLES["query"]:
            self._losses.add("styles that a field of a form cannot have (form is taken)", quoted(name))
            style = "form"
        return ParameterStyle(style, encoding.get("explode", style == "form"))

    def _encodings(self, media: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        known: dict[str, dict[str, Any]] = {}
        for name, written in media.get("encoding", {}).items():
            encoding = checked("encoding", written, self._losses, quoted(name))
            if encoding.get("headers"):
                self._losses.add("headers of the parts of a form", quoted(name))
            if name not in value:
                self._losses.add("an encoding of a field that is not sent", quoted(name))
            known[plain_text(name)] = encoding
        return known

    def _parts(self, value: Mapping[str, Any], media: Mapping[str, Any]) -> tuple[FormPart, ...]:
        """The parts of a form; a file is a short text, which is listed."""
        encodings = self._encodings(media, value)
        properties = self._values.flat(media.get("schema", {})).get("properties", {})
        parts: list[FormPart] = []
        for name, one in value.items():
            schema = self._values.flat(properties[name], name) if name in properties else {}
            encoding = encodings.get(name, {})
            if "style" in encoding or "explode" in encoding:
                self._losses.add("styles of the parts of a form", quoted(name))
            items = schema.get("items") if type_of(schema) == "array" else None
            of_item = schema if items is None else self._values.flat(items, name)
            for inner in one if isinstance(one, list) else [one]:
                parts.append(self._part(name, inner, of_item, encoding))
        if len(parts) > _MOST_PARTS:
            self._losses.add(f"parts of a form after the first {_MOST_PARTS}")
        return tuple(parts[:_MOST_PARTS])

    def _part(self, name: str, value: Any, schema: Mapping[str, Any], encoding: Mapping[str, Any]) -> FormPart:
        kind = _one_line(encoding.get("contentType", "").partition(",")[0].strip())
        text, filename = primitive_text(value), None
        if _is_file(schema, kind):
            self._losses.add("a short text is sent in place of a file", quoted(name))
            text, filename = _MADE_UP_FILE, "file.txt"
            if not kind or "*" in kind:
                kind = _one_line(schema.get("contentMediaType", "application/octet-stream"))
        elif isinstance(value, Mapping | list) or is_json(kind):
            kind, text = kind or _JSON, json.dumps(value, ensure_ascii=False)
        return FormPart(name, text, filename, kind or None)


def is_json(media_type: str) -> bool:
    """True for `application/json` and types whose suffix is `+json`.

    >>> [is_json(one) for one in ("application/json; charset=utf-8", "application/vnd.api+json", "text/plain")]
    [True, True, False]
    """
    kind = _kind_of(media_type)
    return kind in (_JSON, "text/json") or kind.endswith("+json")


def _is_file(schema: Mapping[str, Any], kind: str) -> bool:
    if type_of(schema) == "file" or schema.get("format") == "binary":
        return True
    if "contentMediaType" in schema and "contentEncoding" not in schema:
        return not is_json(schema["contentMediaType"])
    return kind.startswith(("image/", "audio/", "video/", "application/octet-stream", "application/pdf"))


def _kind_of(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def _concrete(media_type: str) -> str:
    """The media type that is sent of a range."""
    ranges = {"*/*": _JSON, "application/*": _JSON, "application/*+json": _JSON, "text/*": "text/plain"}
    return ranges.get(_kind_of(media_type), media_type)


def _rank(media_type: str) -> int:
    kind = _kind_of(_concrete(media_type))
    order = (is_json(kind), kind == _FORM, kind == _PARTS)
    return order.index(True) if True in order else len(order)


def _one_line(text: str) -> str:
    return re.sub(r"[^\x20-\x7e]", "", text)


def _names_of(parameters: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    return (quoted(one["name"]) for one in parameters)
