"""Error of an injection: its name, what went wrong, and the hint."""

from loadproof.injections.injector import NAMED, InjectionError, InjectionPlace
from loadproof.model.message import Message
from loadproof.words.catalogue import english

__all__ = ["injection_failure", "step_text", "unknown_service"]


def injection_failure(name: str, what: Message, cure: str) -> InjectionError:
    """Return the error of the injection `name`; `cure` is English, without a full stop.

    >>> injection_failure("noop", step_text("run", Message("ended-with-code", code="3")), "correct it").told.code
    'injection-did'
    """
    told = Message(NAMED, injection=name, what=what)
    return InjectionError(f"{english(told)}. Cure: {cure}", told)


def step_text(step: str, what: Message) -> Message:
    """Return the words for a step that failed: `run`, `undo`, `check`, `call` or `pressure`.

    >>> english(step_text("undo", Message("ended-with-code", code="3")))
    'its undo ended with exit code 3'
    """
    return Message("injection-step-did", step=step, what=what)


def unknown_service(name: str, service: str, place: InjectionPlace) -> InjectionError:
    """Return the error of the injection `name` on a service that the stand does not have."""
    names = ", ".join(sorted(place.services.services)) or "-"
    what = Message("injection-without-service", service=service)
    return injection_failure(name, what, f"name one of its services: {names}")
