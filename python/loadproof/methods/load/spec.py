"""One plateau in a study file."""

from typing import Annotated

from pydantic import Field

from loadproof.errors import WrittenValueError
from loadproof.methods.load.machine import UNREADABLE, HeldLoad
from loadproof.model.stage import MOST_STAGES, check_stages, parse_stage
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec
from loadproof.study.method_section import MethodSection

__all__ = ["LoadSpec", "resolve"]

_StageText = Annotated[str, Field(description="a time and a rate, such as 30s:100", examples=["30s:100"])]


class LoadSpec(MethodSpec):
    """One plateau."""

    such_as = "settings such as {rate: 1000, hold: 30s}"
    meaning = "One plateau; none unless written."

    rate: float | str | None = Field(default=None, description=f"{RATE}, or max; nothing where users alone load")
    """The rate that is held; max sends as fast as replies come. Required, but where users alone load."""
    hold: Hold | None = Field(default=None, description=TIME)
    """Duration of the hold at the rate; 30s unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    stages: list[_StageText] | None = Field(
        default=None, description="a list such as [30s:100, 1m:100, 30s:0], each a time and a rate"
    )
    """Stages in place of rate and hold: in each the rate goes linearly from that of the stage before it, at first from
    0, to its own. A stage at the rate of the one before it is held and judged; ramps are shown. None unless written."""


def resolve(section: MethodSection) -> HeldLoad:
    """Return the settings of the section; faults go to its log."""
    if "stages" in section.values:
        return _of_stages(section)
    users = section.users()
    if section.users_alone:
        return HeldLoad(0.0, users=users, **section.durations("hold"))
    if "rate" not in section.values:
        section.log.add(section.path, "load has no rate", "give rate: calls per second, a multiple such as 2N, or max")
    saturates = "rate" in section.values and section.values["rate"][0] == "max"
    return HeldLoad(None if saturates else section.rate("rate"), users=users, **section.durations("hold"))


def _of_stages(section: MethodSection) -> HeldLoad:
    written, path = section.values["stages"]
    for key in ("rate", "hold"):
        if key in section.values:
            section.log.add(section.place(key), f"a {key}, where stages are given", "keep one of them")
    if section.users_alone:
        message = "nothing arrives by rate: users alone make the load of this profile"
        section.log.add(path, message, "leave the stages out, or give an operation or a flow a weight")
    stages = []
    for index, text in enumerate(written[:MOST_STAGES]):
        try:
            stages.append(parse_stage(text, section.base_rate))
        except WrittenValueError as error:
            section.log.add_error((*path, index), error)
    if len(stages) < len(written[:MOST_STAGES]):
        return UNREADABLE
    try:
        # Of too many the rest is not read: their number is the fault.
        return HeldLoad.of_stages(check_stages([*stages, *stages[:1] * (len(written) - len(stages))]))
    except WrittenValueError as error:
        section.log.add_error(path, error)
        return UNREADABLE
