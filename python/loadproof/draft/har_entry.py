"""One request of a HAR file: read strictly, as a browser writes it, whatever stands there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote_plus

from loadproof.draft.credentials import plain_text
from loadproof.errors import WrittenValueError
from loadproof.model.target import Target, parse_target
from loadproof.study.request import METHODS

__all__ = ["Entry", "EntryFault", "read_entry"]

_LARGEST_BODY = 64 * 1024
_LONGEST_PATH = 8 * 1024
_UNKNOWN = 0
_MOST_HEADERS = 100
_LONGEST_HEADER = 8 * 1024
_LONGEST_S = 86_400.0
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:")
_OF_THE_BROWSER = re.compile(
    r":.*|sec-.*|if-.*|host|connection|content-length|transfer-encoding|keep-alive|te|trailer|expect|upgrade"
    r"|upgrade-insecure-requests|user-agent|referer|priority|pragma|cache-control|dnt|accept-encoding|proxy-.*"
    r"|x-client-data|save-data|purpose"
)
_BOUNDARY = re.compile(r"multipart/", re.IGNORECASE)


class EntryFault(Exception):
    """The entry is left out; the text says what it is, in words for many of a kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A request as it was recorded; times in s since 1970, None where the file does not say them."""

    origin: Target
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    cookie: str | None
    body: str | None
    status: int
    """That of the reply; 0 where the file does not say it."""
    set_cookies: frozenset[str]
    page: str
    began_s: float | None
    ended_s: float | None
    is_http_2: bool

    @property
    def has_parts(self) -> bool:
        """Whether its body is that of a form with parts, in which a browser does not record files."""
        return any(name.lower() == "content-type" and _BOUNDARY.match(value) for name, value in self.headers)


def read_entry(written: Any) -> Entry:
    """The request of one entry. Raises EntryFault for what is not, or cannot be, sent to a server of HTTP."""
    request, response = _mapping(_mapping(written).get("request")), _mapping(_mapping(written).get("response"))
    if not request:
        raise EntryFault("entries without a request")
    url, method = request.get("url"), request.get("method")
    if not isinstance(url, str) or not isinstance(method, str):
        raise EntryFault("requests without a URL or a method")
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[0].lower() not in ("http:", "https:"):
        raise EntryFault("requests that are not HTTP, such as data: and WebSockets")
    if method not in METHODS:
        raise EntryFault("requests of an unknown method")
    if "_fromCache" in _mapping(written):
        raise EntryFault("requests that the browser answered from its cache")
    # Other tools than browsers leave the reply out; a browser writes 0 where none came.
    status = response.get("status", _UNKNOWN)
    if not isinstance(status, int) or (status < 100 and "status" in response):
        raise EntryFault("requests that got no reply")
    began_s = _instant(_mapping(written).get("startedDateTime"))
    took = _mapping(written).get("time")
    took_ms = float(took) if isinstance(took, int | float) and 0 <= took <= _LONGEST_S * 1000 else 0.0
    headers, cookie = _headers(request.get("headers"))
    body = _body(request.get("postData"), headers)
    media_type = _mapping(request.get("postData")).get("mimeType")
    if body is not None and isinstance(media_type, str) and media_type and not _has_type(headers):
        headers = (*headers, ("Content-Type", plain_text(media_type)[:_LONGEST_HEADER]))
    origin, path = _place(url)
    return Entry(
        origin,
        method,
        path,
        headers,
        cookie,
        body,
        status,
        _set_cookies(response),
        str(_mapping(written).get("pageref")),
        began_s,
        None if began_s is None else began_s + took_ms / 1000,
        str(request.get("httpVersion")).lower() in ("h2", "http/2", "http/2.0", "h3", "http/3"),
    )


def _place(url: str) -> tuple[Target, str]:
    """Origin and path of a URL, as the browser has written it; user information is not taken over."""
    scheme, _, rest = plain_text(url).partition("#")[0].partition("://")
    authority = re.split(r"[/?]", rest, maxsplit=1)[0]
    path = rest[len(authority) :] or "/"
    if len(path) > _LONGEST_PATH:
        raise EntryFault("requests with a path of more than 8 KiB")
    try:
        origin = parse_target(f"{scheme}://{authority.rpartition('@')[2]}")
    except WrittenValueError as error:
        raise EntryFault("requests whose URL cannot be read") from error
    return origin, path if path.startswith("/") else f"/{path}"


def _headers(written: Any) -> tuple[tuple[tuple[str, str], ...], str | None]:
    """The headers that the page has set, and the cookies; those that browsers add to all requests are left out."""
    kept: list[tuple[str, str]] = []
    cookies: list[str] = []
    for one in written[:_MOST_HEADERS] if isinstance(written, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if not isinstance(name, str) or not isinstance(value, str) or len(name) + len(value) > _LONGEST_HEADER:
            continue
        if name.lower() == "cookie":
            cookies.append(plain_text(value))
        elif _OF_THE_BROWSER.fullmatch(name.lower()) is None and not name.lower().startswith("origin"):
            kept.append((plain_text(name), plain_text(value)))
    return tuple(kept), "; ".join(cookies) or None


def _body(written: Any, headers: tuple[tuple[str, str], ...]) -> str | None:
    posted = _mapping(written)
    text, params = posted.get("text"), posted.get("params")
    if posted.get("encoding") == "base64":
        raise EntryFault("requests whose body is not text")
    if not (isinstance(text, str) and text):
        if not isinstance(params, list) or not params:
            return None
        if any(_BOUNDARY.match(value) for name, value in headers if name.lower() == "content-type"):
            raise EntryFault("requests whose body is not text")
        pairs = [(_mapping(one).get("name"), _mapping(one).get("value", "")) for one in params]
        # Browsers write the values of a form as they were typed.
        text = "&".join(f"{quote_plus(str(name))}={quote_plus(str(value))}" for name, value in pairs)
    if len(text) > _LARGEST_BODY:
        raise EntryFault(f"requests with a body of more than {_LARGEST_BODY // 1024} KiB")
    return plain_text(text)


def _has_type(headers: tuple[tuple[str, str], ...]) -> bool:
    return any(name.lower() == "content-type" for name, _ in headers)


def _set_cookies(response: Mapping[str, Any]) -> frozenset[str]:
    """The names of the cookies that a reply sets."""
    names: set[str] = set()
    headers = response.get("headers")
    for one in headers[:_MOST_HEADERS] if isinstance(headers, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if isinstance(name, str) and name.lower() == "set-cookie" and isinstance(value, str):
            # Chromium writes several in one value, a line each.
            names |= {line.partition("=")[0].strip() for line in value.split("\n")}
    return frozenset(names)


def _instant(written: Any) -> float | None:
    if not isinstance(written, str) or len(written) > 40:
        return None
    try:
        instant = datetime.fromisoformat(written)
        return (instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
