"""Reads the chosen series of a Prometheus text page."""

import math
from collections.abc import Callable, Mapping, Sequence

from loadproof.probes.prometheus_page import get_page
from loadproof.probes.prometheus_text import Sample, parse_page
from loadproof.probes.reading import Reading
from loadproof.study.probe_settings import PrometheusSeries, PrometheusSettings

__all__ = ["PrometheusProbe"]

_TIMEOUT_S = 1.0
_Values = Mapping[tuple[tuple[str, str], ...], float]


class PrometheusProbe:
    """One page. A series is the sum of its samples; NaN, such as a quantile of nothing yet, is no sample."""

    slow = True

    def __init__(self, settings: PrometheusSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` puts values into the gaps of the URL, as those of the service; asked at every reading."""
        self.name = f"prometheus:{settings.service}"
        self._settings = settings
        self._filled = filled
        self._before: dict[str, _Values] = {}
        self._before_s = 0.0
        self._pages = 0
        self._malformed = 0
        self._seen: set[str] = set()

    def read(self, now_s: float) -> list[Reading]:
        """Rates from the second page on; raises ProbeFailure when there is no page."""
        text = get_page(self._filled(self._settings.url, self._settings.service), _TIMEOUT_S)
        page = parse_page(text, [series.metric for series in self._settings.series])
        self._pages += 1
        self._malformed += page.malformed
        elapsed_s = now_s - self._before_s
        readings = []
        for series in self._settings.series:
            values = _values(page.samples, series)
            if values:
                self._seen.add(series.name)
            value = self._growth(series, values, elapsed_s) if series.rate else _sum(values)
            self._before[series.name] = values
            if value is not None and math.isfinite(value):
                readings.append(Reading(self.name, series.name, series.unit, value))
        self._before_s = now_s
        return readings

    def shortfalls(self) -> Sequence[str]:
        """Series that no page had, and lines that were not of the format."""
        if not self._pages:
            return ()
        missing = [series for series in self._settings.series if series.name not in self._seen]
        found = [
            f"no page had a sample for {series.name}; look for {_selector(series)} on the page" for series in missing
        ]
        if self._malformed:
            found.append(
                f"{self._malformed} lines were not of the text format 0.0.4 and were left out; look at the page"
            )
        return found

    def _growth(self, series: PrometheusSeries, values: _Values, elapsed_s: float) -> float | None:
        """A counter that is less than before was reset, and one that was not there before began, both from zero."""
        if self._before_s == 0.0 or not self._before.get(series.name) or not values or elapsed_s <= 0:
            return None
        before = self._before[series.name]
        growth = 0.0
        for labels, value in values.items():
            former = before.get(labels, 0.0)
            growth += value - former if value >= former else value
        return growth / elapsed_s


def _values(samples: Sequence[Sample], series: PrometheusSeries) -> _Values:
    wanted = set(series.labels)
    return {
        sample.labels: sample.value
        for sample in samples
        if sample.metric == series.metric and wanted <= set(sample.labels) and not math.isnan(sample.value)
    }


def _sum(values: _Values) -> float | None:
    return sum(values.values()) if values else None


def _selector(series: PrometheusSeries) -> str:
    labels = ",".join(f'{name}="{value}"' for name, value in series.labels)
    return f"{series.metric}{{{labels}}}" if labels else series.metric
