"""A HAR file in the form in which Chromium's DevTools save one, of a visit to a small shop."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

__all__ = ["entry", "recording", "shop_visit", "written"]

_BEGAN = datetime(2026, 3, 2, 9, 0, 0, tzinfo=UTC)
_BROWSER = {
    ":authority": "shop.example",
    ":method": "GET",
    "accept": "*/*",
    "accept-encoding": "gzip, deflate, br, zstd",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0",
    "sec-ch-ua": '"Chromium";v="130"',
    "referer": "https://shop.example/?token=refererTok3n",
    "if-none-match": 'W/"abc"',
}


def entry(
    at_s: float,
    method: str,
    url: str,
    *,
    took_ms: float = 40.0,
    status: int = 200,
    page: str = "page_1",
    headers: Mapping[str, str] | None = None,
    body: str | None = None,
    media_type: str = "application/json",
    set_cookie: Sequence[str] = (),
    **others: Any,
) -> dict[str, Any]:
    """One request `at_s` seconds after the begin of the recording."""
    known = {**_BROWSER, **(headers or {}), **({} if body is None else {"content-type": media_type})}
    request: dict[str, Any] = {
        "method": method,
        "url": url,
        "httpVersion": "http/2.0",
        "headers": [{"name": name, "value": value} for name, value in known.items()],
        "queryString": [],
        "cookies": [],
        "headersSize": -1,
        "bodySize": 0 if body is None else len(body),
    }
    if body is not None:
        request["postData"] = {"mimeType": media_type, "text": body}
    began = (_BEGAN + timedelta(seconds=at_s)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {
        "_initiator": {"type": "script", "stack": {"callFrames": []}},
        "_priority": "High",
        "_resourceType": "fetch",
        "cache": {},
        "connection": "8812",
        "pageref": page,
        "request": request,
        "response": {
            "status": status,
            "statusText": "",
            "httpVersion": "http/2.0",
            "headers": [{"name": "set-cookie", "value": one} for one in set_cookie],
            "cookies": [],
            "content": {"size": 2, "mimeType": "application/json", "text": "{}"},
            "redirectURL": "",
            "headersSize": -1,
            "bodySize": -1,
            "_transferSize": 120,
        },
        "serverIPAddress": "192.0.2.7",
        "startedDateTime": began,
        "time": took_ms,
        "timings": {"blocked": 1.0, "send": 0.1, "wait": 30.0, "receive": 1.0, "ssl": -1},
        **others,
    }


def recording(entries: Sequence[Any]) -> dict[str, Any]:
    """The file of these entries."""
    pages = [
        {
            "startedDateTime": "2026-03-02T09:00:00.000Z",
            "id": f"page_{number}",
            "title": "https://shop.example/?token=t1t",
        }
        for number in (1, 2)
    ]
    creator = {"name": "WebInspector", "version": "537.36"}
    return {"log": {"version": "1.2", "creator": creator, "pages": pages, "entries": list(entries)}}


def shop_visit(origin: str) -> dict[str, Any]:
    """Home, sign-in with a password, articles twice, an order with a bearer token, and what is left out."""
    token = {"authorization": "Bearer s3cret.token-of-a-user"}
    return recording(
        [
            entry(0.0, "GET", f"{origin}/", headers={"cookie": "consent=yes-of-bob"}, set_cookie=["sid=1; Path=/"]),
            entry(0.1, "GET", "https://cdn.example/app.js"),
            entry(0.1, "GET", f"{origin}/app.css", _fromCache="memory"),
            entry(0.2, "GET", "data:image/png;base64,AAAA", status=200),
            entry(
                4.3,
                "POST",
                f"{origin}/login",
                body='{"user": "bob", "password": "hunter2 of bob", "note": "${env:HOME} ${x}"}',
                headers={"cookie": "consent=yes-of-bob; sid=1"},
            ),
            entry(4.4, "GET", f"{origin}/articles?page=1&q=a%20b", headers=token),
            entry(4.41, "GET", f"{origin}/articles?page=1&q=a%20b", headers=token),
            entry(6.0, "GET", f"{origin}/logo.svg", status=404, page="page_2"),
            entry(
                9.0,
                "POST",
                f"{origin}/orders?api_key=k3y-of-the-shop",
                headers=token,
                body='{"id": "2f1c1b9e-6f0a-4c53-9d3e-0c8f5a7b1d24"}',
                page="page_2",
            ),
            entry(9.1, "GET", f"{origin}/blocked", status=0),
        ]
    )


def written(place: Path, value: Any, name: str = "visit.har") -> Path:
    """The file of `value`."""
    path = place / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path
