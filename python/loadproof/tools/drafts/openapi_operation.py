"""One operation of an OpenAPI document as a request: parameters, body, credentials, and the expected status."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.study.request import check_header
from loadproof.tools.drafts.credentials import Credentials, plain_text, without_marks
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.left_out import Losses, listed
from loadproof.tools.drafts.local_reference import LocalReferences
from loadproof.tools.drafts.marked_request import MarkedRequest
from loadproof.tools.drafts.openapi_body import BodyReader, RequestBody, is_json
from loadproof.tools.drafts.openapi_parameter import OpenapiParameter, ParameterReader, form_encoded
from loadproof.tools.drafts.openapi_security import AskedCredentials, SecurityReader
from loadproof.tools.drafts.openapi_version import OpenapiVersion
from loadproof.tools.drafts.schema_value import SchemaValues

__all__ = ["Described", "OperationReader"]

_GAP = re.compile(r"\{([^{}]{1,200})\}")
_JSON = "application/json"
_RESPONSE = re.compile(r"default|[1-5](?:[0-9]{2}|XX|xx)|x-.*")
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9!#$&^_.+-]{1,100}/[A-Za-z0-9!#$&^_.+-]{1,100}(?:;[\x20-\x7e]{0,100})?")
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Described:
    """An operation as a study has it; `losses` has what is not as the document says, by reason."""

    spec: dict[str, Any]
    remarks: tuple[str, ...]
    losses: dict[str, tuple[str, ...]]
    is_made_up: bool
    """True if a value in it is made up by its type."""
    cannot_be_sent: bool


class OperationReader:
    """Reads the operations of one document; `feeders` has the feeders that their values come from."""

    def __init__(
        self,
        document: Mapping[str, Any],
        version: OpenapiVersion,
        references: LocalReferences,
        credentials: Credentials,
        losses: Losses,
    ) -> None:
        """`references` follows each `$ref`; credentials go to `credentials`; `losses` is that of `references`."""
        self._document = document
        self._version = version
        self._references = references
        self._credentials = credentials
        self._losses = losses
        self._values = SchemaValues(references, losses, are_siblings_read=version.at_least(3, 1))
        self._parameters = ParameterReader(version, references, credentials, self._values, losses)
        self._bodies = BodyReader(references, self._values, losses)
        self._security = SecurityReader(document, references, credentials, losses)

    @property
    def feeders(self) -> dict[str, dict[str, str]]:
        """The feeders of all operations so far."""
        return self._parameters.feeders

    def operation(self, method: str, path: str, shared: list[Any], written: Mapping[str, Any]) -> Described:
        """Return the operation `written` at `path`, beside the `shared` parameters of the path."""
        known = checked("operation", written, self._losses)
        parameters = self._parameters.listed(shared, known.get("parameters", []))
        sent, optional = self._sent(parameters)
        body = self._body(method, known, parameters)
        self._tell_of_operation(known)
        asked = self._security.of(known)
        headers, cookies, query = _with_credentials(sent, asked)
        written_types = {name.lower() for name, _ in headers}
        headers += [pair for pair in self._media_types(body, known) if pair[0].lower() not in written_types]
        target, unknown = self._target(path, sent, query)
        request = MarkedRequest.of(self._credentials, method.upper(), target, headers, body.text, body.parts)
        request = request if asked.auth is None else replace(request, auth=asked.auth)
        if cookies := [cookie for cookie in cookies if self._is_sendable(cookie)]:
            # Cookies of a document are examples but for those that are marked: the header itself is no credential.
            request = replace(request, headers=(*request.headers, ("Cookie", "; ".join(cookies))))
        spec = request.spec(self._credentials)
        if (expect := self._expected(known)) is not None:
            spec["expect"] = expect
        for line in request.refused:
            self._losses.add(line)
        made_up = [one.name for one in sent if not one.is_given]
        made_up += [*unknown, *([] if body.is_given or body.is_missing else ["body"])]
        remarks = [f"Made up by type: {listed(map(quoted, made_up), _SHOWN)}"] if made_up else []
        remarks += [f"Optional, and left out: {listed(map(quoted, optional), _SHOWN)}"] if optional else []
        if optional:
            self._losses.add(
                "optional parameters without an example are left out", listed(map(quoted, optional), _SHOWN)
            )
        return Described(spec, tuple(remarks), self._losses.drain(), bool(made_up), body.is_missing)

    def _is_sendable(self, cookie: str) -> bool:
        try:
            check_header("Cookie", without_marks(cookie))
        except WrittenValueError:
            self._losses.add("cookies that cannot be sent as they are", quoted(cookie.partition("=")[0]))
            return False
        return True

    def _sent(self, parameters: Iterable[dict[str, Any]]) -> tuple[list[OpenapiParameter], list[str]]:
        """The parameters that are sent, and the names of those that need not be."""
        sent: list[OpenapiParameter] = []
        optional: list[str] = []
        for parameter in parameters:
            if parameter["in"] in ("body", "formData") or self._parameters.is_ignored(parameter):
                continue
            if not self._parameters.is_sent(parameter):
                optional.append(plain_text(parameter["name"]))
            elif (one := self._parameters.read(parameter)) is not None:
                sent.append(one)
        return sent, optional

    def _body(self, method: str, written: Mapping[str, Any], parameters: Iterable[dict[str, Any]]) -> RequestBody:
        if "requestBody" in written:
            body = self._bodies.of_request_body(written["requestBody"])
        else:
            whole = [one for one in parameters if one["in"] == "body"]
            form = [one for one in parameters if one["in"] == "formData"]
            if not whole and not form:
                return RequestBody()
            styles = {plain_text(one["name"]): self._parameters.collection(one) for one in form}
            types = self._list_of("consumes", written)
            body = self._bodies.of_swagger(whole, form, types, styles)
        if method in ("get", "head", "delete", "trace") and (body.text is not None or body.parts):
            self._losses.add("a body of a method for which HTTP defines none")
        return body

    def _list_of(self, key: str, written: Mapping[str, Any]) -> list[str]:
        """`consumes` or `produces` of an operation, or of the document."""
        types = written.get(key, self._document.get(key, []))
        if not isinstance(types, list) or not all(isinstance(one, str) for one in types):
            self._losses.add(f"{key} is no list of text")
            return [one for one in types if isinstance(one, str)] if isinstance(types, list) else []
        return types

    def _tell_of_operation(self, written: Mapping[str, Any]) -> None:
        """Note what an operation says that no request has."""
        if written.get("callbacks"):
            self._losses.add("callbacks, which the service sends")
        if written.get("servers"):
            self._losses.add("servers of its own")
        if written.get("schemes"):
            self._losses.add("schemes of its own")
        if written.get("deprecated") is True:
            self._losses.add("it is deprecated")

    def _media_types(self, body: RequestBody, written: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if body.media_type is not None:
            yield "Content-Type", body.media_type
        types = self._list_of("produces", written)
        for _, response in self._responses(written):
            types = [*types, *response.get("content", {})]
            break
        known = [plain_text(one) for one in types if _MEDIA_TYPE.fullmatch(one) and "*" not in one]
        if _JSON in known or any(one.partition(";")[0].strip().lower() == _JSON for one in known):
            yield "Accept", _JSON
        elif known:
            yield "Accept", next(filter(is_json, known), known[0])

    def _responses(self, written: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """The responses that say that all is well, the lowest first; redirects if there is no other."""
        known = written.get("responses", {})
        statuses = sorted(one for one in known if re.fullmatch(r"2(?:[0-9]{2}|XX|xx)", one))
        statuses = statuses or sorted(one for one in known if re.fullmatch(r"3(?:[0-9]{2}|XX|xx)", one))
        for status in statuses:
            yield status, checked("response", self._references.resolved(known[status]), self._losses, quoted(status))

    def _expected(self, written: Mapping[str, Any]) -> int | str | None:
        known = written.get("responses", {})
        if odd := [quoted(one) for one in known if _RESPONSE.fullmatch(one) is None]:
            self._losses.add("responses whose key is no status", listed(odd))
        if any(isinstance(one, Mapping) and one.get("links") for one in known.values()):
            self._losses.add("links from its responses to other operations")
        status = next((status for status, _ in self._responses(written)), None)
        return None if status is None else int(status) if status.isdigit() else f"{status[0]}xx"

    def _target(self, path: str, sent: Iterable[OpenapiParameter], query: list[str]) -> tuple[str, list[str]]:
        """The path with its parameters and its query, and the parameters that nothing describes."""
        values = {one.name: one.text for one in sent if one.place == "path"}
        made_up: list[str] = []
        used: set[str] = set()

        def value(match: re.Match[str]) -> str:
            name = match[1]
            used.add(name)
            if name not in values:
                self._losses.add("parameters of the path that nothing describes: 1 is sent", quoted(name))
                made_up.append(name)
                return "1"
            if not values[name]:
                self._losses.add("parameters of the path that are empty", quoted(name))
            return values[name]

        # A fragment parts operations of one path in the document, and is never sent.
        sent_path, _, fragment = path.partition("#")
        if fragment:
            self._losses.add("a fragment of the path, which is not sent", quoted(f"#{fragment}"))
        target = _GAP.sub(value, sent_path)
        if unused := [quoted(name) for name in values if name not in used]:
            self._losses.add("parameters that the path has no place for", listed(unused))
        joined = "&".join(query)
        return (f"{target}{'&' if '?' in target else '?'}{joined}" if joined else target), made_up


def _with_credentials(
    sent: Iterable[OpenapiParameter], asked: AskedCredentials
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Headers, cookies and pairs of the query; a credential takes the place of a parameter of its name."""
    credentials = {place: {name.lower() for name, _ in pairs} for place, pairs in asked.pairs.items()}
    if asked.auth is not None:
        credentials.setdefault("header", set()).add("authorization")
    kept = [one for one in sent if one.name.lower() not in credentials.get(one.place, ())]
    headers = [(one.name, one.text) for one in kept if one.place == "header"] + asked.pairs.get("header", [])
    cookies = [one.text for one in kept if one.place == "cookie"]
    cookies += [f"{name}={mark}" for name, mark in asked.pairs.get("cookie", [])]
    query = [one.text for one in kept if one.place == "query"]
    query += [f"{form_encoded(name)}={mark}" for name, mark in asked.pairs.get("query", [])]
    return headers, cookies, query
