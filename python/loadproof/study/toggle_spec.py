"""Steps that switch a feature, as they were written in a study file."""

from typing import Annotated

from pydantic import Field

from loadproof.study.written import Spec, UpToAnHour

__all__ = ["LevelSpec"]

_STEP_WORDS = (
    "a URL, with its method before it unless it is GET (POST http://127.0.0.1:${api.port}/on), "
    "or a command: text that is split as a shell would (without running one), or a list of its words"
)
_Word = Annotated[str, Field(description="text (a number goes in quotes)")]
_Step = Annotated[str | list[_Word], Field(description=_STEP_WORDS, examples=["true"])]


class LevelSpec(Spec):
    """Steps that switch one level of a feature on and off while the service runs.

    Gaps are those of a service, and in commands `${NAME.pid}`: the process id of service NAME, which commands have as
    LOADPROOF_PID_NAME in their environment, too.
    """

    on: _Step | None = Field(default=None, description=_STEP_WORDS)
    """Step that switches the level on: a call that is answered by a status from 200 to 399, or a command that ends with
    exit code 0. Required, except for a simulated stand, whose service has its levels itself."""
    off: _Step | None = Field(default=None, description=_STEP_WORDS)
    """Step that switches the level off, which is run before the first slot of each start; it has to succeed even if the
    level is off already. Required wherever on is required."""
    ready: _Step | None = Field(default=None, description=_STEP_WORDS)
    """Step that shows that the level is on: asked again after on until it succeeds; the end of on shows it unless
    written."""
    timeout: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 30s")
    """After so long each of them is ended, and has failed; 30s unless written."""
