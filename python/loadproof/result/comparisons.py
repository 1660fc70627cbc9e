"""Comparisons from what is stored of their rounds: while a run lasts, at its end, and whenever it is reported anew."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from loadproof.judge import comparison as judge
from loadproof.judge.comparison_sentence import comparison_sentence
from loadproof.judge.comparison_text import pair_text, visible_text
from loadproof.judge.distributions import student_t_quantile
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.round_figures import (
    CURVE_QUANTILES,
    PRIMARY,
    TOTAL,
    Metric,
    RoundFigures,
)
from loadproof.method.compare import CompareRound, CompareSettings
from loadproof.model.message import Message, count, share
from loadproof.result.comparison import Company, Comparison, Pair, Round, VariantInRound
from loadproof.result.json_form import of_json
from loadproof.result.measured_rounds import MEASURED, SINGLE_STARTS, MeasuredRound, measured_rounds
from loadproof.result.sentence import NOTHING
from loadproof.store.reader import RunReader

__all__ = ["COMPARISON_ENDED", "comparisons_in", "judged_rounds", "round_doubts"]

COMPARISON_ENDED = "comparison-ended"
"""The kind of the event that says why no other round is run."""
_FEWEST_ROUNDS = 3
_MOST_IDLE_CORES = 0.01
_MOST_UNLIKE = 0.01
"""Of the calls that write: more, and variants are compared on other data."""
_ENDS_AS_PLANNED = ("comparison-of-all-rounds", "comparison-over-budget", "comparison-without-pairs")


def comparisons_in(reader: RunReader) -> list[Comparison]:
    """The comparison of a run, if it has one."""
    rounds = measured_rounds(reader)
    if not rounds:
        return []
    method = reader.description.method
    singly = [event.text for event in reader.events() if event.kind == SINGLE_STARTS]
    settings = replace(_settings(method), together=not singly)
    names = [str(variant["name"]) for variant in (reader.description.study or {}).get("variants", ())]
    ended = [event.text for event in reader.events() if event.kind == COMPARISON_ENDED]
    # What ended it by what was seen had spent its error: more would be told only because it ended.
    is_last = bool(ended) and ended[-1].code in _ENDS_AS_PLANNED
    judged = judged_rounds(rounds, settings, names, last=is_last)
    if judged is None:
        judged = judge.compare_rounds([], variants=names)
    return [
        Comparison(
            method="compare",
            sentence=comparison_sentence(judged),
            design="single starts" if singly else "together",
            design_text=of_json(Message, singly[-1]) if singly else NOTHING,
            visible=visible_text(judged),
            ended=of_json(Message, ended[-1]) if ended else NOTHING,
            is_settled=judged.is_settled,
            variants=judged.variants,
            rate=next(
                (answer["rate"] for one in rounds for answer in one.answers.values() if answer.get("rate")), None
            ),
            confidence_percent=100.0 * (1.0 - judged.settings.error),
            pairs=tuple(_pair(pair) for pair in judged.pairs),
            importance=tuple(judged.pairs.index(pair) for pair in judged.by_importance),
            ranks=_ranks(judged),
            margins={metric.value: judged.settings.margin(metric) for metric in PRIMARY},
            smallest_visible={metric.value: round(value, 4) for metric, value in judged.smallest_visible.items()},
            rounds=tuple(_round(one) for one in rounds),
            company=tuple(_company(rounds, judged.variants)),
            slots=tuple(slot for one in rounds for slot in one.slots),
            curve_quantiles=CURVE_QUANTILES,
        )
    ]


def round_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    """Variants that work while nobody loads them, and rounds that leave unlike data behind."""
    return [*_idle_doubts(comparisons), *_data_doubts(comparisons)]


def _data_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    found = []
    for one in (one for comparison in comparisons for one in comparison.rounds):
        writes = [variant.writes for variant in one.variants if variant.outcome == MEASURED]
        if writes and min(writes) < (1.0 - _MOST_UNLIKE) * max(writes):
            told = {"least": count(min(writes)), "most": count(max(writes))}
            found.append(Doubt(DoubtCode.UNLIKE_DATA, Message("round-unlike-data", round=str(one.number), **told)))
    return found


def _idle_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    most: dict[str, float] = {}
    for comparison in comparisons:
        for variant in (variant for one in comparison.rounds for variant in one.variants):
            if (variant.idle_cores or 0.0) > _MOST_IDLE_CORES:
                most[variant.variant] = max(most.get(variant.variant, 0.0), variant.idle_cores or 0.0)
    texts = [Message("round-idle-work", variant=name, cores=share(used)) for name, used in most.items()]
    return [Doubt(DoubtCode.IDLE_WORK, text) for text in texts]


def judged_rounds(
    rounds: Sequence[MeasuredRound], settings: CompareSettings, variants: Sequence[str], *, last: bool
) -> judge.Comparison | None:
    """What these rounds tell; `last`: no other one follows, whatever they do. None where none of them was measured."""
    figures = [one.figures for one in rounds if one.figures]
    response = dict.fromkeys((metric for metric in Metric if metric.is_response), settings.response_margin_percent)
    margins = {
        **judge.MARGINS,
        **response,
        Metric.CPU: settings.cpu_margin_percent,
        Metric.MEMORY: settings.memory_margin_percent,
        Metric.ERRORS: settings.error_margin_points,
    }
    asked = judge.ComparisonSettings(margins=margins, most_rounds=settings.rounds)
    return judge.compare_rounds(figures, asked, last=last, variants=variants) if figures else None


def _settings(method: Mapping[str, Any]) -> CompareSettings:
    """As they are stored beside the run: `compare_KEY` of each."""
    prefix = f"{CompareRound.name}_"
    known = {key.removeprefix(prefix): value for key, value in method.items() if key.startswith(prefix)}
    return CompareSettings(**{key: value for key, value in known.items() if key in CompareSettings.__slots__})


def _pair(pair: judge.PairEffect) -> Pair:
    told = {key: value for key, value in pair.as_record().items() if key != "p_value"}
    return Pair(text=pair_text(pair), **told)


def _ranks(judged: judge.Comparison) -> dict[str, dict[str, int]]:
    shown = dict.fromkeys(pair.metric for pair in judged.primary)
    return {metric.value: judged.ranks(metric) for metric in shown}


def _round(measured: MeasuredRound) -> Round:
    answers = list(measured.answers.values())
    return Round(
        number=measured.number,
        began_s=round(measured.began_s, 3),
        warm_up_cycles=max((answer.get("warm_up_cycles", 0) for answer in answers), default=0),
        counted_cycles=max((len(answer.get("cycles", ())) for answer in answers), default=0),
        variants=tuple(
            VariantInRound(
                variant=name,
                outcome=answer["outcome"],
                reason=of_json(Message, answer.get("reason") or ""),
                values=_values(measured.figures.get(name)),
                idle_cores=_rounded(measured.idle_cores.get(name)),
                writes=measured.writes.get(name, 0),
                curve_ms=tuple(_rounded(value) for value in measured.curves.get(name, ())),
            )
            for name, answer in measured.answers.items()
        ),
    )


def _values(figures: RoundFigures | None) -> dict[str, float]:
    if figures is None:
        return {}
    return {metric.value: round(value, 6) for (metric, name), value in figures.values.items() if name == TOTAL}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _company(rounds: Sequence[MeasuredRound], variants: Sequence[str]) -> Iterator[Company]:
    """Student's interval over rounds."""
    for name in variants:
        for metric in ("cpu", "mean"):
            seen = [one.company[name, metric] for one in rounds if (name, metric) in one.company]
            if not seen:
                continue
            mean, low, high = math.fsum(seen) / len(seen), None, None
            if len(seen) >= _FEWEST_ROUNDS:
                spread = math.sqrt(math.fsum((one - mean) ** 2 for one in seen) / (len(seen) - 1) / len(seen))
                half = student_t_quantile(0.025, len(seen) - 1) * spread
                low, high = _percent(mean - half), _percent(mean + half)
            yield Company(
                variant=name, metric=cast(Any, metric), percent=_percent(mean), low=low, high=high, rounds=len(seen)
            )


def _percent(logarithm: float) -> float:
    return round(100.0 * math.expm1(logarithm), 4)
