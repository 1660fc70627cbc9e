"""How reports tell of each method: the sentence of its answer, for one variant, and its nouns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from loadproof.report.figures import duration_text, rate_text
from loadproof.report.plain_text import printable
from loadproof.report.plateaus_sentence import plateaus_sentence
from loadproof.report.sentence import because, beside_users, capacity_sentence, load_sentence, multiple_words

__all__ = ["METHOD_REPORTS", "MethodReport", "answer_sentence"]

View = Mapping[str, Any]


def answer_sentence(view: View) -> str:
    """The sentence of an answer; `view` is the answer with its own `trials` and the `run` beside; safe to print."""
    report = METHOD_REPORTS[str(view["method"])]
    if view["outcome"] == "not_run":
        return printable(f"The {report.noun} was not run{because(view['reason'])}.")
    return printable(report.sentence(view))


def _confirm_sentence(view: View) -> str:
    if view["outcome"] == "passed":
        return f"The confirmation held {_rate(view)} for {_held(view)}: every SLO was kept."
    if view["outcome"] == "failed":
        return f"The confirmation of {_rate(view)} failed{because(view['reason'])}."
    return f"Whether {_rate(view)} hold cannot be told{because(view['reason'])}."


def _soak_sentence(view: View) -> str:
    sentences = {
        "steady": f"The soak at {_rate(view)} was steady over {_held(view)}.",
        "not_steady": f"The soak at {_rate(view)} was not steady{because(view['reason'])}.",
        "never_steady": f"The soak at {_rate(view)} never became steady{because(view['reason'])}.",
        "failed": f"The soak at {_rate(view)} broke its SLOs{because(view['reason'])}.",
    }
    other = f"Whether the soak at {_rate(view)} is steady cannot be told{because(view['reason'])}."
    return sentences.get(str(view["outcome"]), other)


def _rate(view: View) -> str:
    return f"{rate_text(view['rate'])} requests/s{multiple_words(view['n'])}{beside_users(view)}"


def _held(view: View) -> str:
    judged_s = [trial["measurement"]["duration_s"] for trial in view["trials"] if trial["number"] == view["decisive"]]
    return duration_text(judged_s[0] if judged_s else view["hold_s"] or 0.0)


@dataclass(frozen=True, slots=True)
class MethodReport:
    """How reports tell of one method."""

    noun: str
    sentence: Callable[[View], str]
    """The sentence of its answer where it was run."""
    plateau: str = ""
    """What a forecast calls the plateau that its answer rests on; empty: by its name."""
    plateau_title: str = ""
    """The same in a heading."""


METHOD_REPORTS = {
    "plateaus": MethodReport(
        "staircase of plateaus", plateaus_sentence, "the lowest of its plateaus", "plateaus, the lowest"
    ),
    "capacity": MethodReport(
        "search for the capacity",
        capacity_sentence,
        "the confirmation of the capacity",
        "capacity, its confirmation",
    ),
    "confirm": MethodReport("confirmation", _confirm_sentence),
    "soak": MethodReport("soak", _soak_sentence),
    "load": MethodReport("load", load_sentence),
}
"""Of each method of `method.registry`."""
