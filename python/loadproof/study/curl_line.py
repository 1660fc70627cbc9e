"""Reads a command line of curl, as browsers copy it and documentation has it: words alone, of which nothing is run.

Every option is part of the request, or is named: in a remark, or in the fault of a line that cannot be sent.
"""

import re
import shlex
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote, unquote

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.profile import BasicAuth
from loadproof.model.scenario import FileBody, FormBody
from loadproof.study.curl_data import joined_pieces, named_file
from loadproof.study.curl_form import form_words
from loadproof.study.curl_reading import CurlReading, read_options
from loadproof.study.curl_url import AddressedUrl, read_url, sent_to, with_query
from loadproof.study.secret import asks_secret
from loadproof.study.shell_words import as_secrets, shell_variables, without_variables
from loadproof.study.url_request import FORM_TYPE, UrlRequest, url_request

__all__ = ["CurlLine", "read_curl"]

_WRITTEN_BY_THE_ENGINE = ("connection", "content-length", "transfer-encoding")
_OPTIONS_OF_HEADERS = {
    "authorization": "--user",
    "cookie": "--cookie",
    "user-agent": "--user-agent",
    "referer": "--referer",
    "range": "--range",
    "accept-encoding": "--compressed",
}
_ENCODINGS = "gzip, deflate, br"
_GAP = re.compile(r"(?<!\$)\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class CurlLine:
    """Request of a curl command and its target; TLS options count for an https URL alone."""

    url: str
    request: UrlRequest
    insecure: bool = False
    """True if any certificate is taken."""
    authority: Path | None = None
    """The file of authorities to trust."""
    server_name: str | None = None
    """The name that the certificate has to have, where the address is another one (--resolve, --connect-to)."""
    timeout_s: float | None = None
    remarks: tuple[str, ...] = ()
    """Parts of the command that are not taken over, a line each."""
    asked: tuple[str, ...] = field(default=(), repr=False)
    """The words of curl for the URL, where its host is asked at another address over TLS."""

    def shown(self, hidden: Callable[[str, str], str]) -> str:
        """A command of curl that sends the same, each value of a header as `hidden` gives it for name and value."""
        request = self.request
        words = ["curl", "-X", request.method]
        for name, value in request.headers:
            if not (isinstance(request.body, FormBody) and value == request.body.media_type):
                words += ["-H", _quoted(f"{name}: {hidden(name, value)}" if value else f"{name};")]
        is_typed = any(name.lower() == "content-type" for name, _ in request.headers)
        if isinstance(request.body, str | FileBody) and not is_typed:
            words += ["-H", "Content-Type:"]
        if (basic := request.basic) is not None:
            words += ["-u", _quoted(f"{basic.user}:{hidden('authorization', basic.password)}")]
        plain = _body_words(request.body)
        plain += ["-k"] if self.insecure else []
        plain += [] if self.authority is None else ["--cacert", str(self.authority)]
        plain += [] if self.timeout_s is None else ["-m", f"{self.timeout_s:g}"]
        return " ".join((*words, shlex.join([*plain, *(self.asked or [self.url])])))


def read_curl(line: str) -> CurlLine:
    """The request that `line` would send. Raises InputError, which names the option and never its value.

    >>> read_curl("curl 'http://host/a?b=$(id)' -X PUT -H 'Content-Type: text/plain' --data-raw '`x`;y'").request
    UrlRequest(method='PUT', headers=(('Content-Type', 'text/plain'),), body='`x`;y', basic=None)
    >>> read_curl("curl -sSfL http://host/").remarks[0]
    'redirects are not followed (--location)'
    """
    read = read_options(line)
    try:
        return _made(read)
    except WrittenValueError as error:
        raise InputError(f"--curl: {error}") from error


def _made(read: CurlReading) -> CurlLine:
    url = read_url(
        read.urls[0], read.scheme, read.remark, is_literal=read.is_literal_url, is_path_as_is=read.is_path_as_is
    )
    if url.user and read.user is None:
        read.user = unquote(url.user)
    body = _body(read)
    path = url.path
    if read.is_get and isinstance(body, str):
        path, body = with_query(path, [body]), None
    path = _with_file_name(with_query(path, read.queries), read.upload)
    if read.target is not None:
        path = read.target
        if not path.startswith("/"):
            raise InputError("--curl: --request-target: this is no path that begins with /. Cure: give a path")
    address = sent_to(url, read.addresses, read.remark)
    is_elsewhere, is_tls = address != url.authority, url.scheme == "https"
    host = url.authority if is_elsewhere or (read.socket is not None and url.authority != "localhost") else None
    request = _request(read, body, host)
    asked: tuple[str, ...] = ()
    if is_elsewhere and is_tls:
        asked = ("--connect-to", f"::{address}", f"{url.scheme}://{url.authority}{path}")
    return CurlLine(
        _url(read, url, address, path),
        request,
        insecure=read.insecure and is_tls,
        authority=Path(read.authority) if read.authority is not None and is_tls and not read.insecure else None,
        server_name=url.host.strip("[]") if is_elsewhere and is_tls else None,
        timeout_s=read.timeout_s,
        remarks=read.remarks,
        asked=asked,
    )


def _url(read: CurlReading, url: AddressedUrl, address: str, path: str) -> str:
    """Target of the load, as written."""
    if read.socket is not None:
        if url.scheme == "https":
            raise InputError("--curl: --unix-socket: TLS is not spoken on a socket. Cure: give an http:// URL")
        return f"unix:{read.socket}:{path}"
    return f"unix:{url.authority}{path}" if url.scheme == "unix" else f"{url.scheme}://{address}{path}"


def _with_file_name(path: str, upload: str | None) -> str:
    """The path of an upload; one that ends with / gets the name of the file."""
    place, sign, query = path.partition("?")
    return path if upload is None or not place.endswith("/") else f"{place}{quote(Path(upload).name)}{sign}{query}"


def _request(read: CurlReading, body: str | FileBody | FormBody | None, host: str | None) -> UrlRequest:
    """Request to send; `host` is the Host of a request that goes to another address."""
    headers = _written_headers(read)
    names = {_name(text) for text in read.headers}
    defaults, basic = _defaults(read, host), None
    if read.user is not None and "Authorization" in defaults:
        read.remark("the token of --oauth2-bearer is sent in its place, as with curl", "--user")
    elif read.user is not None and "authorization" not in names:
        basic, defaults["Authorization"] = _basic(read.user)
    for name, option in _OPTIONS_OF_HEADERS.items():
        if name in names and option in read.last:
            read.remark("the header of -H is sent in its place, as with curl", option)
    headers += [f"{name}: {value}" for name, value in defaults.items() if name.lower() not in names and value]
    types = [text for text in headers if _name(text) == "content-type"]
    if isinstance(body, FormBody) and any("multipart/form-data" not in text.lower() for text in types):
        read.remark("the body is sent as multipart/form-data", "--form")
    media_type = None if read.upload is not None else FORM_TYPE
    method = read.method or _method(read, body)
    return replace(url_request(method, headers, body, option="--curl: -H", media_type=media_type), basic=basic)


def _defaults(read: CurlReading, host: str | None) -> dict[str, str]:
    """Headers that options other than -H make."""
    defaults = dict(read.defaults)
    if read.cookies:
        defaults["Cookie"] = ";".join(read.cookies)
    if read.compressed:
        defaults["Accept-Encoding"] = _ENCODINGS
    if host is not None:
        defaults["Host"] = host
    return defaults


def _written_headers(read: CurlReading) -> list[str]:
    """The headers of -H, but for those of the connection: browsers copy what that of theirs was."""
    kept = []
    for text in read.headers:
        if _name(text) in _WRITTEN_BY_THE_ENGINE:
            read.remark("headers that loadproof writes itself are not taken over", _name(text))
        elif _name(text) == "host" and not text.partition(":")[2].strip():
            read.remark("a Host header is always sent", "--header")
        else:
            kept.append(text)
    return kept


def _name(header: str) -> str:
    return re.split("[:;]", header, maxsplit=1)[0].strip().lower()


def _method(read: CurlReading, body: object) -> str:
    if read.is_head:
        return "HEAD"
    if body is None:
        return "GET"
    return "PUT" if read.upload is not None else "POST"


def _basic(user: str) -> tuple[BasicAuth | None, str]:
    """User and password: by the variables that they name, or as the value of a header."""
    name, colon, password = user.partition(":")
    if not colon:
        raise InputError("--curl: --user: there is no password. Cure: give USER:PASSWORD")
    if not shell_variables(user):
        return None, f"Basic {b64encode(user.encode(errors='surrogateescape')).decode()}"
    if "${" in without_variables(user):
        raise InputError("--curl: --user: text that looks like a gap stands beside a variable. Cure: write it out")
    try:
        return BasicAuth(as_secrets(name), as_secrets(password)), ""
    except WrittenValueError as error:
        raise InputError(f"--curl: --user: {error}") from error


def _body(read: CurlReading) -> str | FileBody | FormBody | None:
    bodies = {"--data": read.data, "--form": read.parts, "--upload-file": read.upload}
    given = [option for option, value in bodies.items() if value]
    if len(given) > 1:
        raise InputError(f"--curl: {' and '.join(given)} each make a body, and curl sends one. Cure: keep one of them")
    if read.is_head and read.data and not read.is_get:
        raise InputError("--curl: --head: a body is there, which curl refuses, too. Cure: say -X HEAD, or --get")
    if read.parts:
        return FormBody(tuple(read.parts))
    if read.upload is not None:
        return named_file("--upload-file", read.upload)
    if len(read.data) == 1 and not read.is_get:
        return read.data[0][1]
    return joined_pieces(read.data) if read.data else None


def _body_words(body: str | FileBody | FormBody | None) -> list[str]:
    match body:
        case FormBody():
            return [word for part in body.parts for word in form_words(part)]
        case FileBody():
            return ["--data-binary", f"@{body.path}"]
        case str():
            return ["--data-raw", body.replace("$${", "${")]
    return []


def _quoted(template: str) -> str:
    """A template as a word for a shell: secrets in it are variables, which single quotes would keep as text."""
    if not asks_secret(template):
        return shlex.quote(template.replace("$${", "${"))
    parts = _GAP.split(template)
    for number, part in enumerate(parts):
        plain = re.sub(r'([\\"$`])', r"\\\1", part.replace("$${", "${"))
        parts[number] = f"${{{part}}}" if number % 2 else plain
    return f'"{"".join(parts)}"'
