"""A report as one HTML file that loads nothing: the built page of `web/`, with the result and its series in it."""

import html
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from loadproof.errors import LoadproofError
from loadproof.model.message import Message
from loadproof.model.visible_text import json_text
from loadproof.records.injection import Injection
from loadproof.records.json_form import plain
from loadproof.records.measurement import Phase, Phases, Times
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import per_second
from loadproof.render.page_document import page_document
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.result.result_json import to_json
from loadproof.result.series import Series
from loadproof.words.catalogue import LANGUAGES, Words, page_source, words_of

__all__ = ["ReportPageMissing", "html_report", "page_styles"]

_PAGE = Path(__file__).parent / "page" / "report.html"
_PLACE = "<!--loadproof:data-->"
_LANGUAGE = '<html lang="en">'
_STYLES = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_TITLE = "<title>loadproof</title>"
_NOTHING = Message.said("")
_NO_TIMES = Times(p50=None, p90=None, p95=None, p99=None, p99_9=None, max=None, mean=None)
_NO_PHASE = Phase(count=0, p50=None, p90=None, p95=None, p99=None, p99_9=None, max=None, mean=None)
_NO_PHASES = Phases(connect=_NO_PHASE, tls=_NO_PHASE, first_byte=_NO_PHASE, transfer=_NO_PHASE)
_TIMES = frozenset({"at_s", "begin_s", "end_s", "reading_times"})
# What could end the element of the data or, in a script, the line; all of them JSON allows to be written as escapes.
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


class ReportPageMissing(LoadproofError):
    """The page that draws reports is not built; exit code 1, as this installation is not whole."""


def html_report(result: Result, series: Series, language: str = "en") -> str:
    """The report of a result and its series, to be written as UTF-8.

    `language`, one of `LANGUAGES`, is the one that it opens in: the page carries the catalogue of each, and its texts
    of this result, and can be turned to any. A text that a language lacks is shown in English.
    Series are rounded to four significant digits and times to milliseconds, more than a chart can show. Raises
    ReportPageMissing where the page is not built.
    """
    page = _page()
    title = html.escape(_title(result.run, words_of(language)))
    page = page.replace(_LANGUAGE, f'<html lang="{language}">', 1).replace(_TITLE, f"<title>{title}</title>", 1)
    before, _, after = page.partition(_PLACE)
    blobs = {
        "result": to_json(_drawn(result)),
        "series": _rounded(plain(series)),
        "catalogues": {code: page_source(code) for code in LANGUAGES},
        "document": page_document(result),
    }
    data = (f'<script type="application/json" id="{id_}">{_embedded(value)}</script>' for id_, value in blobs.items())
    return before + "\n".join(data) + after


def _title(run: Run, words: Words) -> str:
    """Title of the browser tab: the request first, which distinguishes runs on one host, then the rate asked."""
    operations = run.profile.operations
    is_one = run.study is None and len(operations) == 1 and operations[0].kind == "operation"
    rate = run.method.get("rate") if run.verb == "load" else None
    parts = [
        operations[0].request if is_one else run.subject,
        *([per_second(words, rate)] if isinstance(rate, int | float) and not isinstance(rate, bool) else []),
        "loadproof" if run.verb == "load" else f"loadproof {run.verb}",
    ]
    return " · ".join(printable(part, limit=120) for part in parts)


def _drawn(result: Result) -> Result:
    """Return what the charts of the page draw of a result; the document has all else."""
    answers = tuple(
        replace(answer, trends=(), metrics=(), doubts=(), error_kinds=(), replies=()) for answer in result.answers
    )
    trials = tuple(map(_drawn_trial, result.trials))
    return replace(
        result,
        diagnoses=(),
        findings=(),
        doubts=(),
        databases=(),
        memory=(),
        stopped_by=(),
        trials=trials,
        answers=answers,
        injections=tuple(map(_drawn_injection, result.injections)),
    )


def _drawn_injection(injection: Injection) -> Injection:
    """Return an injection with its times alone: a soak may have a hundred occurrences, each with its effects."""
    occurrences = tuple(
        replace(one, fault=None, effect=one.effect and replace(one.effect, effects=())) for one in injection.occurrences
    )
    return replace(injection, problem=_NOTHING, occurrences=occurrences, effects=(), operations=(), alarms=())


def _drawn_trial(trial: Trial) -> Trial:
    """Return a trial with its place in time, its tone and the percentiles of its calls: a comparison has a thousand."""
    measurement = replace(
        trial.measurement,
        operations={},
        doubts=(),
        response_interval_ms=None,
        wait_ms=_NO_TIMES,
        lateness_ms=_NO_TIMES,
        service_ms=_NO_TIMES,
    )
    return replace(
        trial,
        measurement=measurement,
        reason=_NOTHING,
        due_note=_NOTHING,
        phases_ms=_NO_PHASES,
        failed_replies=(),
        verdict=None,
        stages=(),
    )


def page_styles() -> str:
    """The style sheets of the page, for pages that need no script. Raises ReportPageMissing."""
    return "\n".join(_STYLES.findall(_page()))


def _page() -> str:
    try:
        page = _PAGE.read_text(encoding="utf-8")
    except FileNotFoundError as missing:
        message = (
            f"the page of reports is not built: {_PAGE} is missing. Cure: make web, or install a wheel of loadproof"
        )
        raise ReportPageMissing(message) from missing
    if any(page.count(place) != 1 for place in (_PLACE, _LANGUAGE, _TITLE)):
        message = f"the page of reports {_PAGE} is not one that this version fills. Cure: make web"
        raise ReportPageMissing(message)
    return page


def _embedded(value: Any) -> str:
    r"""JSON that nothing in it can end early.

    >>> print(_embedded({"name": "</script>"}))
    {"name":"\u003c/script\u003e"}
    """
    return json_text(value).translate(_ESCAPES)


def _rounded(value: Any, digits_after: int | None = None) -> Any:
    """Numbers as short as a chart needs them; what is not finite becomes null.

    >>> _rounded({"at_s": [3599.12345], "value": [0.123456, 2.0, math.nan]})
    {'at_s': [3599.123], 'value': [0.1235, 2, None]}
    """
    if isinstance(value, Mapping):
        return {key: _rounded(inner, 3 if key in _TIMES else None) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner, digits_after) for inner in value]
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return None
    short = float(f"{value:.4g}") if digits_after is None else round(value, digits_after)
    return int(short) if short.is_integer() else short
