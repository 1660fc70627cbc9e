"""Security of an OpenAPI operation: credentials of the first way to authenticate that can be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from loadproof.model.quoting import kind_of, quoted
from loadproof.tools.drafts.credentials import Credentials, plain_text
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.left_out import Losses, listed
from loadproof.tools.drafts.local_reference import LocalReferences

__all__ = ["AskedCredentials", "SecurityReader"]

_MOST_SCHEMES = 8
_MOST_WAYS = 16


@dataclass(slots=True)
class AskedCredentials:
    """Credentials of an operation: `auth` of a study, and parameters by their place."""

    auth: dict[str, Any] | None = None
    pairs: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


class SecurityReader:
    """Reads the security of the operations of one document."""

    def __init__(
        self, document: Mapping[str, Any], references: LocalReferences, credentials: Credentials, losses: Losses
    ) -> None:
        """Credentials are named by `credentials`; schemes that cannot be sent are told to `losses`."""
        self._document = document
        self._references = references
        self._credentials = credentials
        self._losses = losses

    def of(self, operation: Mapping[str, Any]) -> AskedCredentials:
        """Return the credentials of an operation, by its own `security` or that of the document."""
        written = operation.get("security", self._document.get("security", []))
        if not isinstance(written, list):
            self._losses.add(f"security is {kind_of(written)} in place of a list")
            written = []
        ways = [way for way in written[:_MOST_WAYS] if isinstance(way, Mapping)]
        if len(ways) < len(written):
            self._losses.add("security requirements that are no mapping, or too many")
        if not ways:
            return AskedCredentials()
        readable = [way for way in ways if self._faults_of(way) == []]
        chosen = readable[0] if readable else ways[0]
        if len(ways) > 1:
            self._losses.add("one of several ways to authenticate is taken", listed(map(quoted, chosen)) or "none")
        for fault in self._faults_of(chosen):
            self._losses.add("security schemes that cannot be sent", fault)
        return self._asked(chosen)

    def _scheme(self, name: str) -> dict[str, Any]:
        components = self._document.get("components")
        schemes = components.get("securitySchemes") if isinstance(components, Mapping) else None
        schemes = schemes or self._document.get("securityDefinitions")
        written = schemes.get(name) if isinstance(schemes, Mapping) else None
        if written is None or not self._references.leads_somewhere(written):
            return {}
        return checked("security scheme", self._references.resolved(written), self._losses, quoted(name))

    def _faults_of(self, way: Mapping[str, Any]) -> list[str]:
        """The schemes of a way that cannot be sent, each with its reason."""
        faults: list[str] = []
        kinds: list[str] = []
        for number, name in enumerate(way):
            scheme = self._scheme(name)
            kind = _kind_of(scheme)
            if number >= _MOST_SCHEMES:
                faults.append(f"{quoted(name)} (more than {_MOST_SCHEMES})")
            elif not scheme:
                faults.append(f"{quoted(name)} (not described)")
            elif kind is None:
                told = scheme.get("scheme") if scheme.get("type") == "http" else scheme.get("type")
                faults.append(f"{quoted(name)} ({quoted(told)})")
            elif kind in ("basic", "bearer"):
                if kinds:
                    faults.append(f"{quoted(name)} (beside {quoted(kinds[0])}, in one header)")
                kinds.append(name)
        return faults

    def _asked(self, way: Mapping[str, Any]) -> AskedCredentials:
        asked = AskedCredentials()
        for name in list(way)[:_MOST_SCHEMES]:
            scheme = self._scheme(name)
            kind, where = _kind_of(scheme), f"the security scheme {quoted(name)}"
            if kind == "apiKey":
                key = plain_text(scheme["name"])
                asked.pairs.setdefault(scheme["in"], []).append((key, self._credentials.named(key, where)))
            elif kind == "basic" and asked.auth is None:
                user, password = (self._credentials.named(word, where) for word in ("user", "password"))
                asked.auth = {"basic": {"user": user, "password": password}}
            elif kind == "bearer" and asked.auth is None:
                asked.auth = {"bearer": self._credentials.named("token", where)}
        return asked


def _kind_of(scheme: Mapping[str, Any]) -> str | None:
    """`apiKey`, `basic` or `bearer`; None for a scheme that cannot be sent."""
    kind, spoken = scheme.get("type"), str(scheme.get("scheme")).lower()
    if kind == "apiKey" and scheme.get("name") and scheme.get("in") in ("header", "query", "cookie"):
        return "apiKey"
    if kind == "basic" or (kind == "http" and spoken == "basic"):
        return "basic"
    if kind in ("oauth2", "openIdConnect") or (kind == "http" and spoken == "bearer"):
        return "bearer"
    return None
