"""Server of an OpenAPI or Swagger document: the target of the load, and the path before each path."""

import re
from collections.abc import Mapping
from typing import Any

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.quoting import kind_of, quoted
from loadproof.model.target import parse_target
from loadproof.tools.drafts.credentials import plain_text
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.left_out import Losses

__all__ = ["ServerReader"]

_VARIABLE = re.compile(r"\{([^{}]{1,100})\}")


class ServerReader:
    """Reads the servers of one document; those that are not taken are told to the losses."""

    def __init__(self, document: Mapping[str, Any], losses: Losses) -> None:
        """Nothing is read yet."""
        self._document = document
        self._losses = losses

    def server(self, target: str | None, place: str) -> tuple[str, str]:
        """Return the address of the target, and what stands before each path. Raises InputError."""
        try:
            given = None if target is None else parse_target(target)
        except WrittenValueError as error:
            raise InputError(f"--target: {error}") from error
        if given is not None and given.path != "/":
            return given.url, given.path.partition("?")[0].rstrip("/")
        written = self._of_swagger() if "openapi" not in self._document else self._of_openapi()
        if "?" in written or "#" in written:
            self._losses.add("the query of the address of the server", quoted(written))
        if "://" not in written:
            if given is None:
                raise InputError(
                    f"{place}: it names no server with a whole address. Cure: say --target http://HOST:PORT"
                )
            return given.url, _base_path(written)
        try:
            named = parse_target(written.partition("#")[0])
        except WrittenValueError as error:
            if given is not None:
                self._losses.add("the server cannot be read, and its path is left out", quoted(error.message))
                return given.url, ""
            raise InputError(f"{place}: the server: {error.message}. Cure: say --target http://HOST:PORT") from error
        return (given or named).url, named.path.partition("?")[0].rstrip("/")

    def _of_swagger(self) -> str:
        host, base = self._text("host"), self._text("basePath")
        schemes = self._document.get("schemes", ["http"])
        if not isinstance(schemes, list) or not schemes:
            self._losses.add(f"schemes is {kind_of(schemes)} in place of a list of text: http is taken")
            schemes = ["http"]
        known = [one for one in schemes if one in ("http", "https")]
        if len(known) < len(schemes):
            self._losses.add("schemes other than http and https")
        scheme = "http" if known == ["http"] or (known and "https" not in known) else "https" if known else "http"
        return plain_text(f"{scheme}://{host}{base}" if host else base)

    def _text(self, key: str) -> str:
        value = self._document.get(key, "")
        if not isinstance(value, str):
            self._losses.add(f"{key} is {kind_of(value)} in place of text")
            return ""
        return value

    def _of_openapi(self) -> str:
        servers = self._document.get("servers", [])
        if not isinstance(servers, list):
            self._losses.add(f"servers is {kind_of(servers)} in place of a list")
            return ""
        if len(servers) > 1:
            self._losses.add(f"servers after the first: {len(servers) - 1}")
        if not servers:
            return ""
        first = checked("server", servers[0], self._losses)
        if "url" not in first:
            self._losses.add("a server without a url")
        variables = first.get("variables", {})

        def value(match: re.Match[str]) -> str:
            variable = variables.get(match[1])
            default = variable.get("default") if isinstance(variable, Mapping) else None
            if isinstance(default, bool) or not isinstance(default, str | int | float):
                self._losses.add("variables of the server without a default", quoted(match[1]))
                return match[0]
            return str(default)

        return plain_text(_VARIABLE.sub(value, first.get("url", "")))


def _base_path(written: str) -> str:
    path = written.partition("?")[0].partition("#")[0].strip().rstrip("/")
    return path if not path or path.startswith("/") else f"/{path}"
