"""Credentials of a request that was recorded or typed: found by their names, and replaced by the name of a variable.

Text that goes into a study passes through here twice. First each credential in it becomes a mark, by the name of the
header or field that it stands in; then `template` makes a template of it: marks become gaps, text that looks like a gap
is escaped, and a credential that was found once is replaced wherever else it stands.
"""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from enum import Enum
from urllib.parse import quote

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.secret import is_credential, literal_text, secret_names
from loadproof.system.credential_name import SCHEMES
from loadproof.system.credential_text import MARKS, CredentialText

__all__ = [
    "DOLLAR",
    "CredentialPlace",
    "Credentials",
    "feeder_gap",
    "percent_encoded",
    "plain_text",
    "secret_gap",
    "without_marks",
]

DOLLAR = "dollar"
"""The variable that is a dollar sign: before a gap the sign itself would say that the gap is text."""

_BEGIN, _END = MARKS
_MARK = re.compile(f"{_BEGIN}([sf])([A-Za-z0-9_-]+){_END}")
_NO_TEXT = re.compile(f"[{_BEGIN}{_END}\ud800-\udfff]")
_SECRET = re.compile(r"(?<!\$)\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}")
_PREFIX = "TARGET_"
_LONGEST_NAME = 40
_SHORTEST_FOUND_ANYWHERE = 6
_MOST_FOUND_ANYWHERE = 200
_MOST_OF_A_NAME = 3
"""Values of one name that differ more often are made anew for each request: nobody can set them all."""
_NAMED_ALONE = re.compile(
    rf"(?:(?:{'|'.join(SCHEMES)}) +)?{_END}|(?:[A-Za-z0-9_.-]{{1,64}}={_END}(?:; *|$))+", re.IGNORECASE
)


class CredentialPlace(Enum):
    """Place at which a text is sent; the place decides how a credential is written in the text."""

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


class Credentials(CredentialText):
    """Credentials found so far, each with its environment variable and the place where it was found."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._by_value: dict[str, str] = {}
        self._places: dict[str, str] = {}
        self._by_form: dict[str, str] = {}
        """Credentials that are replaced wherever they stand."""
        self._anywhere: re.Pattern[str] | None = None

    @property
    def places(self) -> dict[str, str]:
        """Place where the value of each environment variable was found, in words of one line, by variable."""
        return dict(self._places)

    def typed(self, header: str, template: str) -> str:
        """The value of a header, a template in which the user named variables, with these and its credentials marked.

        Raises InputError for a credential beside such a variable: which part of it is secret cannot be told.
        """
        for variable in secret_names(template):
            self._places.setdefault(variable, f"the header {quoted(header)}")
        marked = _SECRET.sub(lambda match: secret_gap(match[1]), template).replace("$${", "${")
        if not is_credential(header):
            return self.in_text(marked)
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

    def is_replaced(self, value: str) -> bool:
        """True if `value` has a mark already."""
        return _MARK.search(value) is not None

    def basic(self, coded: str) -> tuple[str, str]:
        """The marks of user and password of a `Basic` header, whose value is `coded`."""
        try:
            user, _, password = b64decode(coded, validate=True).decode("utf-8", "replace").partition(":")
        except (Base64Error, ValueError):
            user, password = coded, f"{coded}:"
        where = "user and password of Authorization: Basic"
        return self.found("user", user or "\0", where), self.found("password", password or "\0\0", where)

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

    def template(self, marked: str, place: CredentialPlace) -> str:
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


def _is_distinct(value: str) -> bool:
    return len(value) >= _SHORTEST_FOUND_ANYWHERE and not value.isalpha() and not value.isdigit() and "\0" not in value


def _gap(match: re.Match[str], place: CredentialPlace) -> str:
    if match[1] == "f":
        return f"${{{match[2]}}}"
    return f"${{env:{match[2]}}}" if place is CredentialPlace.HEADER else f"${{{match[2].lower()}}}"


def _literal(text: str, place: CredentialPlace, *, before_gap: bool) -> str:
    if place is CredentialPlace.PATH:
        text = re.sub(r"[^\x21\x22\x24-\x7e]+", lambda match: quote(match[0], safe=""), text)
        return literal_text(re.sub(r"\$\Z", "%24", text) if before_gap else text, None)
    if before_gap and text.endswith("$"):
        return f"{literal_text(text[:-1], None)}${{{DOLLAR}}}"
    return literal_text(text, None)
