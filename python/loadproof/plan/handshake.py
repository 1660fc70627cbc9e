"""One TLS handshake with the target before any load, with the trust settings of the load."""

from datetime import UTC, datetime

from loadproof.errors import TargetError
from loadproof.model.message import Message, Value, count, listed
from loadproof.model.profile import Tls
from loadproof.model.target import Target
from loadproof.plan.endpoint import Endpoint
from loadproof.words.catalogue import english

__all__ = ["FAULT_KINDS", "require_handshake"]

_PATIENCE_S = 5
_MOST_NAMES = 8
FAULT_KINDS = (
    "certificate-rejected",
    "timeout",
    "tls-ca-certificate",
    "tls-client-certificate",
    "tls-closed",
    "tls-expired",
    "tls-failed",
    "tls-no-common-cipher",
    "tls-no-http1",
    "tls-not-spoken",
    "tls-not-yet-valid",
    "tls-protocol-version",
    "tls-unknown-host",
    "tls-unknown-issuer",
    "tls-wrong-name",
)
"""Error kinds of a failed handshake; the catalogues have a message for each."""
_DATED = ("tls-expired", "tls-not-yet-valid")


def require_handshake(target: Target, endpoint: Endpoint, tls: Tls) -> None:
    """Makes one TLS handshake with `target` and sends no request; does nothing where TLS is not spoken.

    Raises TargetError naming the reason and the cure.
    """
    if endpoint.server_name is None:
        return
    # Without TLS neither the engine nor JSON is needed before the load.
    import json

    from loadproof._engine import PlanError, try_handshake
    from loadproof.plan.engine_plan import target_plan

    plan = target_plan(endpoint, tls)
    try:
        fault = try_handshake(json.dumps(plan), _PATIENCE_S)
    except PlanError as error:
        raise TargetError(str(error)) from error
    if fault is None:
        return
    name = target.url if target.socket is not None else target.authority
    told = _told(*fault, target=name, host=plan["tls"]["server_name"])
    raise TargetError(english(told), told)


def _told(kind: str, detail: str, *, target: str, host: str) -> Message:
    """The message of a failed handshake; `detail` is what the engine says of its `kind`."""
    detail = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in detail)
    if kind not in FAULT_KINDS:
        return Message("target-unreachable", target=target, why=detail or kind)
    if kind in _DATED and not detail.isdecimal():
        # A certificate that ends before it begins has no date to tell.
        return Message("handshake-certificate-rejected", target=target, why=detail or kind)
    if kind == "tls-wrong-name" and not detail:
        return Message("handshake-tls-no-name", target=target, host=host)
    values: dict[str, dict[str, Value]] = {
        "certificate-rejected": {"why": detail or kind},
        "timeout": {"seconds": count(_PATIENCE_S)},
        "tls-expired": {"date": _date(detail)},
        "tls-failed": {"why": detail or kind},
        "tls-no-common-cipher": {"why": detail or kind},
        "tls-not-yet-valid": {"date": _date(detail)},
        "tls-unknown-host": {"host": host},
        "tls-wrong-name": {"host": host, "names": listed(_few(detail.split(", ")))},
    }
    return Message(f"handshake-{kind}", target=target, **values.get(kind, {}))


def _few(names: list[str]) -> list[str]:
    """The first of many names."""
    return names if len(names) <= _MOST_NAMES else [*names[:_MOST_NAMES], "..."]


def _date(seconds: str) -> str:
    """The date of a limit of validity in seconds since 1970; the text itself where it is no such number."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return seconds
