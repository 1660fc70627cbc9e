"""The body of a request of a HAR file: a text, a form, or the parts of an upload, whose files no recording has."""

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

from loadproof.model.scenario import FormPart
from loadproof.study.request import HEADER_TEXT
from loadproof.tools.drafts.credentials import plain_text
from loadproof.tools.drafts.har_fault import EntryFault

__all__ = ["RecordedBody", "read_body"]

_LARGEST = 64 * 1024
_MOST_PARTS = 100
_MULTIPART = re.compile(r"multipart/", re.IGNORECASE)
_FORM_TYPE = "application/x-www-form-urlencoded"
_FILE_TYPE = "application/octet-stream"
_MADE_UP = "This file was not recorded. loadproof made this text up."
_LOST_FILES = f"files of a form are not recorded; a made-up text of {len(_MADE_UP)} bytes is sent (or yours, as file)"
_OWN_FILE = "write the body to a file, and take it: loadproof init URL -X POST -d @FILE -H 'Content-Type: TYPE'"


@dataclass(frozen=True, slots=True)
class RecordedBody:
    """A text or parts; `media_type` takes the place of the Content-Type that was recorded, empty: none is written."""

    text: str | None = None
    parts: tuple[FormPart, ...] = ()
    media_type: str | None = None


def read_body(
    request: Mapping[str, Any], method: str, headers: Sequence[tuple[str, str]], lost: list[str]
) -> RecordedBody:
    """The body of a request; what of it was not recorded goes to `lost`. Raises EntryFault where it cannot be made."""
    posted = request.get("postData")
    sent_type = next((value for name, value in headers if name.lower() == "content-type"), "")
    if posted is None or (isinstance(posted, Mapping) and not posted.get("text") and not posted.get("params")):
        if _has_body(request, method):
            raise EntryFault("requests whose body is not in the recording", _OWN_FILE)
        return RecordedBody()
    if not isinstance(posted, Mapping):
        raise _unreadable()
    written_type = posted.get("mimeType")
    named_type = sent_type or (plain_text(written_type) if isinstance(written_type, str) else "")
    text, params = posted.get("text"), posted.get("params")
    if text:
        made = _text(text, posted, lost)
        media_type = _text_type(made, named_type, lost)
        return RecordedBody(made, (), None if media_type == sent_type else media_type)
    if not isinstance(params, list) or len(params) > _MOST_PARTS * 10:
        raise _unreadable()
    if _MULTIPART.match(named_type) or any("fileName" in _mapping(one) for one in params):
        return RecordedBody(None, _parts(params, lost), "")
    pairs = [(_name(one), _value(one, lost)) for one in params]
    # Browsers write the values of a form as they were typed.
    made = _bounded("&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs))
    return RecordedBody(made, (), None if sent_type else named_type or _FORM_TYPE)


def _has_body(request: Mapping[str, Any], method: str) -> bool:
    """True if a size says that there was a body, though none is written."""
    sizes: list[Any] = [request.get("bodySize")] if method in ("POST", "PUT", "PATCH", "DELETE") else []
    headers = request.get("headers")
    for one in headers if isinstance(headers, list) else ():
        name, value = _mapping(one).get("name"), _mapping(one).get("value")
        if str(name).lower() == "content-length" and isinstance(value, str) and value.isascii() and value.isdigit():
            sizes.append(int(value[:18]))
    return any(isinstance(size, int | float) and not isinstance(size, bool) and size > 0 for size in sizes)


def _text(text: Any, posted: Mapping[str, Any], lost: list[str]) -> str:
    if not isinstance(text, str):
        raise _unreadable()
    notes = [posted.get(key) for key in ("encoding", "_encoding", "comment")]
    if any(isinstance(note, str) and "base64" in note.lower() for note in notes):
        text = _decoded(text)
    if "\ufffd" in text:
        lost.append("bytes of a body that are no text were lost when it was recorded")
    return _bounded(plain_text(text))


def _decoded(text: str) -> str:
    try:
        content = b64decode(text, validate=True)
    except ValueError as error:
        raise _unreadable() from error
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise EntryFault("requests whose body is not text (base64)", _OWN_FILE) from error


def _bounded(text: str) -> str:
    if len(text) > _LARGEST:
        raise EntryFault(f"requests with a body of more than {_LARGEST // 1024} KiB", _OWN_FILE)
    return text


def _text_type(text: str, media_type: str, lost: list[str]) -> str:
    """The Content-Type of a text; that of parts has their boundary."""
    if not _MULTIPART.match(media_type):
        return media_type
    lost.append("files of a form are not recorded")
    first = text.partition("\n")[0].rstrip("\r")
    if "boundary=" in media_type.lower() or not first.startswith("--"):
        return media_type
    return f"{media_type}; boundary={first[2:]}"


def _parts(params: Sequence[Any], lost: list[str]) -> tuple[FormPart, ...]:
    if len(params) > _MOST_PARTS:
        raise EntryFault(f"requests with more than {_MOST_PARTS} parts in their body", _OWN_FILE)
    parts = []
    for one in params:
        filename, media_type = _mapping(one).get("fileName"), _mapping(one).get("contentType")
        if filename is not None and not isinstance(filename, str):
            raise _unreadable()
        name, is_file = _name(one), bool(filename)
        if is_file and not _mapping(one).get("value"):
            lost.append(_LOST_FILES)
            content = _MADE_UP
        else:
            content = _value(one, lost)
        known = media_type if isinstance(media_type, str) and media_type and HEADER_TEXT.fullmatch(media_type) else None
        if media_type not in (None, "") and known is None:
            lost.append("the type of a part could not be read")
        parts.append(
            FormPart(
                name,
                plain_text(content),
                plain_text(str(filename)) if filename else None,
                known or (_FILE_TYPE if is_file else None),
            )
        )
    _bounded("".join(part.name + str(part.content) for part in parts))
    return tuple(parts)


def _unreadable() -> EntryFault:
    return EntryFault("requests whose body cannot be read", "save the file again, by Export HAR in the network panel")


def _name(param: Any) -> str:
    name = _mapping(param).get("name")
    if not isinstance(name, str):
        raise _unreadable()
    return name


def _value(param: Any, lost: list[str]) -> str:
    value = _mapping(param).get("value", "")
    if "value" not in _mapping(param):
        lost.append("fields of a form have no value in the recording, and are sent empty")
    if not isinstance(value, str):
        raise _unreadable()
    return value


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
