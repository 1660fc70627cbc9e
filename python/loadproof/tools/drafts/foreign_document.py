"""Documents that describe requests and are not OpenAPI: named by their format, with what can be done."""

import re
from collections.abc import Mapping
from typing import Any

from loadproof.model.quoting import kind_of, quoted

__all__ = ["foreign_text", "foreign_value"]

_CONVERT = "convert it to OpenAPI 3 with a converter of the format, and give that"
_ONE_REQUEST = "draft a study from one of its requests (loadproof init --curl)"
_HEAD = 4096
_OF_FIRST_LINE = (
    (r"#%RAML", "RAML", _CONVERT),
    (r"FORMAT:\s*[0-9]A|#\s+Group\s", "API Blueprint", _CONVERT),
    (r"PK\x03\x04", "a zip archive", "unpack it, and give the document in it"),
    (r"###", "an .http file", _ONE_REQUEST),
)
_ELEMENT = r"<(?:\w{1,40}:)?"
_OF_FIRST_WORD = (
    (r"<!doctype html|<html", "a page (HTML)", "save the document that the page loads, such as /v3/api-docs"),
    (rf"{_ELEMENT}(?:definitions|description)\b", "WSDL", f"SOAP has no OpenAPI; {_ONE_REQUEST}"),
    (rf"{_ELEMENT}application\b", "WADL", _CONVERT),
    (rf"{_ELEMENT}Edmx\b", "OData (CSDL)", _CONVERT),
    (r"<jmeterTestPlan\b", "a test plan of JMeter", _ONE_REQUEST),
    (r"<", "XML", _CONVERT),
    (
        r"(?:type|schema|interface|enum|scalar|input|union|extend|directive)\s+[@\w{][^:\n]{0,200}",
        "GraphQL (schema definition language)",
        f"{_ONE_REQUEST}: a POST of a query",
    ),
    (r"syntax\s{0,9}=\s{0,9}[\"']proto", "Protocol Buffers", f"gRPC is not spoken; {_ONE_REQUEST}"),
    (r"import \"@typespec|using TypeSpec", "TypeSpec", "compile it to OpenAPI (tsp compile), and give that"),
    (r"(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?://|/|\{\{)", "an .http file", _ONE_REQUEST),
    (r"meta \{", "a request of Bruno", _ONE_REQUEST),
    (r"curl\s", "a command of curl", "give it to loadproof init --curl"),
)
_COMMENTS = (("<?xml", "?>"), ("<!--", "-->"), ('"""', '"""'), ("#", "\n"), ("//", "\n"), ("/*", "*/"))
_OF_KEYS: tuple[tuple[str, str, str], ...] = (
    ("swaggerVersion", "Swagger 1", "convert it to OpenAPI 3 (its tools are swagger-converter and api-spec-converter)"),
    ("asyncapi", "AsyncAPI", "it describes messages, not requests of HTTP; give the OpenAPI document of the service"),
    ("arazzo", "Arazzo", "give one of the OpenAPI documents under sourceDescriptions"),
    ("overlay", "an Overlay of OpenAPI", "apply it to its document, and give the result"),
    ("openrpc", "OpenRPC", _ONE_REQUEST),
    ("smithy", "Smithy", _CONVERT),
    ("__schema", "an introspection of GraphQL", f"{_ONE_REQUEST}: a POST of a query"),
    ("discoveryVersion", "a discovery document of Google", _CONVERT),
    ("apiVersion", "a manifest of Kubernetes", "give the OpenAPI document of the service"),
)


def foreign_text(text: str) -> str | None:
    """Return what is wrong with a text that is of a known format, and the hint; None for all other text.

    >>> foreign_text("#%RAML 1.0").partition(".")[0]
    'this is RAML, not OpenAPI'
    >>> foreign_text("openapi: 3.1.0") is None
    True
    """
    head = text[:_HEAD].lstrip()
    for formats, start in ((_OF_FIRST_LINE, head), (_OF_FIRST_WORD, _without_comments(head))):
        for pattern, name, hint in formats:
            if re.match(pattern, start, re.IGNORECASE):
                return _told(name, hint)
    return None


def _without_comments(text: str) -> str:
    """The text from its first word on: what comments begin with in one of the formats is passed over."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        ending = next((end for begin, end in _COMMENTS if text.startswith(begin, at)), None)
        if ending is None:
            break
        end = text.find(ending, at + 3)
        if end < 0:
            break
        at = end + len(ending)
    return text[at:]


def foreign_value(value: Any) -> str:
    """Return what is wrong with a value that is no OpenAPI document that is read, and the hint.

    >>> foreign_value({"asyncapi": "3.0.0"}).partition(",")[0]
    'this is AsyncAPI'
    """
    if not isinstance(value, Mapping):
        if isinstance(value, list) and value and isinstance(value[0], Mapping) and "method" in value[0]:
            return _told("a list of requests", _ONE_REQUEST)
        told = "the file is empty" if value is None else f"this is {kind_of(value)} in place of a mapping"
        return f"{told}, and so no OpenAPI document. Cure: give one with the key openapi: 3.x.y or swagger: '2.0'"
    if "openapi" in value or "swagger" in value:
        word = "openapi" if "openapi" in value else "swagger"
        return (
            f"the version {word}: {quoted(value[word])} is not read: this is no document of OpenAPI 3.0 to 3.2 or "
            "Swagger 2.0. Cure: correct the version, or convert the document to one of these"
        )
    if (known := _known_format(value)) is not None:
        return _told(*known)
    near = next((key for key in value if key.strip().lower() in ("openapi", "swagger", "\ufeffopenapi")), None)
    told = f" (it has {quoted(near)})" if near is not None else ""
    return (
        f"this is no document of OpenAPI 3.0 to 3.2 or Swagger 2.0: it has neither the key openapi nor swagger{told}. "
        "Cure: give one with the key openapi: 3.x.y or swagger: '2.0'"
    )


def _known_format(value: Mapping[str, Any]) -> tuple[str, str] | None:
    """The name of the format of a document that is not OpenAPI, and the hint."""
    info, log = value.get("info"), value.get("log")
    is_postman = isinstance(info, Mapping) and ("_postman_id" in info or "getpostman" in str(info.get("schema")))
    if is_postman or (isinstance(value.get("collection"), Mapping) and "info" in value["collection"]):
        return "a collection of Postman", "export it as OpenAPI, or give one request as curl (init --curl)"
    if isinstance(log, Mapping) and "entries" in log:
        return "a recording (HAR)", "give it to loadproof init --har"
    if "__export_format" in value or "insomnia" in str(value.get("type", ""))[:100]:
        return "an export of Insomnia", "export its design document, which is OpenAPI, or copy a request as curl"
    for key, name, hint in _OF_KEYS:
        if key in value:
            return name, hint
    if "json-schema" in str(value.get("$schema"))[:200]:
        return "a JSON Schema", "give the OpenAPI document that uses it"
    return None


def _told(name: str, hint: str) -> str:
    return f"this is {name}, not OpenAPI. Cure: {hint}"
