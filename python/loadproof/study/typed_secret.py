"""Secrets that were typed, in a command, a study or a profile: found by name and shape, for the mask of a run.

A value that other texts may have by chance is hidden only after its name (`placed`): one under 6 characters, digits
alone under 12, a word of loadproof itself, and a word that also stands in what was typed as something else.
"""

import csv
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import loadproof.words
from loadproof.model.profile import CsvFeeder, Operation
from loadproof.model.scenario import FileBody, FormBody
from loadproof.system.credential_name import SCHEMES, is_secret_field
from loadproof.system.credential_text import CredentialText
from loadproof.system.hidden_credentials import HIDDEN, literal_parts
from loadproof.system.placed_secret import placed
from loadproof.system.secret_mask import is_hidden

__all__ = ["typed_secrets"]

_FEWEST_DIGITS = 12
_NUMBER = re.compile(r"[0-9.,:;+/\s-]+")
_WORDS = re.compile(r"[^\W\d_]+(?:[-_.][^\W\d_]+)*")
_LONG_COOKIE = 16
"""Letters of a cookie's value that no other text has by chance."""
_MOST_FILE_CHARACTERS = 65_536
_MOST_ROWS = 50
_PROSE = frozenset({"description", "file", "name", "path", "operation", "unit"})
"""Fields of texts that are no values: a sentence about a token has none."""


def typed_secrets(*values: Any) -> tuple[str, ...]:
    r"""Texts for a `SecretMask`: of commands (lists of words), of texts, and of studies and profiles in all fields.

    >>> typed_secrets(["load", "http://h/a?token=s3cr3t-1&pin=1234", "-d", "author=me"])
    ('s3cr3t-1', 'pin\x001234')
    """
    found = _TypedSecrets()
    for value in values:
        found.read("", value)
    return found.texts


class _TypedSecrets(CredentialText):
    """Collects credentials."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], None] = {}
        self._in_place: dict[str, None] = {}
        self._rest: list[str] = []
        """Remaining text of each value, without its secrets."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Each secret once, in the order in which they were found."""
        rest = "\n".join(self._rest).lower()
        texts = [value if _is_distinct(value, rest) else placed(name, value) for name, value in self._found]
        return tuple(dict.fromkeys([*texts, *self._in_place]))

    def found(self, label: str, value: str, where: str) -> str:  # noqa: ARG002
        """Keep the literal parts of `value`."""
        for part in literal_parts(value):
            if part.strip().lower() in SCHEMES:
                # Of `Bearer ${token}`.
                continue
            self._found[label, part.replace("$${", "${").strip()] = None
        return HIDDEN

    def is_replaced(self, value: str) -> bool:
        """True if nothing but gaps is left."""
        return not literal_parts(value) or value.startswith(HIDDEN)

    def in_header(self, name: str, value: str) -> str:
        """Also what a service makes of a header: user and password, and each cookie."""
        if is_secret_field(name, value) and not self.is_replaced_header(name, value):
            scheme, _, rest = value.partition(" ")
            if scheme.lower() in SCHEMES and rest.strip():
                self.found(scheme, rest, name)
            if scheme.lower() == "basic":
                with suppress(ValueError):
                    user, _, password = b64decode(rest.strip(), validate=True).decode().partition(":")
                    self.found(user, password, name)
            elif "cookie" in name.lower():
                for pair in value.split(";"):
                    cookie, sign, kept = pair.strip().partition("=")
                    if len(kept) >= _LONG_COOKIE or is_secret_field(cookie, kept):
                        self.found(cookie, kept, name)
                    elif sign:
                        self._in_place.update((placed(cookie, part), None) for part in literal_parts(kept))
            return self.found(name, value, name)
        return super().in_header(name, value)

    def read(self, name: str, value: Any) -> None:
        """Read the field `name`, and all within it."""
        if isinstance(value, str):
            self._read_text(name, value)
        elif isinstance(value, Operation):
            self._read_operation(value)
        elif isinstance(value, CsvFeeder):
            self._read_feeder(value)
        elif is_dataclass(value) and not isinstance(value, type):
            self._read_fields(value)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                self.read(str(key), inner)
        elif isinstance(value, list | tuple | set | frozenset):
            self._read_items(name, list(value))

    def _read_text(self, name: str, text: str) -> None:
        if name in _PROSE:
            self._rest.append(self._by_shape(text, name))
        elif is_secret_field(name, text) and not self.is_replaced(text):
            self.found(name, text, name)
        else:
            self._rest.append(self.in_text(text))

    def _read_items(self, name: str, items: Sequence[Any]) -> None:
        if all(isinstance(item, str) for item in items):
            # A note is prose: the words of a sentence about a token are no secret.
            items = [word for option, word in pairwise(["", *items]) if option != "--note" and word[:7] != "--note="]
            self._rest.append(" ".join(self.in_words(items)))
            for option, word in pairwise(items):
                header, colon, value = word.partition(":")
                if option in ("-H", "--header") and colon:
                    self.in_header(header.strip(), value.strip())
        else:
            for item in items:
                self.read(name, item)

    def _read_fields(self, value: Any) -> None:
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        own = named.get("name", named.get("variable"))
        for name, inner in named.items():
            # Of a variable or a part of a form the value is called by its name.
            is_of_name = name in ("value", "content") and isinstance(own, str) and isinstance(inner, str)
            self.read(str(own) if is_of_name else name, inner)

    def _read_operation(self, operation: Operation) -> None:
        self._rest += (operation.name, self.in_path(operation.path))
        media_type = ""
        for name, value in operation.headers:
            if name.lower() == "content-type":
                media_type = value
            self._rest.append(self.in_header(name, value))
        body = operation.body
        if isinstance(body, FormBody):
            for part in body.parts:
                self.read(part.name, _text_of(part.content))
        elif body is not None:
            self._rest.append(self.in_body(_text_of(body), media_type))
        for one in ("checks", "extracts", "basic", "tags"):
            self.read(one, getattr(operation, one))

    def _read_feeder(self, feeder: CsvFeeder) -> None:
        """Rows of a feeder: of the first ones each value, and of all what stands behind the name of the column."""
        secret = [column for column in feeder.columns if is_secret_field(column, "\ufffd")]
        self._in_place.update((placed(column), None) for column in secret)
        if secret and feeder.made is None:
            with suppress(OSError, ValueError, csv.Error), feeder.path.open(encoding="utf-8-sig", newline="") as file:
                for row in islice(csv.DictReader(file, delimiter=feeder.separator or ","), _MOST_ROWS):
                    for column in secret:
                        self.found(column, row.get(column) or "", column)


def _text_of(content: str | FileBody) -> str:
    if isinstance(content, str):
        return content
    with suppress(OSError), content.path.open(encoding="utf-8", errors="replace") as file:
        return file.read(_MOST_FILE_CHARACTERS)
    return ""


def _is_distinct(value: str, rest: str) -> bool:
    """True if no other text has `value` by chance; `rest` is what was typed beside secrets, in lower case."""
    if not is_hidden(value):
        return False
    if _NUMBER.fullmatch(value):
        return sum(map(str.isdigit, value)) >= _FEWEST_DIGITS
    if not _WORDS.fullmatch(value):
        return True
    word = value.lower()
    return word not in _own_words() and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", rest) is None


@cache
def _own_words() -> frozenset[str]:
    """Words of the catalogues, in lower case: reports would lose them."""
    catalogues = Path(loadproof.words.__file__).parent.glob("*.ftl")
    return frozenset(_words_in(path.read_text(encoding="utf-8") for path in catalogues))


def _words_in(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from re.findall(r"[^\W\d_]+", text.lower())
