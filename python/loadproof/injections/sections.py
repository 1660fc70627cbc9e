"""Injections in a report: the effect, recovery and alarms of each, its effect on resources, and each occurrence."""

from collections.abc import Callable, Mapping, Sequence

from loadproof.model.message import (
    Listing,
    Message,
    Value,
    cores,
    count,
    duration,
    mebibytes,
    milliseconds,
    number,
    rate,
    share,
)
from loadproof.records.injection import Effect, EffectDecision, Injection, InjectionState, Occurrence, PhaseCalls
from loadproof.render.cells import column, count_cell, duration_cell, joined, more, told
from loadproof.render.document import Block, Bullets, CellKind, Column, Fold, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["injection_lines", "injections_sections"]

_LONGEST_NAME = 40
_LONGEST_PROBLEM = 160
_LONGEST_FAULT = 200
_LONGEST_METRIC = 80
_LONGEST_KIND = 30
_MOST_ROWS, _MOST_OCCURRENCES, _MOST_ALARMS, _MOST_KINDS = 60, 60, 6, 4
_MOST_UNSURE = 3
"""Rows of resources of an injection without any sure effect on them."""
_REPEATED = 3
"""Occurrences from which on an effect has an interval over them."""
_OF_USERS = ("p95_ms", "apdex", "error_share")
_RATE = "rate_per_s"
_SEEN = (EffectDecision.WORSE, EffectDecision.BETTER, EffectDecision.CHANGED)
_UNITS: Mapping[str, Callable[[float], Value]] = {
    "": number,
    "share": share,
    "ms": milliseconds,
    "MiB": mebibytes,
    "cores": cores,
}
_MINUS = "\N{MINUS SIGN}"

_Row = list[TableCell | str]


def injections_sections(injections: Sequence[Injection], words: Words) -> list[Section]:
    """Return the section of injections; none if there was no injection."""
    if not injections:
        return []
    has_variants = len({one.variant for one in injections}) > 1
    blocks: list[Block] = [
        *_left(injections, words),
        _effects_table(injections, has_variants, words),
        Paragraph(words("injections-note"), is_note=True),
        *_operations(injections, has_variants, words),
        *_resources(injections, has_variants, words),
        *_occurrences(injections, has_variants, words),
    ]
    return [Section(words("section-injections"), blocks, name="injections")]


def injection_lines(injections: Sequence[Injection], words: Words, most: int) -> list[Block]:
    """Return a line for each injection, for a report of one screen; at most `most`, those that were left first."""
    ordered = sorted(injections, key=lambda one: (not _count(one, InjectionState.NOT_UNDONE), not _has_failed(one)))
    lines = [_line(one, words) for one in ordered[:most]]
    if not lines:
        return []
    return [Section(words("section-injections"), [Bullets(lines), *more(len(ordered) - most, words)])]


def _line(injection: Injection, words: Words) -> str:
    effects = {effect.metric: effect for effect in injection.effects}
    parts = [_made(injection, words)]
    for metric in _OF_USERS:
        effect = effects.get(metric)
        if effect is not None and (metric == _OF_USERS[0] or effect.decision in _SEEN):
            parts.append(words("injections-line-effect", metric=_metric(metric, words), effect=_change(effect, words)))
    if injection.effects:
        is_worse = any(effect.decision is EffectDecision.WORSE for effect in injection.effects)
        parts += [_recovery(injection, words)] if is_worse or injection.recovery_s is None else []
        parts += [_repetitions(injection, words)] if injection.repetitions < _REPEATED else []
    named = printable(injection.name, limit=_LONGEST_NAME)
    return words("injections-line", injection=named, told=joined(words, parts, Listing.CLAUSES))


def _left(injections: Sequence[Injection], words: Words) -> list[Block]:
    """Return a sentence on what was not undone, before everything else."""
    found = []
    for injection in injections:
        left = [one for one in injection.occurrences if one.state is InjectionState.NOT_UNDONE]
        if left:
            fault = left[0].fault
            why = NOTHING if fault is None else told(words, fault, _LONGEST_FAULT)
            named = printable(injection.name, limit=_LONGEST_NAME)
            values: dict[str, Value] = {"injection": named, "trial": str(left[0].trial), "why": why}
            found.append(words("injections-left", **values, count=count(len(left))))
    return [Bullets(found)] if found else []


def _effects_table(injections: Sequence[Injection], has_variants: bool, words: Words) -> Table:
    columns = [
        column(words, "injections-column-injection", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "injections-column-made", figures=False, wraps=True, toned=True),
        *(Column(_metric(metric, words), figures=False, wraps=True) for metric in _OF_USERS),
        column(words, "injections-column-recovery", figures=False, wraps=True),
        column(words, "injections-column-alarms", figures=False, wraps=True),
    ]
    rows = [_effects_row(one, has_variants, words) for one in injections]
    return Table(columns, rows, [_tone(one) for one in injections])


def _tone(injection: Injection) -> str:
    if _count(injection, InjectionState.NOT_UNDONE):
        return "failed"
    return "undecided" if _has_failed(injection) else ""


def _variant_column(has_variants: bool, words: Words) -> list[Column]:
    return [column(words, "page-column-variant", figures=False)] if has_variants else []


def _variant_cell(injection: Injection, has_variants: bool) -> list[str]:
    return [printable(injection.variant or NOTHING, limit=_LONGEST_NAME)] if has_variants else []


def _effects_row(injection: Injection, has_variants: bool, words: Words) -> _Row:
    effects = {effect.metric: effect for effect in injection.effects}
    name, problem = printable(injection.name, limit=_LONGEST_NAME), told(words, injection.problem, _LONGEST_PROBLEM)
    made = [_made(injection, words), *([_repetitions(injection, words)] if injection.effects else [])]
    return [
        words("injections-named", injection=name, problem=problem),
        *_variant_cell(injection, has_variants),
        joined(words, made, Listing.CLAUSES),
        *(_effect_cell(effects.get(metric), words) for metric in _OF_USERS),
        _recovery_cell(injection, words),
        _alarms(injection, words),
    ]


def _made(injection: Injection, words: Words) -> str:
    """Return how many occurrences were undone, and how many had another end."""
    states = (InjectionState.CUT, InjectionState.FAILED, InjectionState.NOT_UNDONE)
    others = [(state, found) for state in states if (found := _count(injection, state))]
    undone = _count(injection, InjectionState.UNDONE)
    whole = words("injections-undone", part=count(undone), whole=count(len(injection.occurrences)))
    parts = [words("injections-of-state", count=count(found), state=_state(state, words)) for state, found in others]
    return joined(words, [whole, *parts])


def _count(injection: Injection, state: InjectionState) -> int:
    return sum(one.state is state for one in injection.occurrences)


def _has_failed(injection: Injection) -> bool:
    return _count(injection, InjectionState.FAILED) > 0


def _state(state: InjectionState, words: Words) -> str:
    return words(f"injections-state-{state.value.replace('_', '-')}")


def _repetitions(injection: Injection, words: Words) -> str:
    """Return what the effects rest on: one repetition is labelled, as the next may differ."""
    if injection.repetitions >= _REPEATED:
        return words("injections-repeated", count=count(injection.repetitions))
    code = "injections-one-repetition" if injection.repetitions == 1 else "injections-first-of-two"
    return words(code)


def _effect_cell(effect: Effect | None, words: Words) -> TableCell | str:
    if effect is None:
        return NOTHING
    return TableCell(_change(effect, words), effect.difference, CellKind.NUMBER)


def _change(effect: Effect, words: Words) -> str:
    """Return the means before and during, the difference with its interval, and the decision."""
    values: dict[str, Value] = {
        "before": _amount(effect.before, effect.unit, words),
        "during": _amount(effect.during, effect.unit, words),
        "decision": _decision(effect, words),
    }
    if effect.difference is None or effect.difference == effect.low == effect.high == 0.0:
        return words("injections-change-unknown", **values)
    return words("injections-change", **values, difference=_difference(effect, words))


def _difference(effect: Effect, words: Words) -> str:
    if effect.difference is None:
        return NOTHING
    found = _signed(effect.difference, effect.unit, words)
    if effect.low is None or effect.high is None:
        return found
    low, high = (_signed(value, effect.unit, words) for value in (effect.low, effect.high))
    return words("injections-difference", difference=found, low=low, high=high)


def _decision(effect: Effect, words: Words) -> str:
    return words(f"injections-decision-{effect.decision.value.replace('_', '-')}")


def _amount(value: float | None, unit: str, words: Words) -> str:
    """Return a value with its unit; a dash if it is unknown."""
    return NOTHING if value is None else told(words, _in_unit(value, unit))


def _signed(value: float, unit: str, words: Words) -> str:
    """Return a difference with its sign; that of shares is in percentage points."""
    sign = "+" if value > 0.0 else _MINUS if value < 0.0 else ""
    if unit == "share":
        return sign + told(words, Message("comparison-points", points=number(100.0 * abs(value))))
    return sign + told(words, _in_unit(abs(value), unit))


def _in_unit(value: float, unit: str) -> Value:
    known = _UNITS.get(unit)
    if known is not None:
        return known(value)
    if unit == "1/s":
        return Message("live-load-rate", rate=rate(value))
    return Message("alarm-value-in-unit", value=number(value), unit=unit)


def _metric(metric: str, words: Words) -> str:
    known = metric.replace("_", "-")
    if metric in (*_OF_USERS, _RATE):
        return words(f"injections-metric-{known}")
    return printable(metric, limit=_LONGEST_METRIC)


def _recovery(injection: Injection, words: Words) -> str:
    if injection.recovery_s is None:
        return words("injections-recovery-not-seen")
    return words("injections-recovery", time=duration(injection.recovery_s))


def _recovery_cell(injection: Injection, words: Words) -> TableCell | str:
    if not injection.effects:
        return NOTHING
    if injection.recovery_s is None:
        return words("injections-not-seen")
    return duration_cell(words, injection.recovery_s)


def _alarms(injection: Injection, words: Words) -> str:
    """Return each alarm with the occurrences in which it fired, and its delay."""
    found = []
    for one in injection.alarms[:_MOST_ALARMS]:
        values: dict[str, Value] = {
            "alarm": printable(one.name, limit=_LONGEST_NAME),
            "part": count(one.detected),
            "whole": count(one.occurrences),
        }
        if one.delay_s is None:
            found.append(words("injections-alarm", **values))
        else:
            found.append(words("injections-alarm-after", **values, delay=duration(one.delay_s)))
    hidden = len(injection.alarms) - _MOST_ALARMS
    if hidden > 0:
        found.append(words("live-alarms-more", count=count(hidden)))
    return joined(words, found, Listing.CLAUSES) or NOTHING


def _operations(injections: Sequence[Injection], has_variants: bool, words: Words) -> list[Block]:
    """Return the operations that had failed calls in a phase, with their failures and those that completed during."""
    rows = [
        (injection, one)
        for injection in injections
        for one in injection.operations
        if any(phase.completed < phase.calls for phase in (one.before, one.during, one.after))
    ]
    if not rows:
        return []
    columns = [
        column(words, "injections-column-injection", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "injections-column-failed-before", figures=False, wraps=True),
        column(words, "injections-column-failed-during", figures=False, wraps=True),
        column(words, "injections-column-failed-after", figures=False, wraps=True),
        column(words, "injections-column-completed-during"),
    ]
    shown: list[_Row] = [
        [
            printable(injection.name, limit=_LONGEST_NAME),
            *_variant_cell(injection, has_variants),
            printable(one.operation, limit=_LONGEST_NAME),
            *(_failed_cell(phase, words) for phase in (one.before, one.during, one.after)),
            count_cell(words, one.during.completed),
        ]
        for injection, one in rows[:_MOST_ROWS]
    ]
    blocks: list[Block] = [
        Table(columns, shown),
        *more(len(rows) - len(shown), words),
        Paragraph(words("injections-operations-note"), is_note=True),
    ]
    return [Section(words("injections-operations"), blocks, name="failed-operations")]


def _failed_cell(phase: PhaseCalls, words: Words) -> TableCell:
    """Return the calls that failed, of those that were due, with the most frequent kinds."""
    others = {"dropped": phase.dropped, "cut": phase.cut}
    kinds = [(printable(kind, limit=_LONGEST_KIND), calls) for kind, calls in phase.errors_by_kind.items()]
    kinds += [(words(f"injections-kind-{kind}"), calls) for kind, calls in others.items()]
    named = [
        f"{kind} {words.figures.whole(calls)}"
        for kind, calls in sorted(kinds, key=lambda one: (-one[1], one[0]))[:_MOST_KINDS]
        if calls
    ]
    failed = max(0, phase.calls - phase.completed)
    values: dict[str, Value] = {"failed": count(failed), "calls": count(phase.calls)}
    if named:
        text = words("injections-failed-kinds", **values, kinds=joined(words, named))
    else:
        text = words("injections-failed-calls", **values)
    return TableCell(text, failed, CellKind.COUNT)


def _resources(injections: Sequence[Injection], has_variants: bool, words: Words) -> list[Block]:
    """Return the effects on the rate and on resources: the sure ones, without any those that differ most."""
    rows: list[tuple[Injection, Effect]] = []
    left = 0
    for injection in injections:
        own = [effect for effect in injection.effects if effect.metric not in _OF_USERS]
        sure = [effect for effect in own if effect.decision in _SEEN]
        kept = sure or sorted(own, key=_relative_difference, reverse=True)[:_MOST_UNSURE]
        rows += [(injection, effect) for effect in kept]
        left += len(own) - len(kept)
    if not rows:
        return []
    columns = [
        column(words, "injections-column-injection", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "injections-column-resource", figures=False, wraps=True),
        column(words, "injections-column-before"),
        column(words, "injections-column-during"),
        column(words, "injections-column-after"),
        column(words, "injections-column-difference", wraps=True),
        column(words, "injections-column-decision", figures=False),
    ]
    shown: list[_Row] = [
        [
            printable(injection.name, limit=_LONGEST_NAME),
            *_variant_cell(injection, has_variants),
            _metric(effect.metric, words),
            *(_value_cell(value, effect.unit, words) for value in (effect.before, effect.during, effect.after)),
            TableCell(_difference(effect, words), effect.difference, CellKind.NUMBER),
            _decision(effect, words),
        ]
        for injection, effect in rows[:_MOST_ROWS]
    ]
    blocks: list[Block] = [Table(columns, shown), *more(len(rows) - len(shown), words)]
    if left:
        blocks.append(Paragraph(words("injections-resources-left", count=count(left)), is_note=True))
    return [Section(words("injections-resources"), blocks, name="resources")]


def _relative_difference(effect: Effect) -> float:
    """Return how far the means before and during are apart, from 0 to 1; 0 if one of them is unknown."""
    if effect.before is None or effect.during is None:
        return 0.0
    return abs(effect.during - effect.before) / (max(abs(effect.before), abs(effect.during)) or 1.0)


def _value_cell(value: float | None, unit: str, words: Words) -> TableCell:
    return TableCell(_amount(value, unit, words), value, CellKind.NUMBER)


def _occurrences(injections: Sequence[Injection], has_variants: bool, words: Words) -> list[Block]:
    """Return the occurrences in the order of trials and time, folded."""
    found = [(one, injection) for injection in injections for one in injection.occurrences]
    found.sort(key=lambda one: (one[0].trial, one[0].begun_s))
    columns = [
        column(words, "injections-column-trial"),
        column(words, "injections-column-injection", figures=False, wraps=True),
        *_variant_column(has_variants, words),
        column(words, "injections-column-number"),
        column(words, "injections-column-begins"),
        column(words, "injections-column-ends"),
        column(words, "injections-column-undone"),
        column(words, "injections-column-state", figures=False, toned=True),
        column(words, "injections-column-p95", figures=False, wraps=True),
        column(words, "injections-column-recovery"),
        column(words, "injections-column-fault", figures=False, wraps=True),
    ]
    shown = found[:_MOST_OCCURRENCES]
    rows = [_occurrence_row(one, injection, has_variants, words) for one, injection in shown]
    tones = ["failed" if one.state is InjectionState.NOT_UNDONE else "" for one, _ in shown]
    title = words("injections-occurrences", count=count(len(found)))
    return [Fold(title, [Table(columns, rows, tones), *more(len(found) - len(rows), words)])]


def _occurrence_row(one: Occurrence, injection: Injection, has_variants: bool, words: Words) -> _Row:
    effects = () if one.effect is None else one.effect.effects
    p95 = next((effect for effect in effects if effect.metric == _OF_USERS[0]), None)
    return [
        count_cell(words, one.trial),
        printable(injection.name, limit=_LONGEST_NAME),
        *_variant_cell(injection, has_variants),
        count_cell(words, one.number),
        duration_cell(words, one.begun_s),
        duration_cell(words, one.ended_s),
        duration_cell(words, one.undone_s),
        _state(one.state, words),
        _effect_cell(p95, words),
        duration_cell(words, None if one.effect is None else one.effect.recovery_s),
        NOTHING if one.fault is None else told(words, one.fault, _LONGEST_FAULT),
    ]
