"""Names of the metrics of a soak's trends, in words."""

from loadproof.model.message import Message

__all__ = ["trend_figure"]

_FIGURES = {
    "response_p50_ms": Message("figure-response-p50"),
    "response_p95_ms": Message("figure-response-p95"),
    "error_percent": Message("figure-errors"),
}
_OF = " of "


def trend_figure(name: str) -> Message:
    """Return the metric of a trend in words, by its name in `result.json`; an unknown name stays as it is.

    >>> trend_figure("memory_mib of api"), trend_figure("error_percent")
    (Message(figure-memory, service='api'), Message(figure-errors))
    """
    figure, _, service = name.partition(_OF)
    if service and figure == "memory_mib":
        return Message("figure-memory", service=service)
    if service and figure == "live_set_mib":
        return Message("figure-live-set", service=service)
    return _FIGURES.get(name) or Message.said(name)
