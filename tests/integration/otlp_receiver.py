"""A receiver of metrics by OTLP over HTTP: parses every request as the specification says, and adds nothing up."""

from dataclasses import dataclass
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
    ExportMetricsServiceResponse,
)
from opentelemetry.proto.metrics.v1.metrics_pb2 import AggregationTemporality, Metric

from .recording_server import Answer, Recorded

__all__ = ["TAKEN", "Point", "points_of", "taken"]

TAKEN = ExportMetricsServiceResponse().SerializeToString()


@dataclass(frozen=True, slots=True)
class Point:
    """One point of one metric, with the labels of its resource among its own."""

    metric: str
    unit: str
    labels: dict[str, Any]
    at_ns: int
    value: float
    """Of a histogram the count."""
    buckets: tuple[int, ...] = ()
    bounds_s: tuple[float, ...] = ()
    sum_s: float = 0.0


def taken(request: Recorded) -> Answer:
    """The answer to a request that is as the specification wants it; 400 to another."""
    right = (request.method, request.headers.get("content-type")) == ("POST", "application/x-protobuf")
    return Answer(200, TAKEN, (("Content-Type", "application/x-protobuf"),)) if right else Answer(400)


def points_of(requests: list[Recorded]) -> list[Point]:
    """All points that were sent, in their order. Raises DecodeError where something else was."""
    found = []
    for request in requests:
        for resource in ExportMetricsServiceRequest.FromString(request.body).resource_metrics:
            about = _labels(resource.resource.attributes)
            for scope in resource.scope_metrics:
                assert scope.scope.name == "loadproof"
                for metric in scope.metrics:
                    found += [_point(metric, about, point) for point in _data(metric).data_points]
    return found


def _data(metric: Metric) -> Any:
    kind = metric.WhichOneof("data")
    assert kind is not None
    data = getattr(metric, kind)
    if kind != "gauge":
        assert data.aggregation_temporality == AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE
    if kind == "sum":
        assert data.is_monotonic
    return data


def _point(metric: Metric, about: dict[str, Any], point: Any) -> Point:
    labels = {**about, **_labels(point.attributes)}
    assert 0 < point.start_time_unix_nano <= point.time_unix_nano or metric.WhichOneof("data") == "gauge"
    if metric.WhichOneof("data") != "histogram":
        return Point(metric.name, metric.unit, labels, point.time_unix_nano, point.as_int)
    assert sum(point.bucket_counts) == point.count
    buckets, bounds = tuple(point.bucket_counts), tuple(point.explicit_bounds)
    return Point(metric.name, metric.unit, labels, point.time_unix_nano, point.count, buckets, bounds, point.sum)


def _labels(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}
