"""Differences between two stored runs, besides the compared metrics."""

from collections.abc import Iterator, Mapping
from typing import Any

from loadproof.model.message import Message, Value, count, duration, listed
from loadproof.result.held_loads import HeldLoads, StoredLoad
from loadproof.result.plain_text import printable
from loadproof.store.description import OF_ONE_MACHINE

__all__ = ["can_share_blame", "unlike"]

_MOST_NAMED = 8
_LONGEST_NAME = 60
_OTHER_HOLD = 0.1
"""A difference of the lengths of holds that is said."""


def can_share_blame(a: HeldLoads, b: HeldLoads) -> bool:
    """Return True if both ran on one machine, as far as is known: otherwise machines may cause a difference."""
    return not _unlike_machine(a, b)


def unlike(
    a: HeldLoads, b: HeldLoads, variants: tuple[str | None, str | None] | None, load: StoredLoad | None
) -> list[Message]:
    """Machines, versions of loadproof, variants, SLOs, profiles, and how long the load was held."""
    invalid = [Message("runs-invalid-loads", run=run.name, loads=count(run.invalid)) for run in (a, b) if run.invalid]
    return [*invalid, *_of_machine(a, b), *_of_variants(a, b), *_of_profile(a, b), *_of_hold(a, b, variants, load)]


def _of_machine(a: HeldLoads, b: HeldLoads) -> Iterator[Message]:
    facts = _unlike_machine(a, b)
    if facts:
        yield Message("runs-unlike-machine", facts=_named([f"{name} {then} / {now}" for name, (then, now) in facts]))
    if a.description.version != b.description.version:
        yield Message("runs-unlike-version", a=printable(a.description.version), b=printable(b.description.version))


def _unlike_machine(a: HeldLoads, b: HeldLoads) -> list[tuple[str, tuple[str, str]]]:
    then, now = a.description.environment, b.description.environment
    known = [name for name in OF_ONE_MACHINE if then.get(name) is not None and now.get(name) is not None]
    # Virtual time is a machine of its own.
    compared = [*known, *(["time"] if a.is_virtual != b.is_virtual else [])]
    return [(name, (_fact(then, name), _fact(now, name))) for name in compared if then.get(name) != now.get(name)]


def _fact(facts: Mapping[str, Any], name: str) -> str:
    return printable(str(facts.get(name, "real")), limit=_LONGEST_NAME)


def _of_variants(a: HeldLoads, b: HeldLoads) -> Iterator[Message]:
    # Without any load that is valid a run has no variants to be told of; one of each is compared whatever its name.
    if min(len(a.of_variant), len(b.of_variant)) == 0 or len(a.of_variant) == len(b.of_variant) == 1:
        return
    for own, other in ((a, b), (b, a)):
        alone = [str(name) for name in own.of_variant if name is not None and name not in other.of_variant]
        if alone:
            yield Message("runs-variants-alone", run=own.name, variants=_named(alone))


def _of_profile(a: HeldLoads, b: HeldLoads) -> Iterator[Message]:
    told_a, told_b = a.description, b.description
    slos_a, slos_b = (sorted(slo.text for slo in told.slos) for told in (told_a, told_b))
    if slos_a != slos_b:
        yield Message("runs-unlike-slos", a=_named(slos_a), b=_named(slos_b))
    rows_a, rows_b = ({one.name: one for one in told.operations} for told in (told_a, told_b))
    for own, rows, others in ((a, rows_a, rows_b), (b, rows_b, rows_a)):
        alone = [name for name in rows if name not in others]
        if alone:
            yield Message("runs-operations-alone", run=own.name, operations=_named(alone))
    both = [name for name in rows_a if name in rows_b]
    other_requests = [name for name in both if rows_a[name].request != rows_b[name].request]
    if other_requests:
        yield Message("runs-unlike-requests", operations=_named(other_requests))
    if a.weights != b.weights:
        yield Message("runs-unlike-shares", run=a.name)
    elif not other_requests and a.profile_hash != b.profile_hash:
        # Headers, bodies, feeders, checks, steps of flows, users, or how calls arrive.
        yield Message("runs-unlike-profile")


def _of_hold(
    a: HeldLoads, b: HeldLoads, variants: tuple[str | None, str | None] | None, load: StoredLoad | None
) -> Iterator[Message]:
    if variants is None or load is None:
        return
    held_a, held_b = a.held_s(variants[0], load), b.held_s(variants[1], load)
    if abs(held_a - held_b) > _OTHER_HOLD * max(held_a, held_b):
        yield Message("runs-unlike-hold", a=duration(round(held_a)), b=duration(round(held_b)))


def _named(names: list[str]) -> Value:
    shown: list[Value] = [printable(name, limit=_LONGEST_NAME) for name in names[:_MOST_NAMED]]
    return listed([*shown, *(["…"] if len(names) > _MOST_NAMED else [])])
