"""A request from outside whose credentials are marked, and the operation that becomes of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from loadproof.draft.credentials import Credentials, Place, without_marks
from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.study.request import check_header

__all__ = ["MarkedRequest"]

_MEDIA_TYPE = "content-type"


@dataclass(frozen=True, slots=True)
class MarkedRequest:
    """What is sent, with marks in the place of credentials; `refused` says which headers cannot be sent."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: str | None
    auth: dict[str, Any] | None = None
    refused: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(
        cls, credentials: Credentials, method: str, path: str, headers: Iterable[tuple[str, str]], body: str | None
    ) -> "MarkedRequest":
        """The request with the credentials in it told to `credentials`; of a header that is there twice the first."""
        kept: dict[str, tuple[str, str]] = {}
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
            if name.lower() == "authorization" and scheme.lower() == "basic" and coded:
                user, password = credentials.basic(coded.strip())
                auth = {"basic": {"user": user, "password": password}}
            elif name.lower() not in kept:
                kept[name.lower()] = (name, credentials.in_header(name, value))
        token = kept.get("authorization", ("", ""))[1]
        if token.lower().startswith("bearer ") and auth is None:
            auth = {"bearer": token[len("bearer ") :]}
        if auth is not None:
            kept.pop("authorization", None)
        path = credentials.in_path(path)
        body = None if body is None else credentials.in_body(body, media_type)
        return cls(method, path, tuple(kept.values()), body, auth, tuple(refused))

    def spec(self, credentials: Credentials) -> dict[str, Any]:
        """The keys of the operation in a study file."""
        spec: dict[str, Any] = {"request": f"{self.method} {credentials.template(self.path, Place.PATH)}"}
        if self.auth is not None:
            spec["auth"] = _in_header(credentials, self.auth)
        if self.headers:
            spec["headers"] = {name: credentials.template(value, Place.HEADER) for name, value in self.headers}
        if self.body is not None:
            spec["body"] = credentials.template(self.body, Place.BODY)
        return spec


def _in_header(credentials: Credentials, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_header(credentials, inner) for key, inner in value.items()}
    return credentials.template(value, Place.HEADER)
