"""What a report tells of a trial beside its times: parts of connections and calls, and replies that failed."""

from collections.abc import Mapping
from typing import Any

from loadproof.report.document import Block, Column, Paragraph, Section, Table
from loadproof.report.figures import count_text, milliseconds_text, percentile_text
from loadproof.report.plain_text import printable

__all__ = ["connections_matter", "phases_section", "replies_section"]

Json = Mapping[str, Any]
_PHASES = {"connect": "connect", "tls": "TLS handshake", "first_byte": "first byte", "transfer": "transfer"}
_MATTERING_PART = 0.05
_MOST_SHOWN = 12
_BODY_CHARACTERS = 160
_PHASES_NOTE = (
    "connect and TLS: one for each connection; first byte (from sent) and transfer: one for each answered call; over "
    "the whole trial, its ramp and drain among it."
)


def connections_matter(phases: Json) -> bool:
    """Whether making connections is worth a look: there was TLS, or a connection for every twentieth call.

    >>> connections_matter({"connect": {"count": 64}, "tls": {"count": 0}, "first_byte": {"count": 90_000}})
    False
    """
    calls = phases["first_byte"]["count"]
    return bool(phases["tls"]["count"]) or phases["connect"]["count"] > max(10, _MATTERING_PART * calls)


def phases_section(trial: Json, whose: str) -> Section | None:
    """Connect, TLS, first byte and transfer of one trial; None where nothing of it was recorded."""
    phases = trial["phases_ms"]
    rows = [_phase_row(name, phases[key]) for key, name in _PHASES.items() if phases[key]["count"]]
    if not rows:
        return None
    titles = ("Count", "Mean", "p50", "p90", "p95", "p99", "p99.9", "Max")
    columns = [Column("Phase", figures=False), *(Column(title) for title in titles)]
    table = Table(columns, rows)
    blocks: list[Block] = [table, Paragraph(_PHASES_NOTE)]
    return Section(f"Connections and replies ({whose})", blocks, detail=not connections_matter(phases))


def _phase_row(name: str, times: Json) -> list[str]:
    count = times["count"]
    percentiles = ("p50", "p90", "p95", "p99", "p99_9")
    return [
        name,
        count_text(count),
        milliseconds_text(times["mean"]),
        *(percentile_text(times, percentile, count) for percentile in percentiles),
        milliseconds_text(times["max"]),
    ]


def replies_section(trial: Json, whose: str) -> Section | None:
    """The first failing replies of a trial, each on one line; None where there were none."""
    replies = trial["failed_replies"]
    if not replies:
        return None
    columns = [
        Column("Operation", figures=False, wraps=True),
        Column("Kind", figures=False),
        Column("At s"),
        Column("Service ms"),
        Column("Reply", figures=False, wraps=True),
        Column("Body begins", figures=False, wraps=True),
    ]
    blocks: list[Block] = [Table(columns, [_reply_row(reply) for reply in replies[:_MOST_SHOWN]])]
    if len(replies) > _MOST_SHOWN:
        blocks.append(Paragraph(f"{len(replies) - _MOST_SHOWN} more are in result.json."))
    return Section(f"Failing replies ({whose})", blocks)


def _reply_row(reply: Json) -> list[str]:
    return [
        printable(reply["operation"], limit=40),
        printable(reply["kind"], limit=40),
        f"{reply['due_s']:.1f}",
        milliseconds_text(reply["service_ms"]),
        printable(reply["head"].partition("\n")[0], limit=80),
        printable(reply["body"], limit=_BODY_CHARACTERS) or f"({count_text(reply['body_bytes'])} bytes)",
    ]
