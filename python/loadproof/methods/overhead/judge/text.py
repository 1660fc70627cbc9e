"""Sentences about the overhead of a feature: one for each metric, and one for the claim."""

from collections.abc import Iterator, Sequence

from loadproof.judge.comparison_text import amount_of, metric_name
from loadproof.methods.overhead.judge.starts import FEWEST_STARTS, MOST_STARTS, JudgedLevels
from loadproof.model.message import Listing, Message, Value, count, listed, rate, share
from loadproof.records.overhead import LevelFigure, OverheadVerdict

__all__ = ["level_text", "overhead_sentence"]

_MOST_CELLS = 4
"""In a sentence: more stand in the table alone."""


def level_text(effect: LevelFigure) -> Message:
    """Return the sentence about one metric at one level and rate.

    >>> from loadproof.words.catalogue import english
    >>> from loadproof.model.typed_json import of_json
    >>> told = {"level": "on", "rate": 500.0, "metric": "cpu", "decides": True, "bound": 5.0, "verdict": "shown"}
    >>> told |= {"effect_percent": 0.4, "points": None, "low": -0.6, "high": 1.4, "upper": 1.1, "off": 2.0, "on": 2.0}
    >>> english(level_text(of_json(LevelFigure, {**told, "starts": 5, "starts_needed": None})))
    'CPU per request, on at 500 calls/s: 0.4 %, surely below 5 % (at most 1.1 %)'
    """
    told: dict[str, Value] = {"figure": metric_name(effect.metric), "cell": _cell(effect)}
    if effect.effect is None or effect.upper is None or effect.low is None or effect.high is None:
        if not effect.starts:
            return Message("overhead-figure-unread", **told)
        return Message("overhead-figure-few", **told, starts=count(effect.starts))
    amounts = {name: amount_of(getattr(effect, name), effect.metric) for name in ("effect", "low", "high", "upper")}
    told |= {"bound": amount_of(effect.bound, effect.metric), "effect": amounts["effect"]}
    if effect.verdict is OverheadVerdict.SHOWN:
        return Message("overhead-figure-shown", **told, upper=amounts["upper"])
    code = "overhead-figure-refuted" if effect.verdict is OverheadVerdict.REFUTED else "overhead-figure-open"
    return Message(code, **told, low=amounts["low"], high=amounts["high"])


def overhead_sentence(overhead: JudgedLevels, bound_percent: float) -> Message:
    """The claim in one sentence: what shows or refutes it, or what does not show it and how many starts would do."""
    deciding = [effect for effect in overhead.effects if effect.decides]
    told = {"starts": count(overhead.starts), "bound": share(bound_percent / 100.0)}
    if not deciding or not overhead.starts:
        return Message("overhead-nothing")
    if overhead.verdict is OverheadVerdict.SHOWN:
        return Message("overhead-shown", **told, figures=_figures(deciding, overhead))
    open_or_refuted = [effect for effect in deciding if effect.verdict is overhead.verdict]
    figures = _figures(open_or_refuted, overhead)
    if overhead.verdict is OverheadVerdict.REFUTED:
        return Message("overhead-refuted", **told, figures=figures)
    return Message("overhead-not-shown", **told, figures=figures, needed=_needed(overhead))


def _needed(overhead: JudgedLevels) -> Message:
    if overhead.starts < FEWEST_STARTS:
        return Message("overhead-too-few-starts", starts=count(FEWEST_STARTS))
    if overhead.starts_needed is not None:
        return Message("overhead-starts-needed", starts=count(overhead.starts_needed))
    return Message("overhead-starts-in-vain", starts=count(MOST_STARTS))


def _figures(effects: Sequence[LevelFigure], overhead: JudgedLevels) -> Value:
    """Cell by cell; the name of the only one is not told."""
    cells = list(dict.fromkeys((effect.level, effect.rate) for effect in effects))
    is_one = len({(effect.level, effect.rate) for effect in overhead.effects}) == 1
    clauses: list[Value] = []
    for cell in cells[:_MOST_CELLS]:
        own = [effect for effect in effects if (effect.level, effect.rate) == cell]
        shown = listed(list(_amounts(own)))
        clauses.append(shown if is_one else Message("overhead-of-cell", cell=_cell(own[0]), figures=shown))
    if (more := len(cells) - _MOST_CELLS) > 0:
        clauses.append(Message("overhead-and-more", cells=count(more)))
    return listed(clauses, Listing.CLAUSES)


def _amounts(effects: Sequence[LevelFigure]) -> Iterator[Message]:
    unknown = []
    for effect in effects:
        name = metric_name(effect.metric)
        if effect.effect is None or effect.upper is None or effect.low is None or effect.high is None:
            unknown.append(name)
        elif effect.verdict is OverheadVerdict.SHOWN:
            yield Message("overhead-amount-at-most", figure=name, upper=amount_of(effect.upper, effect.metric))
        else:
            ends = {end: amount_of(getattr(effect, end), effect.metric) for end in ("effect", "low", "high")}
            yield Message("overhead-amount", figure=name, **ends)
    if unknown:
        yield Message("overhead-amount-unknown", figure=listed(unknown, Listing.AND))


def _cell(effect: LevelFigure) -> Message:
    return Message("overhead-cell", level=effect.level, rate=rate(effect.rate))
