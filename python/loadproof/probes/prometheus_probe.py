"""Reads the chosen series of a Prometheus text page."""

import math
from collections.abc import Callable, Mapping, Sequence

from loadproof.model.message import Listing, Message, count, listed
from loadproof.probes.collection_metrics import COLLECTION_METRICS, CollectionMetrics
from loadproof.probes.live_set_metrics import METRICS, LiveSetMetrics
from loadproof.probes.prometheus_page import get_page
from loadproof.probes.prometheus_text import Sample, parse_page
from loadproof.probes.reading import Reading
from loadproof.study.probe_settings import PrometheusSeries, PrometheusSettings

__all__ = ["PrometheusProbe"]

_TIMEOUT_S = 1.0
_UNITS = {"gc_pause_share": "share", "major_collections_per_s": "1/s"}
"""Units of the series that are read unasked; MiB for all others."""
_Values = Mapping[tuple[tuple[str, str], ...], float]


class PrometheusProbe:
    """One page. A series is the sum of its samples; NaN, such as a quantile of nothing yet, is no sample.

    Where the page says what is alive in a heap after its collections, that is read unasked, as `live_set_mib`; so are
    `gc_pause_share` and `major_collections_per_s`.
    """

    slow = True

    def __init__(self, settings: PrometheusSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` puts values into the gaps of the URL, as those of the service; asked at every reading."""
        self.name = f"prometheus:{settings.service}"
        self._settings = settings
        self._filled = filled
        self._before: dict[str, Sequence[_Values]] = {}
        self._before_s = 0.0
        self._pages = 0
        self._malformed = 0
        self._seen: set[str] = set()
        self._live_set = LiveSetMetrics()
        self._collections = CollectionMetrics()
        self._named = {series.name for series in settings.series}

    def read(self, now_s: float) -> list[Reading]:
        """Rates from the second page on; raises ProbeFailure when there is no page."""
        text = get_page(self._filled(self._settings.url, self._settings.service), _TIMEOUT_S)
        wanted = {metric for series in self._settings.series for metric in _metrics(series)}
        page = parse_page(text, wanted | METRICS | COLLECTION_METRICS)
        self._pages += 1
        self._malformed += page.malformed
        elapsed_s = now_s - self._before_s
        readings = []
        for series in self._settings.series:
            all_values = [_values(page.samples, metric, series.labels) for metric in _metrics(series)]
            if all(all_values):
                self._seen.add(series.name)
            value = self._value(series, all_values, elapsed_s)
            self._before[series.name] = all_values
            if value is not None and math.isfinite(value * series.scale):
                readings.append(Reading(self.name, series.name, series.unit, value * series.scale))
        self._before_s = now_s
        unasked = {**self._live_set.read(page.samples), **self._collections.read(page.samples, now_s)}
        return readings + [
            Reading(self.name, name, _UNITS.get(name, "MiB"), value)
            for name, value in unasked.items()
            if name not in self._named and math.isfinite(value)
        ]

    def shortfalls(self) -> Sequence[Message]:
        """Series that no page had, and lines that were not of the format."""
        if not self._pages:
            return ()
        wanted = (series for series in self._settings.series if not series.optional)
        missing = [series for series in wanted if series.name not in self._seen]
        found = []
        for series in missing:
            metrics = tuple(_selector(metric, series.labels) for metric in _metrics(series))
            found.append(Message("page-without-series", series=series.name, metrics=listed(metrics, Listing.AND)))
        if self._malformed:
            found.append(Message("page-lines-malformed", count=count(self._malformed)))
        return found

    def _value(self, series: PrometheusSeries, now: Sequence[_Values], elapsed_s: float) -> float | None:
        if not series.rate and series.per is None:
            return sum(now[0].values()) if now[0] else None
        before = self._before.get(series.name)
        if before is None:
            return None
        growths = [_growth(*both) for both in zip(before, now, strict=True)]
        # Over time, or over another growth; of nothing there is no mean.
        over = elapsed_s if series.per is None else growths[-1]
        return None if growths[0] is None or over is None or over <= 0 else growths[0] / over


def _growth(before: _Values, now: _Values) -> float | None:
    """A counter that is less than before was reset, and one that was not there before began, both from zero."""
    if not before or not now:
        return None
    formers = ((before.get(labels, 0.0), value) for labels, value in now.items())
    return sum(value - former if value >= former else value for former, value in formers)


def _metrics(series: PrometheusSeries) -> tuple[str, ...]:
    return (series.metric,) if series.per is None else (series.metric, series.per)


def _values(samples: Sequence[Sample], metric: str, labels: Sequence[tuple[str, str]]) -> _Values:
    wanted = set(labels)
    return {
        sample.labels: sample.value
        for sample in samples
        if sample.metric == metric and wanted <= set(sample.labels) and not math.isnan(sample.value)
    }


def _selector(metric: str, labels: Sequence[tuple[str, str]]) -> str:
    chosen = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{metric}{{{chosen}}}" if chosen else metric
