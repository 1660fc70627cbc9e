"""Injections of one start: those that its methods have, each checked on its stand before any load."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loadproof.injections.injector import NAMED, InjectionError
from loadproof.injections.settings import Injection
from loadproof.model.message import Message
from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.words.catalogue import english

if TYPE_CHECKING:
    from loadproof.injections.injector import Injector
    from loadproof.injections.kinds.slowdown import SlowableService

__all__ = ["injectors_on", "simulated_injectors"]


def injectors_on(stand: Stand, study: Study, variant: Variant) -> tuple[Injector, ...]:
    """Return the injectors of a start of `variant` on `stand`, which undoes them before it stops its services.

    Raises InjectionError for what cannot be made or undone here.
    """
    injections = tuple(_of_starts(study, variant))
    if not injections:
        return ()
    # Not at the top: most studies have no injections.
    from loadproof.injections.kinds.registry import injector_of

    place = stand.injection_place(variant.stand.driver is Driver.EXTERNAL)
    injectors = tuple(injector_of(injection, place) for injection in injections)
    for injector in injectors:
        _check(injector)
    return injectors


def simulated_injectors(service: SlowableService, study: Study, variant: Variant) -> tuple[Injector, ...]:
    """Return the injectors of a start of `variant` whose service is simulated. Raises InjectionError."""
    injections = tuple(_of_starts(study, variant))
    if not injections:
        return ()
    from loadproof.injections.kinds.slowdown import SlowdownInjector

    injectors = tuple(SlowdownInjector(injection, service) for injection in injections)
    for injector in injectors:
        _check(injector)
    return injectors


def _check(injector: Injector) -> None:
    """Raises InjectionError, which names the injection."""
    try:
        injector.check()
    except InjectionError as error:
        if error.told.code == NAMED:
            raise
        told = Message(NAMED, injection=injector.injection.name, what=error.told)
        raise InjectionError(english(told), told) from error


def _of_starts(study: Study, variant: Variant) -> Iterator[Injection]:
    """Yield the injections of the methods that are run on each start of `variant`."""
    asked = study.methods_of(variant.name).of_starts()
    return (one for one in study.injections if any(method in asked for method in one.methods))
