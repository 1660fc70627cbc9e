"""Parameters of an OpenAPI or Swagger operation: the value of each, serialized as its style says."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.system.credential_name import is_secret_field
from loadproof.tools.drafts.credentials import DOLLAR, Credentials, feeder_gap, percent_encoded, plain_text
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.flat_schema import type_of
from loadproof.tools.drafts.left_out import Losses
from loadproof.tools.drafts.local_reference import LocalReferences
from loadproof.tools.drafts.openapi_version import OpenapiVersion
from loadproof.tools.drafts.parameter_style import DEFAULT_STYLES, STYLES, ParameterStyle, primitive_text, serialize
from loadproof.tools.drafts.schema_value import Made, SchemaValues, number_bounds

__all__ = ["OpenapiParameter", "ParameterReader", "form_encoded"]

_MOST_PARAMETERS = 100
_MOST_FEEDERS = 500
_MADE_NUMBERS = 100
_LONGEST_FEEDER = 48
_LONGEST_NAME = 200
_LONGEST_VALUE = 2_000
_LONGEST_SERIALIZED = 16_000
_HIGHEST = 2**63 - 1
_PLACES_OF_SWAGGER = ("path", "query", "header", "body", "formData")
_RESERVED = ":/?@!$'()*,;="
"""Reserved characters that a value may have in a query: `&`, `+` and `#` would be read as the query's own."""
_COOKIE_TEXT = "!#$&'()*+/:<=>?@[]^_`{|}~"
_COLLECTION_STYLES = {"csv": "form", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited"}
_SIGNS = {"spaceDelimited": " ", "tabDelimited": "\t", "pipeDelimited": "|"}
_DELIMITERS = {"csv": ",", "ssv": " ", "tsv": "\t", "pipes": "|"}
_JSON = re.compile(r"(?:[^;]*\+|application/)json\s*(?:;.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpenapiParameter:
    """A parameter as it is sent; `text` is the value of a path or header, or `name=value` of a query or cookie."""

    name: str
    place: str
    text: str
    is_given: bool


def form_encoded(text: str, *, allow_reserved: bool = False) -> str:
    """Return `text` percent-encoded for a query or a form.

    >>> form_encoded("a b&c/d"), form_encoded("a b&c/d%2F", allow_reserved=True)
    ('a%20b%26c%2Fd', 'a%20b%26c/d%2F')
    """
    if not allow_reserved:
        return percent_encoded(text, "")
    parts = re.split(r"(%[0-9A-Fa-f]{2})", text)
    return "".join(part if number % 2 else percent_encoded(part, _RESERVED) for number, part in enumerate(parts))


class ParameterReader:
    """Reads the parameters of one document; `feeders` has the feeders that their values come from."""

    def __init__(
        self,
        version: OpenapiVersion,
        references: LocalReferences,
        credentials: Credentials,
        values: SchemaValues,
        losses: Losses,
    ) -> None:
        """`values` makes the values; what is not sent as described is told to `losses`."""
        self._version = version
        self._references = references
        self._credentials = credentials
        self._values = values
        self._losses = losses
        self.feeders: dict[str, dict[str, str]] = {}

    def listed(self, shared: Any, own: Any) -> list[dict[str, Any]]:
        """Return the parameters of a path and of its operation, which win, by name and place."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        kind = "parameter of Swagger" if self._version.is_swagger else "parameter"
        for written in (shared, own):
            if len(written) > _MOST_PARAMETERS:
                self._losses.add(f"parameters after the first {_MOST_PARAMETERS}", str(len(written)))
            seen: set[tuple[str, str]] = set()
            for number, one in enumerate(written[:_MOST_PARAMETERS], 1):
                if not self._references.leads_somewhere(one):
                    self._references.resolved(one)
                    self._losses.add("parameters whose reference cannot be followed", f"number {number}")
                    continue
                known = self._references.resolved(one)
                told = known.get("name") if isinstance(known, Mapping) else None
                where = quoted(plain_text(told)) if isinstance(told, str) and told else f"number {number}"
                parameter = checked(kind, known, self._losses, where)
                name, place = parameter.get("name"), parameter.get("in")
                if not name or len(name) > _LONGEST_NAME:
                    self._losses.add(f"parameters without a name, or with one of more than {_LONGEST_NAME}", where)
                elif place is None or place not in (_PLACES_OF_SWAGGER if self._version.is_swagger else STYLES):
                    self._losses.add(f"parameters that are in {quoted(place)}", where)
                else:
                    if (name, place) in seen:
                        self._losses.add("parameters that are there twice: the last is sent", where)
                    seen.add((name, place))
                    if self._version.is_swagger and place != "body" and "type" not in parameter:
                        self._losses.add("parameters without a type", where)
                    found[name, place] = parameter
        return list(found.values())

    def is_sent(self, parameter: Mapping[str, Any]) -> bool:
        """True if a parameter has to be there, or the document has an example of it."""
        if parameter["in"] == "path" or parameter.get("required") is True:
            return True
        around = [parameter, *self._media(parameter).values(), parameter.get("schema")]
        around = [self._references.resolved(one) for one in around if self._references.leads_somewhere(one)]
        return any(isinstance(one, Mapping) and one.keys() & {"example", "examples", "x-example"} for one in around)

    def is_ignored(self, parameter: Mapping[str, Any]) -> bool:
        """True for a header that OpenAPI 3 keeps from being a parameter; told to the losses."""
        name = parameter["name"].lower()
        if parameter["in"] != "header" or name not in ("accept", "content-type", "authorization"):
            return False
        if self._version.is_swagger:
            if name == "authorization" or parameter.keys() & {"enum", "default", "example", "x-example"}:
                return False
            self._losses.add("header parameters without a value, which follow from consumes and produces", quoted(name))
            return True
        self._losses.add("header parameters that OpenAPI has ignored (say it by security or content)", quoted(name))
        return True

    def read(self, parameter: Mapping[str, Any]) -> OpenapiParameter | None:
        """Return the parameter as it is sent; None if nothing of it can be sent, which is told to the losses."""
        name, place = plain_text(parameter["name"]), parameter["in"]
        where = quoted(name)
        made, schema, media_type = self._value(parameter, where)
        if media_type is not None and not isinstance(made.value, str) and _JSON.fullmatch(media_type) is None:
            self._losses.add(f"parameters of the type {quoted(media_type)}, which cannot be written", where)
            return None
        form, encode = self._form(parameter, made.value, schema, where)
        value = made.value
        if media_type is not None:
            if _JSON.fullmatch(media_type) is not None:
                # Text where the schema says object is JSON that was written out.
                is_written = isinstance(made.value, str) and type_of(schema) in ("array", "object")
                value = made.value if is_written else json.dumps(made.value, ensure_ascii=False, separators=(",", ":"))
        elif is_secret_field(name, str(value) if made.is_given else ""):
            value, made = self._credentials.named(name, f"the parameter {where}"), Made(None, True)
        elif not made.is_given and (gap := self._fed(name, schema)) is not None:
            value = gap
        value = self._bounded(value, where)
        if self._version.is_swagger:
            value = self._nested(value, schema)
        self._tell_of_value(value, schema, form, where)
        text = serialize(name, value, form, encode)
        if len(text) > _LONGEST_SERIALIZED:
            self._losses.add(f"parameters of more than {_LONGEST_SERIALIZED:,} letters", where)
            return None
        if not text and place in ("query", "cookie"):
            self._losses.add("parameters whose list or object is empty", where)
            return None
        return OpenapiParameter(name, place, text, made.is_given)

    def schema(self, parameter: Mapping[str, Any]) -> Any:
        """Return the schema of a parameter: its own key, or in Swagger 2.0 the parameter itself."""
        if "schema" in parameter:
            return parameter["schema"]
        kept = ("name", "in", "required", "allowEmptyValue", "style", "explode", "allowReserved", "content")
        return {key: value for key, value in parameter.items() if key not in kept and key[:2] != "x-"}

    def _media(self, parameter: Mapping[str, Any]) -> dict[str, Any]:
        content = parameter.get("content", {})
        return {kind: media for kind, media in content.items() if isinstance(media, Mapping)}

    def _value(self, parameter: Mapping[str, Any], where: str) -> tuple[Made, dict[str, Any], str | None]:
        """The value of a parameter, its schema, and the media type that it is written in, if it has one."""
        content = parameter.get("content", {})
        media_type, media = next(iter(content.items()), (None, None))
        if len(content) > 1 or (content and "schema" in parameter):
            self._losses.add("parameters with more than one of schema and content: the first is sent", where)
        if "schema" in parameter or media_type is None:
            schema, media_type = self.schema(parameter), None
            if not schema and not self._version.is_swagger and "schema" not in parameter:
                self._losses.add("parameters with neither schema nor content", where)
            around: Mapping[str, Any] = parameter
        else:
            around = checked("media type", self._references.resolved(media), self._losses, where)
            schema = around.get("schema", {})
        made = self._values.example_of(parameter, where) or self._values.example_of(around, where)
        return made or self._values.of(schema, where), self._values.flat(schema, where), media_type

    def _form(
        self, parameter: Mapping[str, Any], value: Any, schema: Mapping[str, Any], where: str
    ) -> tuple[ParameterStyle, Callable[[str], str]]:
        """The style of a parameter, and what encodes its texts."""
        place = parameter["in"]
        encode: Callable[[str], str] = form_encoded
        if place == "header":
            encode = str
        elif place == "cookie":
            encode = partial(percent_encoded, safe=_COOKIE_TEXT)
        elif parameter.get("allowReserved") is True:
            if place == "query":
                encode = partial(form_encoded, allow_reserved=True)
            else:
                self._losses.add("allowReserved of a parameter that is not in the query", where)
        is_array = type_of(schema) in ("array", "object")
        if isinstance(value, str) and is_array and place in ("path", "query") and "content" not in parameter:
            self._losses.add("examples that are text, where the schema says array or object: sent as they are", where)
            encode = partial(form_encoded, allow_reserved=True)
        if self._version.is_swagger:
            return self.collection(parameter), encode
        default = DEFAULT_STYLES[place]
        style = parameter.get("style", default)
        allowed = STYLES[place] if place != "cookie" or self._version.at_least(3, 2) else ("form",)
        if style not in allowed:
            self._losses.add(f"styles that a parameter in {place} cannot have ({default} is taken)", where)
            style = default
        explode = style == "deepObject" or parameter.get("explode", style in ("form", "cookie"))
        if style == "label" and not explode and isinstance(value, list | Mapping):
            self._losses.add(
                f"a label that is not exploded: its members are parted by {quoted(self._version.label_delimiter)}, "
                "as this version of OpenAPI says",
                where,
            )
        if place == "cookie" and explode and isinstance(value, list | Mapping) and style == "form":
            self._losses.add("cookies that are lists or objects are sent as several cookies", where)
        between = "; " if place == "cookie" else "&"
        return ParameterStyle(style, explode, self._version.label_delimiter, between), encode

    def collection(self, parameter: Mapping[str, Any]) -> ParameterStyle:
        """Return the style that `collectionFormat` of a parameter of Swagger 2.0 means."""
        written, place, where = parameter.get("collectionFormat", "csv"), parameter["in"], quoted(parameter["name"])
        if written == "multi" and place in ("query", "formData"):
            return ParameterStyle("form", explode=True)
        if written not in _COLLECTION_STYLES:
            self._losses.add(f"the collectionFormat {quoted(written)}, which is none here: csv is taken", where)
            written = "csv"
        if place in ("query", "formData"):
            return ParameterStyle(_COLLECTION_STYLES[written], explode=False)
        return ParameterStyle("simple", explode=False)

    def _nested(self, value: Any, schema: Mapping[str, Any]) -> Any:
        """A list of Swagger 2.0 whose inner lists are joined, as `items` says."""
        items = schema.get("items")
        if not isinstance(value, list) or not isinstance(items, Mapping):
            return value
        sign = _DELIMITERS.get(str(items.get("collectionFormat", "csv")), ",")
        nested = [self._nested(one, items) for one in value]
        return [sign.join(map(primitive_text, one)) if isinstance(one, list) else one for one in nested]

    def _bounded(self, value: Any, where: str) -> Any:
        if isinstance(value, Mapping):
            return {key: self._bounded(one, where) for key, one in value.items()}
        if isinstance(value, list):
            return [self._bounded(one, where) for one in value]
        if isinstance(value, str) and len(value) > _LONGEST_VALUE:
            self._losses.add(f"values of parameters after their first {_LONGEST_VALUE:,} letters", where)
            return value[:_LONGEST_VALUE]
        return value

    def _tell_of_value(self, value: Any, schema: Mapping[str, Any], form: ParameterStyle, where: str) -> None:
        members = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else None
        if members is None:
            if form.style in ("deepObject", "spaceDelimited", "pipeDelimited") and type_of(schema) == "object":
                self._losses.add("objects that are sent as one text", where)
            return
        delimiter = _SIGNS.get(form.style, ",")
        is_joined = not form.explode or form.style == "simple"
        if is_joined and len(members) > 1 and any(isinstance(one, str) and delimiter in one for one in members):
            self._losses.add("values that hold the delimiter of their style: a server may part them", where)
        if any(one is None for one in members):
            self._losses.add("members of a parameter that are null are left out", where)
        if any(isinstance(one, Mapping | list) for one in members):
            how = "as name[a][b]=..." if form.style == "deepObject" else "as JSON"
            self._losses.add(f"lists and objects within a parameter are sent {how}, which no style describes", where)
        if isinstance(value, list) and form.style == "deepObject":
            self._losses.add("a list has no style deepObject: it is sent as name=a&name=b", where)
        if form.style in ("spaceDelimited", "pipeDelimited") and form.explode:
            self._losses.add(f"{form.style} with explode is sent as name=a&name=b, which no specification says", where)

    def _fed(self, name: str, schema: Mapping[str, Any]) -> str | None:
        """The gap of a feeder of numbers or identifiers; None where a fixed value does."""
        kind, form = type_of(schema), schema.get("format")
        spec: dict[str, str]
        if kind == "integer":
            low, high = number_bounds(schema)
            first = 1 if low is None else math.ceil(low)
            last = first + _MADE_NUMBERS - 1 if high is None else int(high)
            spec = {"range": f"{first}-{min(last, _HIGHEST)}", "order": "random"}
            if last < first or "multipleOf" in schema:
                return None
        elif kind == "string" and form == "uuid":
            spec = {"uuid": "v4"}
        else:
            return None
        return self._feeder(name, spec)

    def _feeder(self, name: str, spec: dict[str, str]) -> str | None:
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:_LONGEST_FEEDER].strip("_-") or "value"
        if stem.startswith("target_") or stem == DOLLAR:
            stem = f"of_{stem}"
        known, number = stem, 1
        while self.feeders.get(known, spec) != spec:
            number += 1
            known = f"{stem}_{number}"
        if known not in self.feeders and len(self.feeders) == _MOST_FEEDERS:
            return None
        self.feeders[known] = spec
        return feeder_gap(known)
