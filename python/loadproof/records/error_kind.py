"""Failed calls of one error kind, as the first screen of every report names them."""

from dataclasses import dataclass, field

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = ["ErrorKind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorKind:
    """Failed calls of one kind in the trial that shows why an answer is not better."""

    trial: int
    """Number of that trial."""
    kind: str
    """Kind, as in `errors_by_kind`."""
    cause: str
    """Code of the cause, as in findings."""
    calls: int
    percent: float = field(metadata=rounded(4))
    """Share of the calls due."""
    text: Message
    """Kind, calls and share, what its check expects, and an example reply on one line."""
    hint: Message
    """Advice to the user."""
