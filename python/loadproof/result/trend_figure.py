"""What the figures of a soak's trends are called."""

from loadproof.model.message import Message

__all__ = ["trend_figure"]

_FIGURES = {
    "response_p50_ms": Message("figure-response-p50"),
    "response_p95_ms": Message("figure-response-p95"),
    "error_percent": Message("figure-errors"),
}
_OF = " of "


def trend_figure(name: str) -> Message:
    """Of a trend by its name in `result.json`; a name that is not known is told as it is.

    >>> trend_figure("memory_mib of api"), trend_figure("error_percent")
    (Message(figure-memory, service='api'), Message(figure-errors))
    """
    figure, _, service = name.partition(_OF)
    if service and figure == "memory_mib":
        return Message("figure-memory", service=service)
    if service and figure == "live_set_mib":
        return Message("figure-live-set", service=service)
    return _FIGURES.get(name) or Message.said(name)
