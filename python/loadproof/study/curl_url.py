"""The URL of a curl line as curl sends it: globs, dots, queries, and the address that it is asked at."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from loadproof.errors import WrittenValueError

__all__ = ["AddressedUrl", "read_url", "sent_to", "with_query"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|unix:", re.IGNORECASE)
_GLOB = re.compile(r"\{[^{}]*,[^{}]*\}|\[(?:[0-9]+-[0-9]+|[A-Za-z]-[A-Za-z])(?::[0-9]+)?\]")
_ADDRESS_FORMS = {"--resolve": "HOST:PORT:ADDRESS", "--connect-to": "HOST1:PORT1:HOST2:PORT2"}
_PORTS = {"http": "80", "https": "443"}

Remark = Callable[[str, str | None], None]
"""Takes a remark, and the option that it is about."""


@dataclass(frozen=True, slots=True)
class AddressedUrl:
    """The parts of a URL; of one that begins with unix: the authority is all behind that."""

    scheme: str
    authority: str
    path: str
    """With the query, percent-encoded where it has to be."""
    user: str = ""
    """User and password before the host, percent-encoded."""

    @property
    def host(self) -> str:
        """The host without the port.

        >>> AddressedUrl("http", "[::1]:80", "/").host
        '[::1]'
        """
        return re.sub(r":[0-9]*\Z", "", self.authority)

    @property
    def port(self) -> str:
        """The port, that of the scheme unless written."""
        match = re.search(r":([0-9]+)\Z", self.authority)
        return _PORTS.get(self.scheme, "") if match is None else match[1]


def read_url(
    written: str, default_scheme: str, remark: Remark, *, is_literal: bool = False, is_path_as_is: bool = False
) -> AddressedUrl:
    """The URL that curl makes of what was `written`. Raises WrittenValueError where it makes several.

    >>> read_url("bob:pw@h/a/../b?c=d e#f", "http", print)
    spaces and characters outside ASCII are percent-encoded in the URL None
    AddressedUrl(scheme='http', authority='h', path='/b?c=d%20e', user='bob:pw')
    """
    url = written.strip() if is_literal else _without_globs(written.strip(), remark)
    url = url if _SCHEME.match(url) else f"{default_scheme}://{url}"
    if url.lower().startswith("unix:"):
        return AddressedUrl("unix", url[len("unix:") :], "")
    scheme, _, rest = url.partition("://")
    rest = rest.partition("#")[0]
    authority = re.split(r"[/?]", rest, maxsplit=1)[0]
    place, sign, query = rest[len(authority) :].partition("?")
    place = place if is_path_as_is else _without_dots(place)
    path = f"{place or '/'}{sign}{query}"
    if not re.fullmatch(r"[\x21-\x7e]*", path):
        remark("spaces and characters outside ASCII are percent-encoded in the URL", None)
    user, _, authority = authority.rpartition("@")
    return AddressedUrl(scheme.lower(), authority, _encoded(path), user)


def with_query(path: str, pairs: Sequence[str]) -> str:
    """The path with more of a query.

    >>> with_query("/a", ["b=1", "", "c=ü"]), with_query("/a?b", ["c=#"])
    ('/a?b=1&c=%C3%BC', '/a?b&c=%23')
    """
    for pair in filter(None, pairs):
        sign = "?" if "?" not in path else "" if path[-1] in "?&" else "&"
        path = f"{path}{sign}{_encoded(pair.replace('#', '%23'))}"
    return path


def sent_to(url: AddressedUrl, options: Sequence[tuple[str, str]], remark: Remark) -> str:
    """Return the address of the request: the authority, or the address that --resolve or --connect-to gives for it.

    Raises WrittenValueError.

    >>> sent_to(AddressedUrl("http", "h", "/"), [("--resolve", "h:80:::1")], print)
    '[::1]:80'
    """
    for option, value in options:
        fields = re.findall(r"(?:^|:)(\[[^\]]*\]|[^:]*)", value)
        if option == "--resolve" and len(fields) >= 3:
            host, port = fields[0].removeprefix("+").replace("*", ""), fields[1]
            to_host, to_port = ":".join(fields[2:]).split(",")[0], url.port
        elif option == "--connect-to" and len(fields) == 4:
            host, port = fields[:2]
            to_host, to_port = fields[2] or url.host, fields[3] or url.port
        else:
            raise WrittenValueError(f"{option}: this is no {_ADDRESS_FORMS[option]}", "write it so")
        if host.lower() in ("", url.host.lower()) and port in ("", url.port):
            is_bare = ":" in to_host and not to_host.startswith("[")
            return f"[{to_host}]:{to_port}" if is_bare else f"{to_host}:{to_port}"
        remark("an address for another host or port than that of the URL changes nothing", option)
    return url.authority


def _without_globs(url: str, remark: Remark) -> str:
    """The URL without braces around one text; curl makes several requests of `{a,b}` and `[1-9]`."""
    if _GLOB.search(url):
        raise WrittenValueError(
            "curl makes several requests of the {a,b} or [1-9] in this URL",
            "write one of them out, or add --globoff if it is text; a feeder of a profile sends all ({range: 1-9})",
        )
    made = re.sub(r"\{([^{}]*)\}", r"\1", url)
    if made != url:
        remark("braces are taken out of the URL, as curl does unless --globoff is there", None)
    return made


def _without_dots(path: str) -> str:
    """The path without `.` and `..` (RFC 3986 section 5.2.4).

    >>> _without_dots("/a/../b/./c/.."), _without_dots("/a//b")
    ('/b/', '/a//b')
    """
    made: list[str] = []
    segments = path.split("/")[1:] if path else []
    for number, segment in enumerate(segments):
        is_last = number == len(segments) - 1
        if segment == "..":
            made[-1:] = []
        elif segment != ".":
            made.append(segment)
        if is_last and segment in (".", ".."):
            made.append("")
    return "".join(f"/{segment}" for segment in made)


def _encoded(text: str) -> str:
    return re.sub(r"[^\x21-\x7e]+", lambda match: quote(match[0], safe="", errors="replace"), text)
