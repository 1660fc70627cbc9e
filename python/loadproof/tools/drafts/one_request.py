"""A draft of the one request that was typed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from loadproof.model.duration import format_duration
from loadproof.model.scenario import FileBody, FormBody, FormPart
from loadproof.model.target import parse_target
from loadproof.study.curl_line import CurlLine
from loadproof.study.secret import asks_secret, secret_names
from loadproof.study.url_request import UrlRequest
from loadproof.system.path_lookup import relative_path
from loadproof.tools.drafts.credentials import Credentials, plain_text
from loadproof.tools.drafts.draft import Draft, DraftOperation
from loadproof.tools.drafts.marked_request import MarkedRequest

__all__ = ["draft_of_request"]

_LONGEST_NAME = 100
_LONGEST_P99_S = 0.5
"""The SLO of a draft, which every timeout has to be above."""


def draft_of_request(url: str, sent: UrlRequest, source: str, directory: Path, line: CurlLine | None = None) -> Draft:
    """A study of the request `sent` to `url`, which the command of curl `line` may have said. Raises InputError.

    Files that it names are named from `directory`.

    >>> draft = draft_of_request("http://127.0.0.1:8080/a?token=x7", UrlRequest(), "a URL", Path())
    >>> draft.operations[0].spec["request"], draft.secrets
    ('GET /a?token=${target_token}', {'TARGET_TOKEN': "the field 'token' of the query"})
    """
    target = parse_target(url)
    credentials = Credentials()
    # A secret of the environment that was typed as one stays what it is.
    headers = [
        (name, credentials.typed(name, value) if asks_secret(value) else _plain(value))
        for name, value in sent.headers
        if not (isinstance(sent.body, FormBody) and value == sent.body.media_type)
    ]
    body = _plain(sent.body) if isinstance(sent.body, str) else None
    parts = _parts(sent.body.parts, directory) if isinstance(sent.body, FormBody) else ()
    request = MarkedRequest.of(credentials, sent.method, plain_text(target.path), headers, body, parts)
    spec = request.spec(credentials)
    if isinstance(sent.body, FileBody):
        spec["body_file"] = _from(directory, sent.body.path)
    if sent.basic is not None:
        spec["auth"] = {"basic": {"user": sent.basic.user, "password": sent.basic.password}}
        for variable in (*secret_names(sent.basic.user), *secret_names(sent.basic.password)):
            credentials.typed("Authorization", f"${{env:{variable}}}")
    remarks = list(() if line is None else line.remarks)
    if line is not None and line.timeout_s is not None:
        if line.timeout_s > _LONGEST_P99_S:
            spec["timeout"] = format_duration(line.timeout_s)
        else:
            remarks.append(f"a timeout of {line.timeout_s:g} s is not above the SLO of the draft (--max-time)")
    return Draft(
        name=target.authority[:_LONGEST_NAME],
        source=source,
        target=target.url,
        operations=(DraftOperation(sent.method.lower(), spec),),
        secrets=credentials.places,
        tls={} if line is None else _tls(line, directory),
        left_out=(*remarks, *request.refused),
    )


def _tls(line: CurlLine, directory: Path) -> dict[str, Any]:
    tls: dict[str, Any] = {}
    if line.authority is not None:
        tls["ca"] = _from(directory, line.authority)
    if line.server_name is not None:
        tls["server_name"] = line.server_name
    return {**tls, "insecure": True} if line.insecure else tls


def _parts(parts: Sequence[FormPart], directory: Path) -> tuple[FormPart, ...]:
    """The parts with plain text, and the paths of their files from `directory`."""
    return tuple(
        replace(part, content=FileBody(Path(_from(directory, part.content.path))))
        if isinstance(part.content, FileBody)
        else replace(part, content=_plain(part.content))
        for part in parts
    )


def _plain(template: str) -> str:
    return plain_text(template.replace("$${", "${"))


def _from(directory: Path, file: Path) -> str:
    if file.is_absolute():
        return str(file)
    return relative_path(file, directory)
