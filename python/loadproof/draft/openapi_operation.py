"""One operation of an OpenAPI document as a request: parameters, body, who asks, and what is expected."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from loadproof.draft.credentials import DOLLAR, Credentials, feeder_gap, is_secret_field, plain_text
from loadproof.draft.local_reference import LocalReferences
from loadproof.draft.marked_request import MarkedRequest
from loadproof.draft.schema_value import Made, SchemaValues, given_example, number_bounds, type_of
from loadproof.model.quoting import quoted

__all__ = ["Described", "OperationReader"]

_PLACES = ("path", "query", "header", "cookie")
_WRITTEN_ELSEWHERE = ("accept", "content-type", "authorization")
_GAP = re.compile(r"\{([^{}]{1,200})\}")
_LARGEST_BODY = 64 * 1024
_MOST_PARAMETERS = 100
_MOST_FEEDERS = 500
_MADE_NUMBERS = 100
_LONGEST_FEEDER = 48
_LONGEST_NAME = 200
_LONGEST_VALUE = 2_000
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_HIGHEST = 2**63 - 1
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Described:
    """An operation as a study has it; `remarks` stand beside it, `left_out` in the list of the whole."""

    spec: dict[str, Any]
    remarks: tuple[str, ...]
    left_out: tuple[str, ...]
    is_made_up: bool
    """Whether a value in it is made up by its type."""
    cannot_be_sent: bool


@dataclass(frozen=True, slots=True)
class _Body:
    """A body with its media type; neither where there is none."""

    text: str | None = None
    media_type: str | None = None
    is_given: bool = True
    fault: str | None = None
    """Why it cannot be written."""


class OperationReader:
    """Reads the operations of one document; `feeders` has those that their values come from."""

    def __init__(self, document: Mapping[str, Any], references: LocalReferences, credentials: Credentials) -> None:
        """What is named by `$ref` is looked up by `references`; credentials go to `credentials`."""
        self._document = document
        self._references = references
        self._credentials = credentials
        self._values = SchemaValues(references)
        self.feeders: dict[str, dict[str, str]] = {}

    def operation(self, method: str, path: str, shared: Any, written: Mapping[str, Any]) -> Described:
        """The operation `written` at `path`, beside the `shared` parameters of the path."""
        parameters = self._parameters(shared, written.get("parameters"))
        values: dict[str, list[tuple[str, str]]] = {place: [] for place in _PLACES}
        made_up: list[str] = []
        optional: list[str] = []
        for parameter in parameters:
            name, place = plain_text(parameter["name"]), parameter["in"]
            if place not in _PLACES or (place == "header" and name.lower() in _WRITTEN_ELSEWHERE):
                continue
            if not self._is_sent(parameter):
                optional.append(name)
                continue
            text, is_given = self._parameter(name, parameter)
            values[place].append((name, text))
            if not is_given:
                made_up.append(name)
        body = self._body(parameters, written)
        auth, asked, fault = self._who_asks(written)
        for place, pairs in asked.items():
            values[place] += pairs
        headers = [*values["header"], *self._media_types(body, written)]
        if values["cookie"]:
            headers.append(("Cookie", "; ".join(f"{name}={value}" for name, value in values["cookie"])))
        target, unknown = _filled(path, dict(values["path"]), values["query"])
        request = MarkedRequest.of(self._credentials, method.upper(), target, headers, body.text)
        request = request if auth is None else replace(request, auth=auth)
        spec = request.spec(self._credentials)
        if (expect := self._expected(written)) is not None:
            spec["expect"] = expect
        made_up += [*unknown, *([] if body.is_given else ["body"])]
        left_out = [*request.refused, *(line for line in (fault, body.fault) if line is not None)]
        remarks = [f"Made up by type: {_listed(made_up)}"] if made_up else []
        remarks += [f"Optional, and left out: {_listed(optional)}"] if optional else []
        return Described(spec, tuple(remarks), tuple(left_out), bool(made_up), body.fault is not None)

    def _parameters(self, shared: Any, own: Any) -> list[Mapping[str, Any]]:
        """Those of the path and of the operation, which win, by name and place."""
        found: dict[tuple[str, str], Mapping[str, Any]] = {}
        for written in (shared, own):
            for one in written[:_MOST_PARAMETERS] if isinstance(written, list) else ():
                known = self._references.resolved(one)
                name, place = (known.get(key) for key in ("name", "in")) if isinstance(known, Mapping) else (None, None)
                if isinstance(name, str) and isinstance(place, str) and 0 < len(name) <= _LONGEST_NAME:
                    found[name, place] = known
        return list(found.values())

    def _is_sent(self, parameter: Mapping[str, Any]) -> bool:
        """Whether it has to be there, or the document shows how it is."""
        return parameter["in"] == "path" or parameter.get("required") is True or given_example(parameter) is not None

    def _parameter(self, name: str, parameter: Mapping[str, Any]) -> tuple[str, bool]:
        """The value of a parameter, percent-encoded where it goes into a path, and whether the document gives it."""
        schema = self._schema(parameter)
        made = given_example(parameter) or self._values.of(schema)
        if is_secret_field(name, str(made.value) if made.is_given else ""):
            return self._credentials.named(name, f"the parameter {quoted(name)}"), True
        if not made.is_given and (gap := self._fed(name, schema)) is not None:
            return gap, False
        text = _text(made.value)[:_LONGEST_VALUE]
        return (text if parameter["in"] in ("header", "cookie") else quote(text, safe="")), made.is_given

    def _schema(self, parameter: Mapping[str, Any]) -> dict[str, Any]:
        """The schema of a parameter: its own key, that of its media type, or, in Swagger 2.0, the parameter itself."""
        content = parameter.get("content")
        if "schema" in parameter:
            return self._values.flat(parameter["schema"])
        if isinstance(content, Mapping) and content:
            media = next(iter(content.values()))
            return self._values.flat(media.get("schema")) if isinstance(media, Mapping) else {}
        return {key: value for key, value in parameter.items() if key not in ("name", "in", "required")}

    def _fed(self, name: str, schema: Mapping[str, Any]) -> str | None:
        """The gap of a feeder of numbers or identifiers; None where a fixed value does."""
        kind, form = type_of(schema), schema.get("format")
        spec: dict[str, str]
        if kind == "integer":
            low, high = number_bounds(schema)
            first = 1 if low is None else int(low)
            last = first + _MADE_NUMBERS - 1 if high is None else int(high)
            spec = {"range": f"{first}-{min(last, _HIGHEST)}", "order": "random"}
            if last < first:
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

    def _body(self, parameters: Iterable[Mapping[str, Any]], written: Mapping[str, Any]) -> _Body:
        content = self._references.resolved(written.get("requestBody"))
        if isinstance(content, Mapping) and isinstance(content.get("content"), Mapping):
            return self._body_of(content["content"])
        form = [one for one in parameters if one["in"] == "formData"]
        whole = next((one for one in parameters if one["in"] == "body"), None)
        if whole is None and not form:
            return _Body()
        types = written.get("consumes", self._document.get("consumes"))
        known = [one for one in types if isinstance(one, str)] if isinstance(types, list) else []
        if whole is not None:
            return self._body_of({(known or [_JSON])[0]: whole})
        fields = {"type": "object", "properties": {one["name"]: self._schema(one) for one in form}}
        return self._body_of({(known or [_FORM])[0]: {"schema": fields}})

    def _body_of(self, content: Mapping[str, Any]) -> _Body:
        """The body of the media type that can be written, JSON before others."""
        types = sorted(content, key=lambda one: (not _is_json(one), one != _FORM))
        for media_type in types:
            media = self._references.resolved(content[media_type])
            media = media if isinstance(media, Mapping) else {}
            made = given_example(media) or self._values.of(media.get("schema", {}))
            text = _body_text(media_type, made)
            if text is None:
                continue
            if len(text) > _LARGEST_BODY:
                return _Body(fault=f"its body has more than {_LARGEST_BODY // 1024} KiB")
            return _Body(text, plain_text(media_type), made.is_given)
        named = ", ".join(quoted(one) for one in types[:3])
        return _Body(fault=f"a body of the type {named}" if types else "a body without a type")

    def _media_types(self, body: _Body, written: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if body.media_type is not None:
            yield "Content-Type", body.media_type
        produced = written.get("produces", self._document.get("produces"))
        types = list(produced) if isinstance(produced, list) else []
        for _, response in self._responses(written):
            content = response.get("content")
            types += content if isinstance(content, Mapping) else ()
            break
        if any(isinstance(one, str) and _is_json(one) for one in types):
            yield "Accept", _JSON

    def _responses(self, written: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The responses that say that all is well, the lowest first."""
        responses = written.get("responses")
        known = responses if isinstance(responses, Mapping) else {}
        for status in sorted(one for one in known if re.fullmatch(r"2(?:[0-9]{2}|XX|xx)", one)):
            response = self._references.resolved(known[status])
            yield status, response if isinstance(response, Mapping) else {}

    def _expected(self, written: Mapping[str, Any]) -> int | str | None:
        status = next((status for status, _ in self._responses(written)), None)
        status = status or self._redirect(written)
        return None if status is None else int(status) if status.isdigit() else status.lower()

    def _redirect(self, written: Mapping[str, Any]) -> str | None:
        """The first 3xx of an operation that has no 2xx."""
        responses = written.get("responses")
        known = map(str, responses) if isinstance(responses, Mapping) else ()
        return next((one for one in sorted(known) if re.fullmatch(r"3(?:[0-9]{2}|XX|xx)", one)), None)

    def _who_asks(
        self, written: Mapping[str, Any]
    ) -> tuple[dict[str, Any] | None, dict[str, list[tuple[str, str]]], str | None]:
        """`auth` of the operation, what its parameters have besides, and what of its security is not known."""
        asked = written.get("security", self._document.get("security"))
        first = asked[0] if isinstance(asked, list) and asked else {}
        components = self._document.get("components")
        schemes = components.get("securitySchemes") if isinstance(components, Mapping) else None
        schemes = schemes or self._document.get("securityDefinitions")
        auth: dict[str, Any] | None = None
        pairs: dict[str, list[tuple[str, str]]] = {}
        for name in list(first)[:_SHOWN] if isinstance(first, Mapping) else ():
            known = self._references.resolved(schemes.get(name)) if isinstance(schemes, Mapping) else None
            scheme: Mapping[str, Any] = known if isinstance(known, Mapping) else {}
            kind, spoken = scheme.get("type"), str(scheme.get("scheme")).lower()
            where = f"the security scheme {quoted(name)}"
            if kind == "apiKey" and isinstance(scheme.get("name"), str):
                key, place = plain_text(scheme["name"]), scheme.get("in")
                if place in ("header", "query", "cookie"):
                    pairs.setdefault(place, []).append((key, self._credentials.named(key, where)))
            elif kind == "basic" or (kind == "http" and spoken == "basic"):
                user, password = (self._credentials.named(word, where) for word in ("user", "password"))
                auth = {"basic": {"user": user, "password": password}}
            elif kind in ("oauth2", "openIdConnect") or (kind == "http" and spoken == "bearer"):
                auth = {"bearer": self._credentials.named("token", where)}
            else:
                return auth, pairs, f"{where}, whose kind is not known"
        return auth, pairs, None


def _filled(path: str, values: Mapping[str, str], query: Iterable[tuple[str, str]]) -> tuple[str, list[str]]:
    """The path with its parameters and its query, and the parameters that nothing describes."""
    unknown: list[str] = []

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            unknown.append(match[1])
        return values.get(match[1], "1")

    target = _GAP.sub(value, path)
    pairs = "&".join(f"{quote(name, safe='[]')}={text}" for name, text in query)
    return (f"{target}{'&' if '?' in target else '?'}{pairs}" if pairs else target), unknown


def _is_json(media_type: str) -> bool:
    kind = media_type.partition(";")[0].strip().lower()
    return kind == _JSON or kind.endswith("+json")


def _body_text(media_type: str, made: Made) -> str | None:
    """The body of a media type; None where it cannot be written as text."""
    if _is_json(media_type) or media_type.strip() == "*/*":
        return json.dumps(made.value, ensure_ascii=False)
    if media_type.partition(";")[0].strip().lower() == _FORM and isinstance(made.value, Mapping):
        return "&".join(
            f"{quote(str(name), safe='[]')}={quote(_text(one), safe='')}" for name, one in made.value.items()
        )
    if media_type.startswith("text/") and isinstance(made.value, str):
        return made.value
    return made.value if isinstance(made.value, str) and made.is_given else None


def _text(value: Any) -> str:
    """A value as a parameter has it: of a list its first item."""
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else str(value)


def _listed(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return ", ".join(quoted(name) for name in known[:_SHOWN]) + more
