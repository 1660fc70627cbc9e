"""What is asked of a run: the target and its profile."""

from dataclasses import dataclass

from loadproof.model.profile import Profile
from loadproof.model.target import Target

__all__ = ["LoadRequest"]


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A target, the profile to put on it, and the text that the profile was read from, if it was."""

    target: Target
    profile: Profile
    profile_text: str | None
