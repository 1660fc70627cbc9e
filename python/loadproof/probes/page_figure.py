"""One figure on a Prometheus page, as libraries of some runtime name it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.probes.prometheus_text import Sample

__all__ = ["PageFigure"]


@dataclass(frozen=True, slots=True)
class PageFigure:
    """The sum of the samples of `metric` with one of `values` of a label (any of them, as libraries name it)."""

    metric: str
    values: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def of(self, samples: Sequence[Sample]) -> float | None:
        """Return the sum of the chosen samples; None if there is no such sample."""
        chosen = [sample.value for sample in samples if sample.metric == self.metric and self._is_chosen(sample)]
        return sum(chosen) if chosen else None

    def _is_chosen(self, sample: Sample) -> bool:
        return not self.values or any(name in self.labels and value in self.values for name, value in sample.labels)
