"""A draft of the operations of an OpenAPI document (3.0 to 3.2) or a Swagger 2.0 document."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loadproof.errors import InputError
from loadproof.model.quoting import kind_of, quoted
from loadproof.tools.drafts.credentials import Credentials, plain_text
from loadproof.tools.drafts.document_shape import checked
from loadproof.tools.drafts.draft import MOST_TEXT, Draft, DraftOperation, free_name, text_size
from loadproof.tools.drafts.foreign_document import foreign_value
from loadproof.tools.drafts.left_out import LeftOut, Losses
from loadproof.tools.drafts.local_reference import LocalReferences
from loadproof.tools.drafts.openapi_operation import Described, OperationReader
from loadproof.tools.drafts.openapi_server import ServerReader
from loadproof.tools.drafts.openapi_version import NEWEST_MINOR, OpenapiVersion
from loadproof.tools.drafts.source_file import yaml_or_json_of

__all__ = ["draft_of_openapi"]

_OPTION = "--openapi"
_LARGEST_BYTES = 32 * 2**20
_METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
_SAFE_METHODS = ("get", "head", "options", "trace")
_MOST_OPERATIONS = 500
_LONGEST_NAME = 100
_LONGEST_PATH = 2_000
_OF_DOCUMENT = (
    *("openapi", "swagger", "info", "paths", "servers", "components", "security", "tags", "externalDocs", "webhooks"),
    *("jsonSchemaDialect", "$self", "$schema", "host", "basePath", "schemes", "consumes", "produces", "definitions"),
    *("parameters", "responses", "securityDefinitions"),
)


def draft_of_openapi(path: Path, target: str | None, *, sends_all: bool) -> Draft:
    """Return a study of the operations of a document; those that may change data are comments unless it `sends_all`.

    `target` replaces the server that the document names. Raises InputError.
    """
    left_out, losses = LeftOut(), Losses()
    document = yaml_or_json_of(_OPTION, path, _LARGEST_BYTES, left_out)
    place = f"{_OPTION}: {quoted(str(path))}"
    version = OpenapiVersion.of(document) if isinstance(document, dict) else None
    if version is None:
        raise InputError(f"{place}: {foreign_value(document)}")
    references, credentials = LocalReferences(document, losses), Credentials()
    server, prefix = ServerReader(document, losses).server(target, place)
    left_out.add_for("the document", _losses_of_document(document, version, losses))
    reader = OperationReader(document, version, references, credentials, losses)
    operations: dict[str, DraftOperation] = {}
    made_up = letters = too_many = 0
    for method, written_path, shared, written in _operations(document, references, losses, left_out, place):
        if too_many or len(operations) == _MOST_OPERATIONS:
            too_many += 1
            continue
        described = reader.operation(method, prefix + written_path, shared, written)
        letters += text_size(described)
        if letters > MOST_TEXT:
            too_many += 1
            continue
        wanted = written.get("operationId")
        name = free_name(
            plain_text(wanted) if isinstance(wanted, str) else f"{method.upper()} {plain_text(written_path)}",
            operations,
        )
        losses_of_name = described.losses
        if isinstance(wanted, str) and wanted != name and plain_text(wanted) in operations:
            losses_of_name = {**losses_of_name, "its operationId is there twice": ()}
        made_up += described.is_made_up
        operations[name] = _drafted(name, described, losses_of_name, method in _SAFE_METHODS or sends_all)
        left_out.add_for(name, losses_of_name)
    if too_many:
        left_out.add(f"operations after the first {len(operations)}: {too_many}")
    _check_any_active(operations, place, left_out)
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


def _losses_of_document(
    document: Mapping[str, Any], version: OpenapiVersion, losses: Losses
) -> dict[str, tuple[str, ...]]:
    """List the parts of the document besides its operations that a study cannot express."""
    if version.minor > NEWEST_MINOR:
        losses.add(f"it is of OpenAPI 3.{version.minor}, and is read as 3.{NEWEST_MINOR}")
    if "openapi" in document and "swagger" in document:
        losses.add("it is of OpenAPI and Swagger at once: read as OpenAPI")
    webhooks = document.get("webhooks", {})
    if webhooks:
        told = len(webhooks) if isinstance(webhooks, Mapping) else kind_of(webhooks)
        losses.add("webhooks, which the service sends", str(told))
    for key in document:
        if key not in _OF_DOCUMENT and not key.startswith("x-"):
            losses.add("keys that mean nothing", quoted(key))
    for key in ("components", "definitions", "parameters", "responses", "securityDefinitions", "info"):
        if key in document and not isinstance(document[key], Mapping):
            losses.add(f"{key} is {kind_of(document[key])} in place of a mapping")
    return losses.drain()


def _drafted(name: str, described: Described, losses: Mapping[str, tuple[str, ...]], is_wanted: bool) -> DraftOperation:
    """The operation with all that is known of it beside it; the list of the study shows less where there is much."""
    told = [f"{reason}{': ' if details else ''}{', '.join(details)}" for reason, details in losses.items()]
    remarks = (*described.remarks, *(f"Not as it was: {line}" for line in told))
    if described.cannot_be_sent:
        remarks = (*remarks, "It cannot be sent as it is: its body is missing.")
    elif not is_wanted:
        remarks = (*remarks, "It may change data. Take the # away to send it:")
    return DraftOperation(name, described.spec, remarks, is_wanted and not described.cannot_be_sent)


def _check_any_active(operations: Mapping[str, DraftOperation], place: str, left_out: LeftOut) -> None:
    if any(operation.is_active for operation in operations.values()):
        return
    told = f" ({'; '.join(left_out.lines[:5])})" if left_out.lines else ""
    if not operations:
        raise InputError(f"{place}: there are no operations under paths{told}. Cure: give a document that has some")
    if all("its body is missing" in operation.remarks[-1] for operation in operations.values()):
        raise InputError(
            f"{place}: none of its {len(operations)} operations can be sent{told}. "
            "Cure: draft a study from one request (loadproof init --curl), and add the others to it"
        )
    raise InputError(
        f"{place}: none of its {len(operations)} operations is a GET, HEAD, OPTIONS or TRACE, which change nothing. "
        "Cure: say --all to send the others, too, which may change data"
    )


def _operations(
    document: Mapping[str, Any], references: LocalReferences, losses: Losses, left_out: LeftOut, place: str
) -> Iterator[tuple[str, str, list[Any], Mapping[str, Any]]]:
    """Method, path, parameters of the whole path and text of each operation. Raises InputError."""
    paths = document.get("paths", {})
    if not isinstance(paths, Mapping):
        raise InputError(
            f"{place}: paths is {kind_of(paths)} in place of a mapping. "
            "Cure: write each path as a key under paths, such as /orders:"
        )
    for path, item in paths.items():
        if path.startswith("x-"):
            continue
        if not path.startswith("/") or len(path) > _LONGEST_PATH:
            left_out.add_for(path, {"a key of paths that is no path": ()})
            continue
        known = _path_item(item, references, losses)
        found = [
            (method, operation)
            for method in _METHODS
            if method in known and (operation := _referenced(method, known[method], references, losses)) is not None
        ]
        if "query" in known:
            losses.add("the method QUERY of OpenAPI 3.2, which cannot be sent")
        if others := known.get("additionalOperations"):
            losses.add("methods of additionalOperations, which cannot be sent", ", ".join(map(quoted, others)))
        if known.get("servers"):
            losses.add("servers of its own")
        if not known.keys() & {*_METHODS, "query", "additionalOperations"}:
            losses.add("a path without operations")
        left_out.add_for(path, losses.drain())
        for method, written in found:
            yield method, plain_text(path), known.get("parameters", []), written


def _path_item(item: Any, references: LocalReferences, losses: Losses) -> dict[str, Any]:
    """A path with what its `$ref` names; keys beside the reference win."""
    known = references.resolved(item)
    if isinstance(item, Mapping) and known is not item and isinstance(known, Mapping):
        known = {**known, **{key: value for key, value in item.items() if key != "$ref"}}
    return checked("path", known, losses)


def _referenced(
    method: str, operation: Mapping[str, Any], references: LocalReferences, losses: Losses
) -> Mapping[str, Any] | None:
    """An operation that is a `$ref`, which no specification allows and split documents have; None if it leads out."""
    known = references.resolved(operation)
    if references.leads_somewhere(operation) and isinstance(known, Mapping):
        return known
    losses.add("operations whose reference cannot be followed (bundle the files into one)", method.upper())
    return None


def _title(title: Any) -> str:
    if not isinstance(title, str):
        return ""
    text = "".join(letter if letter.isprintable() else " " for letter in plain_text(title))
    return " ".join(text.split())[:_LONGEST_NAME].strip()
