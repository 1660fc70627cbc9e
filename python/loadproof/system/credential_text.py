"""Credentials in a text: found by the name before them, or by their own shape, and replaced there."""

import re
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Mapping, Sequence
from urllib.parse import unquote, unquote_plus

from loadproof.system.credential_name import SCHEMES, is_secret_field, is_secret_number

__all__ = ["MARKS", "CredentialText"]

MARKS = ("\ufdd0", "\ufdd1")
"""Two of the code points that Unicode keeps from all text that is exchanged: begin and end of a mark."""

_NAME = r"(?<![A-Za-z0-9_.\[\]-])(?:--?)?(?P<name>[A-Za-z0-9_.\[\]-]{1,128}+)"
_SIGN = r"\\{0,3}[\"']?\s{0,3}[:=]\s{0,3}\\{0,3}"
_GAP = r"\$\{[^{}\s]{1,200}\}"
_QUOTED_PAIR = (re.compile(rf"{_NAME}{_SIGN}[\"']"), re.compile(r"[^\"'\\\r\n\ufdd0]{1,4096}"))
_PAIR = (
    re.compile(rf"{_NAME}{_SIGN}[\"']?"),
    re.compile(rf"(?:{_GAP}|[^\s\"'\\&;,<>{{}}()\ufdd0]){{1,4096}}"),
)
_AUTHORIZATION_PAIR = (
    re.compile(rf"{_NAME}{_SIGN}[\"']?(?:{'|'.join(SCHEMES)}) +", re.IGNORECASE),
    re.compile(rf"(?:{_GAP}|[^\s\"'\\&;,<>{{}}()\ufdd0]){{1,4096}}"),
)
_OPTION = (
    re.compile(r"(?<![A-Za-z0-9_.-])--?(?P<name>[A-Za-z][A-Za-z0-9_.-]{1,127}) +[\"']?"),
    re.compile(r"[^\s\"'\\\ufdd0-][^\s\"'\\\ufdd0]{0,4095}"),
)
"""Patterns of a name with its sign, and of the value behind."""
_HEADER_WORD = re.compile(r"((?P<name>[A-Za-z][A-Za-z0-9-]*):\s*)(?P<value>(?!//)\S.*)")
_PAIR_WORD = re.compile(r"-{0,2}(?P<name>[A-Za-z][A-Za-z0-9_.-]*)=(?P<value>[^&=]*[^&=\s\"'][^&=]*)")
_USER_OPTION = re.compile(
    r"(?<![^\s\"'])(?:-u|--user|--proxy-user)(?: +|=)?[\"']?"
    r"(?P<user>[^\s\"':\ufdd0]{1,256}):(?P<value>[^\s\"'\ufdd0]{1,1024})"
)
_AUTHORIZATION = re.compile(
    rf"\b(?P<name>{'|'.join(SCHEMES)}) +(?P<value>[A-Za-z0-9._~+/=:-]{{1,4096}})(?![A-Za-z0-9])", re.IGNORECASE
)
_USER = re.compile(r"(?<=://)(?P<user>[^/?#@\s\"'<>\ufdd0]{1,512})@")
_ELEMENT = re.compile(r"<(?:[\w.-]{1,64}:)?(?P<name>[\w.-]{1,64})(?:\s[^<>]{0,200})?>(?P<value>[^<>]{1,4096})(?=</)")
_PART = re.compile(
    r"name=\"(?P<name>[^\"\r\n]{1,64})\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n"
    r"(?P<value>[^\r\n]{1,4096})"
)
# A string that was cut off ends with the text.
_JSON_TOKEN = re.compile(
    r'"(?P<value>(?:[^"\\]|\\.)*)(?:"(?P<is_key>\s*:)?|\\?\Z)|(?P<number>-?[0-9][0-9.eE+-]*)', re.DOTALL
)
_SCHEME = re.compile(rf"({'|'.join(SCHEMES)}) +(\S.*)", re.IGNORECASE)
_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_+/=.~-]{16,}")
_NOT_WITHIN = r"(?<![A-Za-z0-9_-])"
_PEM = re.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?P<value>.{1,16384}?)(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_JWT = re.compile(rf"{_NOT_WITHIN}eyJ[A-Za-z0-9_-]{{8,}}+\.[A-Za-z0-9_-]{{4,}}+\.[A-Za-z0-9_-]*")
_KEYS: Mapping[str, re.Pattern[str]] = {
    "aws access key": re.compile(rf"{_NOT_WITHIN}(?:AKIA|ASIA)[0-9A-Z]{{16}}(?![A-Za-z0-9])"),
    "github token": re.compile(rf"{_NOT_WITHIN}(?:gh[pousr]_[A-Za-z0-9]{{16,}}|github_pat_[A-Za-z0-9_]{{20,}})"),
    "gitlab token": re.compile(rf"{_NOT_WITHIN}glpat-[A-Za-z0-9_-]{{16,}}"),
    "slack token": re.compile(rf"{_NOT_WITHIN}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{{8,}}"),
    "google api key": re.compile(rf"{_NOT_WITHIN}(?:AIza[0-9A-Za-z_-]{{30,}}|ya29\.[0-9A-Za-z_-]{{20,}})"),
    "stripe key": re.compile(rf"{_NOT_WITHIN}(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{{8,}}"),
    "api key": re.compile(
        rf"{_NOT_WITHIN}(?:sk-[A-Za-z0-9_-]{{20,}}|npm_[A-Za-z0-9]{{36}}|hf_[A-Za-z0-9]{{30,}}"
        r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{40,}|pypi-[A-Za-z0-9_-]{50,})"
    ),
}


class CredentialText(ABC):
    """Reader of texts that replaces each credential in them by what `found` returns."""

    @abstractmethod
    def found(self, label: str, value: str, where: str) -> str:
        """The text to stand in the place of the credential `value`; `label` is its name, `where` says its place."""

    @abstractmethod
    def is_replaced(self, value: str) -> bool:
        """True if `value` holds no credential, as it was replaced before or is a gap."""

    def is_replaced_header(self, name: str, value: str) -> bool:
        """Return True if the header `name` holds no credential: of cookies, if none of their values does."""
        if self.is_replaced(value):
            return True
        cookies = [pair.partition("=") for pair in value.split(";")]
        return "cookie" in name.lower() and all(sign and self.is_replaced(kept) for _, sign, kept in cookies)

    def in_header(self, name: str, value: str) -> str:
        """The value of a header; the scheme of an Authorization stays as it is."""
        where = f"the header {_named(name)}"
        if self.is_replaced_header(name, value):
            return value
        if not is_secret_field(name, value):
            return self.in_text(value)
        if "cookie" in name.lower():
            return self.found("cookie", value, where)
        if match := _SCHEME.fullmatch(value):
            label = {"bearer": "token"}.get(match[1].lower(), match[1])
            return f"{match[1]} {self.found(label, match[2], where)}"
        return self.found(name, value, where)

    def in_path(self, path: str) -> str:
        """A path with its query, also with matrix parameters and with tokens."""
        place, sign, query = path.partition("?")
        return self.in_text(place) + sign + self._in_pairs(query, "the query")

    def in_body(self, text: str, media_type: str) -> str:
        """A body as JSON, a form, XML, parts or plain text."""
        media_type = media_type.lower()
        if "json" in media_type or text.lstrip()[:1] in ("{", "["):
            return self._in_json(text)
        if "urlencoded" in media_type:
            return self._in_pairs(text, "the body")
        for form in (_PART, _ELEMENT):
            text = form.sub(self._marked, text)
        return self.in_text(text)

    def in_text(self, text: str) -> str:
        """Any text: what reads like `token=...`, options of commands, users of URLs, and credentials by their shape."""
        if "PRIVATE KEY" in text:
            text = _PEM.sub(self._in_private_key, text)
        if "@" in text:
            text = _USER.sub(self._in_user, text)
        for form in (_AUTHORIZATION_PAIR, _QUOTED_PAIR, _PAIR, _OPTION):
            text = self._in_fields(text, *form)
        text = _USER_OPTION.sub(self._in_user_option, text)
        text = _AUTHORIZATION.sub(self._in_scheme, text)
        return self._by_shape(text, "the text")

    def _by_shape(self, text: str, where: str) -> str:
        if "eyJ" in text:
            text = _JWT.sub(lambda match: self.found("token", match[0], "a web token"), text)
        for label, shape in _KEYS.items():
            text = shape.sub(lambda match, label=label: self.found(label, match[0], where), text)  # type: ignore[misc]
        return text

    def _in_fields(self, text: str, name: re.Pattern[str], value: re.Pattern[str]) -> str:
        """Replace each value behind a name of a credential; what is no credential may hold the name of one."""
        parts, at = list[str](), 0
        for named in name.finditer(text):
            written = value.match(text, named.end())
            if written is None or named.end() < at:
                continue
            shown = self._of_field(named["name"], written[0])
            if shown != written[0]:
                parts += (text[at : named.end()], shown)
                at = written.end()
        return "".join((*parts, text[at:]))

    def _marked(self, match: re.Match[str]) -> str:
        return _with_value(match, self._of_field(match["name"], match["value"]))

    def _of_field(self, name: str, value: str) -> str:
        is_scheme = value.strip().lower() in SCHEMES or _SCHEME.fullmatch(value) is not None
        if is_scheme or not is_secret_field(name, value) or self.is_replaced(value):
            return value
        return self.found(name, value, f"the field {_named(name)}")

    def _in_pairs(self, text: str, where: str) -> str:
        """`a=1&b=2`, percent-encoded."""
        pairs = []
        for pair in text.split("&"):
            name, sign, value = pair.partition("=")
            known = unquote_plus(name)
            if sign and not self.is_replaced(value) and is_secret_field(known, unquote_plus(value)):
                value = self.found(known, unquote_plus(value), f"the field {_named(known)} of {where}")
            pairs.append(f"{name}{sign}{self._by_shape(value, where)}")
        return "&".join(pairs)

    def _in_json(self, text: str) -> str:
        """JSON, also where it is broken: strings and numbers by the key before them."""
        key = ""

        def marked(match: re.Match[str]) -> str:
            nonlocal key
            value, number = match["value"], match["number"]
            where = f"the field {_named(key)} of the body"
            if match["is_key"] is not None:
                key = value
            elif number is not None:
                return self.found(key, number, where) if is_secret_number(key) else number
            elif not value or self.is_replaced(value):
                return match[0]
            elif is_secret_field(key, value):
                return match[0].replace(value, self.found(key, value, where))
            else:
                return match[0].replace(value, self.in_text(value))
            return match[0]

        return _JSON_TOKEN.sub(marked, text)

    def in_words(self, words: Sequence[str]) -> list[str]:
        """The words of a command; the value of an option may be the word behind it."""
        shown, option = [], ""
        for word in words:
            shown.append(self._in_word(option, word))
            option = word if word.startswith("-") and "=" not in word else ""
        return shown

    def _in_word(self, option: str, word: str) -> str:
        if option and not word.startswith("-"):
            with_option = f"{option} {word}"
            if _USER_OPTION.match(with_option):
                return _USER_OPTION.sub(self._in_user_option, with_option).removeprefix(f"{option} ")
            if is_secret_field(option, word):
                return word if self.is_replaced(word) else self.found(option.lstrip("-"), word, "an option")
        if header := _HEADER_WORD.fullmatch(word):
            return header[1] + self.in_header(header["name"], header["value"])
        pair = _PAIR_WORD.fullmatch(word)
        if pair is not None and (shown := self._of_field(pair["name"], pair["value"])) != pair["value"]:
            # All of it is the value, also where it has spaces.
            return _with_value(pair, shown)
        return self.in_text(word)

    def _in_private_key(self, match: re.Match[str]) -> str:
        return _with_value(match, self.found("private key", match["value"], "a private key"))

    def _in_user_option(self, match: re.Match[str]) -> str:
        user, value = match["user"], match["value"]
        if self.is_replaced(value) or (user.isdigit() and value.isdigit()):
            return match[0]
        return _with_value(match, self.found(user, value, "the password of --user"))

    def _in_user(self, match: re.Match[str]) -> str:
        user, colon, password = match["user"].partition(":")
        if colon:
            if not password or self.is_replaced(password):
                return match[0]
            return f"{user}:{self.found(user, unquote(password), 'the password of a URL')}@"
        if not self.is_replaced(user) and _RANDOM.fullmatch(user):
            return f"{self.found('user', unquote(user), 'the user of a URL')}@"
        return match[0]

    def _in_scheme(self, match: re.Match[str]) -> str:
        scheme, value = match["name"].lower(), match["value"]
        is_token = bool(re.search("[0-9]", value) and len(value) >= 6) or len(value) >= 20
        if scheme == "basic":
            is_token = ":" in _decoded(value)
        elif scheme != "bearer":
            is_token = is_token and scheme not in ("token", "digest", "hmac", "jwt", "negotiate")
        if not is_token or self.is_replaced(value):
            return match[0]
        return _with_value(match, self.found(match["name"], value, "a header Authorization"))


def _with_value(match: re.Match[str], value: str) -> str:
    begin, end = (at - match.start() for at in match.span("value"))
    return f"{match[0][:begin]}{value}{match[0][end:]}"


def _named(name: str) -> str:
    return repr(name if len(name) <= 60 else f"{name[:60]}…")


def _decoded(coded: str) -> str:
    try:
        return b64decode(coded, validate=True).decode()
    except ValueError:
        return ""
