"""The request that is typed behind a URL, by options of its own or as a command of curl."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loadproof.cli.hidden_output import hide
from loadproof.cli.request import read_request
from loadproof.cli.standard_streams import say
from loadproof.errors import InputError, WrittenValueError
from loadproof.run.caller import Caller
from loadproof.run.request import LoadRequest, with_tls
from loadproof.run.run_secrets import header_shown
from loadproof.study.curl_line import CurlLine, read_curl
from loadproof.study.secret import check_plain_secrets, check_secrets
from loadproof.study.typed_secret import typed_secrets
from loadproof.study.url_request import GET, UrlRequest, body_of, url_request

__all__ = ["TypedRequest", "load_request", "read_typed", "tell_remarks"]


@dataclass(frozen=True, slots=True)
class TypedRequest:
    """Target and request of a load; `caller` has the command without the typed credentials."""

    url: str | None
    sent: UrlRequest
    caller: Caller
    line: CurlLine | None = None
    """The command of curl that was typed."""


def read_typed(
    url: str | None,
    profile: Path | None,
    method: str | None,
    headers: Sequence[str] | None,
    data: Sequence[str] | None,
    curl: str | None,
    caller: Caller,
) -> TypedRequest:
    """Return the request of -X, -H, -d and --curl, and `caller` without their credentials. Raises InputError."""
    given = [name for name, value in (("-X", method), ("-H", headers), ("-d", data)) if value]
    if profile is not None and (given or curl is not None):
        raise InputError(
            f"{given[0] if given else '--curl'}: the profile {profile} has requests of its own. "
            "Cure: write it into an operation of the profile, or leave --profile out"
        )
    if curl is None:
        sent = url_request(method, headers or (), body_of(data or ()), dict(os.environ)) if given else GET
        return TypedRequest(url, sent, _without_credentials(caller, headers or ()))
    if given or url is not None:
        raise InputError(
            f"--curl: {'a URL' if url is not None else given[0]} is there, too. Cure: write it into the line of curl"
        )
    line = read_curl(curl)
    return TypedRequest(line.url, line.request, _told(caller, curl, line), line)


def load_request(
    typed: TypedRequest,
    profile: Path | None,
    slos: Sequence[str] | None,
    timeout: str | None,
    ca: Path | None,
    insecure: bool,
    expect: str | None,
) -> LoadRequest:
    """Return the request of a load as typed; options of loadproof override those of curl. Raises InputError."""
    typed_timeout_s = None if typed.line is None else typed.line.timeout_s
    request = read_request(typed.url, profile, slos, timeout, typed.sent, typed_timeout_s, expect)
    hide(typed_secrets(request.profile))
    line = typed.line
    if line is None:
        return with_tls(request, ca, insecure)
    _check_variables(line.request)
    tell_remarks(line.remarks)
    if timeout is not None and line.timeout_s is not None:
        tell_remarks(["--timeout counts, and --max-time of curl does not"])
    has_own = ca is not None or insecure
    return with_tls(
        request, ca if has_own else line.authority, insecure if has_own else line.insecure, line.server_name
    )


def tell_remarks(remarks: Sequence[str]) -> None:
    """Tell what was not taken over, a line each."""
    for remark in remarks:
        say(f"not as it was: {remark}")


def _check_variables(sent: UrlRequest) -> None:
    """Raises InputError for a variable of the shell in a line of curl that the environment does not have."""
    try:
        for _, value in sent.headers:
            check_secrets(value, os.environ)
        if sent.basic is not None:
            check_plain_secrets(sent.basic.user, os.environ)
            check_plain_secrets(sent.basic.password, os.environ)
    except WrittenValueError as error:
        raise InputError(f"--curl: {error.message}. Cure: {error.cure}, or write its value into the line") from error


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
