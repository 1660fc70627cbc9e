"""Emphasis of a report, decided once for every medium: tones, and the trial, answer and ranking that lead."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from loadproof.judge.ranking import FEWEST_STARTS
from loadproof.methods.registry import METHODS, row_of
from loadproof.methods.trial import Purpose
from loadproof.records.comparison import Comparison
from loadproof.records.overhead import Overhead
from loadproof.records.ranking import RankedVariant, Ranking, StartFigures
from loadproof.records.tone import Tone, tone_of, tone_of_answer, trial_tone
from loadproof.records.trial import Trial
from loadproof.result.result import Answer, Result
from loadproof.result.stopped_by import stopped_by
from loadproof.result.trend_figure import trend_figure
from loadproof.result.unanswered import CUTTING

__all__ = ["decided", "leading_answer", "leading_ranking"]

_NUMBERS = {"exact": "found", "at_least": "at_least", "below": "none_passed"}
_ANSWERED = ("drifting", "none_passed")
_WORST_FIRST: tuple[Tone, ...] = ("failed", "undecided", "passed")


def decided(result: Result) -> Result:
    """The result with everything that is decided by its answers, rankings, trials and findings."""
    trials = tuple(_decided_trial(trial) for trial in result.trials)
    answers = tuple(_decided_answer(answer) for answer in result.answers)
    rankings = tuple(_decided_ranking(ranking) for ranking in result.rankings)
    leading = leading_ranking(rankings)
    over_starts: tuple[Comparison | Overhead, ...] = (*result.comparisons, *result.overheads)
    # What a run that was cut, for want of a resource or of a process of ours, still had to answer is not known.
    is_cut = any(doubt.code in CUTTING for doubt in result.doubts)
    state = "undecided" if is_cut else _overall_state(answers, rankings, over_starts, trials)
    told_apart = {one.method for one in over_starts}
    own = [place for place, answer in enumerate(answers) if answer.method not in told_apart]
    first = own[leading_answer([answers[place] for place in own])] if own else None
    return replace(
        result,
        state=state,
        tone=state,
        trials=trials,
        answers=answers,
        rankings=rankings,
        leading_ranking=None if leading is None else leading.method,
        leading_answer=first,
        decisive=_decisive([*(() if first is None else (answers[first],)), *answers], trials),
        stopped_by=stopped_by(answers, trials, result.findings),
    )


def _decided_trial(trial: Trial) -> Trial:
    stages = tuple(replace(one, tone=trial_tone(one.verdict.state, is_judged=True)) for one in trial.stages)
    return replace(trial, tone=trial_tone(trial.state, is_judged=_is_judged(trial)), stages=stages)


def _is_judged(trial: Trial) -> bool:
    return Purpose(trial.purpose).is_judged


def _decided_answer(answer: Answer) -> Answer:
    trends = tuple(replace(trend, figure=trend_figure(trend.name)) for trend in answer.trends)
    return replace(answer, tone=tone_of_answer(answer.outcome, answer.rate), trends=trends)


def _decided_ranking(ranking: Ranking) -> Ranking:
    return replace(ranking, variants=tuple(_decided_variant(variant, ranking) for variant in ranking.variants))


def _decided_variant(variant: RankedVariant, ranking: Ranking) -> RankedVariant:
    typical = _typical_start(variant.starts)
    return replace(
        variant,
        tone=tone_of(_outcome_over_starts(variant, ranking)),
        typical=None if typical is None else typical.start,
        starts=tuple(replace(start, tone=tone_of_answer(start.outcome, start.rate)) for start in variant.starts),
    )


def _typical_start(starts: Sequence[StartFigures]) -> StartFigures | None:
    """The start of the median rate, of an even number the lower; without a rate the first that measured anything."""
    measured = [start for start in starts if start.trial is not None]
    rated = sorted((start for start in measured if start.rate is not None), key=lambda start: start.rate or 0.0)
    return rated[(len(rated) - 1) // 2] if rated else next(iter(measured), None)


def leading_ranking(rankings: Sequence[Ranking]) -> Ranking | None:
    """The ranking that a report begins with: of those that rank the last, which searched; else one of several starts.

    None where every variant has one start: then the answers say more than a ranking that cannot be.
    """
    ranked = [ranking for ranking in rankings if ranking.is_ranked]
    of_starts = [ranking for ranking in rankings if any(len(variant.starts) > 1 for variant in ranking.variants)]
    return next((found[-1] for found in (ranked, of_starts) if found), None)


def leading_answer(answers: Sequence[Answer]) -> int:
    """The place of the answer that a headline begins with: the first of the worst tone. Needs one answer at least."""
    tones = [tone_of_answer(answer.outcome, answer.rate) for answer in answers]
    return next(tones.index(tone) for tone in _WORST_FIRST if tone in tones)


def _decisive(answers: Sequence[Answer], trials: Sequence[Trial]) -> int | None:
    told = [answer.decisive for answer in answers if answer.decisive is not None]
    judged = [trial.number for trial in trials if _is_judged(trial) and not trial.superseded]
    return next((found for found in (*told[:1], *judged[-1:])), None)


_OF_CLAIMS: Mapping[str, Tone] = {"shown": "passed", "refuted": "failed", "not shown": "undecided"}


def _overall_state(
    answers: Sequence[Answer],
    rankings: Sequence[Ranking],
    over_starts: Sequence[Comparison | Overhead],
    trials: Sequence[Trial],
) -> Tone:
    """`passed`, `failed` or `undecided`: of several answers a failed one counts most, then one that tells nothing.

    Where starts are ranked a variant counts once, by all of its starts. What was not valid tells nothing. A comparison
    has passed when each of its primary pairs is told, whatever differs, the claim of an overhead when it is shown:
    their rounds and starts count by them alone.
    """
    own = {one.method for one in over_starts}
    others = [answer for answer in answers if answer.method not in own]
    tones = {tone_of(outcome) for outcome in _outcomes_that_count(others, rankings, trials)}
    tones |= {_tone_of_claim(one) for one in over_starts}
    return next((tone for tone in _WORST_FIRST if tone in tones), "undecided")


def _tone_of_claim(one: Comparison | Overhead) -> Tone:
    if isinstance(one, Overhead):
        return _OF_CLAIMS[one.verdict]
    return "passed" if one.is_settled else "undecided"


def _outcomes_that_count(answers: Sequence[Answer], rankings: Sequence[Ranking], trials: Sequence[Trial]) -> list[str]:
    """The outcomes of the answers; of a method whose starts are ranked, one for each variant over its starts.

    A start that drifted, or was not run, is no failure of a study whose other starts gave the variant its rank. A
    variant without a number has failed where some start says so; one with too few for its rank is undecided, though
    it had starts enough.
    """
    if leading_ranking(rankings) is None:
        # A search that held no rate guesses.
        return ["undecided" if _is_guess(answer) else answer.outcome for answer in answers]
    ranked: set[str] = {ranking.method for ranking in rankings}
    found = [_outcome_over_starts(variant, ranking) for ranking in rankings for variant in ranking.variants]
    others = [answer for answer in answers if answer.method not in ranked]
    searches = {row.name for row in METHODS if row.finds_capacity}
    if searches & ranked:
        searched = {trial.number for trial in trials if trial.method in searches}
        others = [answer for answer in others if not _is_of_search(answer, searched)]
    return [*found, *_of_others(others)]


def _is_guess(answer: Answer) -> bool:
    return answer.outcome == "coarse" and answer.rate is None


def _is_of_search(answer: Answer, searched: Set[int]) -> bool:
    """Return True if the answer is the confirmation inside a search, which has the outcome of the search."""
    return row_of(answer.method).confirms_capacity and set(answer.trials) <= searched


def _outcome_over_starts(variant: RankedVariant, ranking: Ranking) -> str:
    if all(start.rate is None for start in variant.starts):
        told = [start.outcome for start in variant.starts]
        return next((outcome for outcome in _ANSWERED if outcome in told), "undecided")
    if variant.bound is None:
        return "undecided"
    enough = len(variant.starts) >= FEWEST_STARTS and len(ranking.variants) > 1
    if enough and variant.rank is None and variant.bound != "below":
        return "undecided"
    return _NUMBERS[variant.bound]


def _of_others(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield the outcomes; leave out `not_run` if the method was run on another start of the variant."""
    for answer in answers:
        of_same = [other for other in answers if (other.variant, other.method) == (answer.variant, answer.method)]
        if answer.outcome != "not_run" or all(other.outcome == "not_run" for other in of_same):
            yield answer.outcome
