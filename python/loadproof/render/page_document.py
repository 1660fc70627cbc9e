"""Report document as the page of a report draws it: one structure, with its texts in every language.

The document is made once in each language. All have the same structure; a text that differs between languages is an
index into the lists of `texts`, any other text is as it is.
"""

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

from loadproof.model.message import Message
from loadproof.records.finding import Unit
from loadproof.render.cells import told
from loadproof.render.content import report_document
from loadproof.render.document import Document, TableCell
from loadproof.result.result import Result
from loadproof.words.catalogue import LANGUAGES, Words, words_of

__all__ = ["block_json", "page_document"]

_OF_THE_PAGE = ("plain", "warning", "lines", "figures", "blocks", "sections", "starts", "closing")
_LONGEST_EVENT = 300
_LONGEST_VALUE = 60
_READ_UNITS = {
    "processes": Message("report-unit-processes"),
    "kills": Message("report-unit-kills"),
    "requests": Message("report-unit-requests"),
    "requests/s": Message("report-unit-requests-per-second"),
    "1/s": Message("report-unit-events-per-second"),
}
"""Units of the readings of probes that no finding has."""


def page_document(result: Result) -> dict[str, Any]:
    """Return the document of a result as JSON: its parts, and its `texts` by language."""
    made = [_document(report_document(result, words_of(code)), result, words_of(code)) for code in LANGUAGES]
    texts: dict[tuple[str, ...], int] = {}
    merged = _merged(made, texts)
    return {**merged, "texts": {code: [text[at] for text in texts] for at, code in enumerate(LANGUAGES)}}


def _merged(alike: Sequence[Any], texts: dict[tuple[str, ...], int]) -> Any:
    """Return values of the same structure as one, texts that differ as their index.

    >>> texts = {}
    >>> _merged([{"title": "Load", "n": 1}, {"title": "Нагрузка", "n": 1}], texts), texts
    ({'title': 0, 'n': 1}, {('Load', 'Нагрузка'): 0})
    """
    first = alike[0]
    match first:
        case dict():
            return {key: _merged([one[key] for one in alike], texts) for key in first}
        case list():
            return [_merged(items, texts) for items in zip(*alike, strict=True)]
        case str() if any(one != first for one in alike):
            return texts.setdefault(tuple(alike), len(texts))
        case _:
            return first


def _document(document: Document, result: Result, words: Words) -> dict[str, Any]:
    units = {unit.value: words.told(unit.words) for unit in Unit}
    units |= {name: words.told(message) for name, message in _READ_UNITS.items()}
    # The header and the sentence of the page are those of the run and of `lines`.
    shown = {name: block_json(getattr(document, name)) for name in _OF_THE_PAGE}
    charts = {
        "slos": [words.slo(one.text) for one in result.run.slos],
        "events": [told(words, one.text, _LONGEST_EVENT) for one in result.run.events],
        "alarms": [[told(words, one.value, _LONGEST_VALUE) for one in alarm.firings] for alarm in result.alarms],
        "units": units,
    }
    return {**shown, "charts": charts}


def block_json(value: Any) -> Any:
    """Return a part of a document as JSON: an object has the fields that are not at their default, and its `kind`.

    A cell is its text, or a list of text, value, kind and code, without what it lacks at its end.

    >>> from loadproof.render.document import Paragraph
    >>> block_json(Paragraph("all is well")), block_json([TableCell("12.3", 12.34), TableCell("go-pgx")])
    ({'kind': 'Paragraph', 'text': 'all is well'}, [['12.3', 12.34], 'go-pgx'])
    """
    match value:
        case TableCell():
            return _cell(value)
        case str() | None | bool() | int() | float():
            return value
        case _ if is_dataclass(value):
            held = {one.name: getattr(value, one.name) for one in fields(value) if not _is_default(value, one)}
            return {"kind": type(value).__name__, **{name: block_json(inner) for name, inner in held.items()}}
        case _:
            return [block_json(inner) for inner in value]


def _is_default(value: Any, field: Field[Any]) -> bool:
    return field.default is not MISSING and getattr(value, field.name) == field.default


def _cell(cell: TableCell) -> Any:
    if cell.value is None and not cell.code:
        return cell.text
    value = None if cell.value is None else float(f"{cell.value:.6g}")
    return [cell.text, value, cell.kind, cell.code] if cell.code else [cell.text, value]
