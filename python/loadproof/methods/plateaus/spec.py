"""Plateaus in a study file."""

import itertools

from pydantic import Field

from loadproof.methods.plateaus.machine import NO_RATES, PlateausSettings
from loadproof.study.method_scalars import RATE, TIME, Hold, MethodSpec, Part, Rate
from loadproof.study.method_section import MethodSection

__all__ = ["PlateausSpec", "resolve"]

_MOST_PLATEAUS = 20
_SHORTEST_SPAN_S = 10.0


class PlateausSpec(MethodSpec):
    """A ramp to each of some rates and a hold there, in their order."""

    such_as = "settings such as {rates: [1500, 3000], ramp: 2m, hold: 5m, settle: 30s, tail: 10s}"
    meaning = "The staircase: a ramp to each rate and a hold there; none unless written."

    rates: list[Rate] | None = Field(default=None, description=f"a list of ascending rates, each {RATE}")
    """The rates that are held, one after the other: 1 to 20 of them. Required."""
    ramp: Part | None = Field(default=None, description=f"from one rate to the next, the first from 0: {TIME}")
    """The time from one rate to the next; 10m unless written."""
    hold: Hold | None = Field(default=None, description=f"how long each rate is held: {TIME}")
    """Duration of the hold at each rate, at least settle + tail + 10s; 20m unless written."""
    settle: Part | None = Field(default=None, description=f"what is left out at the begin of a hold: {TIME}")
    """Span at the start of a hold that is not judged; 2m unless written."""
    tail: Part | None = Field(default=None, description=f"what is left out at the end of a hold: {TIME}")
    """Span at the end of a hold that is not judged; 30s unless written."""


def resolve(section: MethodSection) -> PlateausSettings:
    """Return the settings of the section; faults go to its log."""
    rates = section.rates("rates")
    written = section.values["rates"][0] if "rates" in section.values else []
    if "rates" not in section.values and not section.log.is_broken((*section.path, "rates")):
        section.log.add(section.path, "plateaus has no rates", "give rates: a list such as [1500, 3000]")
    elif "rates" in section.values and not 1 <= len(written) <= _MOST_PLATEAUS:
        cure = f"give 1 to {_MOST_PLATEAUS}, such as [1500, 3000]"
        section.log.add(section.place("rates"), f"the number of rates is {len(written)}", cure)
    elif len(rates) == len(written):
        for index, (low, high) in enumerate(itertools.pairwise(rates)):
            if high <= low:
                message = f"{high:g} is not above the rate before it, {low:g}"
                section.log.add((*section.place("rates"), index + 1), message, "write the rates in ascending order")
    durations = section.durations("ramp", "hold", "settle", "tail")
    hold_s, settle_s, tail_s = (durations.get(key, getattr(NO_RATES, key)) for key in ("hold_s", "settle_s", "tail_s"))
    left_out_s = settle_s + tail_s
    if hold_s < left_out_s + _SHORTEST_SPAN_S:
        key = next((key for key in ("hold", "settle", "tail") if key in section.values), None)
        message = f"a hold of {hold_s:g} s of which {left_out_s:g} s are left out leaves too little to judge"
        cure = f"hold {left_out_s + _SHORTEST_SPAN_S:g}s or more, or shorten settle and tail"
        section.log.add(section.path if key is None else section.place(key), message, cure)
    try:
        return PlateausSettings(tuple(rates), **durations)
    except ValueError:
        # What is wrong with them was told: the methods beside it are resolved by the rates that could be read.
        return PlateausSettings(tuple(sorted(set(rates)))) if rates else NO_RATES
