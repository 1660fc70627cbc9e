"""A draft of the one request that was typed."""

import os
from pathlib import Path

from loadproof.draft.credentials import Credentials, plain_text
from loadproof.draft.draft import Draft, DraftOperation
from loadproof.draft.marked_request import MarkedRequest
from loadproof.model.scenario import FileBody
from loadproof.model.target import parse_target
from loadproof.study.secret import asks_secret
from loadproof.study.url_request import UrlRequest

__all__ = ["draft_of_request"]

_LONGEST_NAME = 100


def draft_of_request(url: str, sent: UrlRequest, source: str, directory: Path, *, insecure: bool = False) -> Draft:
    """A study of the request `sent` to `url`; a file that is its body is named from `directory`. Raises InputError.

    >>> draft = draft_of_request("http://127.0.0.1:8080/a?token=x7", UrlRequest(), "a URL", Path())
    >>> draft.operations[0].spec["request"], draft.secrets
    ('GET /a?token=${target_token}', {'TARGET_TOKEN': "the field 'token' of the query"})
    """
    target = parse_target(url)
    credentials = Credentials()
    # A secret of the environment that was typed as one stays what it is.
    headers = [
        (name, credentials.typed(name, value) if asks_secret(value) else _plain(value)) for name, value in sent.headers
    ]
    body = None if sent.body is None or isinstance(sent.body, FileBody) else _plain(sent.body)
    request = MarkedRequest.of(credentials, sent.method, plain_text(target.path), headers, body)
    spec = request.spec(credentials)
    if isinstance(sent.body, FileBody):
        spec["body_file"] = _from(directory, sent.body.path)
    return Draft(
        name=target.authority[:_LONGEST_NAME],
        source=source,
        target=target.url,
        operations=(DraftOperation(sent.method.lower(), spec),),
        secrets=credentials.places,
        takes_any_certificate=insecure,
        left_out=request.refused,
    )


def _plain(template: str) -> str:
    return plain_text(template.replace("$${", "${"))


def _from(directory: Path, file: Path) -> str:
    if file.is_absolute():
        return str(file)
    return os.path.relpath(file, directory)
