"""A draft of what a browser recorded: a HAR 1.2 file becomes a flow of its requests, with the pauses between them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.scenario import FormPart
from loadproof.model.target import Target, parse_target
from loadproof.tools.drafts.credentials import Credentials, without_marks
from loadproof.tools.drafts.draft import MOST_TEXT, Draft, DraftFlow, DraftOperation, free_name, text_size
from loadproof.tools.drafts.har_entry import Entry, read_entry
from loadproof.tools.drafts.har_fault import EntryFault
from loadproof.tools.drafts.left_out import LeftOut
from loadproof.tools.drafts.marked_request import MarkedRequest
from loadproof.tools.drafts.source_file import json_of

__all__ = ["draft_of_har"]

_OPTION = "--har"
_LARGEST_BYTES = 64 * 2**20
_SMALLER = (
    "record less, or leave out what replies said: jq 'del(.log.entries[].response.content.text)' FILE > SMALL.har"
)
_MOST_STEPS = 450
"""Most recorded steps of a flow; a flow may have 1000 steps, the pauses between them included."""
_SHORTEST_PAUSE_S = 0.5
_NOT_MODIFIED = 304
"""A browser asks so for what it has in its cache; a request without that cache is answered in full."""
_LONGEST_PAUSE_S = 30.0
_MOST_SHOWN = 5
_LONGEST_SHOWN = 120
"""Letters of a list of origins, so that the line has room for their number."""
_FLOW = "visit"
_SANITIZED = (
    "no Cookie, Set-Cookie or Authorization header is in the recording: Chromium leaves them out unless it exports "
    "with sensitive data"
)
_CREDENTIALS = frozenset({"cookie", "set-cookie", "authorization"})
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
"""Methods that ask for no change (RFC 9110 section 9.2.1)."""
_WORD = re.compile(r"[A-Za-z0-9_-]{10,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
_TIME = re.compile(r"1[5-9][0-9]{8}(?:[0-9]{3})?")
"""Seconds or milliseconds since 1970, from 2017 to 2033."""
_DIGEST = re.compile(r"[0-9a-fA-F]{24,128}")
_LONG_WORD = 32


@dataclass(slots=True)
class _Recorded:
    """One request as often as it was recorded."""

    entry: Entry
    request: MarkedRequest
    times: int = 1
    name: str = ""
    has_other_headers: bool = False
    """True if it was recorded with other headers, too."""
    lost: dict[str, None] = field(default_factory=dict)


def draft_of_har(path: Path, target: str | None) -> Draft:
    """A study of the requests in `path` to one origin: that of `target`, else the one that was asked most often.

    What is recorded of another origin is sent to `target` where nothing is recorded of that. Raises InputError.
    """
    place = f"{_OPTION}: {quoted(str(path))}"
    entries, left_out = _entries(json_of(_OPTION, path, _LARGEST_BYTES, _SMALLER), place)
    origin, address = _origin(entries, target, left_out)
    ours = [entry for entry in entries if entry.origin == origin]
    _tell_others(entries, origin, left_out)
    credentials = Credentials()
    keeps_cookies = any(entry.set_cookies for entry in ours)
    recorded, steps = _merged(ours, credentials, left_out)
    if not steps:
        raise InputError(f"{place}: none of its requests to {origin.url} is small enough. Cure: record other pages")
    operations = [_operation(one, credentials) for one in recorded.values()]
    _tell_kinds(recorded.values(), operations, left_out)
    return Draft(
        name=address.authority[:100],
        source=f"the recording {quoted(path.name)}",
        target=address.url,
        operations=operations,
        secrets=credentials.places,
        flow=_flow(steps),
        keeps_cookies=keeps_cookies,
        left_out=left_out.lines,
    )


def _entries(value: Any, place: str) -> tuple[list[Entry], LeftOut]:
    """The requests in the order in which they began, and what cannot be taken over. Raises InputError."""
    log = value.get("log") if isinstance(value, Mapping) else None
    written = log.get("entries") if isinstance(log, Mapping) else None
    if not isinstance(written, list):
        raise InputError(
            f"{place}: this is {_foreign_name(value)}: it has no list log.entries. "
            "Cure: save it by Export HAR in the network panel of a browser"
        )
    entries: list[Entry] = []
    faults: Counter[str] = Counter()
    cures: dict[str, str] = {}
    for one in written:
        try:
            entries.append(read_entry(one))
        except EntryFault as fault:
            faults[fault.kind] += 1
            cures.setdefault(fault.kind, fault.cure)
    left_out = LeftOut()
    for told, times in faults.items():
        left_out.add(f"{told}: {times}")
    if not entries:
        told = f" ({'; '.join(left_out.lines)})" if faults else ""
        cure = cures[faults.most_common(1)[0][0]] if faults else "record the page anew, with the network panel open"
        raise InputError(
            f"{place}: none of its {len(written)} entries is a request that can be sent{told}. Cure: {cure}"
        )
    if not _has_credentials(written):
        left_out.add(_SANITIZED)
    if all(entry.began_s is not None for entry in entries):
        entries.sort(key=lambda entry: entry.began_s or 0.0)
    return entries, left_out


def _origin(entries: Sequence[Entry], target: str | None, left_out: LeftOut) -> tuple[Target, Target]:
    """The origin whose requests are taken, and the address that they are sent to. Raises InputError."""
    counts = Counter(entry.origin for entry in entries)
    most = max(counts, key=lambda origin: counts[origin])
    if target is None:
        return most, most
    try:
        given = replace(parse_target(target), path="/")
    except WrittenValueError as error:
        raise InputError(f"--target: {error}") from error
    if given in counts:
        return given, given
    left_out.add(f"recorded of {most.url}, and sent to {given.url}")
    return most, given


def _tell_others(entries: Sequence[Entry], origin: Target, left_out: LeftOut) -> None:
    others = Counter(entry.origin.url for entry in entries if entry.origin != origin)
    if others:
        shown: list[str] = []
        for url, times in others.most_common(_MOST_SHOWN):
            if len(", ".join(shown)) + len(url) > _LONGEST_SHOWN:
                break
            shown.append(f"{quoted(url)} ({times})")
        rest = sum(others.values()) - sum(times for _, times in others.most_common(len(shown)))
        more = f" and {rest} to {len(others) - len(shown)} more" if rest else ""
        left_out.add(f"requests to other origins: {', '.join(shown)}{more}")


def _merged(
    entries: Sequence[Entry], credentials: Credentials, left_out: LeftOut
) -> tuple[dict[str, _Recorded], list[tuple[str, Entry]]]:
    """Requests by name, each once however often it was recorded, and the name of each entry in its order."""
    known: dict[tuple[str, str, str | None, tuple[FormPart, ...]], _Recorded] = {}
    steps: list[tuple[_Recorded, Entry]] = []
    given = frozenset[str]()
    letters = too_large = 0
    for number, entry in enumerate(entries):
        if len(steps) == _MOST_STEPS:
            left_out.add(f"requests after the first {number} of this origin: {len(entries) - number}")
            break
        cookie, given = _cookie(entry, given), given | entry.set_cookies
        headers = entry.headers if cookie is None else (*entry.headers, ("Cookie", cookie))
        key = (entry.method, entry.path, entry.body, entry.parts)
        if (found := known.get(key)) is not None:
            found.times += 1
            found.has_other_headers |= sorted(found.entry.headers) != sorted(entry.headers)
        elif letters + (size := text_size((key, headers))) > MOST_TEXT:
            too_large += 1
            continue
        else:
            letters += size
            request = MarkedRequest.of(credentials, entry.method, entry.path, headers, entry.body, entry.parts)
            found = known[key] = _Recorded(entry, request)
        found.lost |= dict.fromkeys(entry.lost)
        steps.append((found, entry))
    if too_large:
        left_out.add(f"requests that would make the study larger than {MOST_TEXT:,} letters: {too_large}")
    # Named once all credentials are known: one of a later request may stand in an earlier path.
    named: dict[str, _Recorded] = {}
    for one in known.values():
        path = without_marks(credentials.marked_anywhere(one.request.path)).partition("?")[0]
        one.name = free_name(f"{one.entry.method} {path}", named)
        named[one.name] = one
    return named, [(one.name, entry) for one, entry in steps]


def _cookie(entry: Entry, given: frozenset[str]) -> str | None:
    """The cookies of a request that no reply before it has set: those of a session that began before the recording."""
    pairs = [pair.strip() for pair in (entry.cookie or "").split(";")]
    return "; ".join(pair for pair in pairs if pair and pair.partition("=")[0].strip() not in given) or None


def _operation(recorded: _Recorded, credentials: Credentials) -> DraftOperation:
    spec = recorded.request.spec(credentials)
    remarks = [] if recorded.times == 1 else [f"Recorded {recorded.times} times."]
    if 300 <= recorded.entry.status <= 599 and recorded.entry.status != _NOT_MODIFIED:
        spec["expect"] = recorded.entry.status
        remarks.append(f"It was answered with {recorded.entry.status} when it was recorded.")
    return DraftOperation(recorded.name, spec, tuple(remarks))


def _tell_kinds(recorded: Any, operations: Sequence[DraftOperation], left_out: LeftOut) -> None:
    """Add the facts that a reader must know of the requests to `left_out`, a line for each kind."""
    recorded = list(recorded)
    dynamic = [
        one.name
        for one, operation in zip(recorded, operations, strict=True)
        if _is_dynamic(f"{operation.spec['request']} {operation.spec.get('body', '')} {_texts_of(operation)}")
    ]
    kinds = {
        "values that look made for one visit (extract them of a reply, or feed them)": dynamic,
        "they change data at each visit": [one.name for one in recorded if one.entry.method not in _SAFE_METHODS],
        "HTTP/2 was spoken, and HTTP/1.1 will be": [one.name for one in recorded if one.entry.is_http_2],
        "recorded with several sets of headers, of which the first is sent": [
            one.name for one in recorded if one.has_other_headers
        ],
    }
    for one in recorded:
        for kind in one.lost:
            kinds.setdefault(kind, []).append(one.name)
    for told, names in kinds.items():
        if names:
            more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
            left_out.add(f"{told}: {', '.join(quoted(name) for name in names[:_MOST_SHOWN])}{more}")
    for one in recorded:
        for line in one.request.refused:
            left_out.add(f"{quoted(one.name)}: {line}")
    left_out.add(
        "requests that the browser sent side by side follow each other, each after the reply to the one before"
    )
    left_out.add("headers that a browser adds by itself, such as User-Agent, Referer, Origin and Sec-*, and its cache")


def _texts_of(operation: DraftOperation) -> str:
    return " ".join(str(part.get("text", "")) for part in operation.spec.get("multipart", ()))


def _has_credentials(entries: Sequence[Any]) -> bool:
    """True if a header of any entry holds a credential, or no headers are recorded that could."""
    seen = False
    for entry in entries:
        for part in ("request", "response"):
            inner = entry.get(part) if isinstance(entry, Mapping) else None
            headers = inner.get("headers") if isinstance(inner, Mapping) else None
            for header in headers if isinstance(headers, list) else ():
                name = header.get("name") if isinstance(header, Mapping) else None
                seen = True
                if isinstance(name, str) and name.lower() in _CREDENTIALS:
                    return True
    return not seen


def _foreign_name(value: Any) -> str:
    """Name the format of a JSON file that is no recording."""
    keys = set(value) if isinstance(value, Mapping) else set()
    first = value[0] if isinstance(value, list) and value else None
    if isinstance(first, Mapping) and {"protocolVersion", "host", "method"} <= set(first):
        return "a session of Charles, and no HAR file"
    if "openapi" in keys or "swagger" in keys:
        return "an OpenAPI document, which --openapi takes, and no HAR file"
    if "info" in keys and "item" in keys:
        return "a collection of Postman, and no HAR file"
    return "no HAR file"


def _is_dynamic(text: str) -> bool:
    """Return True if a word of `text` looks like an identifier, a time or a digest that was made for one visit.

    >>> _is_dynamic("/a/2f1c1b9e-6f0a-4c53-9d3e-0c8f5a7b1d24"), _is_dynamic("/a?t=1772442000123&p=12")
    (True, True)
    >>> _is_dynamic("/a?p=12")
    False
    """
    return any(
        _UUID.search(word)
        or _TIME.fullmatch(word)
        or (_has_digit(word) and (_DIGEST.fullmatch(word) or len(word) >= _LONG_WORD))
        for word in _WORD.findall(text)
    )


def _has_digit(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _flow(steps: Sequence[tuple[str, Entry]]) -> DraftFlow:
    """The steps with the pauses between them, and where each page began."""
    made: list[str | Mapping[str, str]] = [steps[0][0]]
    pages = {0: "page 1"}
    for (_, before), (name, entry) in pairwise(steps):
        pause_s = 0.0 if before.ended_s is None or entry.began_s is None else entry.began_s - before.ended_s
        is_new = entry.page != before.page
        if is_new:
            pages[len(made)] = f"page {len(pages) + 1}"
        if pause_s >= _SHORTEST_PAUSE_S:
            made.append({"think": _pause(pause_s)})
        made.append(name)
    return DraftFlow(_FLOW, made, pages)


def _pause(seconds: float) -> str:
    """A pause rounded to half a second, and no longer than anybody waits in a test.

    >>> _pause(1.3), _pause(4000.0)
    ('1.5s', '30s')
    """
    return f"{min(round(seconds * 2) / 2, _LONGEST_PAUSE_S):g}s"
