"""Values of the texts typed on the command line: rates, durations and requests."""

from collections.abc import Sequence
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.duration import parse_duration
from loadproof.model.rate import RateError, parse_rate
from loadproof.run.request import LoadRequest, request_of, whole_seconds
from loadproof.study.url_request import GET, UrlRequest

__all__ = ["DEFAULT_DURATION", "read_rate", "read_rate_option", "read_request", "read_whole_seconds"]

DEFAULT_DURATION = "10s"


def read_rate(text: str) -> float | None:
    """Calls per second; None for `max`. Raises InputError.

    >>> read_rate("max"), read_rate("1000"), read_rate("6/min")
    (None, 1000.0, 0.1)
    """
    if text.strip().lower() == "max":
        return None
    return read_rate_option("--rate", text, ", or max to saturate")


def read_rate_option(option: str, text: str, also: str = "") -> float:
    """Calls per second; `also` completes the cure. Raises InputError."""
    try:
        return parse_rate(text)
    except RateError as error:
        raise InputError(f"{option}: {error}{also}") from error


def read_whole_seconds(option: str, text: str) -> float:
    """A duration of one or more whole seconds. Raises InputError.

    >>> read_whole_seconds("--for", "1m30s")
    90.0
    """
    return whole_seconds(option, _duration(option, text), text)


def read_request(
    url: str | None,
    profile: Path | None,
    slos: Sequence[str] | None,
    timeout: str | None,
    sent: UrlRequest = GET,
    typed_timeout_s: float | None = None,
    expect: str | None = None,
) -> LoadRequest:
    """Target and profile of one URL, or of a profile file with a URL that replaces its target. Raises InputError.

    `typed_timeout_s` is the timeout where there is no option `timeout`.
    """
    timeout_s = typed_timeout_s if timeout is None else _duration("--timeout", timeout)
    return request_of(url, profile, slos or (), timeout_s, sent, expect)


def _duration(option: str, text: str) -> float:
    try:
        return parse_duration(text)
    except WrittenValueError as error:
        raise InputError(f"{option}: {error}") from error
