"""A request from outside whose credentials are marked, and the operation that becomes of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FileBody, FormPart
from loadproof.study.request import check_header
from loadproof.system.credential_name import is_secret_field
from loadproof.tools.drafts.credentials import CredentialPlace, Credentials, plain_text, without_marks

__all__ = ["MarkedRequest"]

_MEDIA_TYPE = "content-type"


@dataclass(frozen=True, slots=True)
class MarkedRequest:
    """Request to send, with marks in place of credentials; `refused` names the headers that cannot be sent."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: str | None
    auth: dict[str, Any] | None = None
    refused: tuple[str, ...] = field(default=(), compare=False)
    parts: tuple[FormPart, ...] = ()
    """The parts of a form, in the place of a body; their texts are marked, and no templates yet."""

    @classmethod
    def of(
        cls,
        credentials: Credentials,
        method: str,
        path: str,
        headers: Iterable[tuple[str, str]],
        body: str | None,
        parts: Iterable[FormPart] = (),
    ) -> "MarkedRequest":
        """The request with the credentials in it told to `credentials`."""
        kept: list[tuple[str, str]] = []
        auth: dict[str, Any] | None = None
        refused: list[str] = []
        media_type = ""
        for name, value in headers:
            scheme, _, coded = value.partition(" ")
            if name.lower() == _MEDIA_TYPE:
                media_type = value
            try:
                check_header(name, without_marks(value))
            except WrittenValueError:
                refused.append(f"the header {quoted(name)}, which cannot be sent as it was")
                continue
            if name.lower() == "authorization" and scheme.lower() == "basic" and coded and auth is None:
                user, password = credentials.basic(coded.strip())
                auth = {"basic": {"user": user, "password": password}}
            else:
                kept.append((name, credentials.in_header(name, value)))
        tokens = [value for name, value in kept if name.lower() == "authorization"]
        if len(tokens) == 1 and tokens[0].lower().startswith("bearer ") and auth is None:
            auth = {"bearer": tokens[0][len("bearer ") :]}
        if auth is not None:
            kept = [(name, value) for name, value in kept if name.lower() != "authorization"]
            if len(tokens) > ("bearer" in auth):
                refused.append("a second header 'Authorization'")
        path = credentials.in_path(path)
        body = None if body is None else credentials.in_body(body, media_type)
        marked = tuple(_marked_part(credentials, part) for part in parts)
        return cls(method, path, tuple(kept), body, auth, tuple(refused), marked)

    def spec(self, credentials: Credentials) -> dict[str, Any]:
        """The keys of the operation in a study file."""
        spec: dict[str, Any] = {"request": f"{self.method} {credentials.template(self.path, CredentialPlace.PATH)}"}
        if self.auth is not None:
            spec["auth"] = _in_header(credentials, self.auth)
        if self.headers:
            spec["headers"] = self._headers(credentials)
        if self.body is not None:
            spec["body"] = credentials.template(self.body, CredentialPlace.BODY)
        if self.parts:
            spec["multipart"] = [_part_spec(credentials, part) for part in self.parts]
        return spec

    def _headers(self, credentials: Credentials) -> dict[str, str | list[str]]:
        """The values by name; several headers of one name have a list."""
        found: dict[str, tuple[str, list[str]]] = {}
        for name, value in self.headers:
            found.setdefault(name.lower(), (name, []))[1].append(credentials.template(value, CredentialPlace.HEADER))
        return {name: values[0] if len(values) == 1 else values for name, values in found.values()}


def _marked_part(credentials: Credentials, part: FormPart) -> FormPart:
    if isinstance(part.content, FileBody) or not part.content:
        return part
    if is_secret_field(part.name, part.content):
        marked = credentials.found(part.name, part.content, f"the field {quoted(part.name)} of the body")
    else:
        marked = credentials.in_body(part.content, part.media_type or "")
    return replace(part, content=marked)


def _part_spec(credentials: Credentials, part: FormPart) -> dict[str, Any]:
    spec: dict[str, Any] = {"name": plain_text(part.name)}
    if isinstance(part.content, FileBody):
        spec["file"] = str(part.content.path)
        spec["filename"] = plain_text(part.filename or "")
    else:
        spec["text"] = credentials.template(part.content, CredentialPlace.BODY)
        spec |= {} if part.filename is None else {"filename": plain_text(part.filename)}
    return spec if part.media_type is None else {**spec, "type": part.media_type}


def _in_header(credentials: Credentials, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_header(credentials, inner) for key, inner in value.items()}
    return credentials.template(value, CredentialPlace.HEADER)
