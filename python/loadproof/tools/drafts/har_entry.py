"""One request of a HAR file: read strictly, as a browser writes it, whatever stands there.

An entry that is left out is an `EntryFault`; what is lost of an entry that is taken stands in its `lost`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FormPart
from loadproof.model.target import Target, parse_target
from loadproof.study.request import METHODS
from loadproof.tools.drafts.credentials import plain_text
from loadproof.tools.drafts.har_body import read_body
from loadproof.tools.drafts.har_fault import EntryFault

__all__ = ["Entry", "read_entry"]

_LONGEST_PATH = 8 * 1024
_UNKNOWN = 0
_SWITCHED = 101
_MOST_HEADERS = 100
_LONGEST_HEADER = 8 * 1024
_LONGEST_S = 86_400.0
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30}):")
_ICON = re.compile(r"/(?:favicon\.ico|apple-touch-icon[a-z0-9-]*\.png)(?:\?|\Z)")
_OF_THE_BROWSER = re.compile(
    r":.*|sec-.*|if-.*|host|connection|content-length|transfer-encoding|keep-alive|te|trailer|expect|upgrade"
    r"|upgrade-insecure-requests|user-agent|referer|origin|priority|pragma|cache-control|dnt|accept-encoding|proxy-.*"
    r"|x-client-data|save-data|purpose"
)
_ANOTHER_RECORDING = "record the page anew, with the network panel open"


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
    """Status of the reply; 0 if the file does not state a status."""
    set_cookies: frozenset[str]
    page: str
    began_s: float | None
    ended_s: float | None
    is_http_2: bool
    parts: tuple[FormPart, ...] = ()
    """The parts of a form, in the place of a body."""
    lost: tuple[str, ...] = ()
    """Parts of the entry that could not be read, or were not recorded: kinds, in words for many requests."""


def read_entry(written: Any) -> Entry:
    """The request of one entry. Raises EntryFault for what is not, or cannot be, sent to a server of HTTP."""
    entry = _mapping(written)
    request, response = _mapping(entry.get("request")), _mapping(entry.get("response"))
    if not request:
        raise EntryFault("entries without a request", "save the file by Export HAR in the network panel of a browser")
    url, method = request.get("url"), request.get("method")
    if not isinstance(url, str) or not isinstance(method, str):
        raise EntryFault("requests without a URL or a method", _ANOTHER_RECORDING)
    _check_scheme(url)
    lost: list[str] = []
    status = _status(response, lost)
    headers, cookie = _headers(request, lost)
    _check_kind(entry, url, method, status)
    method = method.upper() if method.upper() in METHODS else method
    if method not in METHODS:
        raise EntryFault(
            f"requests of a method that cannot be sent: {quoted(method[:20])}",
            f"record requests of the methods {', '.join(METHODS)}",
        )
    began_s, took_s = _times(entry, lost)
    body = read_body(request, method, headers, lost)
    if body.media_type is not None:
        kept = tuple((name, value) for name, value in headers if name.lower() != "content-type")
        headers = (*kept, *([("Content-Type", body.media_type[:_LONGEST_HEADER])] if body.media_type else []))
    origin, path = _place(url, request, lost)
    return Entry(
        origin,
        method,
        path,
        headers,
        cookie,
        body.text,
        status,
        _set_cookies(response, lost),
        str(entry.get("pageref")),
        began_s,
        None if began_s is None else began_s + took_s,
        str(request.get("httpVersion")).lower() in ("h2", "http/2", "http/2.0", "h3", "http/3"),
        body.parts,
        tuple(dict.fromkeys(lost)),
    )


def _check_scheme(url: str) -> None:
    scheme = _SCHEME.match(url)
    if scheme is None:
        raise EntryFault("requests whose URL cannot be read", _ANOTHER_RECORDING)
    name = scheme[1].lower()
    if name in ("ws", "wss"):
        raise EntryFault("requests that are not HTTP (WebSocket)", _NO_SOCKETS)
    if name not in ("http", "https"):
        raise EntryFault(f"requests that are not HTTP ({name}:)", _ANOTHER_RECORDING)


_NO_SOCKETS = "record a page that asks by HTTP; messages of WebSockets cannot be sent yet"


def _check_kind(entry: Mapping[str, Any], url: str, method: str, status: int) -> None:
    """Raises EntryFault for what a browser does by itself, and for what is not a request and its reply."""
    request, response = _mapping(entry.get("request")), _mapping(entry.get("response"))
    sent = _values(request.get("headers"))
    kind = str(entry.get("_resourceType")).lower()
    purpose = f"{sent.get('sec-purpose', '')} {sent.get('purpose', '')} {sent.get('x-moz', '')}".lower()
    initiator = _mapping(entry.get("_initiator")).get("type")
    is_socket = "_webSocketMessages" in entry or kind == "websocket" or sent.get("upgrade", "").lower() == "websocket"
    if is_socket:
        raise EntryFault("requests that are not HTTP (WebSocket)", _NO_SOCKETS)
    if status == _SWITCHED:
        raise EntryFault("requests that switch to another protocol (101)", _NO_SOCKETS)
    if "preflight" in (kind, initiator) or (method.upper() == "OPTIONS" and "access-control-request-method" in sent):
        raise EntryFault("CORS preflights, which a browser sends by itself", _ANOTHER_RECORDING)
    if entry.get("_fromCache"):
        raise EntryFault(
            "requests that the browser answered from its cache", "record the page anew, with the cache disabled"
        )
    if entry.get("_fetchedViaServiceWorker") or response.get("_fetchedViaServiceWorker"):
        raise EntryFault(
            "requests that a service worker of the page answered", "record the page anew, with service workers bypassed"
        )
    if kind == "prefetch" or "prefetch" in purpose:
        raise EntryFault("requests that the browser made ahead (prefetch)", _ANOTHER_RECORDING)
    if kind in ("ping", "beacon", "csp-violation-report", "cspviolationreport", "cspreport"):
        raise EntryFault("beacons and reports, which a browser sends by itself", _ANOTHER_RECORDING)
    if method.upper() == "GET" and _ICON.search(url.partition("#")[0]):
        raise EntryFault("icons of the site, which a browser fetches by itself", _ANOTHER_RECORDING)
    # Other tools than browsers leave the reply out; a browser writes 0 where none came.
    if status < 0 or (status == _UNKNOWN and _number(response.get("status")) is not None):
        raise EntryFault("requests that got no reply", _ANOTHER_RECORDING)


def _status(response: Mapping[str, Any], lost: list[str]) -> int:
    status = _number(response.get("status"))
    if status is None:
        lost.append("no status of the reply is recorded, and so none other than success is expected")
        return _UNKNOWN
    return int(status) if 100 <= status <= 999 else _UNKNOWN


def _number(written: Any) -> float | None:
    """A number, also as text; None for all else."""
    if isinstance(written, str) and re.fullmatch(r"-?[0-9]{1,10}", written):
        return float(written)
    is_number = isinstance(written, int | float) and not isinstance(written, bool)
    return float(written) if is_number and abs(written) < 1e15 else None


def _times(entry: Mapping[str, Any], lost: list[str]) -> tuple[float | None, float]:
    """Return the start of a request, s since 1970 (None if not recorded), and its duration, s.

    The duration is 0 if it is not recorded, negative or too long. If a time is not recorded, `lost` gets a note.
    """
    began_s, took_ms = _instant(entry.get("startedDateTime")), _number(entry.get("time"))
    if began_s is None or took_ms is None:
        lost.append("no time is recorded, and so no pause before or after it is kept")
    took_ms = 0.0 if took_ms is None or not 0 <= took_ms <= _LONGEST_S * 1000 else took_ms
    return began_s, took_ms / 1000


def _place(url: str, request: Mapping[str, Any], lost: list[str]) -> tuple[Target, str]:
    """Origin and path of a URL, as the browser has written it; user information is not taken over."""
    scheme, _, rest = plain_text(url).partition("#")[0].partition("://")
    authority = re.split(r"[/?]", rest, maxsplit=1)[0]
    path = rest[len(authority) :] or "/"
    pairs = request.get("queryString")
    if "?" not in path and isinstance(pairs, list) and pairs:
        lost.append("the query is that of queryString: the URL has none")
        named = [(_mapping(pair).get("name"), _mapping(pair).get("value", "")) for pair in pairs]
        path += "?" + "&".join(f"{quote(str(name), safe='')}={quote(str(value), safe='')}" for name, value in named)
    if len(path) > _LONGEST_PATH:
        raise EntryFault("requests with a path of more than 8 KiB", _ANOTHER_RECORDING)
    user, _, authority = authority.rpartition("@")
    if user:
        lost.append("user and password of the URL are left out")
    try:
        origin = parse_target(f"{scheme}://{authority}")
    except WrittenValueError as error:
        raise EntryFault("requests whose URL cannot be read", _ANOTHER_RECORDING) from error
    return origin, path if path.startswith("/") else f"/{path}"


def _headers(request: Mapping[str, Any], lost: list[str]) -> tuple[tuple[tuple[str, str], ...], str | None]:
    """The headers that the page has set, and the cookies; those that browsers add to all requests are left out."""
    kept: list[tuple[str, str]] = []
    cookies: list[str] = []
    written = request.get("headers")
    is_whole = isinstance(written, list) and len(written) <= _MOST_HEADERS
    for one in written[:_MOST_HEADERS] if isinstance(written, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if not isinstance(name, str) or not isinstance(value, str) or len(name) + len(value) > _LONGEST_HEADER:
            is_whole = False
        elif name.lower() == "cookie":
            cookies.append(plain_text(value))
        elif _OF_THE_BROWSER.fullmatch(name.lower()) is None:
            kept.append((plain_text(name), plain_text(value)))
    if not is_whole:
        lost.append("headers could not be read, or are too large")
    return tuple(kept), "; ".join(cookies) or _listed_cookies(request.get("cookies"), lost)


def _listed_cookies(written: Any, lost: list[str]) -> str | None:
    """Cookies that some tools list beside the headers alone."""
    pairs: list[str] = []
    for one in written[:_MOST_HEADERS] if isinstance(written, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if isinstance(name, str) and isinstance(value, str) and len(name) + len(value) <= _LONGEST_HEADER:
            pairs.append(plain_text(f"{name}={value}"))
        else:
            lost.append("cookies could not be read, or are too large")
    return "; ".join(pairs) or None


def _values(written: Any) -> dict[str, str]:
    """The values of all headers by their names in lower case."""
    pairs = [
        (_mapping(one).get("name"), _mapping(one).get("value"))
        for one in (written if isinstance(written, list) else [])
    ]
    return {name.lower(): value for name, value in pairs if isinstance(name, str) and isinstance(value, str)}


def _set_cookies(response: Mapping[str, Any], lost: list[str]) -> frozenset[str]:
    """The names of the cookies that a reply sets."""
    names: set[str] = set()
    headers = response.get("headers")
    if response and not isinstance(headers, list):
        lost.append("headers of the reply could not be read, and so not the cookies that it sets")
    for one in headers[:_MOST_HEADERS] if isinstance(headers, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if not isinstance(name, str) or not isinstance(value, str):
            lost.append("headers of the reply could not be read, and so not the cookies that it sets")
        elif name.lower() == "set-cookie":
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
