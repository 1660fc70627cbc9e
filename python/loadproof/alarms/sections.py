"""Alarms in a report: how often and how early each fired, and each firing by trial."""

from collections.abc import Sequence
from statistics import median

from loadproof.model.message import Value, count, duration
from loadproof.records.alarm import Alarm, AlarmFiring
from loadproof.render.cells import column, count_cell, duration_cell, joined, more, told
from loadproof.render.document import Block, Bullets, CellKind, Column, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["alarm_lines", "alarms_sections"]

_LONGEST_NAME = 40
_LONGEST_RULE = 120
_LONGEST_VALUE = 60
_MOST_FIRINGS = 60
_MINUTE_S = 60.0
_MINUS = "\N{MINUS SIGN}"

_Row = list[TableCell | str]


def alarms_sections(alarms: Sequence[Alarm], words: Words) -> list[Section]:
    """Return the section of alarms; none if the study has no alarm."""
    if not alarms:
        return []
    has_variants = len({alarm.variant for alarm in alarms}) > 1
    blocks: list[Block] = [
        _alarms_table(alarms, has_variants, words),
        Paragraph(words("alarms-note"), is_note=True),
        *_firings(alarms, has_variants, words),
    ]
    return [Section(words("section-alarms"), blocks, name="alarms")]


def alarm_lines(alarms: Sequence[Alarm], words: Words, most: int) -> list[Block]:
    """Return a line for each alarm that fired, for a report of one screen; at most `most` of them."""
    fired = [alarm for alarm in alarms if alarm.firings]
    lines = [_line(alarm, words) for alarm in fired[:most]]
    return [Section(words("section-alarms"), [Bullets(lines), *more(len(fired) - most, words)])] if lines else []


def _line(alarm: Alarm, words: Words) -> str:
    first = min(alarm.firings, key=lambda firing: (firing.trial, firing.fired_s))
    values: dict[str, Value] = {
        "alarm": printable(alarm.name, limit=_LONGEST_NAME),
        "at": duration(first.fired_s),
        "trial": str(first.trial),
        "part": count(alarm.fired_trials),
        "whole": count(alarm.trials),
        "value": told(words, first.value, _LONGEST_VALUE),
    }
    leads_s = _leads(alarm)
    if not leads_s:
        return words("alarms-line", **values)
    return words("alarms-line-lead", **values, lead=_lead(median(leads_s), words))


def _alarms_table(alarms: Sequence[Alarm], has_variants: bool, words: Words) -> Table:
    columns = [
        column(words, "alarms-column-alarm", figures=False, wraps=True),
        column(words, "alarms-column-rule", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "alarms-column-fired", wraps=True),
        column(words, "alarms-column-first"),
        column(words, "alarms-column-lead", wraps=True),
        column(words, "alarms-column-false", wraps=True),
        column(words, "alarms-column-detected", wraps=True),
        column(words, "alarms-column-no-data", wraps=True),
    ]
    return Table(columns, [_alarm_row(alarm, has_variants, words) for alarm in alarms])


def _variant_column(has_variants: bool, words: Words) -> list[Column]:
    return [column(words, "page-column-variant", figures=False)] if has_variants else []


def _variant_cell(alarm: Alarm, has_variants: bool) -> list[str]:
    return [printable(alarm.variant or NOTHING, limit=_LONGEST_NAME)] if has_variants else []


def _alarm_row(alarm: Alarm, has_variants: bool, words: Words) -> _Row:
    return [
        printable(alarm.name, limit=_LONGEST_NAME),
        printable(alarm.rule, limit=_LONGEST_RULE),
        *_variant_cell(alarm, has_variants),
        _part_cell(alarm.fired_trials, alarm.trials, words),
        _first_cell(alarm, words),
        _leads_cell(_leads(alarm), words),
        _false_cell(alarm, words),
        _part_cell(alarm.detected, alarm.falls, words),
        duration_cell(words, float(alarm.no_data_s)),
    ]


def _part_cell(part: int, whole: int, words: Words) -> TableCell | str:
    """Cell such as `2 of 3`; empty if there is none to count among."""
    if not whole:
        return NOTHING
    return TableCell(words("alarms-part", part=count(part), whole=count(whole)), part, CellKind.COUNT)


def _first_cell(alarm: Alarm, words: Words) -> TableCell | str:
    first = min(alarm.firings, key=lambda firing: (firing.trial, firing.fired_s), default=None)
    if first is None:
        return NOTHING
    text = words("alarms-first", at=duration(first.fired_s), trial=str(first.trial))
    return TableCell(text, first.fired_s, CellKind.SECONDS)


def _leads(alarm: Alarm) -> list[float]:
    """Lead time of the first firing with one in each trial."""
    leads: dict[int, float] = {}
    for firing in sorted(alarm.firings, key=lambda firing: firing.fired_s):
        if firing.lead_s is not None:
            leads.setdefault(firing.trial, firing.lead_s)
    return list(leads.values())


def _leads_cell(leads_s: Sequence[float], words: Words) -> TableCell | str:
    if not leads_s:
        return NOTHING
    middle = median(leads_s)
    text = _lead(middle, words)
    if len(leads_s) > 1:
        low, high = _signed(min(leads_s), words), _signed(max(leads_s), words)
        text = words("alarms-lead-range", median=text, low=low, high=high)
    return TableCell(text, middle, CellKind.SECONDS)


def _lead(lead_s: float, words: Words) -> str:
    if not round(lead_s):
        return words("alarms-lead-none")
    code = "alarms-lead-before" if lead_s > 0 else "alarms-lead-after"
    return words(code, time=duration(abs(lead_s)))


def _signed(seconds: float, words: Words) -> str:
    return f"{_MINUS if round(seconds) < 0 else ''}{words.value(duration(abs(seconds)))}"


def _false_cell(alarm: Alarm, words: Words) -> TableCell | str:
    if alarm.undisturbed_minutes is None:
        return NOTHING
    time = duration(_MINUTE_S * alarm.undisturbed_minutes)
    text = words("alarms-false", count=count(alarm.false_firings), time=time)
    return TableCell(text, alarm.false_firings, CellKind.COUNT)


def _firings(alarms: Sequence[Alarm], has_variants: bool, words: Words) -> list[Block]:
    """Return the firings in the order of trials and time."""
    firings = [(firing, alarm) for alarm in alarms for firing in alarm.firings]
    if not firings:
        return [Paragraph(words("alarms-none-fired"))]
    firings.sort(key=lambda one: (one[0].trial, one[0].fired_s))
    columns = [
        column(words, "alarms-column-trial"),
        column(words, "alarms-column-alarm", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "alarms-column-pending"),
        column(words, "alarms-column-fires"),
        column(words, "alarms-column-ended"),
        column(words, "alarms-column-value"),
        column(words, "alarms-column-lead", wraps=True),
        column(words, "alarms-column-remark", figures=False, wraps=True),
    ]
    rows = [_firing_row(firing, alarm, has_variants, words) for firing, alarm in firings[:_MOST_FIRINGS]]
    fired = sum(alarm.fired for alarm in alarms)
    blocks: list[Block] = [Table(columns, rows), *more(fired - len(rows), words)]
    return [Section(words("alarms-firings"), blocks, name="firings")]


def _firing_row(firing: AlarmFiring, alarm: Alarm, has_variants: bool, words: Words) -> _Row:
    remarks = []
    if firing.is_false:
        remarks.append(words("alarms-remark-false"))
    if firing.stopped:
        remarks.append(words("alarms-remark-stopped"))
    ended = words("alarms-to-the-end") if firing.ended_s is None else duration_cell(words, firing.ended_s)
    return [
        count_cell(words, firing.trial),
        printable(alarm.name, limit=_LONGEST_NAME),
        *_variant_cell(alarm, has_variants),
        duration_cell(words, firing.pending_s),
        duration_cell(words, firing.fired_s),
        ended,
        told(words, firing.value, _LONGEST_VALUE),
        _leads_cell([] if firing.lead_s is None else [firing.lead_s], words),
        joined(words, remarks) or NOTHING,
    ]
