"""One plateau in a study file."""

from pydantic import Field

from loadproof.methods.load.machine import HeldLoad
from loadproof.study.method_scalars import RATE, TIME, Hold, MethodSpec
from loadproof.study.method_section import MethodSection

__all__ = ["LoadSpec", "resolve"]


class LoadSpec(MethodSpec):
    """One plateau."""

    such_as = "settings such as {rate: 1000, hold: 30s}"
    meaning = "One plateau; none unless written."

    rate: float | str | None = Field(default=None, description=f"{RATE}, or max; nothing where users alone load")
    """The rate that is held; max sends as fast as replies come. Required, but where users alone load."""
    hold: Hold | None = Field(default=None, description=TIME)
    """Duration of the hold at the rate; 30s unless written."""


def resolve(section: MethodSection) -> HeldLoad:
    """Return the settings of the section; faults go to its log."""
    if section.users_alone:
        return HeldLoad(0.0, **section.durations("hold"))
    if "rate" not in section.values:
        section.log.add(section.path, "load has no rate", "give rate: calls per second, a multiple such as 2N, or max")
    saturates = "rate" in section.values and section.values["rate"][0] == "max"
    return HeldLoad(None if saturates else section.rate("rate"), **section.durations("hold"))
