"""The request that is typed behind a URL, by options of its own or as a command of curl."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import InputError
from loadproof.run.caller import Caller
from loadproof.run.run_secrets import header_shown
from loadproof.study.curl_line import CurlLine, read_curl
from loadproof.study.url_request import GET, UrlRequest, body_of, url_request

__all__ = ["TypedRequest", "read_typed"]


@dataclass(frozen=True, slots=True)
class TypedRequest:
    """Where a load goes and what it sends; `caller` has the command without the credentials that were typed."""

    url: str | None
    sent: UrlRequest
    insecure: bool
    caller: Caller


def read_typed(
    url: str | None,
    profile: Path | None,
    method: str | None,
    headers: Sequence[str] | None,
    data: Sequence[str] | None,
    curl: str | None,
    caller: Caller,
) -> TypedRequest:
    """What the options -X, -H, -d and --curl say, and `caller` without their credentials. Raises InputError."""
    given = [name for name, value in (("-X", method), ("-H", headers), ("-d", data)) if value]
    if profile is not None and (given or curl is not None):
        raise InputError(
            f"{given[0] if given else '--curl'}: the profile {profile} has requests of its own. "
            "Cure: write it into an operation of the profile, or leave --profile out"
        )
    if curl is None:
        sent = url_request(method, headers or (), body_of(data or ()), dict(os.environ)) if given else GET
        return TypedRequest(url, sent, False, _without_credentials(caller, headers or ()))
    if given or url is not None:
        raise InputError(
            f"--curl: {'a URL' if url is not None else given[0]} is there, too. Cure: write it into the line of curl"
        )
    line = read_curl(curl)
    return TypedRequest(line.url, line.request, line.insecure, _told(caller, curl, line))


def _without_credentials(caller: Caller, headers: Sequence[str]) -> Caller:
    for header in headers:
        name, _, value = header.partition(":")
        shown = header_shown(name.strip(), value.strip())
        if shown != value.strip():
            caller = caller.with_shown(header, f"{name}: {shown}")
    return caller


def _told(caller: Caller, curl: str, line: CurlLine) -> Caller:
    """The command with a line of curl that says the same: what was typed may hold a credential in any form."""
    return caller.with_shown(curl, line.shown(header_shown))
