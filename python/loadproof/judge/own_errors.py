"""Error kinds that come of limits and settings of loadproof, not of the service: no failure may rest on them."""

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.model.message import Message, count, listed
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["OWN_KINDS", "own_error_doubts", "own_errors"]

OWN_KINDS = frozenset(
    {
        # Replies that loadproof cannot read, or does not read to their end.
        *("too-large", "bad-extract", "unsupported-encoding", "unsupported-charset"),
        # Requests that were never sent.
        "bad-request-data",
        # Certificates that the trust settings refuse.
        *("tls-unknown-issuer", "tls-ca-certificate", "certificate-rejected"),
        # What loadproof does not speak.
        *("tls-client-certificate", "tls-protocol-version", "tls-no-common-cipher", "tls-no-http1"),
    }
)
"""docs/method/validity.md names all error kinds, and whose they are."""


def own_errors(measurement: MeasuredSpan) -> int:
    """Return the number of calls that failed for a reason of ours."""
    return sum(calls for kind, calls in measurement.errors_by_kind.items() if kind in OWN_KINDS)


def own_error_doubts(measurement: MeasuredSpan) -> list[Doubt]:
    """Return the doubt about such calls, if there were any."""
    calls = own_errors(measurement)
    if not calls:
        return []
    kinds = sorted(OWN_KINDS & {kind for kind, calls in measurement.errors_by_kind.items() if calls})
    return [Doubt(DoubtCode.OWN_ERRORS, Message("own-errors", calls=count(calls), kinds=listed(kinds)))]
