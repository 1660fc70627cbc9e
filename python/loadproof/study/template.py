"""Templates: text with gaps that variables and feeders fill for each call.

`${variable}` takes a variable, `${feeder.column}` a column of a CSV feeder, `${feeder}` a generated value;
`${ids.id*10}` joins ten fresh rows by commas; `$${` stands for `${` itself. Names are letters, digits, `_` and
`-`. The engine compiles the same grammar.
"""

import re
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = [
    "FeederValue",
    "Literal",
    "Piece",
    "TemplateError",
    "is_feeder_name",
    "parse_template",
    "scan_template",
]

_MOST_ROWS = 1000
_NAME = r"[\w-]{1,64}"
_FIELD = re.compile(rf"\s*(?P<feeder>{_NAME})(?:\.(?P<column>{_NAME}))?(?:\s*\*\s*(?P<rows>[0-9]+))?\s*")
_FORMS = "write ${variable}, ${feeder}, ${feeder.column} or ${feeder.column*10}; a literal ${ is $${"


class TemplateError(WrittenValueError):
    """The text is not a template."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Text that is sent as it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class FeederValue:
    """A gap: a feeder or variable, its column if any, and how many fresh rows to join (None: the call's own row)."""

    feeder: str
    column: str | None
    rows: int | None


Piece = Literal | FeederValue


def is_feeder_name(name: str) -> bool:
    """Return True if a template can name a feeder or column `name`."""
    return re.fullmatch(_NAME, name) is not None


def parse_template(text: str) -> tuple[Piece, ...]:
    """The pieces of `text` in order. Raises TemplateError for the first thing wrong.

    >>> parse_template("/a/${ids.id*10}$${b}")
    (Literal(text='/a/'), FeederValue(feeder='ids', column='id', rows=10), Literal(text='${b}'))
    """
    pieces, errors = scan_template(text)
    if errors:
        raise errors[0]
    return pieces


def scan_template(text: str) -> tuple[tuple[Piece, ...], tuple[TemplateError, ...]]:
    """The pieces of `text` that can be read, and everything that is wrong with it."""
    pieces: list[Piece] = []
    errors: list[TemplateError] = []
    literal = ""
    position = 0
    while (mark := text.find("$", position)) >= 0:
        literal += text[position:mark]
        if text.startswith("$${", mark):
            literal += "${"
            position = mark + 3
        elif text.startswith("${", mark):
            if literal:
                pieces.append(Literal(literal))
                literal = ""
            end = text.find("}", mark)
            position = len(text) if end < 0 else end + 1
            try:
                pieces.append(_field(text[mark:position]))
            except TemplateError as error:
                errors.append(error)
        else:
            literal += "$"
            position = mark + 1
    literal += text[position:]
    if literal:
        pieces.append(Literal(literal))
    return tuple(pieces), tuple(errors)


def _field(written: str) -> FeederValue:
    """The gap `${...}`."""
    if not written.endswith("}"):
        raise TemplateError(f"{quoted(written)} has no closing }}", _FORMS)
    match = _FIELD.fullmatch(written[2:-1])
    if match is None and written.startswith("${env:"):
        raise TemplateError(
            f"{quoted(written)} asks for a secret where it would be stored or shown",
            "write it in headers, in auth, or in the value of a variable",
        )
    if match is None:
        raise TemplateError(f"{quoted(written)} is not template syntax", _FORMS)
    if match["rows"] is None:
        return FeederValue(match["feeder"], match["column"], None)
    if len(match["rows"]) > 6 or not 1 <= int(match["rows"]) <= _MOST_ROWS:
        raise TemplateError(f"{quoted(written)} asks for {match['rows'][:20]} rows", f"ask for 1 to {_MOST_ROWS} rows")
    return FeederValue(match["feeder"], match["column"], int(match["rows"]))
