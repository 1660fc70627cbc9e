"""Reads a command line of curl, as browsers copy it: words alone, of which nothing is run or expanded."""

import re
import shlex
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

from loadproof.errors import InputError
from loadproof.model.scenario import FileBody
from loadproof.study.url_request import UrlRequest, file_body, url_request

__all__ = ["CurlLine", "read_curl"]

_LONGEST_LINE = 1_000_000
_WRITTEN_BY_THE_ENGINE = ("connection", "content-length", "transfer-encoding")
_ENCODINGS = "Accept-Encoding: gzip, deflate, br"

_LONG = {
    "-A": "--user-agent",
    "-F": "--form",
    "-G": "--get",
    "-H": "--header",
    "-I": "--head",
    "-L": "--location",
    "-N": "--no-buffer",
    "-S": "--show-error",
    "-T": "--upload-file",
    "-X": "--request",
    "-b": "--cookie",
    "-c": "--cookie-jar",
    "-d": "--data",
    "-e": "--referer",
    "-g": "--globoff",
    "-i": "--include",
    "-k": "--insecure",
    "-m": "--max-time",
    "-o": "--output",
    "-s": "--silent",
    "-u": "--user",
    "-v": "--verbose",
    "-x": "--proxy",
}
_FLAGS = {"--compressed", "--head", "--insecure"}
_CHANGE_NOTHING = {
    *(
        "--globoff",
        "--http1.1",
        "--include",
        "--no-buffer",
        "--show-error",
        "--silent",
        "--verbose",
        "--no-progress-meter",
    )
}
"""They say what curl shows, or what is so here anyway."""
_TAKE_A_VALUE = {
    *("--request", "--header", "--data", "--data-ascii", "--data-raw", "--data-binary", "--data-urlencode", "--json"),
    *("--user", "--cookie", "--user-agent", "--referer", "--url"),
}
_CURES = {
    "--cacert": "leave it out, and say --ca FILE beside --curl",
    "--connect-timeout": "leave it out, and say --timeout beside --curl",
    "--cookie-jar": "leave it out; cookies are kept by a profile with cookies: true",
    "--form": "write the whole body to a file, and give --data-binary @FILE with its Content-Type",
    "--get": "leave it out, and write the query into the URL",
    "--http2": "leave it out; HTTP/1.1 is spoken",
    "--location": "leave it out, and give the URL that the redirect leads to; redirects are not followed",
    "--max-time": "leave it out, and say --timeout beside --curl",
    "--output": "leave it out; no reply is kept",
    "--proxy": "leave it out; the target is asked directly",
    "--unix-socket": "leave it out, and give the URL as unix:/run/app.sock:/path",
    "--upload-file": "give the file as --data-binary @FILE, with -X PUT",
}

_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\(\r?\n)|\\.|\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))", re.DOTALL)
_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "?": "?"}


@dataclass(frozen=True, slots=True)
class CurlLine:
    """What a command of curl sends, and where to; `insecure`: with any certificate."""

    url: str
    request: UrlRequest
    insecure: bool

    def shown(self, hidden: Callable[[str, str], str]) -> str:
        """A command of curl that sends the same, each value of a header as `hidden` gives it for name and value."""
        words = ["curl", "-X", self.request.method]
        for name, value in self.request.headers:
            words += ["-H", f"{name}: {hidden(name, value)}"]
        body = self.request.body
        if body is not None:
            words += ["--data-binary", f"@{body.path}"] if isinstance(body, FileBody) else ["--data-raw", _plain(body)]
        return shlex.join([*words, *(["-k"] if self.insecure else []), self.url])


@dataclass(slots=True)
class _Read:
    """What was read so far."""

    urls: list[str] = field(default_factory=list)
    method: str | None = None
    headers: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    file: FileBody | None = None
    defaults: list[str] = field(default_factory=list)
    """Headers that one of the same name replaces."""
    insecure: bool = False


def read_curl(line: str) -> CurlLine:
    """The request that `line` would send. Raises InputError, which names the option and never its value.

    >>> read_curl("curl 'http://host/a?b=$(id)' -X PUT -H 'Content-Type: text/plain' --data-raw '`x`;y'").request
    UrlRequest(method='PUT', headers=(('Content-Type', 'text/plain'),), body='`x`;y')
    """
    words = _words(line)
    if not words or words[0] != "curl":
        raise InputError("--curl: the text does not begin with curl. Cure: give the whole line, in single quotes")
    read = _Read()
    for option, value in _options(words[1:]):
        _take(read, option, value)
    if len(read.urls) != 1:
        fault = "there is no URL" if not read.urls else f"there are {len(read.urls)} URLs, or words beside the options"
        raise InputError(f"--curl: {fault}. Cure: give one command with one URL, and no ;, | or > behind it")
    return _made(read)


def _made(read: _Read) -> CurlLine:
    if read.file is not None and read.data:
        raise InputError("--curl: --data-binary: a file, and another body beside it. Cure: keep one of them")
    names = {text.partition(":")[0].strip().lower() for text in read.headers}
    # Browsers copy what the connection of theirs was; ours writes its own.
    headers = [text for text in read.headers if text.partition(":")[0].strip().lower() not in _WRITTEN_BY_THE_ENGINE]
    headers += [text for text in read.defaults if text.partition(":")[0].lower() not in names]
    body = read.file if read.file is not None else "&".join(read.data) if read.data else None
    url = read.urls[0] if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://|unix:", read.urls[0]) else f"http://{read.urls[0]}"
    request = url_request(read.method, headers, body, option="--curl: -H")
    return CurlLine(url, request, read.insecure and url.lower().startswith("https:"))


def _words(line: str) -> list[str]:
    if len(line) > _LONGEST_LINE:
        raise InputError(f"--curl: the line has {len(line)} characters. Cure: give a large body as --data-binary @FILE")
    if '^"' in line:
        raise InputError("--curl: this line is for cmd.exe of Windows. Cure: copy it as cURL (bash)")
    try:
        return shlex.split(_QUOTED.sub(_plainly_quoted, line))
    except ValueError as error:
        raise InputError(
            "--curl: a quote or a backslash is not closed. Cure: give the whole line in single quotes, "
            r"each ' in it as '\''"
        ) from error


def _plainly_quoted(match: re.Match[str]) -> str:
    r"""Quotes that shlex does not know (`$'a\n'` of bash) as those that it does, and lines that go on as one."""
    if match[1] is not None:
        return ""
    return match[0] if match[2] is None else shlex.quote(_ESCAPE.sub(_sign, match[2]))


def _sign(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits is None and match[4] not in _SIGNS:
        raise InputError(rf"--curl: the escape \{match[4]!a} is not known. Cure: write the character itself")
    if digits is None:
        return _SIGNS[match[4]]
    number = int(digits, 16)
    if not 0 < number <= 0x10FFFF or 0xD800 <= number < 0xE000 or (match[1] and number > 0x7F):
        raise InputError(f"--curl: the escape {match[0]} is no character. Cure: give the body as --data-binary @FILE")
    return chr(number)


def _options(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each option by its long name with its value, and each URL as the value of `--url`."""
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            yield "--url", word
        elif word.startswith("--"):
            yield word, _value(word, rest) if word in _TAKE_A_VALUE else ""
        else:
            yield from _short(word[1:], rest)


def _short(letters: str, rest: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The options of a word such as `-sSXPOST`."""
    for at, letter in enumerate(letters, 1):
        option = _LONG.get(f"-{letter}", f"-{letter}")
        if option in _TAKE_A_VALUE:
            yield option, letters[at:] or _value(f"-{letter}", rest)
            return
        yield option, ""


def _value(option: str, rest: Iterator[str]) -> str:
    value = next(rest, None)
    if value is None:
        raise InputError(f"--curl: {option} has no value. Cure: give the whole line, in single quotes")
    return value


def _take(read: _Read, option: str, value: str) -> None:
    if option in _CHANGE_NOTHING:
        return
    if option in _FLAGS:
        _take_flag(read, option)
    elif option not in _TAKE_A_VALUE:
        # It may have its value, a secret, glued to it.
        name = re.split(r"[^a-z0-9.-]", option)[0] if option.startswith("--") else option
        cure = _CURES.get(option, "leave it out, or write a profile (--profile)")
        raise InputError(f"--curl: {name} cannot be taken over. Cure: {cure}")
    elif option.startswith("--data") or option == "--json":
        _take_data(read, option, value)
    elif option == "--url":
        read.urls.append(value)
    elif option == "--request":
        read.method = value
    else:
        read.headers.append(_header(option, value))


def _take_flag(read: _Read, option: str) -> None:
    if option == "--insecure":
        read.insecure = True
    elif option == "--head":
        read.method = read.method or "HEAD"
    else:
        read.defaults.append(_ENCODINGS)


def _take_data(read: _Read, option: str, value: str) -> None:
    if option == "--data-urlencode":
        name, sign, content = value.partition("=")
        if "@" in name:
            raise InputError("--curl: --data-urlencode: a file is not read. Cure: give its text as NAME=TEXT")
        value = f"{name}={quote(content, safe='')}" if sign and name else quote(content if sign else value, safe="")
    elif value.startswith("@") and option == "--data-binary":
        if value == "@-":
            raise InputError("--curl: standard input is not read. Cure: write the body to a file")
        read.file = file_body("--curl: --data-binary", value[1:])
        return
    elif value.startswith("@") and option != "--data-raw":
        raise InputError(f"--curl: {option}: curl would change line breaks of a file. Cure: give --data-binary @FILE")
    if option == "--json":
        read.defaults += ["Content-Type: application/json", "Accept: application/json"]
    read.data.append(value)


def _header(option: str, value: str) -> str:
    if option == "--user":
        if ":" not in value:
            raise InputError("--curl: --user: there is no password. Cure: give USER:PASSWORD")
        return f"Authorization: Basic {b64encode(value.encode(errors='surrogateescape')).decode()}"
    if option == "--cookie" and "=" not in value:
        raise InputError("--curl: --cookie: a file of cookies is not read. Cure: give 'NAME=VALUE; NAME=VALUE'")
    return {"--cookie": "Cookie: ", "--user-agent": "User-Agent: ", "--referer": "Referer: "}.get(option, "") + value


def _plain(template: str) -> str:
    return template.replace("$${", "${")
