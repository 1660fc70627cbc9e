"""Receiver of the metrics of a run while it runs: the value of `--otlp`, and its secret parts."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.model.target import TargetTextError, parse_target
from loadproof.study.secret import is_credential

__all__ = ["OtlpTarget", "read_otlp"]

_PATH = "/v1/metrics"
_HEADERS = ("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")
_CURE = "give http://HOST:4318 or https://HOST/PATH; of a user or a password before @ percent-encode what is no letter"


@dataclass(frozen=True, slots=True)
class OtlpTarget:
    """A receiver of OTLP over HTTP: neither `repr` nor `shown` has a credential."""

    shown: str
    """URL as written, with `***` in place of the parts that identify the sender."""
    written: str = field(repr=False)
    url: str = field(repr=False)
    """URL that metrics are posted to, without user and password."""
    headers: Mapping[str, str] = field(repr=False)
    """Headers that the URL adds to the headers of the environment."""
    secrets: tuple[str, ...] = field(repr=False)
    """Texts that no file of the run may hold."""


def read_otlp(written: str | None) -> OtlpTarget | None:
    """The receiver of `--otlp`; the path of metrics is added where it is not there; None: none was given.

    Raises InputError where it is no URL of http or https, or where the packages of OpenTelemetry are not installed.
    Nothing of them is imported before.

    >>> read_otlp("collector:4318")
    Traceback (most recent call last):
    ...
    loadproof.errors.InputError: --otlp: 'collector:4318' is no address of a receiver of OTLP. Cure: give \
http://HOST:4318 or https://HOST/PATH; of a user or a password before @ percent-encode what is no letter
    """
    if written is None:
        return None
    bare, question, query = written.strip().partition("?")
    scheme, _, rest = bare.partition("://")
    authority, slash, path = rest.partition("/")
    user, at, host = authority.rpartition("@")
    # Not as it was written: a message repeats what it is of.
    address = f"{scheme}://{host}{slash}{path}"
    if scheme.lower() not in ("http", "https") or not _is_address(address) or not _is_address(f"http://h/?{query}"):
        # What stands before @ or behind ? may be a secret, wherever they stand.
        told = "the URL" if "@" in written or "?" in written else quoted(written)
        raise InputError(f"--otlp: {told} is no address of a receiver of OTLP. Cure: {_CURE}")
    _require_packages()
    address = address.rstrip("/")
    posted = address if address.endswith(_PATH) else f"{address}{_PATH}"
    shown = f"{scheme}://{'***@' if at else ''}{host}{slash}{path}{'?***' if question else ''}"
    secret = unquote(user)
    headers = {"authorization": f"Basic {b64encode(secret.encode()).decode()}"} if at else {}
    secrets = (secret.partition(":")[2], *headers.values(), *_secrets_in(os.environ))
    return OtlpTarget(shown, written, f"{posted}{question}{query}", headers, tuple(filter(None, secrets)))


def _is_address(url: str) -> bool:
    try:
        parse_target(url)
    except TargetTextError:
        return False
    return True


def _require_packages() -> None:
    try:
        # Before any load, which it would delay.
        import loadproof.run.otlp_export  # noqa: F401
    except ImportError as error:
        raise InputError(
            f"--otlp: the packages of OpenTelemetry are not installed, or too old ({error.name or 'opentelemetry'}). "
            "Cure: pip install 'loadproof[otlp]'"
        ) from error


def _secrets_in(environment: Mapping[str, str]) -> Iterator[str]:
    """Values of the headers that the library takes of the environment: what identifies the sender, and its parts."""
    for variable in _HEADERS:
        for pair in environment.get(variable, "").split(","):
            name, _, value = pair.partition("=")
            if is_credential(unquote(name).strip()):
                value = unquote(value).strip()
                yield value
                yield value.partition(" ")[2]
