"""A draft of what an OpenAPI document (3.0, 3.1) or a Swagger 2.0 document describes."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loadproof.draft.credentials import Credentials, plain_text
from loadproof.draft.draft import MOST_TEXT, Draft, DraftOperation, free_name, text_size
from loadproof.draft.left_out import LeftOut
from loadproof.draft.local_reference import LocalReferences
from loadproof.draft.openapi_operation import Described, OperationReader
from loadproof.draft.source_file import yaml_or_json_of
from loadproof.errors import InputError, WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.target import parse_target

__all__ = ["draft_of_openapi"]

_OPTION = "--openapi"
_LARGEST_BYTES = 32 * 2**20
_METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
_CHANGE_NOTHING = ("get", "head")
_MOST_OPERATIONS = 500
_LONGEST_NAME = 100
_LONGEST_PATH = 2_000
_VARIABLE = re.compile(r"\{([^{}]{1,100})\}")


def draft_of_openapi(path: Path, target: str | None, *, sends_all: bool) -> Draft:
    """A study of the operations of the document in `path`; those that change data sleep unless it `sends_all`.

    `target` replaces the server that the document names. Raises InputError.
    """
    document = yaml_or_json_of(_OPTION, path, _LARGEST_BYTES)
    place = f"{_OPTION}: {quoted(str(path))}"
    if not isinstance(document, dict) or not _is_known(document):
        raise InputError(
            f"{place}: this is no document of OpenAPI 3.0, 3.1 or Swagger 2.0. "
            "Cure: give one with the key openapi: 3.x.y or swagger: '2.0'"
        )
    server, prefix = _server(document, target, place)
    references, left_out, credentials = LocalReferences(document), LeftOut(), Credentials()
    reader = OperationReader(document, references, credentials)
    operations: dict[str, DraftOperation] = {}
    made_up = letters = 0
    for method, written_path, shared, written in _operations(document, references, left_out):
        described = reader.operation(method, prefix + written_path, shared, written)
        letters += text_size(described)
        if len(operations) == _MOST_OPERATIONS or letters > MOST_TEXT:
            left_out.add(f"operations after the first {len(operations)}")
            break
        wanted = written.get("operationId")
        name = free_name(
            plain_text(wanted) if isinstance(wanted, str) else f"{method.upper()} {plain_text(written_path)}",
            operations,
        )
        made_up += described.is_made_up
        operations[name] = _drafted(name, described, method in _CHANGE_NOTHING or sends_all)
        for line in described.left_out:
            left_out.add(f"{quoted(name)}: {line}")
    _check_any_active(operations, place)
    for line in references.refused:
        left_out.add(line)
    if made_up:
        left_out.add(f"operations with values made up by their types, where the service needs its own: {made_up}")
    if asleep := sum(not one.is_active for one in operations.values()):
        left_out.add(f"operations that are comments, as they may change data (--all) or cannot be sent: {asleep}")
    info = document.get("info")
    title = info.get("title") if isinstance(info, Mapping) else None
    return Draft(
        name=_title(title) or path.name[:_LONGEST_NAME].strip() or "study",
        source=f"the OpenAPI document {quoted(path.name)}",
        target=server,
        operations=tuple(operations.values()),
        feeders=reader.feeders,
        secrets=credentials.places,
        left_out=left_out.lines,
    )


def _is_known(document: Mapping[str, Any]) -> bool:
    version, swagger = document.get("openapi"), document.get("swagger")
    return str(version).startswith("3.") if isinstance(version, str | float) else str(swagger) in ("2.0", "2")


def _drafted(name: str, described: Described, is_wanted: bool) -> DraftOperation:
    remarks = described.remarks
    if described.cannot_be_sent:
        remarks = (*remarks, "It cannot be sent as it is: its body is missing.")
    elif not is_wanted:
        remarks = (*remarks, "It may change data. Take the # away to send it:")
    return DraftOperation(name, described.spec, remarks, is_wanted and not described.cannot_be_sent)


def _check_any_active(operations: Mapping[str, DraftOperation], place: str) -> None:
    if not operations:
        raise InputError(f"{place}: there are no operations under paths. Cure: give a document that has some")
    if not any(operation.is_active for operation in operations.values()):
        raise InputError(
            f"{place}: none of its {len(operations)} operations is a GET or HEAD, which change nothing. "
            "Cure: say --all to send the others, too, which may change data"
        )


def _operations(
    document: Mapping[str, Any], references: LocalReferences, left_out: LeftOut
) -> Iterator[tuple[str, str, Any, Mapping[str, Any]]]:
    """Method, path, parameters of the whole path and what is written of each operation."""
    paths = document.get("paths")
    for path, item in paths.items() if isinstance(paths, Mapping) else ():
        known = references.resolved(item)
        if not path.startswith("/") or len(path) > _LONGEST_PATH or not isinstance(known, Mapping):
            left_out.add(f"{quoted(path)}, which is no path with operations")
            continue
        if "servers" in known:
            left_out.add(f"{quoted(path)}: servers of its own")
        for method in _METHODS:
            written = known.get(method)
            if isinstance(written, Mapping):
                yield method, plain_text(path), known.get("parameters"), written
            elif written is not None:
                left_out.add(f"{method.upper()} {quoted(path)}, which is no mapping")


def _server(document: Mapping[str, Any], target: str | None, place: str) -> tuple[str, str]:
    """The address of the target, and what stands before each path. Raises InputError."""
    written = _written_server(document)
    try:
        given = None if target is None else parse_target(target)
    except WrittenValueError as error:
        raise InputError(f"--target: {error}") from error
    if given is not None and given.path != "/":
        return given.url, given.path.partition("?")[0].rstrip("/")
    if "://" not in written:
        if given is None:
            raise InputError(f"{place}: it names no server with a whole address. Cure: say --target http://HOST:PORT")
        return given.url, _base_path(written)
    try:
        named = parse_target(written.partition("#")[0])
    except WrittenValueError as error:
        if given is not None:
            return given.url, ""
        raise InputError(f"{place}: the server: {error.message}. Cure: say --target http://HOST:PORT") from error
    return (given or named).url, named.path.partition("?")[0].rstrip("/")


def _written_server(document: Mapping[str, Any]) -> str:
    if "swagger" in document:
        host, base, schemes = (document.get(key) for key in ("host", "basePath", "schemes"))
        base = base if isinstance(base, str) else ""
        scheme = "http" if isinstance(schemes, list) and "http" in schemes and "https" not in schemes else "https"
        if not isinstance(schemes, list):
            scheme = "http"
        return plain_text(f"{scheme}://{host}{base}" if isinstance(host, str) and host else base)
    servers = document.get("servers")
    first = servers[0] if isinstance(servers, list) and servers else None
    url = first.get("url") if isinstance(first, Mapping) else None
    if not isinstance(url, str):
        return ""
    variables = first.get("variables") if isinstance(first, Mapping) else None

    def value(match: re.Match[str]) -> str:
        variable = variables.get(match[1]) if isinstance(variables, Mapping) else None
        default = variable.get("default") if isinstance(variable, Mapping) else None
        return str(default) if isinstance(default, str | int) else match[0]

    return plain_text(_VARIABLE.sub(value, url))


def _base_path(written: str) -> str:
    path = written.partition("?")[0].partition("#")[0].strip().rstrip("/")
    return path if not path or path.startswith("/") else f"/{path}"


def _title(title: Any) -> str:
    if not isinstance(title, str):
        return ""
    text = "".join(letter if letter.isprintable() else " " for letter in plain_text(title))
    return " ".join(text.split())[:_LONGEST_NAME].strip()
