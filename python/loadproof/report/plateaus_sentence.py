"""The sentence of a staircase of plateaus."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.figures import duration_text, rate_text
from loadproof.report.sentence import arrivals_words, because, beside_users, multiple_words, slo_words

__all__ = ["plateaus_sentence"]

View = Mapping[str, Any]


def plateaus_sentence(view: View) -> str:
    """The sentence of an answer with its `trials` and its `run`; a lower bound is called one."""
    sentences = {"found": _found, "at_least": _at_least, "none_passed": _none_passed}
    return sentences.get(str(view["outcome"]), _undecided)(view)


def _found(view: View) -> str:
    reason = _reason(view)
    return f"{_kept(view)}{f'; {reason}' if reason else ''} ({_circumstances(view)})."


def _at_least(view: View) -> str:
    highest = rate_text(max((trial["rate"] for trial in view["trials"]), default=view["low"]))
    bound = f"{highest}/s was the highest tried: a lower bound"
    # What could not be judged above it is no proof of anything.
    return f"{_kept(view)}; {bound}{f' ({reason})' if (reason := _reason(view)) else ''} ({_circumstances(view)})."


def _none_passed(view: View) -> str:
    reason = because(view["reason"])
    return f"The service keeps {slo_words(view['run'])} at none of its plateaus{reason} ({_circumstances(view)})."


def _undecided(view: View) -> str:
    reason = because(view["reason"])
    return (
        f"Which of its plateaus the service keeps with {slo_words(view['run'])} cannot be told{reason} ({_kind(view)})."
    )


def _kept(view: View) -> str:
    rate = f"{rate_text(view['rate'])} requests/s{multiple_words(view['n'])}{beside_users(view)}"
    due = f"{rate_text(view['low'])}/s were due"
    return f"The service keeps {slo_words(view['run'])} at {rate}, the last of its plateaus that passed ({due})"


def _reason(view: View) -> str:
    return str(view["reason"] or "").rstrip(". ")


def _circumstances(view: View) -> str:
    held = f"each held for {duration_text(view['hold_s'])} within one start" if view["hold_s"] else "within one start"
    return f"{_kind(view)}; {held}"


def _kind(view: View) -> str:
    return arrivals_words(view["run"]["arrivals"])
