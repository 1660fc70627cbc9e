"""Flows and users of a profile as they were written."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.pause import LONGEST_PAUSE_S, Pause
from loadproof.model.range import parse_whole
from loadproof.model.rate import RATE_FORMS
from loadproof.model.share import Share
from loadproof.study.reply_spec import DemandSpec
from loadproof.study.written import SLO_WORDS, Scalar, SloTexts, Spec

__all__ = [
    "ApdexSpec",
    "ConditionSpec",
    "FlowSpec",
    "LognormalSpec",
    "NormalSpec",
    "PauseSpec",
    "StepSpec",
    "UsersSpec",
]

_TIME = "a duration with its unit, such as 500ms"
_PAUSE = "a duration (1s), a range (1s-3s), or one of {exponential: 2s}, {normal: ...} and {lognormal: ...}"
_TEXT = "text (a number goes in quotes)"
_MOST_TIMES = 100_000
_LONGEST_RAMP_S = 24 * 3600.0
_PauseLength = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, LONGEST_PAUSE_S), "1s")]
_PauseText = Annotated[Pause, Scalar(Pause, Pause.parse, "1s")]
_Ramp = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, _LONGEST_RAMP_S), "1s")]
_Times = Annotated[
    tuple[int, int], Scalar(tuple, lambda written: parse_whole(written, 0, _MOST_TIMES), "1", or_whole=True)
]
_OfUsers = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.000001, 100.0), "50%")]
_Target = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, 3600.0), "3s")]
_Chance = Annotated[Share, Scalar(Share, partial(Share.parse_up_to, 100.0), "100%")]


class NormalSpec(Spec):
    """A normal distribution, cut at 0."""

    mean: _PauseLength = Field(description=_TIME)
    """The middle of the pauses."""
    deviation: _PauseLength = Field(description=_TIME)
    """The standard deviation of the pauses."""


class LognormalSpec(Spec):
    """A log-normal distribution."""

    median: _PauseLength = Field(description=_TIME)
    """The pause that half of them are longer than."""
    sigma: float = Field(description="the deviation of the logarithm, a number above 0 such as 0.5")
    """Spread of the pauses: the standard deviation of their logarithm, above 0 and at most 5."""


class PauseSpec(Spec):
    """A pause of random length."""

    exponential: _PauseLength | None = Field(default=None, description="its mean: a duration with its unit, such as 2s")
    """The mean of exponential pauses."""
    normal: NormalSpec | None = Field(default=None, description="a mapping such as {mean: 2s, deviation: 500ms}")
    """Normal pauses; what falls below 0 is 0."""
    lognormal: LognormalSpec | None = Field(default=None, description="a mapping such as {median: 2s, sigma: 0.5}")
    """Log-normal pauses: many short ones and a few long ones."""


class ConditionSpec(DemandSpec):
    """A variable and what it has to be (nothing more: it is set), or a chance."""

    variable: str | None = Field(default=None, description="the name of a variable")
    """The variable that is looked at; with no demand beside it, it has to be set."""
    chance: _Chance | None = Field(default=None, description="a percentage, such as 30%")
    """Probability that the condition holds, drawn by chance; not beside a variable."""


_Step = Annotated[
    "str | StepSpec", Field(description="the name of an operation, or a mapping such as {think: 1s}", examples=[""])
]


class StepSpec(Spec):
    """A step that is more than a call. One of think, repeat, while, if, set and next."""

    think: _PauseText | PauseSpec | None = Field(default=None, description=_PAUSE)
    """A pause before the next step."""
    set: dict[str, Annotated[str, Field(description=_TEXT)]] | None = Field(
        default=None, description="a mapping of variables to their new texts"
    )
    """Variables that get new values, which may have templates."""
    next: str | None = Field(default=None, description="the name of a feeder")
    """A feeder of which the next row is drawn; otherwise an iteration keeps its row."""
    repeat: _Times | None = Field(default=None, description='a number of times (3) or a range ("2-5")')
    """Number of passes through `steps`, up to 100000; a range draws the number anew each time."""
    during: ConditionSpec | None = Field(
        default=None, alias="while", description="a mapping such as {variable: state, equals: pending}"
    )
    """`steps` are repeated as long as this holds, at most `at_most` times."""
    at_most: int | None = Field(default=None, description="the most times that a while repeats its steps, such as 10")
    """Most passes of a while, from 1 to 100000; the while then ends although its condition still holds. Required beside
    while."""
    condition: ConditionSpec | None = Field(
        default=None, alias="if", description="a mapping such as {variable: token} or {chance: 30%}"
    )
    """`steps` are gone through where this holds, else those of `else`."""
    steps: list[_Step] | None = Field(default=None, description="a list of steps")
    """Steps of a repeat, while or if."""
    otherwise: list[_Step] | None = Field(default=None, alias="else", description="a list of steps")
    """Steps that are run if the condition of if does not hold; nothing unless written."""


class ApdexSpec(Spec):
    """Apdex of an operation or a flow: the share of satisfied users, and half of the tolerating ones."""

    target: _Target = Field(description="a duration with its unit, such as 3s", examples=["3s"])
    """Target time T: a call within T satisfies its user, one within 4T is tolerated, any other and every failed one
    frustrates. At most a quarter of the timeout."""


class FlowSpec(Spec):
    """Steps in order, as one user goes through them; in results a row of its own."""

    weight: float | None = Field(default=None, description="a number above 0, such as 10")
    """Share of the arrivals, each a session of its own; 1 unless written, 0 if users go through the flow."""
    rate: float | str | None = Field(default=None, description=f"flows at N = 1: {RATE_FORMS}")
    """Sessions of the flow that arrive per second at N = 1. All operations and flows have rates, or all have
    weights."""
    after_failure: Literal["stop", "go on"] = Field(default="stop", description="stop or go on")
    """Reaction to a call that fails: the flow ends, or goes on. The flow counts as failed either way. stop unless
    written."""
    slo: SloTexts = Field(default=[], description=SLO_WORDS)
    """SLOs of the whole flow, from its begin to the end of its last step, pauses included."""
    before: list[_Step] = Field(default=[], description="a list of steps, such as [log in, open the application]")
    """Steps that each user runs once per session, before its first iteration is due. Their calls have rows of their
    own and count in no SLO, total or capacity; a user whose call fails repeats the steps 1s later. None unless
    written."""
    apdex: ApdexSpec | None = Field(default=None, description="a mapping such as {target: 30s}")
    """Apdex of the whole flow, from its due time to the end of its last step, pauses included; none unless written."""
    steps: list[_Step] = Field(description="a list of steps")
    """Steps of a session, in order: up to 1000, nested up to 8 deep."""


class UsersSpec(Spec):
    """Users of one kind, each of which goes through a flow again and again."""

    flow: str = Field(description="the name of a flow")
    """Flow that each of these users goes through."""
    count: int | None = Field(default=None, description="a number from 1 to 1000000")
    """Number of users. A method that states a number of users gives each kind its part of them. This or share is
    required."""
    share: _OfUsers | None = Field(default=None, description="a percentage of the users of a trial, such as 50%")
    """Share of the users that a method, or `--users`, states. All kinds have a share, together 100%, or none has."""
    ramp: _Ramp | None = Field(default=None, description="the time over which they join, such as 30s")
    """The time over which they join, at equal gaps, in a load without a ramp of its own; all at once unless written."""
    spread: _Ramp | None = Field(default=None, description="each joins up to so much later by chance, such as 5s")
    """Each joins later by a time drawn evenly from 0 to this; 0s unless written."""
    pacing: _PauseText | PauseSpec | None = Field(
        default=None, description=f"from the start of one iteration to that of the next: {_PAUSE}"
    )
    """The time from the scheduled start of one iteration to that of the next; without it the next follows the end of
    the last."""
    iterations_per_session: int | None = Field(
        default=None, description="after so many iterations a user is a new one, such as 5"
    )
    """After so many iterations a user is a new one, without variables and cookies; never unless written."""


StepSpec.model_rebuild()
FlowSpec.model_rebuild()
