"""The verdict of a run in one plain sentence."""

from collections.abc import Mapping
from typing import Any

from loadproof.method.trial import Purpose
from loadproof.report.figures import (
    calls_needed,
    duration_text,
    milliseconds_text,
    percent_text,
    rate_text,
    slo_text,
    users_text,
)
from loadproof.report.plain_text import printable

__all__ = [
    "TIME_NOTE",
    "arrivals_note",
    "arrivals_words",
    "because",
    "beside_users",
    "capacity_sentence",
    "load_sentence",
    "multiple_words",
    "nothing_measured",
    "slo_words",
]

Result = Mapping[str, Any]

TIME_NOTE = "Simulated: the service was a model and time was virtual. Nothing here was measured on a real service."

_ARRIVALS = {
    "poisson": "Poisson arrivals",
    "constant": "constant arrivals",
    "closed": "closed loop",
    "users": "closed users",
}
_NOTES = {
    "poisson": (
        "Poisson arrivals: calls come at random moments, as from independent users, now and then several "
        "at once. Under constant (evenly spaced) arrivals of the same mean rate they queue less: times are "
        "shorter and the capacity is higher there. The two are not to be compared."
    ),
    "constant": (
        "Constant arrivals: calls are evenly spaced, as those of independent users never are. Under "
        "Poisson arrivals of the same mean rate calls come now and then several at once and queue more: "
        "times are longer and the capacity is lower there, so this figure is higher than independent users "
        "would find. For theirs, repeat with --arrivals poisson."
    ),
    "closed": (
        "Closed loop: each connection sends its next call when the last one is answered. This is the most "
        "that the service gives to so many connections; nobody waits outside, so the times say nothing of "
        "independent users."
    ),
    "users": (
        "Closed users: each goes through its flow again once it has ended, or at its pace. A service that answers "
        "slower is asked less often, so the rate is an outcome here and no load that was given."
    ),
}


def arrivals_words(arrivals: str) -> str:
    """The kind of arrivals in words; what is not known is shown as it is.

    >>> arrivals_words("poisson")
    'Poisson arrivals'
    """
    return _ARRIVALS.get(arrivals, f"{printable(arrivals)} arrivals")


def arrivals_note(arrivals: str) -> str:
    """What the kind of arrivals means for the figure; empty for an unknown kind."""
    return _NOTES.get(arrivals, "")


def nothing_measured(result: Result) -> str:
    """The sentence of a run that ended before any trial."""
    return f"Nothing was measured: the run ended before its load began ({_kind(result)})."


def multiple_words(n: float | None) -> str:
    """A rate in multiples of the profile, to stand behind it; empty where the profile has no rate of its own.

    >>> multiple_words(26.0), multiple_words(None)
    (' (N = 26)', '')
    """
    return "" if n is None else f" (N = {rate_text(n)})"


def beside_users(answer: Result) -> str:
    """The closed users beside a rate, to stand behind it; empty where there were none.

    >>> beside_users({"users": 3000}), beside_users({"users": 0})
    (' beside 3,000 users', '')
    """
    return f" beside {users_text(answer['users'])}" if answer.get("users") else ""


def capacity_sentence(result: Result) -> str:
    """The sentence of a search: an answer with its `trials` and its `run`."""
    if result["run"]["interrupted"] and result["outcome"] == "undecided":
        return _interrupted_search(result)
    sentences = {
        "found": _found,
        "coarse": _coarse,
        "at_least": _at_least,
        "none_passed": _none_passed,
        "drifting": _drifting,
    }
    return sentences.get(str(result["outcome"]), _undecided)(result)


def _found(result: Result) -> str:
    return (
        f"The service holds {rate_text(result['rate'])} requests/s{multiple_words(result['n'])}{beside_users(result)} "
        f"with {slo_words(result['run'])} ({_estimate(result)}; {_circumstances(result)})."
    )


def _coarse(result: Result) -> str:
    if result["rate"] is None:
        return (
            f"The capacity with {slo_words(result['run'])} is estimated at {rate_text(result['estimate'])} requests/s "
            f"and not confirmed (between {_interval(result)}/s; {_kind(result)}; within one start)."
        )
    return (
        f"The service holds {rate_text(result['rate'])} requests/s{multiple_words(result['n'])}{beside_users(result)} "
        f"with {slo_words(result['run'])}, and its capacity is known only coarsely "
        f"({_estimate(result)}; {_circumstances(result)})."
    )


def _estimate(result: Result) -> str:
    """Runs of earlier versions have the interval alone."""
    if result.get("estimate") is None:
        return f"between {_interval(result)}/s"
    return f"capacity estimated at {rate_text(result['estimate'])}/s, between {_interval(result)}/s"


def _at_least(result: Result) -> str:
    rate = f"{rate_text(result['rate'])} requests/s{multiple_words(result['n'])}{beside_users(result)}"
    return (
        f"The service holds at least {rate} with {slo_words(result['run'])}: "
        f"the highest rate that was allowed passed, so its capacity may be higher ({_circumstances(result)})."
    )


def _none_passed(result: Result) -> str:
    judged = (trial for trial in result["trials"] if Purpose(trial["purpose"]).is_judged)
    tried = [trial["rate"] for trial in judged if trial["rate"] is not None]
    lowest = f" down to {rate_text(min(tried))} requests/s" if tried else ""
    return (
        f"The service keeps {slo_words(result['run'])} at none of the rates tried{lowest}{because(result['reason'])} "
        f"({_kind(result)}; within one start)."
    )


def _drifting(result: Result) -> str:
    reason = because(result["reason"])
    slos = slo_words(result["run"])
    return f"The capacity with {slos} does not stay what it is{reason} ({_kind(result)}; within one start)."


def _undecided(result: Result) -> str:
    reason = because(result["reason"])
    return f"The capacity with {slo_words(result['run'])} is undecided{reason}{_known(result)} ({_kind(result)})."


def _interrupted_search(result: Result) -> str:
    return (
        f"The search for the capacity with {slo_words(result['run'])} was cut short{_known(result)} ({_kind(result)})."
    )


def _known(result: Result) -> str:
    low, high = result["low"], result["high"]
    confirmed = "confirmed" if result["rate"] is not None and result["rate"] == low else "not confirmed"
    passed = (
        f"the highest rate that passed is {rate_text(low)}/s, {confirmed}" if low is not None else "no rate passed yet"
    )
    failed = f"the lowest that did not {rate_text(high)}/s" if high is not None else "none failed"
    return f"; {passed}; {failed}"


def _interval(result: Result) -> str:
    return f"{rate_text(result['low'])} and {rate_text(result['high'])}"


def _circumstances(result: Result) -> str:
    confirmations = [
        trial for trial in result["trials"] if trial["purpose"] == "confirm" and trial["state"] == "passed"
    ]
    if not confirmations:
        return f"{_kind(result)}; within one start"
    held_s = confirmations[-1]["measurement"]["duration_s"]
    return f"{_kind(result)}; confirmed for {duration_text(held_s)} within one start"


def load_sentence(result: Result) -> str:
    """The sentence of a plain load: it describes the last of the answer's `trials`; `run` gives the context."""
    if not result["trials"]:
        return nothing_measured(result)
    trial = result["trials"][-1]
    measured = {**trial["measurement"], "verdict": trial["verdict"], "run": result["run"]}
    if trial["verdict"] is None and not result["run"]["interrupted"]:
        return f"The end of the load is not stored{_at(trial)}, so nothing is judged: {_gave(measured)}."
    if trial["verdict"] is None or result["run"]["interrupted"]:
        return f"The load was cut short{_at(trial)}, so nothing is judged: {_gave(measured)}."
    sentences = {"passed": _passed, "failed": _failed, "invalid": _invalid}
    return sentences.get(trial["verdict"]["state"], _not_told)(measured, _at(trial))


def _passed(result: Result, at: str) -> str:
    if not result["verdict"]["slos"]:
        return f"Without an SLO nothing is judged{at}: {_gave(result)}."
    return f"The service keeps {slo_words(result['run'])}{at}: {_gave(result)}."


def _failed(result: Result, at: str) -> str:
    broken = [printable(slo_text(slo["slo"])) for slo in result["verdict"]["slos"] if slo["state"] == "failed"]
    what = _joined(broken) if broken else slo_words(result["run"])
    return f"The service breaks {what}{at}{because(result['verdict']['reason'])}; {_gave(result)}."


def _invalid(result: Result, at: str) -> str:
    reason = because(result["verdict"]["reason"])
    return f"The measurement{at} is not valid{reason} ({_kind(result)})."


def _not_told(result: Result, at: str) -> str:
    reason = because(result["verdict"]["reason"])
    return f"Whether the service keeps {slo_words(result['run'])}{at} cannot be told{reason}; {_gave(result)}."


def _gave(result: Result) -> str:
    times, completed = result["response_ms"], result["completed"]
    name = "p99" if completed >= calls_needed("p99") else "mean"
    response = f"{name} {milliseconds_text(times[name])} ms, " if completed else ""
    missing = f"{percent_text(result['error_percent'])} failed, dropped or cut"
    circumstances = f"in {duration_text(result['duration_s'])} ({_kind(result)}; within one start)"
    return f"{rate_text(result['rate'])}/s done, {response}{missing} {circumstances}"


def _at(trial: Mapping[str, Any]) -> str:
    if trial["rate"] == 0 and trial["users"]:
        return f" with {users_text(trial['users'])}"
    rate = "the highest rate it gives" if trial["rate"] is None else f"{rate_text(trial['rate'])} requests/s"
    return f" at {rate}{beside_users(trial)}"


def _kind(result: Result) -> str:
    return arrivals_words(result["run"]["arrivals"])


def because(reason: str | None) -> str:
    return f": {reason.rstrip('. ')}" if reason else ""


def slo_words(run: Result) -> str:
    """The SLOs of a run but for that of its rate, in one row of words.

    >>> slo_words({"slos": [{"text": "p99<50ms", "kind": "percentile"}, {"text": "errors<1%", "kind": "errors"}]})
    'p99 < 50 ms and errors < 1 %'
    """
    texts = [slo_text(slo["text"]) for slo in run["slos"] if slo["kind"] != "rate"]
    return _joined(texts) if texts else "no SLO"


def _joined(texts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
