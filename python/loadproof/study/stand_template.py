"""Stand texts: commands, addresses and environment values with gaps that are filled when the stand starts.

`${port}` is the service's own port, `${NAME.port}` that of service NAME, `${NAME.pid}` its process id once it is up,
`${workspace}` the stand's scratch directory, `${sample_service}` the binary of the built-in sample service,
`${env:NAME}` a secret of the user's environment; `$${` stands for `${` itself.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted

__all__ = ["Gap", "GapKind", "StandTextError", "fill_stand_text", "is_service_name", "scan_stand_text"]

_FORMS = "write ${port}, ${NAME.port}, ${workspace}, ${sample_service} or ${env:NAME}; a literal ${ is $${"
_SERVICE = r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
_VARIABLE = r"[A-Za-z_][A-Za-z0-9_]{0,127}"
_GAP = re.compile(
    rf"\$\{{(?:(?P<word>port|workspace|sample_service)|(?P<service>{_SERVICE})\.port|(?P<process>{_SERVICE})\.pid"
    rf"|env:(?P<variable>{_VARIABLE}))\}}"
)
_PIECE = re.compile(r"\$?\$\{")


class StandTextError(WrittenValueError):
    """A gap of the text cannot be read or filled; the message never holds a secret."""


class GapKind(StrEnum):
    """Kinds of values that a gap takes."""

    PORT = "port"
    PROCESS = "pid"
    """Process id of a service that is up; only in steps that switch a feature."""
    WORKSPACE = "workspace"
    SAMPLE_SERVICE = "sample_service"
    SECRET = "secret"  # noqa: S105 - the kind of a gap


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap; `name` is the service of a port (None: its own) or process, or the variable of a secret."""

    kind: GapKind
    name: str | None = None


def is_service_name(name: str) -> bool:
    """Return True if a service can have this name: a gap can name it, and so can a file."""
    return re.fullmatch(_SERVICE, name) is not None


def scan_stand_text(text: str) -> tuple[tuple[str | Gap, ...], tuple[StandTextError, ...]]:
    """The pieces of `text` that can be read, and everything that is wrong with it.

    >>> scan_stand_text("--listen 127.0.0.1:${port}")[0]
    ('--listen 127.0.0.1:', Gap(kind=<GapKind.PORT: 'port'>, name=None))
    """
    pieces: list[str | Gap] = []
    errors: list[StandTextError] = []
    position = 0
    while mark := _PIECE.search(text, position):
        pieces.append(text[position : mark.start()])
        if mark[0] == "$${":
            pieces.append("${")
            position = mark.end()
            continue
        end = text.find("}", mark.end())
        position = len(text) if end < 0 else end + 1
        written = text[mark.start() : position]
        match = _GAP.fullmatch(written)
        if match is None:
            fault = "has no closing }" if end < 0 else "is not a gap that a stand fills"
            errors.append(StandTextError(f"{quoted(written)} {fault}", _FORMS))
        else:
            pieces.append(_gap(match))
    pieces.append(text[position:])
    return tuple(piece for piece in pieces if piece), tuple(errors)


def fill_stand_text(
    text: str,
    ports: Mapping[str, int],
    own: str | None,
    workspace: Path,
    environment: Mapping[str, str],
    processes: Mapping[str, int] | None = None,
) -> str:
    """`text` with its gaps filled, for the service `own` (None: of no service). Raises StandTextError.

    `processes` are the ids of services that are up.

    >>> fill_stand_text("${port} ${db.port} $${x}", {"api": 8080, "db": 5432}, "api", Path("/tmp/w"), {})
    '8080 5432 ${x}'
    """

    def value(gap: Gap) -> str:
        match gap.kind:
            case GapKind.WORKSPACE:
                return str(workspace)
            case GapKind.SAMPLE_SERVICE:
                return str(_sample_service_binary())
            case GapKind.PORT:
                return str(_port(gap.name or own, ports))
            case GapKind.PROCESS:
                return str(_process(str(gap.name), processes or {}))
            case GapKind.SECRET:
                return _secret(str(gap.name), environment)

    return _joined(text, value)


def _joined(text: str, value: Callable[[Gap], str]) -> str:
    pieces, errors = scan_stand_text(text)
    if errors:
        raise errors[0]
    return "".join(value(piece) if isinstance(piece, Gap) else piece for piece in pieces)


def _gap(match: re.Match[str]) -> Gap:
    if match["variable"] is not None:
        return Gap(GapKind.SECRET, match["variable"])
    if match["service"] is not None:
        return Gap(GapKind.PORT, match["service"])
    if match["process"] is not None:
        return Gap(GapKind.PROCESS, match["process"])
    return Gap(GapKind(match["word"]))


def _port(service: str | None, ports: Mapping[str, int]) -> int:
    if service is None:
        raise StandTextError("${port} stands outside a service", "write ${NAME.port} with the name of a service")
    if service not in ports:
        raise StandTextError(f"there is no service {quoted(service)}", "name one of the stand's services")
    return ports[service]


def _process(service: str, processes: Mapping[str, int]) -> int:
    if service not in processes:
        raise StandTextError(f"the service {quoted(service)} is not up", "name one of the stand's services")
    return processes[service]


def _secret(variable: str, environment: Mapping[str, str]) -> str:
    if variable not in environment:
        raise StandTextError(f"the environment has no variable {variable}", f"set {variable} before the run")
    return environment[variable]


_PACKAGE = Path(__file__).resolve().parent.parent
_CANDIDATES = (
    # Of a checkout first: what make builds, not what a wheel was made with.
    _PACKAGE.parent.parent / "stands/known-truth/target/release/known-truth",
    _PACKAGE / "_bin/known-truth",
)


def _sample_service_binary() -> Path:
    """The binary of stands/known-truth. Raises WrittenValueError where it was not built."""
    for candidate in _CANDIDATES:
        if candidate.is_file():
            return candidate
    raise WrittenValueError(
        "the sample service is not built", "run make stands in a checkout, or install loadproof from its wheel"
    )
