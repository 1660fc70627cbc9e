"""Parts of a load beyond one request: bodies, checks, extractions, flows and users, all resolved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from loadproof.model.pause import Pause

__all__ = [
    "Branch",
    "Call",
    "Chance",
    "Check",
    "Condition",
    "Demand",
    "DemandKind",
    "Extract",
    "FileBody",
    "Flow",
    "FormBody",
    "FormPart",
    "Loop",
    "NextValue",
    "Repeat",
    "SetVariable",
    "Step",
    "Subject",
    "SubjectKind",
    "Think",
    "Users",
    "Variable",
    "VariableCondition",
    "all_steps",
    "called_operations",
    "least_pause_s",
    "most_calls",
    "timed_checks",
]


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that templates may use, with the text that a session starts with; None: unset until it is extracted."""

    name: str
    value: str | None


@dataclass(frozen=True, slots=True)
class FileBody:
    """The bytes of a file, sent as they are."""

    path: Path


@dataclass(frozen=True, slots=True)
class FormPart:
    """A part of a form with parts (RFC 7578); `content` is a template of text, or a file that is sent as it is."""

    name: str
    content: str | FileBody
    filename: str | None = None
    media_type: str | None = None
    """The Content-Type of the part; None: the part has none."""


@dataclass(frozen=True, slots=True)
class FormBody:
    """A body of the type multipart/form-data."""

    parts: tuple[FormPart, ...]

    @property
    def media_type(self) -> str:
        """The Content-Type of the request, with the boundary between the parts."""
        return f"multipart/form-data; boundary={_BOUNDARY}"

    @property
    def pieces(self) -> tuple[str | FileBody, ...]:
        r"""Templates and files whose contents follow each other: the parts with their heads and boundaries.

        >>> FormBody((FormPart("a", "${id}"),)).pieces[1:]
        ('${id}', '\r\n------loadproof-form-6b1f0d9c27e84a53--\r\n')
        """
        pieces: list[str | FileBody] = []
        line = f"--{_BOUNDARY}\r\n"
        for part in self.parts:
            pieces += [f"{line}{_part_head(part)}\r\n", part.content]
            line = f"\r\n--{_BOUNDARY}\r\n"
        return (*pieces, f"\r\n--{_BOUNDARY}--\r\n")


_BOUNDARY = "----loadproof-form-6b1f0d9c27e84a53"
"""One for all forms, so that a run can be repeated; long enough that no content has it by chance."""


def _part_head(part: FormPart) -> str:
    filename = "" if part.filename is None else f'; filename="{_form_name(part.filename)}"'
    media_type = "" if part.media_type is None else f"Content-Type: {_escaped(part.media_type)}\r\n"
    return f'Content-Disposition: form-data; name="{_form_name(part.name)}"{filename}\r\n{media_type}'


def _form_name(text: str) -> str:
    """A name in quotes, escaped as browsers do (WHATWG HTML, multipart/form-data encoding algorithm)."""
    return _escaped(text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A"))


def _escaped(text: str) -> str:
    return text.replace("${", "$${")


class SubjectKind(StrEnum):
    """A part of a reply."""

    HEADER = "header"
    JSON = "json"
    REGEX = "regex"
    COOKIE = "cookie"
    BODY = "body"
    SIZE = "size"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Subject:
    """A part of a reply; `text` is the header, JSON path (RFC 9535), regular expression or cookie, else empty."""

    kind: SubjectKind
    text: str = ""


class DemandKind(StrEnum):
    """Kind of demand on a part of a reply."""

    PRESENT = "present"
    ABSENT = "absent"
    EQUALS = "equals"
    CONTAINS = "contains"
    MATCHES = "matches"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Demand:
    """Demand on a reply part: `text` for equals, contains (templates) and matches; `least` and `most` for between."""

    kind: DemandKind
    text: str = ""
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A demand on replies: one that fails it counts as the error `check-NAME`."""

    name: str
    subject: Subject
    demand: Demand


def timed_checks(plan: Mapping[str, Any]) -> frozenset[str]:
    """Return the error kinds of checks on the response time in a plan of the engine: these fail where calls are slow.

    >>> check = {"name": "quick", "subject": "time", "demand": {"between": [None, 200.0]}}
    >>> timed_checks({"scenario": {"operations": [{"name": "get", "checks": [check]}]}})
    frozenset({'check-quick'})
    """
    operations = plan.get("scenario", {}).get("operations", ())
    checks = (check for operation in operations for check in operation.get("checks", ()))
    return frozenset(f"check-{check['name']}" for check in checks if check.get("subject") == SubjectKind.TIME.value)


@dataclass(frozen=True, slots=True)
class Extract:
    """A value taken from an accepted reply; without it and without `otherwise` that is the error `extract-VARIABLE`."""

    variable: str
    subject: Subject
    otherwise: str | None


@dataclass(frozen=True, slots=True)
class VariableCondition:
    """A variable meets a demand; an unset one is absent."""

    variable: str
    demand: Demand


@dataclass(frozen=True, slots=True)
class Chance:
    """Holds with this share (0 to 1) of the times."""

    share: float


Condition = VariableCondition | Chance


@dataclass(frozen=True, slots=True)
class Call:
    """Sends an operation, by its name."""

    operation: str


@dataclass(frozen=True, slots=True)
class Think:
    """Waits."""

    pause: Pause


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Sets a variable to a template."""

    variable: str
    value: str


@dataclass(frozen=True, slots=True)
class NextValue:
    """Draws the next row or value of a feeder, which a flow otherwise keeps for the whole of an iteration."""

    feeder: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """Repeats steps, a number of times drawn evenly from `least` to `most`."""

    least: int
    most: int
    steps: tuple["Step", ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Repeats steps while a condition holds, at most `at_most` times."""

    condition: Condition
    at_most: int
    steps: tuple["Step", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Takes one of two ways."""

    condition: Condition
    steps: tuple["Step", ...]
    otherwise: tuple["Step", ...]


Step = Call | Think | SetVariable | NextValue | Repeat | Loop | Branch


def all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps and the steps within them, in order."""
    for step in steps:
        yield step
        if isinstance(step, Repeat | Loop | Branch):
            yield from all_steps(step.steps)
        if isinstance(step, Branch):
            yield from all_steps(step.otherwise)


def called_operations(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the operations that steps call, on whatever way, each once.

    >>> called_operations((Call("open"), Repeat(1, 3, (Call("save"), Call("open")))))
    ('open', 'save')
    """
    return tuple(dict.fromkeys(step.operation for step in all_steps(steps) if isinstance(step, Call)))


def most_calls(steps: Sequence[Step], operation: str) -> int:
    """Return the most calls of an operation on one way through steps; a loop with a condition counts once.

    >>> most_calls((Call("open"), Repeat(1, 3, (Call("save"), Call("open")))), "open")
    4
    """
    calls = 0
    for step in steps:
        match step:
            case Call():
                calls += step.operation == operation
            case Repeat():
                calls += step.most * most_calls(step.steps, operation)
            case Loop():
                calls += most_calls(step.steps, operation)
            case Branch():
                calls += max(most_calls(step.steps, operation), most_calls(step.otherwise, operation))
    return calls


def least_pause_s(steps: Sequence[Step]) -> float:
    """Return the mean time of the pauses on the shortest way through steps, in seconds.

    >>> pause = Think(Pause.parse("2s"))
    >>> least_pause_s((pause, Repeat(3, 5, (pause,)), Branch(Chance(0.5), (pause,), ())))
    8.0
    """
    total_s = 0.0
    for step in steps:
        match step:
            case Think():
                total_s += step.pause.mean_s
            case Repeat():
                total_s += step.least * least_pause_s(step.steps)
            case Branch():
                total_s += min(least_pause_s(step.steps), least_pause_s(step.otherwise))
    return total_s


@dataclass(frozen=True, slots=True)
class Flow:
    """Steps in order: an operation of its own, from its due time to the end of its last step.

    `weight` is its share of the open arrivals beside those of operations; 0: only users go through it. With `goes_on`
    it goes on after a failed call, and counts as failed all the same.
    """

    name: str
    weight: float
    steps: tuple[Step, ...]
    goes_on: bool
    before: tuple[Step, ...] = ()
    """Steps that a user runs once per session, before its first iteration is due; in results rows of their own."""
    apdex_target_s: float | None = None
    """Target time T of Apdex for the whole flow; None: it has no Apdex."""


@dataclass(frozen=True, slots=True)
class Users:
    """Users of one kind, each of which goes through a flow again and again, beside the open arrivals.

    They join over the ramp of the trial, without one over `ramp_s`, at equal gaps, each up to `spread_s` later by
    chance. `pacing` is from the scheduled start of one iteration to that of the next; None: the next follows the end
    of the last.
    """

    name: str
    flow: str
    count: int
    """Users in a trial that states no total; 0 if the kind has a share of the total."""
    ramp_s: float
    spread_s: float
    pacing: Pause | None
    iterations_per_session: int | None
    share: float | None = None
    """Share (0 to 1) of the users of a trial; None: `count` states their number."""
