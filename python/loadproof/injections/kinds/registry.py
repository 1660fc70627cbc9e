"""Registry of the kinds of injections: a line for each, whose module is imported when it is asked for."""

from collections.abc import Mapping
from importlib import import_module

from loadproof.injections.injector import InjectionPlace, Injector
from loadproof.injections.settings import Injection, InjectionKind

__all__ = ["injector_of"]

_KINDS: Mapping[InjectionKind, str] = {
    InjectionKind.COMMAND: "loadproof.injections.kinds.command:CommandInjector",
    InjectionKind.SQL: "loadproof.injections.kinds.sql:SqlInjector",
    InjectionKind.HTTP: "loadproof.injections.kinds.call:CallInjector",
    InjectionKind.STOP: "loadproof.injections.kinds.stop:StopInjector",
    InjectionKind.KILL: "loadproof.injections.kinds.kill:KillInjector",
    InjectionKind.NETWORK: "loadproof.injections.kinds.network:NetworkInjector",
    InjectionKind.PRESSURE: "loadproof.injections.kinds.pressure:PressureInjector",
}
"""By kind: `module:class`, whose instances are made with the injection and its place. A slowdown needs no injector."""


def injector_of(injection: Injection, place: InjectionPlace) -> Injector:
    """Return the injector of an injection on one start. Raises KeyError for a slowdown, which the engine simulates."""
    module, _, name = _KINDS[injection.problem.kind].partition(":")
    injector: Injector = getattr(import_module(module), name)(injection, place)
    return injector
