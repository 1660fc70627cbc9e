"""Parts of the sentences of all methods: the load, the SLOs, the arrivals and the reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.methods.factor import Factor
from loadproof.model.message import SAID, Listing, Message, Quantity, count, duration, listed, number, rate, slo
from loadproof.records.run import Run, RunSlo
from loadproof.records.trial import Trial
from loadproof.result.result import Answer

__all__ = [
    "NOTHING",
    "ToldAnswer",
    "answer_load",
    "arrivals_note",
    "arrivals_told",
    "because",
    "circumstances",
    "due_note",
    "held",
    "in_a_row",
    "load_of",
    "load_told",
    "nothing_measured",
    "reason_of",
    "slos_told",
]

NOTHING = Message.said("")
"""In a gap for what may be told, or not."""
_KNOWN_ARRIVALS = ("poisson", "constant", "closed", "users")


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """An answer with the trials that it is of, and its run."""

    answer: Answer
    trials: Sequence[Trial]
    run: Run


def load_of(told: ToldAnswer) -> Message:
    """Return the load of an answer: its rate, the rate in multiples of the profile, and its users."""
    return answer_load(told.answer)


def answer_load(answer: Answer) -> Message:
    """Return the load of an answer in words; of a search in users its users, with the rate that they complete."""
    if answer.unit is None:
        return load_told(answer.rate, answer.n, answer.users)
    users = Factor.USERS.words(float(answer.users))
    return Message("load-of-users", users=users, rate=rate(answer.rate))


def held(told: ToldAnswer) -> Quantity:
    """Return the judged time of the trial that an answer rests on; without one, the time that was to be held."""
    judged_s = [trial.measurement.duration_s for trial in told.trials if trial.number == told.answer.decisive]
    return duration(judged_s[0] if judged_s else told.answer.hold_s or 0.0)


def arrivals_told(arrivals: str) -> Message:
    """The kind of arrivals; what is not known is shown as it is."""
    if arrivals in _KNOWN_ARRIVALS:
        return Message(f"page-arrivals-{arrivals}")
    return Message("arrivals-other", arrivals=arrivals)


def nothing_measured(run: Run) -> Message:
    """The sentence of a run that ended before any trial."""
    return Message("nothing-measured", arrivals=arrivals_told(run.arrivals))


def arrivals_note(arrivals: str) -> Message:
    """Return a note on the meaning of the kind of arrivals for the metric; empty for an unknown kind."""
    return Message(f"arrivals-note-{arrivals}") if arrivals in _KNOWN_ARRIVALS else NOTHING


def circumstances(run: Run, confirmed_s: float | None = None) -> Message:
    """Return the conditions of a metric: its arrivals, one start, and the time of its confirmation if it has one."""
    arrivals = arrivals_told(run.arrivals)
    if confirmed_s is None:
        return Message("circumstances", arrivals=arrivals)
    return Message("circumstances-confirmed", arrivals=arrivals, held=duration(confirmed_s))


def due_note(asked: float, due: int, judged_s: float, seed: int) -> Message:
    """Rate due and rate asked of Poisson arrivals, whose number varies by chance; empty where both read alike.

    >>> from loadproof.words.catalogue import english
    >>> english(due_note(100.0, 2086, 20.0, 1)), english(due_note(100.0, 2001, 20.0, 1))
    ('104/s due of 100/s asked (Poisson arrivals, seed 1)', '')
    """
    given = due / judged_s if judged_s else asked
    if f"{given:.3g}" == f"{asked:.3g}":
        return NOTHING
    return Message("due-of-asked", due=rate(given), asked=rate(asked), seed=str(seed))


def load_told(per_s: float | None, multiple: float | None = None, users: int = 0) -> Message:
    """A rate in requests/s, with its multiple of the profile and the closed users beside it; users alone without one.

    >>> from loadproof.words.catalogue import english
    >>> english(load_told(1040.0, 26.0, 3000)), english(load_told(1040.0)), english(load_told(0.0, users=3000))
    ('1,040 requests/s (N = 26) beside 3,000 users', '1,040 requests/s', '3,000 users')
    """
    if users and per_s == 0.0:
        return Message("live-load-users", users=count(users))
    load = Message("load-rate", rate=rate(per_s))
    if multiple is not None:
        load = Message("load-in-multiples", load=load, multiple=number(multiple))
    return Message("load-beside-users", load=load, users=count(users)) if users else load


def slos_told(slos: Sequence[RunSlo]) -> Message:
    """The SLOs of a run in a row, but for that of its rate.

    >>> from loadproof.words.catalogue import english
    >>> errors = RunSlo(text="errors<1%", kind="errors", limit_percent=1.0, threshold_ms=None, operation=None)
    >>> english(slos_told([errors])), english(slos_told([]))
    ('errors < 1 %', 'no SLO')
    """
    texts = [one.text for one in slos if one.kind != "rate"]
    return in_a_row(texts) if texts else Message("slos-none")


def in_a_row(slos: Sequence[str]) -> Message:
    """SLOs as they are written.

    >>> from loadproof.words.catalogue import english
    >>> english(in_a_row(["p99<50ms", "errors<1%"]))
    'p99 < 50 ms and errors < 1 %'
    """
    return Message("slos", slos=listed([slo(text) for text in slos], Listing.AND))


def reason_of(reason: Message) -> Message:
    """A reason to stand within a sentence; that of an earlier version may end with a full stop."""
    return Message.said(str(reason.values["text"]).rstrip(". ")) if reason.code == SAID else reason


def because(reason: Message) -> Message:
    """Return the reason to put after a verdict; an empty text if there is no reason.

    >>> from loadproof.words.catalogue import english
    >>> english(because(Message.said("it broke."))), english(because(NOTHING))
    (': it broke', '')
    """
    why = reason_of(reason)
    return Message("because", why=why) if why else NOTHING
