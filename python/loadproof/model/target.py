"""The service under load: where its URL points."""

import re
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["Target", "TargetTextError", "parse_target", "service_target"]

_FORM = "write http://host:port/path, https://host:port/path or unix:/run/app.sock"
_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<rest>.*)", re.DOTALL)
_BRACKETED = re.compile(r"\[(?P<host>[^\[\]]*)\](?::(?P<port>.*))?", re.DOTALL)
_NAMED = re.compile(r"(?P<host>[^:]*)(?::(?P<port>[^:]*))?", re.DOTALL)
_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_HOST_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\.?")
_LONGEST_HOST = 253
_UNIX = re.compile(r"unix:(?://)?(?P<socket>[^:]*)(?::(?P<rest>.*))?", re.DOTALL | re.IGNORECASE)
_LONGEST_SOCKET_BYTES = 107
"""Length of `sun_path` less its closing NUL (unix(7))."""
_PLACE_OF_SERVICE = re.compile(r"^[a-z+]+://[^/]*\$\{([\w-]+)\.[\w.-]+\}")
_TEMPLATE = re.compile(r"\$\{([\w.-]+)\}")
_PORTS = {"http": 80, "https": 443}


class TargetTextError(WrittenValueError):
    """The text is not the URL of a target; a secret in it is never repeated in the message."""


@dataclass(frozen=True, slots=True)
class Target:
    """Host (an IPv6 address without brackets), port, and path with its query; whether TLS is spoken.

    `socket` is the path of a Unix socket, whose host is `localhost` and whose port is 0; None: it is reached by TCP.
    """

    host: str
    port: int
    path: str
    tls: bool = False
    socket: str | None = None

    @property
    def authority(self) -> str:
        """`host:port` as a Host header has it.

        >>> Target("::1", 8080, "/").authority, Target("localhost", 0, "/", socket="/run/app.sock").authority
        ('[::1]:8080', 'localhost')
        """
        if self.socket is not None:
            return self.host
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """URL that `parse_target` reads back, without the path of requests.

        >>> Target("::1", 8443, "/a", tls=True).url, Target("localhost", 0, "/a", socket="/run/app.sock").url
        ('https://[::1]:8443', 'unix:/run/app.sock')
        """
        if self.socket is not None:
            return f"unix:{self.socket}"
        return f"{'https' if self.tls else 'http'}://{self.authority}"


def parse_target(url: str) -> Target:
    """The target of an http, https or unix URL; the port is 80 or 443 unless given. Raises TargetTextError.

    >>> parse_target("http://127.0.0.1:8080/status?a=1")
    Target(host='127.0.0.1', port=8080, path='/status?a=1', tls=False, socket=None)
    >>> parse_target("unix:/run/app.sock:/status").path
    '/status'
    """
    written = url.strip()
    if local := _UNIX.fullmatch(written):
        return _unix_target(local, written)
    match = _URL.fullmatch(written)
    if match is None:
        raise TargetTextError(f"{_shown(written)} is not a URL", _FORM)
    if "@" in match["authority"]:
        raise TargetTextError(
            f"{_shown(written)} carries user information, and a secret in a URL ends in logs",
            "leave out what stands before @, and give auth in a profile",
        )
    scheme = match["scheme"].lower()
    if scheme not in _PORTS:
        raise TargetTextError(f"{_shown(written)} has the unknown scheme {quoted(match['scheme'])}", _FORM)
    host, port = _host_and_port(match["authority"], _PORTS[scheme], written)
    return Target(host, port, _path(match["rest"], written), scheme == "https")


def _unix_target(match: re.Match[str], written: str) -> Target:
    socket = match["socket"]
    cure = "write unix: and its whole path, such as unix:/run/app.sock or unix:/run/app.sock:/status"
    if not socket.startswith("/") or not socket.isprintable():
        raise TargetTextError(f"{_shown(written)} has no whole path of a socket", cure)
    if len(socket.encode(errors="replace")) > _LONGEST_SOCKET_BYTES:
        raise TargetTextError(
            f"{_shown(written)} has a path of more than {_LONGEST_SOCKET_BYTES} bytes", "give the socket a shorter path"
        )
    return Target("localhost", 0, _path(match["rest"] or "", written), socket=socket)


def _shown(written: str) -> str:
    """`written` for a message, with anything that may be a user or password hidden."""
    return quoted(re.sub(r"(?s)\A(.*?://)?.*@", r"\1***@", written))


def _host_and_port(authority: str, default_port: int, written: str) -> tuple[str, int]:
    bracketed = authority.startswith("[")
    match = (_BRACKETED if bracketed else _NAMED).fullmatch(authority)
    if match is None:
        raise TargetTextError(
            f"{_shown(written)} has no host and port that can be told apart",
            "write http://host:port, and an IPv6 address in brackets, such as http://[::1]:8080",
        )
    if bracketed:
        _check_ipv6(match["host"], written)
    else:
        _check_host(match["host"], written)
    return match["host"], _port(match["port"], default_port, written)


def _check_ipv6(host: str, written: str) -> None:
    from ipaddress import AddressValueError, IPv6Address

    try:
        IPv6Address(host)
    except AddressValueError as error:
        raise TargetTextError(
            f"{_shown(written)} has no IPv6 address in its brackets", "write http://[::1]:8080"
        ) from error
    if "%" in host:
        raise TargetTextError(f"{_shown(written)} has an IPv6 zone", "give an address without a zone")


def _check_host(host: str, written: str) -> None:
    if not host:
        raise TargetTextError(f"{_shown(written)} has no host", _FORM)
    if not host.isascii():
        raise TargetTextError(f"{_shown(written)} has a host outside ASCII", "write the host in its xn-- form")
    if len(host) > _LONGEST_HOST or not _HOST_NAME.fullmatch(host):
        raise TargetTextError(f"{_shown(written)} has no valid host name", _FORM)
    if re.fullmatch(r"[0-9.]+", host):
        from ipaddress import AddressValueError, IPv4Address

        try:
            IPv4Address(host)
        except AddressValueError as error:
            raise TargetTextError(f"{_shown(written)} has no IPv4 address", "write four numbers, 0 to 255") from error


def _port(port: str | None, default: int, written: str) -> int:
    if port is None:
        return default
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
        raise TargetTextError(
            f"{_shown(written)} has a port that is none", "give a port from 1 to 65535, or none for that of the scheme"
        )
    return int(port)


def _path(rest: str, written: str) -> str:
    if "#" in rest:
        raise TargetTextError(f"{_shown(written)} has a fragment, which is never sent", "leave out # and what follows")
    if not re.fullmatch(r"[\x21-\x7e]*", rest):
        raise TargetTextError(
            f"{_shown(written)} has a space or a character outside ASCII", "percent-encode it, such as %20"
        )
    return rest if rest.startswith("/") else f"/{rest}"


def service_target(target: str) -> str:
    """A target as a reader knows it, with the name of a service of the stand in place of its address.

    >>> service_target("http://127.0.0.1:${api.port}/v1"), service_target("http://127.0.0.1:8080")
    ('api/v1', 'http://127.0.0.1:8080')
    """
    return _TEMPLATE.sub(r"\1", _PLACE_OF_SERVICE.sub(r"\1", target))
