"""The sentence of each method's answer, for one variant."""

from collections.abc import Callable, Mapping
from typing import Any

from loadproof.report.figures import duration_text, rate_text
from loadproof.report.plain_text import printable
from loadproof.report.plateaus_sentence import plateaus_sentence
from loadproof.report.sentence import because, beside_users, capacity_sentence, load_sentence, multiple_words

__all__ = ["answer_sentence"]

View = Mapping[str, Any]


def answer_sentence(view: View) -> str:
    """The sentence of an answer; `view` is the answer with its own `trials` and the `run` beside; safe to print."""
    method = str(view["method"])
    if view["outcome"] == "not_run":
        return printable(f"The {_NAMES[method]} was not run{because(view['reason'])}.")
    return printable(_SENTENCES[method](view))


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


_NAMES = {
    "plateaus": "staircase of plateaus",
    "capacity": "search for the capacity",
    "confirm": "confirmation",
    "soak": "soak",
    "load": "load",
}
_SENTENCES: dict[str, Callable[[View], str]] = {
    "plateaus": plateaus_sentence,
    "capacity": capacity_sentence,
    "confirm": _confirm_sentence,
    "soak": _soak_sentence,
    "load": load_sentence,
}
