"""Credentials of a request that was recorded or typed: found by their names, and replaced by the name of a variable.

Text that goes into a study passes through here twice. First each credential in it becomes a mark, by the name of the
header or field that it stands in; then `template` makes a template of it: marks become gaps, text that looks like a gap
is escaped, and a credential that was found once is replaced wherever else it stands.
"""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from enum import Enum
from urllib.parse import quote, unquote_plus

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.secret import is_credential, literal_text, secret_names

__all__ = [
    "DOLLAR",
    "Credentials",
    "Place",
    "feeder_gap",
    "is_secret_field",
    "percent_encoded",
    "plain_text",
    "secret_gap",
    "without_marks",
]

DOLLAR = "dollar"
"""The variable that is a dollar sign: before a gap the sign itself would say that the gap is text."""

_BEGIN, _END = "\ufdd0", "\ufdd1"
"""Two of the code points that Unicode keeps from all text that is exchanged."""
_MARK = re.compile(f"{_BEGIN}([sf])([A-Za-z0-9_-]+){_END}")
_NO_TEXT = re.compile(f"[{_BEGIN}{_END}\ud800-\udfff]")
_SECRET = re.compile(r"(?<!\$)\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}")
_PREFIX = "TARGET_"
_LONGEST_NAME = 40
_SHORTEST_FOUND_ANYWHERE = 6
_MOST_FOUND_ANYWHERE = 200
_MOST_OF_A_NAME = 3
"""Values of one name that differ more often are made anew for each request: nobody can set them all."""
_FIELD = re.compile(
    r"passphrase|private[-_]?key|sess(?:ion)?[-_]?id|pwd"
    r"|(?:^|[-_.\[])(?:pass|passcode|pin|otp|sid|sig|cvv|cvc|ssn)(?:$|[-_.\]])",
    re.IGNORECASE,
)
_OF_DIGITS = re.compile(r"pass|pin|otp|cvv|cvc|ssn|secret|pwd", re.IGNORECASE)
_KEY = re.compile(r"(?:^|[-_.])key$", re.IGNORECASE)
_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_+/=.~-]{16,}")
_SCHEMES = "bearer|basic|token|apikey|api-key|digest|negotiate|jwt|dpop|hmac"
_SCHEME = re.compile(rf"({_SCHEMES}) +(\S.*)", re.IGNORECASE)
_NAMED_ALONE = re.compile(rf"(?:(?:{_SCHEMES}) +)?{_END}|(?:[A-Za-z0-9_.-]{{1,64}}={_END}(?:; *|$))+", re.IGNORECASE)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{4,}+\.[A-Za-z0-9_-]*")
# A string that was cut off ends with the text.
_JSON_TOKEN = re.compile(
    r'"(?P<value>(?:[^"\\]|\\.)*)(?:"(?P<is_key>\s*:)?|\\?\Z)|(?P<number>-?[0-9][0-9.eE+-]*)', re.DOTALL
)
_QUOTED_PAIR = re.compile(
    r"(?<![A-Za-z0-9_.\[\]-])(?P<name>[A-Za-z0-9_.\[\]-]{1,128}+)\\{0,3}[\"']?\s{0,3}[:=]\s{0,3}\\{0,3}[\"'](?P<value>[^\"'\\\r\n\ufdd0]{1,4096})"
)
_PAIR = re.compile(
    r"(?<![A-Za-z0-9_.\[\]-])(?P<name>[A-Za-z0-9_.\[\]-]{1,128}+)\\{0,3}[\"']?\s{0,3}[:=]\s{0,3}\\{0,3}[\"']?"
    r"(?P<value>[^\s\"'\\&;,<>{}()\ufdd0]{1,4096})"
)
_ELEMENT = re.compile(r"<(?:[\w.-]{1,64}:)?(?P<name>[\w.-]{1,64})(?:\s[^<>]{0,200})?>(?P<value>[^<>]{1,4096})(?=</)")
_PART = re.compile(
    r"name=\"(?P<name>[^\"\r\n]{1,64})\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,200}\r?\n){0,4}\r?\n"
    r"(?P<value>[^\r\n]{1,4096})"
)


class Place(Enum):
    """Where a text is sent, which says how a credential is written in it."""

    PATH = "path"
    HEADER = "header"
    BODY = "body"


def plain_text(text: str) -> str:
    """`text` from outside without what no text may have: halves of surrogate pairs and our own marks."""
    return _NO_TEXT.sub("\ufffd", text)


def feeder_gap(name: str) -> str:
    """The mark of a gap that the feeder `name` fills."""
    return f"{_BEGIN}f{name}{_END}"


def secret_gap(variable: str) -> str:
    """The mark of a gap that the variable of the environment fills."""
    return f"{_BEGIN}s{variable}{_END}"


def without_marks(text: str) -> str:
    """`text` as it is but for its marks."""
    return _MARK.sub("", text)


def percent_encoded(text: str, safe: str) -> str:
    """Return `text` percent-encoded but for `safe` characters and for its marks.

    >>> percent_encoded("a b/" + feeder_gap("id"), "/") == "a%20b/" + feeder_gap("id")
    True
    """
    return "".join(
        part if part.startswith(_BEGIN) else quote(part, safe=safe)
        for part in re.split(f"({_BEGIN}[^{_END}]*{_END})", text)
    )


def is_secret_field(name: str, value: str) -> bool:
    """Whether the field so called holds a credential.

    >>> [is_secret_field(name, "x1") for name in ("password", "accessToken", "user[pin]", "key", "name")]
    [True, True, True, False, False]
    """
    return is_credential(name) or bool(_FIELD.search(name)) or bool(_KEY.search(name) and _RANDOM.fullmatch(value))


class Credentials:
    """What was found: of each credential the variable of the environment that stands for it, and where it was."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._by_value: dict[str, str] = {}
        self._places: dict[str, str] = {}
        self._by_form: dict[str, str] = {}
        """Credentials that are replaced wherever they stand."""
        self._anywhere: re.Pattern[str] | None = None

    @property
    def places(self) -> dict[str, str]:
        """Of each variable of the environment where its value was found, in words of one line."""
        return dict(self._places)

    def typed(self, header: str, template: str) -> str:
        """The value of a header, a template in which the user named variables, with these and its credentials marked.

        Raises InputError for a credential beside such a variable: which part of it is secret cannot be told.
        """
        for variable in secret_names(template):
            self._places.setdefault(variable, f"the header {quoted(header)}")
        marked = _SECRET.sub(lambda match: secret_gap(match[1]), template).replace("$${", "${")
        if not is_credential(header):
            return self._in_text(marked)
        if _NAMED_ALONE.fullmatch(_MARK.sub(_END, marked)) is None:
            raise InputError(
                f"-H: the header {header} has text beside a variable of the environment, and may be a credential. "
                "Cure: put all of its value into the variable"
            )
        return marked

    def named(self, label: str, where: str) -> str:
        """The mark of a credential whose value nobody has given yet, called by its `label`."""
        return self._mark(label, f"\0{label}", where)

    def found(self, label: str, value: str, where: str) -> str:
        """The mark of the credential `value`; one that is no plain word has one name, wherever it stands."""
        return self._mark(label, value, where) if value else value

    def in_header(self, name: str, value: str) -> str:
        """The value of a header with its credentials marked, and the scheme of an Authorization left as it is."""
        where = f"the header {quoted(name)}"
        if _MARK.search(value):
            return value
        if not is_secret_field(name, value):
            return self._in_text(value)
        if "cookie" in name.lower():
            return self.found("cookie", value, where)
        if match := _SCHEME.fullmatch(value):
            label = {"bearer": "token"}.get(match[1].lower(), match[1])
            return f"{match[1]} {self.found(label, match[2], where)}"
        return self.found(name, value, where)

    def basic(self, coded: str) -> tuple[str, str]:
        """The marks of user and password of a `Basic` header, whose value is `coded`."""
        try:
            user, _, password = b64decode(coded, validate=True).decode("utf-8", "replace").partition(":")
        except (Base64Error, ValueError):
            user, password = coded, f"{coded}:"
        where = "user and password of Authorization: Basic"
        return self.found("user", user or "\0", where), self.found("password", password or "\0\0", where)

    def in_path(self, path: str) -> str:
        """A path with its query, the credentials in them marked: also those of a matrix parameter, and tokens."""
        place, sign, query = path.partition("?")
        return self._in_text(place) + sign + self._in_pairs(query, "the query")

    def in_body(self, text: str, media_type: str) -> str:
        """A body with its credentials marked, as JSON, a form, XML, parts or plain text; all else stays as it is."""
        media_type = media_type.lower()
        if "json" in media_type or text.lstrip()[:1] in ("{", "["):
            return self._in_json(text)
        if "urlencoded" in media_type:
            return self._in_pairs(text, "the body")
        for form in (_PART, _ELEMENT):
            text = form.sub(self._marked, text)
        return self._in_text(text)

    def marked_anywhere(self, marked: str) -> str:
        """`marked` with every credential that is known marked, too, where it is no word that may stand anywhere."""
        if self._anywhere is None:
            known = [value for value in self._by_value if _is_distinct(value)][:_MOST_FOUND_ANYWHERE]
            self._by_form = {form: self._by_value[value] for value in known for form in (quote(value, safe=""), value)}
            forms = sorted(self._by_form, key=len, reverse=True)
            self._anywhere = re.compile("|".join(map(re.escape, forms)) if forms else "(?!)")
        parts = re.split(f"({_BEGIN}[^{_END}]*{_END})", marked)
        for number, part in enumerate(parts):
            if not part.startswith(_BEGIN):
                parts[number] = self._anywhere.sub(lambda match: secret_gap(self._by_form[match[0]]), part)
        return "".join(parts)

    def template(self, marked: str, place: Place) -> str:
        """The template of a marked text; a path is percent-encoded where it has to be."""
        marked = self.marked_anywhere(marked)
        parts: list[str] = []
        at = 0
        for match in _MARK.finditer(marked):
            parts += [_literal(marked[at : match.start()], place, before_gap=True), _gap(match, place)]
            at = match.end()
        return "".join((*parts, _literal(marked[at:], place, before_gap=False)))

    def _mark(self, label: str, value: str, where: str) -> str:
        # A word such as "text" may be the value of more than one, which are not the same for that.
        key = value if _is_distinct(value) else f"{label}\0{value}"
        if key not in self._by_value:
            self._by_value[key] = self._name(label)
            self._places.setdefault(self._by_value[key], where)
            self._anywhere = None
        return secret_gap(self._by_value[key])

    def _name(self, label: str) -> str:
        word = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", re.sub("^x-", "", label, flags=re.IGNORECASE))
        word = re.sub(r"[^A-Z0-9]+", "_", word.upper()).strip("_")
        stem = name = f"{_PREFIX}{word[:_LONGEST_NAME].strip('_') or 'SECRET'}"
        number = 1
        while name in self._places:
            number += 1
            if number > _MOST_OF_A_NAME:
                return stem
            name = f"{stem}_{number}"
        return name

    def _in_text(self, text: str) -> str:
        """Any text: what reads like `token=...`, and web tokens."""
        for form in (_QUOTED_PAIR, _PAIR):
            text = form.sub(self._marked, text)
        return _JWT.sub(lambda match: self.found("token", match[0], "a web token"), text)

    def _marked(self, match: re.Match[str]) -> str:
        name, value = match["name"], match["value"]
        if not is_secret_field(name, value):
            return match[0]
        return match[0][: match.start("value") - match.start()] + self.found(name, value, f"the field {quoted(name)}")

    def _in_pairs(self, text: str, where: str) -> str:
        """`a=1&b=2`, percent-encoded."""
        pairs = []
        for pair in text.split("&"):
            name, sign, value = pair.partition("=")
            known = unquote_plus(name)
            if sign and is_secret_field(known, value) and not _MARK.search(value):
                value = self.found(known, unquote_plus(value), f"the field {quoted(known)} of {where}")
            pairs.append(f"{name}{sign}{_JWT.sub(lambda match: self.found('token', match[0], where), value)}")
        return "&".join(pairs)

    def _in_json(self, text: str) -> str:
        """JSON, also where it is broken: strings and numbers by the key before them."""
        key = ""

        def marked(match: re.Match[str]) -> str:
            nonlocal key
            value, number = match["value"], match["number"]
            where = f"the field {quoted(key)} of the body"
            if match["is_key"] is not None:
                key = value
            elif number is not None:
                return self.found(key, number, where) if _OF_DIGITS.search(key) else number
            elif is_secret_field(key, value):
                return match[0].replace(value, self.found(key, value, where)) if value else match[0]
            else:
                return match[0].replace(value, self._in_text(value)) if value else match[0]
            return match[0]

        return _JSON_TOKEN.sub(marked, text)


def _is_distinct(value: str) -> bool:
    return len(value) >= _SHORTEST_FOUND_ANYWHERE and not value.isalpha() and not value.isdigit() and "\0" not in value


def _gap(match: re.Match[str], place: Place) -> str:
    if match[1] == "f":
        return f"${{{match[2]}}}"
    return f"${{env:{match[2]}}}" if place is Place.HEADER else f"${{{match[2].lower()}}}"


def _literal(text: str, place: Place, *, before_gap: bool) -> str:
    if place is Place.PATH:
        text = re.sub(r"[^\x21\x22\x24-\x7e]+", lambda match: quote(match[0], safe=""), text)
        return literal_text(re.sub(r"\$\Z", "%24", text) if before_gap else text, None)
    if before_gap and text.endswith("$"):
        return f"{literal_text(text[:-1], None)}${{{DOLLAR}}}"
    return literal_text(text, None)
