"""The answer of each method for each start of a variant: as it was stored, or else derived from the trials."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.methods.profile_multiple import in_multiples
from loadproof.methods.registry import method_names, row_of
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records import answer as records
from loadproof.records.answer import Outcome
from loadproof.records.doubt import Doubt
from loadproof.records.run import Run
from loadproof.records.tone import tone_of
from loadproof.records.trial import Trial
from loadproof.result.answer_errors import answer_errors
from loadproof.result.answer_sentences import answer_sentence
from loadproof.result.expected_replies import ExpectedReplies
from loadproof.result.operation_replies import operation_replies
from loadproof.result.result import Answer
from loadproof.result.sentence import NOTHING, ToldAnswer
from loadproof.result.unanswered import cut_by, why_unanswered
from loadproof.store.reader import RunReader

__all__ = ["answers_in", "confirming_trial"]

Key = tuple[str | None, int, str]
"""Variant, start and method."""


def answers_in(reader: RunReader, trials: Sequence[Trial], run: Run) -> list[Answer]:
    """One answer for each start of a variant and method that was begun, or that is stored, in their order.

    A start that was superseded has none: it was run again under another number.
    """
    stored = {(variant, start, method): answer for variant, start, method, answer in reader.answers()}
    # A warm-up belongs to the start of the services, not to a method.
    begun = dict.fromkeys(
        (trial.variant, trial.start, trial.method)
        for trial in trials
        if trial.method in method_names() and not trial.superseded
    )
    unfinished = why_unanswered(run.ended, run.interrupted, cut_by(reader))
    expected = ExpectedReplies.of_plan(reader.description.plan)
    answers = []
    for key in _in_order([*begun, *stored]):
        variant, start, method = key
        of_start = [trial for trial in trials if (trial.variant, trial.start) == (variant, start)]
        own = [trial for trial in of_start if trial.method == method]
        known = stored.get(key) or _of_trials(method, own, unfinished)
        own = own or _shared(method, known, of_start)
        answer = _answer(key, known, own, run.profile.base_rate)
        if not row_of(method).has_own_starts:
            answer = replace(answer, error_kinds=answer_errors(own, of_start, expected))
        if not row_of(method).judges_slos:
            plan, flows = reader.description.plan, _flows(run)
            last = next((trial for trial in own if trial.number == answer.decisive), None)
            answer = replace(answer, replies=() if last is None else operation_replies(last, plan, flows))
        answers.append(replace(answer, sentence=answer_sentence(ToldAnswer(answer, own, run))))
    return answers


def _flows(run: Run) -> list[str]:
    return [one.name for one in run.profile.operations if one.kind != "operation"]


def _in_order(found: Sequence[Key]) -> list[Key]:
    """Variants as they were begun, the starts of each, and the methods of each in the order of a study."""
    variants = list(dict.fromkeys(variant for variant, _, _ in found))
    return sorted(set(found), key=lambda key: (variants.index(key[0]), key[1], method_names().index(key[2])))


def _shared(method: str, answer: records.Answer, trials: Sequence[Trial]) -> list[Trial]:
    """A capacity's confirmation is a trial of its search: that of the confirmed rate which was run last."""
    confirmations = [
        trial
        for trial in trials
        if row_of(method).confirms_capacity and trial.purpose == Purpose.CONFIRM.value and _is_at(trial, answer)
    ]
    return confirmations[-1:]


def _is_at(trial: Trial, answer: records.Answer) -> bool:
    """Return True if a trial held the load of an answer: its users, or its rate."""
    return trial.users == answer.users if answer.unit is not None else trial.rate == answer.rate


def _answer(key: Key, known: records.Answer, own: Sequence[Trial], base_rate: float | None) -> Answer:
    """Without its sentence."""
    variant, start, method = key
    decisive = _decisive(method, known, own)
    rates: dict[str, Any] = {name: getattr(known, name) for name in ("rate", "estimate", "low", "high")}
    if row_of(method).holds_several_rates:
        rates |= _around_completed(rates)
    # Users are no multiple of a rate.
    of_rates = base_rate if known.unit is None else None
    return Answer(
        variant=variant,
        start=start,
        method=method,
        outcome=known.outcome,
        tone=tone_of(known.outcome),
        sentence=NOTHING,
        reason=known.reason,
        **rates,
        n=in_multiples(rates["rate"], of_rates),
        users=_users(known, decisive),
        unit=known.unit,
        n_low=in_multiples(rates["low"], of_rates),
        n_high=in_multiples(rates["high"], of_rates),
        hold_s=_judged_s(method, known, decisive),
        trials=tuple(trial.number for trial in own),
        decisive=decisive.number if decisive else None,
        trends=row_of(method).trends(known),
        minutes=row_of(method).minutes(known),
        littles_law=row_of(method).littles_law(known),
        metrics=row_of(method).metrics(known),
        doubts=_unique([*(decisive.measurement.doubts if decisive else ()), *known.doubts]),
    )


def _users(known: records.Answer, decisive: Trial | None) -> int:
    """Return the most users that a search confirmed, else those of the trial that an answer rests on."""
    if known.unit is not None:
        return known.users or 0
    return decisive.users if decisive else 0


def _around_completed(rates: Mapping[str, Any]) -> dict[str, Any]:
    """Bounds of a staircase, which are rates due, so that they hold the rate completed on the plateau that was kept."""
    rate, low, high = rates["rate"], rates["low"], rates["high"]
    if rate is None:
        return {}
    return {"low": None if low is None else min(low, rate), "high": None if high is None else max(high, rate)}


def _judged_s(method: str, known: records.Answer, decisive: Trial | None) -> float | None:
    """Seconds that were judged, as every sentence says them; what was to be held is longer where seconds were left out.

    A staircase has several plateaus, and names the time of each; so does a load of several spans.
    """
    if row_of(method).holds_several_rates or decisive is None or decisive.stages:
        return known.hold_s
    return decisive.measurement.duration_s


def confirming_trial(trials: Sequence[Trial]) -> Trial | None:
    """The trial that an answer rests on.

    The last confirmation that passed, else the last confirmation, else the last trial that is judged at all.
    """
    judged = [trial for trial in trials if Purpose(trial.purpose).is_judged]
    confirmations = [trial for trial in judged if trial.purpose == Purpose.CONFIRM.value]
    passed = [trial for trial in confirmations if trial.state == "passed"]
    return next((group[-1] for group in (passed, confirmations, judged) if group), None)


def _decisive(method: str, known: records.Answer, own: Sequence[Trial]) -> Trial | None:
    """The trial that an answer rests on: of a staircase the plateau that was kept, else the lowest that was not.

    What passed or failed rests on no trial that was not valid.
    """
    if row_of(method).has_own_starts:
        # A round, or a start in which a feature is switched, rests on all of its slots.
        return None
    told = list(own)
    if tone_of(known.outcome) != "undecided":
        told = [trial for trial in told if trial.measurement.valid]
    if row_of(method).holds_several_rates:
        rate = known.high if known.low is None else known.low
        told = [trial for trial in told if rate in (None, trial.rate)]
    return confirming_trial(told)


def _of_trials(method: str, own: Sequence[Trial], unfinished: Message) -> records.Answer:
    """Return the answer that the trials allow if no answer was stored."""
    row, last = row_of(method), own[-1]
    if (partial := row.partial(own)) is not None:
        return replace(partial, reason=unfinished)
    if row.answers_with_its_trial and not last.cut_short:
        return records.Answer(method, Outcome(last.state), last.rate, last.reason)
    return records.Answer(method, Outcome.UNDECIDED, last.rate, unfinished)


def _unique(doubts: Sequence[Doubt]) -> tuple[Doubt, ...]:
    return tuple(doubt for index, doubt in enumerate(doubts) if doubt not in doubts[:index])
