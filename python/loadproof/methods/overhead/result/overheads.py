"""Overheads from what is stored of their starts: while a run lasts, at its end, and whenever it is reported anew."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.overhead.judge.starts import OverheadBounds, judge_overhead
from loadproof.methods.overhead.judge.text import level_text, overhead_sentence
from loadproof.methods.overhead.judge.variant_contrast import variant_contrasts
from loadproof.methods.overhead.machine import OverheadSettings, OverheadStart
from loadproof.methods.overhead.result.switched_starts import (
    MEASURED,
    OVERHEAD_ENDED,
    SWITCHED,
    MeasuredStart,
    switched_starts,
)
from loadproof.model.cell import OFF, Cell
from loadproof.model.message import Message
from loadproof.model.typed_json import as_written
from loadproof.records.json_form import of_json
from loadproof.records.metric import Metric
from loadproof.records.overhead import (
    LevelEvidence,
    LevelFigure,
    LevelInStart,
    LimitShare,
    LostLevel,
    Overhead,
    Switch,
    SwitchedStart,
    VariantContrast,
)
from loadproof.result.cpu_shares import service_limits
from loadproof.result.sentence import NOTHING, because
from loadproof.stats.distributions import student_t_quantile
from loadproof.store.reader import RunReader

__all__ = ["Beside", "bounds_of", "overhead_of", "overheads_in"]

_FEWEST_STARTS = 3
"""For an interval."""


def overheads_in(reader: RunReader) -> list[Overhead]:
    """The overhead of a run for each variant that has an answer of it."""
    answered = [str(variant) for variant, _, method, _ in reader.answers() if method == OverheadStart.name]
    names = list(dict.fromkeys(answered))
    if not names:
        return []
    settings, starts = _settings(reader.description.method), switched_starts(reader)
    ended = [event.text for event in reader.events() if event.kind == OVERHEAD_ENDED]
    why = of_json(Message, ended[-1]) if ended else NOTHING
    own = {name: [one for one in starts if one.variant == name] for name in names}
    figures = {name: [one.figures for one in of_name if one.figures] for name, of_name in own.items()}
    contrasts = variant_contrasts(figures, _cells(settings, starts), OFF)
    beside = [
        Beside(
            service_limits(reader.description.study, name, settings.services),
            tuple(one for one in contrasts if one.b == name),
            _evidence(reader, name),
        )
        for name in names
    ]
    several = len(names) > 1
    return [
        overhead_of(name, settings, own[name], why, several=several, beside=also)
        for name, also in zip(names, beside, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Beside:
    """Facts that are reported beside the metrics of a variant."""

    limits: Mapping[Metric, float] = field(default_factory=dict)
    """Limits of the measured services together, CPUs and MiB, if each of them has one."""
    contrasts: tuple[VariantContrast, ...] = ()
    evidence: tuple[LevelEvidence, ...] = ()


def _cells(settings: OverheadSettings, starts: Sequence[MeasuredStart]) -> Sequence[Cell]:
    """Levels and rates; where the rate is a part of the capacity the study has none, and the slots say it."""
    seen = dict.fromkeys(Cell(slot.level, slot.rate) for start in starts for slot in start.slots if slot.cycle)
    return settings.cells or sorted(seen, key=lambda cell: (cell.rate, cell.level))


def _of_limit(effect: LevelFigure, starts: Sequence[MeasuredStart], limit: float | None) -> LimitShare | None:
    """CPU (cores at this rate) or memory in per cent of the limit, off and on, and the difference over starts."""
    if limit is None:
        return None
    # Milliseconds of CPU for each call, at so many calls per second, are thousandths of a core.
    of_unit = 100.0 / limit * (effect.rate / 1e3 if effect.metric is Metric.CPU else 1.0)
    key, off, on = (effect.metric, TOTAL), Cell(OFF, effect.rate), Cell(effect.level, effect.rate)
    pairs = [
        (of_unit * start.figures[off].values[key], of_unit * start.figures[on].values[key])
        for start in starts
        if all(cell in start.figures and key in start.figures[cell].values for cell in (off, on))
    ]
    points, low, high = _over_starts([after - before for before, after in pairs])
    if points is None:
        return None
    off_percent, on_percent = _mean([before for before, _ in pairs]), _mean([after for _, after in pairs])
    return as_written(
        LimitShare(limit=limit, off_percent=off_percent, on_percent=on_percent, points=points, low=low, high=high)
    )


def _evidence(reader: RunReader, variant: str) -> tuple[LevelEvidence, ...]:
    """Last lines of the steps of each level of a variant, from the events of its switches."""
    reached, left = dict[str, str](), dict[str, str]()
    for event in reader.events():
        if event.kind != SWITCHED or event.variant != variant:
            continue
        values = of_json(Message, event.text).values
        for lines, level, line in (
            (reached, values.get("level"), values.get("said")),
            (left, values.get("before"), values.get("left")),
        ):
            if isinstance(level, str) and isinstance(line, Message) and line != NOTHING:
                lines[level] = str(line.values["line"])
    return tuple(
        LevelEvidence(level=level, reached=reached.get(level, ""), left=left.get(level, ""))
        for level in dict.fromkeys((*reached, *left))
    )


def bounds_of(settings: OverheadSettings) -> OverheadBounds:
    """Return the bound that the settings claim for each metric."""
    of_all = settings.bound_percent
    response, cpu, memory = (
        of_all if own is None else own
        for own in (settings.response_bound_percent, settings.cpu_bound_percent, settings.memory_bound_percent)
    )
    return OverheadBounds(
        {
            Metric.CPU: cpu,
            Metric.MEAN: response,
            Metric.P95: response,
            Metric.P99: response,
            Metric.MEMORY: memory,
            Metric.ERRORS: settings.error_bound_points,
        }
    )


def _settings(method: Mapping[str, Any]) -> OverheadSettings:
    """Return the settings that are stored beside the run, each as `overhead_KEY`."""
    prefix = f"{OverheadStart.name}_"
    known = {key.removeprefix(prefix): value for key, value in method.items() if key.startswith(prefix)}
    kept: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in known.items()
        if key in OverheadSettings.__slots__
    }
    return OverheadSettings(**kept)


def overhead_of(
    name: str,
    settings: OverheadSettings,
    starts: Sequence[MeasuredStart],
    ended: Message,
    *,
    several: bool = False,
    beside: Beside | None = None,
) -> Overhead:
    """Return the overhead of the variant `name` over its starts.

    If the run has `several` variants, the sentence starts with the name. `ended` is the reason why no further start is
    run.
    """
    measured = [start for start in starts if start.answer.outcome == MEASURED]
    beside = beside or Beside()
    cells = _cells(settings, starts)
    judged = judge_overhead([start.figures for start in measured], cells, OFF, bounds_of(settings))
    sentence = overhead_sentence(judged, settings.bound_percent)
    if not measured:
        why = starts[-1].answer.reason if starts else ended
        sentence = Message("overhead-without-starts", because=because(why))
    return Overhead(
        method="overhead",
        variant=name,
        sentence=Message("sentence-of-variant", variant=name, sentence=sentence) if several else sentence,
        verdict=judged.verdict,
        bound_percent=settings.bound_percent,
        levels=tuple(_told(effect, measured, beside.limits.get(effect.metric)) for effect in judged.effects),
        switches=tuple(_switches(measured)),
        contrasts=tuple(map(as_written, beside.contrasts)),
        evidence=beside.evidence,
        starts_needed=judged.starts_needed,
        ended=ended,
        measured=len(measured),
        starts=tuple(_start(start) for start in starts),
        slots=tuple(slot for start in starts for slot in start.slots),
        doubts=tuple(doubt for start in starts for doubt in start.answer.doubts),
    )


def _told(effect: LevelFigure, starts: Sequence[MeasuredStart], limit: float | None) -> LevelFigure:
    return as_written(replace(effect, of_limit=_of_limit(effect, starts, limit), text=level_text(effect)))


def _start(start: MeasuredStart) -> SwitchedStart:
    answer, details = start.answer, start.details
    found = SwitchedStart(
        number=start.number,
        began_s=start.began_s,
        outcome=answer.outcome,
        reason=answer.reason,
        warm_up_cycles=details.warm_up_cycles,
        counted_cycles=len(details.cycles),
        levels=tuple(
            as_written(LevelInStart(level=cell.level, rate=cell.rate, values=_values(figures)))
            for cell, figures in start.figures.items()
        ),
        lost=tuple(LostLevel(level=level, reason=why) for level, why in details.lost.items()),
    )
    return as_written(found)


def _values(figures: RoundFigures) -> dict[str, float]:
    return {metric.value: value for (metric, name), value in figures.values.items() if name == TOTAL}


def _switches(starts: Sequence[MeasuredStart]) -> Iterator[Switch]:
    """By the level that was switched to and the rate after it: means of starts, and Student's interval over them."""
    cells = dict.fromkeys(switch.cell for start in starts for switch in start.switches)
    for cell in cells:
        own = [[switch for switch in start.switches if switch.cell == cell] for start in starts]
        own = [of_start for of_start in own if of_start]
        took = _over_starts([_mean([switch.took_s for switch in of_start]) for of_start in own])
        costs = [[switch.cpu_ms for switch in of_start if switch.cpu_ms is not None] for of_start in own]
        cpu = _over_starts([_mean(of_start) for of_start in costs if of_start])
        found = Switch(
            level=cell.level,
            rate=cell.rate,
            switches=sum(map(len, own)),
            starts=len(own),
            took_s=took[0] or 0.0,
            took_low_s=took[1],
            took_high_s=took[2],
            cpu_ms=cpu[0],
            cpu_low_ms=cpu[1],
            cpu_high_ms=cpu[2],
        )
        yield as_written(found)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _over_starts(values: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The mean and its interval of 95 %; None where there are too few."""
    if not values:
        return None, None, None
    mean = _mean(values)
    if len(values) < _FEWEST_STARTS:
        return mean, None, None
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    half = student_t_quantile(0.025, len(values) - 1) * spread
    return mean, mean - half, mean + half
