"""Reads the words of a curl line, option by option: each is taken, named in a remark, or refuses the line."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.scenario import FileBody, FormPart
from loadproof.study.curl_data import data_piece, named_file, text_of_file, url_encoded
from loadproof.study.curl_form import form_part
from loadproof.study.curl_options import CurlOption, OptionEffect, find_option, short_option
from loadproof.study.shell_words import as_written, shell_variables, split_line

__all__ = ["CurlReading", "read_options"]

_LONGEST_LINE = 1_000_000
_LONGEST_S = 3600.0
_CURL = re.compile(r"(?:.*[/\\:])?curl(?:\.exe)?", re.IGNORECASE | re.DOTALL)
_BEFORE_CURL = ("sudo", "time", "command", "exec", "env")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_OTHER_COMMANDS = {
    "fetch(": "a call of fetch",
    "await fetch(": "a call of fetch",
    "invoke-webrequest": "a command of PowerShell",
    "invoke-restmethod": "a command of PowerShell",
    "$session": "a command of PowerShell",
    "wget": "a command of wget",
    "http ": "a command of HTTPie",
}


_EFFECTS = {OptionEffect.NONE: "change nothing in a load", OptionEffect.NOT_TAKEN: "are not taken over"}


@dataclass(slots=True)
class CurlReading:
    """State of the reading so far."""

    urls: list[str] = field(default_factory=list)
    method: str | None = None
    is_head: bool = False
    is_get: bool = False
    headers: list[str] = field(default_factory=list)
    data: list[tuple[bool, str | FileBody]] = field(default_factory=list)
    """Pieces of the body; True: an & stands before it, where it is not the first."""
    queries: list[str] = field(default_factory=list)
    parts: list[FormPart] = field(default_factory=list)
    upload: str | None = None
    defaults: dict[str, str] = field(default_factory=dict)
    """Values of headers by their names; a header that is written out takes the place of its default."""
    cookies: list[str] = field(default_factory=list)
    user: str | None = None
    insecure: bool = False
    authority: str | None = None
    compressed: bool = False
    is_literal_url: bool = False
    is_path_as_is: bool = False
    scheme: str = "http"
    target: str | None = None
    socket: str | None = None
    addresses: list[tuple[str, str]] = field(default_factory=list)
    """Options that send a host to another address, with their values, in their order."""
    timeout_s: float | None = None
    named: dict[OptionEffect, list[str]] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    """The last value of each option."""
    told: dict[str, list[str]] = field(default_factory=dict)
    """Remarks, each with the options that it is about."""

    def remark(self, line: str, option: str | None = None) -> None:
        """Add a remark, and the option that it is about."""
        options = self.told.setdefault(line, [])
        if option is not None and option not in options:
            options.append(option)

    @property
    def remarks(self) -> tuple[str, ...]:
        """All remarks, a line each; options that change nothing come last."""
        lines = [f"{line} ({', '.join(options)})" if options else line for line, options in self.told.items()]
        for effect in (OptionEffect.NOT_TAKEN, OptionEffect.NONE):
            if names := self.named.get(effect):
                lines.append(f"options of curl that {_EFFECTS[effect]}: {', '.join(dict.fromkeys(names))}")
        return tuple(lines)


def read_options(line: str) -> CurlReading:
    """Read the options and the URL of `line`. Raises InputError, which names the option and never its value."""
    if len(line) > _LONGEST_LINE:
        raise InputError(f"--curl: the line has {len(line)} characters. Cure: give a large body as --data-binary @FILE")
    try:
        split = split_line(line)
    except WrittenValueError as error:
        raise InputError(f"--curl: {error}") from error
    read = CurlReading()
    for remark in split.remarks:
        read.remark(remark)
    refused: list[CurlOption] = []
    for option, value in _options(_after_curl(line, split.words, read)):
        if option.effect is OptionEffect.REFUSED:
            refused.append(option)
        elif option.effect is OptionEffect.REQUEST:
            _take(read, option.name, value)
        elif option.effect is OptionEffect.REMARK:
            read.remark(option.told, option.name)
        else:
            read.named.setdefault(option.effect, []).append(option.name)
    if refused:
        raise InputError(_told(refused))
    if len(read.urls) != 1:
        fault = "there is no URL" if not read.urls else f"there are {len(read.urls)} URLs, or words beside the options"
        raise InputError(f"--curl: {fault}. Cure: give one command with one URL, and quotes around texts with spaces")
    return read


def _told(refused: list[CurlOption]) -> str:
    """All options without which the request cannot be made, and what to do about the first kind of them."""
    kinds: dict[str, list[str]] = {}
    for option in refused:
        names = kinds.setdefault(option.told, [])
        names += [option.name] if option.name not in names else []
    faults = "; ".join(f"{', '.join(names)}: {told}" for told, names in kinds.items())
    return f"--curl: {faults}. Cure: {refused[0].cure}"


def _after_curl(line: str, words: list[str], read: CurlReading) -> list[str]:
    """The words behind curl. Raises InputError where the line is none of curl."""
    rest = list(words)
    while rest and (rest[0] in _BEFORE_CURL or _ASSIGNMENT.match(rest[0])):
        if (assigned := _ASSIGNMENT.match(rest[0])) is not None:
            read.remark("variables that are set before curl are not used", assigned[1])
        rest.pop(0)
    if rest and _CURL.fullmatch(as_written(rest[0])):
        return rest[1:]
    start = line.strip().lower()
    for begin, told in _OTHER_COMMANDS.items():
        if start.startswith(begin):
            raise InputError(f"--curl: this is {told}. Cure: copy the request as cURL (bash), or give a line of curl")
    raise InputError("--curl: the text does not begin with curl. Cure: give the whole line, in single quotes")


def _options(words: list[str]) -> Iterator[tuple[CurlOption, str]]:
    """Each option with its value, and each URL as the value of `--url`."""
    rest = iter(words)
    url = CurlOption("--url", True, OptionEffect.REQUEST)
    only_urls = False
    for word in rest:
        if only_urls or not word.startswith("-") or word == "-":
            yield url, word
        elif word == "--":
            only_urls = True
        elif word.startswith("--"):
            yield from _long(word, rest)
        else:
            yield from _short(word[1:], rest)


def _long(word: str, rest: Iterator[str]) -> Iterator[tuple[CurlOption, str]]:
    name, sign, value = word.partition("=")
    option = find_option(name)
    if option is not None and not (sign and not option.takes_value):
        yield option, (value if sign else _value(name, rest)) if option.takes_value else ""
        return
    positive = find_option(f"--{name.removeprefix('--no-')}") if name.startswith("--no-") else None
    if positive is None or positive.takes_value or sign:
        # It may have its value, a secret, glued to it.
        shown = re.split(r"[^a-z0-9.-]", name)[0]
        raise InputError(f"--curl: {shown}: this is no option of curl that is known here. Cure: leave it out")
    # What is switched off is so anyway, unless it was switched on before.
    yield (
        CurlOption(name, False, OptionEffect.REQUEST if positive.effect is OptionEffect.REQUEST else OptionEffect.NONE),
        "",
    )


def _short(letters: str, rest: Iterator[str]) -> Iterator[tuple[CurlOption, str]]:
    """The options of a word such as `-sSXPOST`."""
    for at, letter in enumerate(letters, 1):
        option = short_option(letter)
        if option is None:
            shown = letter if letter.isascii() and letter.isprintable() else "?"
            raise InputError(f"--curl: -{shown}: this is no option of curl that is known here. Cure: leave it out")
        if option.takes_value:
            yield option, letters[at:] or _value(f"-{letter}", rest)
            return
        yield option, ""


def _value(option: str, rest: Iterator[str]) -> str:
    value = next(rest, None)
    if value is None:
        raise InputError(f"--curl: {option} has no value. Cure: give the whole line, in single quotes")
    return value


def _take(read: CurlReading, option: str, value: str) -> None:
    """Take an option that is part of the request."""
    if option not in _IN_HEADERS:
        value = _plain(read, value, option)
    if option in _LAST_COUNTS and read.last.get(option, value) != value:
        read.remark("the last one counts, as with curl", option)
    read.last[option] = value
    if option in _FLAGS:
        _FLAGS[option](read)
    elif option.startswith("--data") or option == "--json":
        if option == "--json":
            read.defaults |= {"Content-Type": "application/json", "Accept": "application/json"}
        read.data.append((option != "--json", data_piece(option, value)))
    elif option in _PLACES:
        setattr(read, _PLACES[option], value)
    else:
        _TAKEN[option](read, value)


def _plain(read: CurlReading, value: str, option: str) -> str:
    """The value with variables of a shell as they are written: only a header may name a secret."""
    for variable in shell_variables(value):
        place = "the URL" if option == "--url" else option
        read.remark(f"the variable {variable} of {place} is sent as it is written; a shell would put its value there")
    return as_written(value)


def _take_header(read: CurlReading, value: str) -> None:
    if not value.startswith("@"):
        read.headers.append(value)
        return
    if value == "@-":
        raise InputError("--curl: --header: standard input is not read. Cure: write it to a file")
    lines = text_of_file("--header", named_file("--header", as_written(value[1:]))).splitlines()
    read.headers += [line for line in lines if line.strip()]


def _take_cookie(read: CurlReading, value: str) -> None:
    if value and "=" not in value and not shell_variables(value):
        raise InputError("--curl: --cookie: a file of cookies is not read. Cure: give 'NAME=VALUE; NAME=VALUE'")
    read.cookies += [value] if value else []
    if not value:
        kept = "cookies of replies are not kept; a profile with cookies: true keeps them in each session"
        read.remark(kept, "--cookie")


def _take_query(read: CurlReading, value: str) -> None:
    read.queries.append(value[1:] if value.startswith("+") else url_encoded("--url-query", value))


def _take_time(read: CurlReading, value: str) -> None:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds) or seconds < 0:
        raise InputError("--curl: --max-time: this is no time. Cure: give seconds, such as 5 or 0.5")
    read.timeout_s = seconds if 0 < seconds <= _LONGEST_S else None
    if seconds == 0 or seconds > _LONGEST_S:
        read.remark("the timeout of a load is 10 s, or the one of --timeout", "--max-time")


def _take_form(read: CurlReading, value: str, *, is_text: bool = False) -> None:
    option = "--form-string" if is_text else "--form"

    def file_of(name: str) -> FileBody:
        return named_file(option, name)

    try:
        read.parts.append(form_part(value, file_of, read.remark, is_text=is_text))
    except WrittenValueError as error:
        raise InputError(f"--curl: {option}: {error}") from error


def _take_range(read: CurlReading, value: str) -> None:
    read.defaults["Range"] = f"bytes={value}"


def _take_referer(read: CurlReading, value: str) -> None:
    # `;auto` names the page before a redirect, of which none is followed.
    read.defaults["Referer"] = value.removesuffix(";auto")


def _take_address(option: str) -> Callable[[CurlReading, str], None]:
    return lambda read, value: read.addresses.append((option, value))


def _switch(name: str, value: bool) -> Callable[[CurlReading], None]:
    return lambda read: setattr(read, name, value)


_SWITCHES = {
    "get": "is_get",
    "head": "is_head",
    "insecure": "insecure",
    "compressed": "compressed",
    "globoff": "is_literal_url",
    "path-as-is": "is_path_as_is",
}
_FLAGS = {
    **{f"--{option}": _switch(name, True) for option, name in _SWITCHES.items()},
    **{f"--no-{option}": _switch(name, False) for option, name in _SWITCHES.items()},
}
_PLACES = {
    "--request": "method",
    "--user": "user",
    "--cacert": "authority",
    "--upload-file": "upload",
    "--proto-default": "scheme",
    "--request-target": "target",
    "--unix-socket": "socket",
}
_LAST_COUNTS = (*_PLACES, "--user-agent", "--referer", "--range", "--oauth2-bearer", "--max-time")
_IN_HEADERS = ("--header", "--cookie", "--user", "--user-agent", "--referer", "--oauth2-bearer")
_TAKEN: dict[str, Callable[[CurlReading, str], None]] = {
    "--url": lambda read, value: read.urls.append(value),
    "--header": _take_header,
    "--user-agent": lambda read, value: read.defaults.update({"User-Agent": value}),
    "--oauth2-bearer": lambda read, value: read.defaults.update({"Authorization": f"Bearer {value}"}),
    "--cookie": _take_cookie,
    "--url-query": _take_query,
    "--max-time": _take_time,
    "--form": _take_form,
    "--form-string": lambda read, value: _take_form(read, value, is_text=True),
    "--range": _take_range,
    "--referer": _take_referer,
    "--resolve": _take_address("--resolve"),
    "--connect-to": _take_address("--connect-to"),
}
