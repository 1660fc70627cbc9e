"""Injections of a study file as they were written."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.model.duration import Duration, DurationError
from loadproof.model.memory_size import MemorySize
from loadproof.model.quoting import quoted
from loadproof.model.share import Share
from loadproof.study.stand_spec import Command, MethodName
from loadproof.study.written import Scalar, Spec, UpToAnHour

__all__ = [
    "CallProblemSpec",
    "CommandProblemSpec",
    "InjectionSpec",
    "InjectionsSpec",
    "NetworkProblemSpec",
    "PressureProblemSpec",
    "SqlProblemSpec",
]

_LONGEST_S = 86_400.0
_MOST_SLOWDOWN_PERCENT = 100_000.0
_SMALLEST_BANDWIDTH = 2**10
_COMMAND = "a command: text that is split as a shell would (without running one), or a list of its words"
_CALL = "a URL after its method, such as POST http://127.0.0.1:${api.port}/slow; GET unless written"
_TIME = "a duration in whole seconds, such as 2m"
_AMOUNT = "an amount of memory, such as 200MiB"
_SERVICE = "the name of a service of the stand, such as api"


def _up_to_a_day(lowest_s: int, text: str) -> Duration:
    """Parse whole seconds from `lowest_s` to a day. Raises DurationError."""
    time = Duration.parse_whole(lowest_s, text)
    if time.seconds > _LONGEST_S:
        raise DurationError(f"{quoted(text)} is more than 24h", "write a shorter time, such as 30s")
    return time


_Instant = Annotated[Duration, Scalar(Duration, partial(_up_to_a_day, 0), "1m")]
_Length = Annotated[Duration, Scalar(Duration, partial(_up_to_a_day, 1), "30s")]
_Memory = Annotated[MemorySize, Scalar(MemorySize, MemorySize.parse, "1GiB")]
_Bandwidth = Annotated[MemorySize, Scalar(MemorySize, partial(MemorySize.parse, smallest=_SMALLEST_BANDWIDTH), "1MiB")]
_Slowdown = Annotated[Share, Scalar(Share, partial(Share.parse_up_to, _MOST_SLOWDOWN_PERCENT), "0%")]
_Word = Annotated[str, Field(description="text (a number goes in quotes)")]
_SQLSTATE = 'a SQLSTATE in quotes, such as "53100"'
_Statement = Annotated[str, Field(description="a statement of SQL, as text")]


class CommandProblemSpec(Spec):
    """Command that makes a problem, and the commands that undo it and look for what is left."""

    run: Command = Field(description=_COMMAND, examples=["true"])
    """Command that makes the problem; whatever of its process tree still runs at the end is killed."""
    undo: Command | None = Field(default=None, description=_COMMAND)
    """Command that undoes what run did; nothing unless written: the problem lasts as long as the command runs."""
    check: Command | None = Field(default=None, description=_COMMAND)
    """Command that ends with exit code 0 once nothing is left of the problem; not asked unless written."""


class SqlProblemSpec(Spec):
    """Sessions of a PostgreSQL database that run statements."""

    database: str = Field(
        description="a URL, such as postgresql://USER:PASSWORD@127.0.0.1:${NAME.port}/DATABASE",
        examples=["postgresql://127.0.0.1:5432/postgres"],
    )
    """The database and its user; the password is `${env:NAME}`, and never stored."""
    statements: list[_Statement] = Field(
        description="a list of statements, such as [SELECT pg_sleep(60)]", examples=[["SELECT 1"]]
    )
    """Statements that each session runs once, one after the other, in a transaction that is rolled back: 1 to 100."""
    sessions: int = Field(default=1, description="a number from 1 to 1000")
    """Number of sessions that run the statements at the same time; 1 unless written."""
    abandon: bool = Field(default=False, description="true to drop the client while its statement runs")
    """True if the client of each session is dropped once its statement runs, which then goes on without a client; false
    unless written."""
    expect: str | None = Field(default=None, description=_SQLSTATE, examples=["53100"])
    """Error that is the problem itself, by its SQLSTATE: \"53100\" of a full file system. A session that gets it stays
    in its failed transaction; if no session gets it, the injection has failed. None unless written."""


class CallProblemSpec(Spec):
    """HTTP call that makes a problem, and the calls that undo it and look for what is left."""

    call: str = Field(description=_CALL, examples=["http://127.0.0.1:80/"])
    """Call that makes the problem; a status from 200 to 399 answers it."""
    undo: str | None = Field(default=None, description=f"{_CALL}; or none")
    """Call that undoes the problem; none says that the call leaves nothing to undo. Required."""
    check: str | None = Field(default=None, description=_CALL)
    """Call that is answered by a status from 200 to 399 once nothing is left of the problem; not asked unless
    written."""


class PressureProblemSpec(Spec):
    """Pressure of `stress-ng` on CPU, memory or disk."""

    cpu: int | None = Field(default=None, description="a number of processes, such as 2")
    """Number of processes that compute, from 1 to 1024; none unless written."""
    memory: _Memory | None = Field(default=None, description=_AMOUNT)
    """Memory that is held and written again and again; none unless written."""
    disk: _Memory | None = Field(default=None, description=_AMOUNT)
    """Size of a file that is written again and again; none unless written."""
    service: str | None = Field(default=None, description=_SERVICE)
    """Service whose control group and CPUs the pressure shares; it shares the CPUs of the stand unless written."""


class NetworkProblemSpec(Spec):
    """Fault of a link between two services."""

    link: str = Field(description="the name of a service that is a link, such as db_link", examples=["link"])
    """Service with `link`, which passes connections on to another service."""
    latency: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 100ms")
    """Delay that is added in each direction; none unless written."""
    jitter: UpToAnHour | None = Field(default=None, description="a duration with its unit, such as 20ms")
    """Most that a delay differs from latency, either way; 0s unless written."""
    bandwidth: _Bandwidth | None = Field(default=None, description="an amount of memory per second, such as 1MiB")
    """Bytes per second of each connection and direction; unlimited unless written."""
    cut: bool = Field(default=False, description="true to let no byte through")
    """True if no byte comes through, while connections stay open; false unless written."""
    reset: bool = Field(default=False, description="true to reset connections")
    """True if all connections are reset, and new ones as soon as they are accepted; false unless written."""


class InjectionSpec(Spec):
    """One problem, of one kind, and its times within a trial."""

    command: str | list[_Word] | CommandProblemSpec | None = Field(
        default=None, description=f"{_COMMAND}; or a mapping with run, undo and check", examples=["true"]
    )
    """Command that makes the problem, and is ended with all its processes when the problem ends."""
    sql: SqlProblemSpec | None = Field(default=None, description="a mapping with database and statements")
    """Sessions of a PostgreSQL database that run statements."""
    http: CallProblemSpec | None = Field(default=None, description="a mapping with call and undo")
    """HTTP call that makes the problem, and the call that undoes it."""
    stop: str | int | None = Field(
        default=None, description="the name of a service; with driver: external the port that it listens at"
    )
    """Service whose processes all stand still (SIGSTOP) until the end. With driver external: the port of this machine
    at which its processes listen."""
    kill: str | None = Field(default=None, description=_SERVICE)
    """Service whose processes are all killed (SIGKILL), and which is started again at the end; not with driver
    external."""
    pressure: PressureProblemSpec | None = Field(default=None, description="a mapping with cpu, memory or disk")
    """Pressure on CPU, memory or disk, in the control group of a service; not with driver external."""
    network: NetworkProblemSpec | None = Field(
        default=None, description="a mapping with link, and with latency, jitter, bandwidth, cut or reset"
    )
    """Fault of the network between two services, made by a link between them."""
    slowdown: _Slowdown | None = Field(default=None, description="a percentage, such as 20%")
    """Share by which service times grow, with driver simulate alone; 0% for a problem without effect."""
    after: _Instant = Field(description=_TIME)
    """Time from the start of the trial to the first occurrence; at least 30 s of steady load come before it."""
    for_: _Length = Field(alias="for", description=_TIME)
    """Length of each occurrence, from 1s to 24h; under 10s no effect is computed."""
    repeat: int = Field(default=1, description="a number from 1 to 100, such as 3")
    """Number of occurrences in each trial; from three on the effect has an interval over them. 1 unless written."""
    every: _Length | None = Field(default=None, description=_TIME)
    """Time from the start of one occurrence to the start of the next, at least 20 s longer than for; three times as
    long as for unless written."""
    methods: list[MethodName] | None = Field(default=None, description="a list of methods, such as [load, soak]")
    """Methods whose trials have the injection: load, soak, users and plateaus take injections. All of the study that do
    unless written."""
    undo_within: UpToAnHour = Field(
        default="10s", validate_default=True, description="a duration with its unit, such as 10s"
    )
    """Longest time for the undo, after which it has failed; 10s unless written."""


InjectionsSpec = dict[str, Annotated[InjectionSpec, Field(description="a mapping with a problem, after and for")]]
"""Injections by their names."""
