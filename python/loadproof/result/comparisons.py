"""Comparisons from what is stored of their rounds: while a run lasts, at its end, and whenever it is reported anew."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from loadproof.judge import comparison as judge
from loadproof.judge.comparison_text import comparison_sentence, pair_text, visible_text
from loadproof.judge.distributions import student_t_quantile
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.measurement import Measurement
from loadproof.judge.round_figures import (
    CURVE_QUANTILES,
    PRIMARY,
    TOTAL,
    Metric,
    RoundFigures,
    VariantUse,
    cpu_ms_per_request,
    curve_of_round,
    figures_of_round,
)
from loadproof.method.compare import CompareRound, CompareSettings
from loadproof.method.trial import Purpose
from loadproof.model.message import Message, share
from loadproof.result.comparison import Company, Comparison, Pair, Round, Slot, VariantInRound
from loadproof.result.json_form import of_json
from loadproof.result.sentence import NOTHING
from loadproof.store.reader import RunReader
from loadproof.store.record import StartState, TrialRecord
from loadproof.store.record import VariantUse as UseReading
from loadproof.store.window import Window

__all__ = ["COMPARISON_ENDED", "MeasuredRound", "comparisons_in", "idle_doubts", "judged_rounds", "measured_rounds"]

COMPARISON_ENDED = "comparison-ended"
"""The kind of the event that says why no other round is run."""
_MEASURED = "measured"
_FEWEST_ROUNDS = 3
_MOST_IDLE_CORES = 0.01
_ENDS_AS_PLANNED = ("comparison-of-all-rounds", "comparison-over-budget", "comparison-without-pairs")


@dataclass(frozen=True, slots=True)
class MeasuredRound:
    """One round that came to its end, with the figures of the variants that it measured."""

    number: int
    began_s: float
    answers: Mapping[str, Mapping[str, Any]]
    """As they are stored, by variant."""
    figures: Mapping[str, RoundFigures] = field(default_factory=dict)
    curves: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    """Response times at `CURVE_QUANTILES`, by variant."""
    idle_cores: Mapping[str, float] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    company: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Logarithms of what a variant shows in company over what it shows alone, by variant and metric."""


def comparisons_in(reader: RunReader) -> list[Comparison]:
    """The comparison of a run, if it has one."""
    rounds = measured_rounds(reader)
    if not rounds:
        return []
    method = reader.description.method
    settings = _settings(method)
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
            curve_quantiles=CURVE_QUANTILES,
            company=tuple(_company(rounds, judged.variants)),
            slots=tuple(slot for one in rounds for slot in one.slots),
        )
    ]


def idle_doubts(comparisons: Sequence[Comparison]) -> list[Doubt]:
    """Variants that work while nobody loads them, and take from the slots of the others."""
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


def measured_rounds(reader: RunReader) -> list[MeasuredRound]:
    """The rounds that came to their end, in their order. Raises RunDirectoryError."""
    answers: dict[int, dict[str, Mapping[str, Any]]] = {}
    for variant, number, method, answer in reader.answers():
        if method == CompareRound.name:
            answers.setdefault(number, {})[str(variant)] = answer
    if not answers:
        return []
    starts: dict[int, dict[str, float]] = {}
    for start in reader.starts():
        if start.number in answers and start.state is not StartState.SUPERSEDED:
            starts.setdefault(start.number, {})[start.variant] = start.began_s
    records = [record for record in reader.trials() if record.method == CompareRound.name and not record.superseded]
    uses = reader.variant_uses()
    return [
        _RoundReader(
            reader,
            number,
            min(starts[number].values()),
            answers[number],
            [record for record in records if record.trial.start == number],
            [use for use in uses if use.start == number],
        ).round()
        for number in sorted(answers)
        # One that was cut has no answer of those that were up.
        if starts.get(number, {}).keys() == answers[number].keys()
    ]


class _RoundReader:
    """Reads one round."""

    def __init__(
        self,
        reader: RunReader,
        number: int,
        began_s: float,
        answers: Mapping[str, Mapping[str, Any]],
        records: Sequence[TrialRecord],
        uses: Sequence[UseReading],
    ) -> None:
        self._reader = reader
        self._number = number
        self._began_s = began_s
        self._answers = answers
        self._records = records
        self._used = {(use.trial, use.boundary, use.variant): use for use in uses}
        self._counted = {cycle for answer in answers.values() for cycle in answer.get("cycles", ())}
        self._measured = [name for name, answer in answers.items() if answer["outcome"] == _MEASURED]
        self._completed = {record.number: self._calls(record) for record in records}

    def round(self) -> MeasuredRound:
        idle = {name: cores for name in self._answers if (cores := self._idle_cores(name)) is not None}
        figures = {name: self._figures(name, idle.get(name, 0.0)) for name in self._measured}
        return MeasuredRound(
            self._number,
            self._began_s,
            self._answers,
            figures,
            {name: curve_of_round(self._spans(name), self._shares) for name in self._measured},
            idle,
            tuple(self._slot(record) for record in self._records),
            dict(self._company()),
        )

    def _calls(self, record: TrialRecord) -> int:
        """Completed in the whole slot."""
        return sum(window.whole.completed for window in self._reader.windows(record.number))

    def _counts(self, record: TrialRecord) -> bool:
        return record.trial.purpose is Purpose.COMPARE and record.trial.cycle in self._counted

    def _figures(self, name: str, idle_cores: float) -> RoundFigures:
        own = self._counted_of(name)
        held = [self._use(record, "end", name) for record in own]
        memory = [reading.memory_mib for reading in held if reading is not None and reading.memory_mib]
        use = VariantUse(
            cpu_ms_per_request=self._cpu_ms(name, idle_cores),
            memory_mib=math.fsum(memory) / len(memory) if memory else None,
        )
        return figures_of_round(name, self._number, self._spans(name), self._shares, use)

    def _counted_of(self, name: str) -> list[TrialRecord]:
        return [record for record in self._records if record.variant == name and self._counts(record)]

    def _spans(self, name: str) -> list[Measurement]:
        return [self._span(record) for record in self._counted_of(name)]

    @property
    def _shares(self) -> dict[str, float]:
        """Of calls; none where flows make some of them: nobody wrote how many."""
        rows = self._reader.description.operations
        if any(row.kind == "flow" for row in rows):
            return {}
        return {row.name: row.weight for row in rows}

    def _span(self, record: TrialRecord) -> Measurement:
        """The judged seconds of a slot, but for those that were left out of any slot of its cycle."""
        of_cycle = [one for one in self._records if one.trial.cycle == record.trial.cycle]
        left_out = {
            second
            for one in of_cycle
            for begin, end in (one.measurement or {}).get("left_out_s", ())
            for second in range(begin, end)
        }
        begin = math.ceil(record.trial.settle_s)
        seconds = [second for second in range(begin, begin + round(record.trial.hold_s)) if second not in left_out]
        span = Window(begin, flows=self._reader.description.flows)
        for window in self._reader.windows(record.number):
            if window.second in seconds:
                for name, tally in window.operations.items():
                    span.add(name, tally)
        return span.measurement(float(len(seconds)))

    def _use(self, record: TrialRecord, boundary: str, name: str) -> UseReading | None:
        return self._used.get((record.number, boundary, name))

    def _cpu_ms(self, name: str, idle_cores: float) -> float | None:
        """From the begin of the first slot that counts to the end of the last, the slots of others among them."""
        numbers = [record.number for record in self._records if self._counts(record)]
        judged = [record for record in self._records if numbers[0] <= record.number <= numbers[-1]]
        begin, end = self._use(judged[0], "begin", name), self._use(judged[-1], "end", name)
        if begin is None or end is None or begin.cpu_s is None or end.cpu_s is None:
            return None
        calls = sum(self._completed[record.number] for record in judged if record.variant == name)
        return cpu_ms_per_request(end.cpu_s - begin.cpu_s, end.at_s - begin.at_s, idle_cores, calls)

    def _idle_cores(self, name: str) -> float | None:
        """The least that it used at rest or while others were loaded: what it did more there was put off."""
        others: list[int | None] = [
            record.number
            for record in self._records
            if record.variant != name and record.trial.purpose is not Purpose.ALONE
        ]
        found = []
        for number in (None, *others):
            begin, end = (self._used.get((number, boundary, name)) for boundary in ("begin", "end"))
            if begin and end and begin.cpu_s is not None and end.cpu_s is not None and end.at_s > begin.at_s:
                found.append((end.cpu_s - begin.cpu_s) / (end.at_s - begin.at_s))
        return max(0.0, min(found)) if found else None

    def _slot_cpu_ms(self, records: Sequence[TrialRecord]) -> float | None:
        """Of slots of one variant, from the begin to the end of each."""
        used_s, calls = 0.0, 0
        for record in records:
            begin, end = (self._use(record, boundary, str(record.variant)) for boundary in ("begin", "end"))
            if begin is None or end is None or begin.cpu_s is None or end.cpu_s is None:
                return None
            used_s, calls = used_s + end.cpu_s - begin.cpu_s, calls + self._completed[record.number]
        return 1e3 * used_s / calls if calls else None

    def _slot(self, record: TrialRecord) -> Slot:
        cpu_s: dict[int, float] = {}
        for shard in self._reader.shards(record.number):
            cpu_s[shard.shard] = max(cpu_s.get(shard.shard, 0.0), shard.cpu_s)
        calls = self._completed[record.number]
        return Slot(
            trial=record.number,
            round=self._number,
            cycle=record.trial.cycle,
            variant=str(record.variant),
            purpose=record.trial.purpose.value,
            counts=self._counts(record),
            began_s=round(record.started_s, 3),
            ended_s=round(record.started_s + record.duration_s, 3),
            cpu_ms_per_request=self._slot_cpu_ms([record]),
            generator_us_per_call=1e6 * math.fsum(cpu_s.values()) / calls if calls else None,
        )

    def _company(self) -> Iterator[tuple[tuple[str, str], float]]:
        for name in self._measured:
            own = [record for record in self._records if record.variant == name]
            together = [record for record in own if self._counts(record)]
            alone = [record for record in own if record.trial.purpose is Purpose.ALONE]
            pairs = (
                ("cpu", self._slot_cpu_ms(together), self._slot_cpu_ms(alone)),
                ("mean", self._mean_ms(together), self._mean_ms(alone)),
            )
            for metric, beside, without in pairs:
                if beside and without:
                    yield (name, metric), math.log(beside / without)

    def _mean_ms(self, records: Sequence[TrialRecord]) -> float | None:
        spans = [self._span(record).response for record in records]
        calls = sum(span.count for span in spans)
        return math.fsum(span.mean_ms * span.count for span in spans if span.count) / calls if calls else None


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
