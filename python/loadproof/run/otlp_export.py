"""Metrics of a run that goes on, sent by the OpenTelemetry library on a thread of its own; the run waits for nobody.

Each update has the totals of a trial, so that one that is lost takes nothing from the next.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence
from http import HTTPStatus
from json import loads
from types import TracebackType
from typing import Any, Self

import requests
import urllib3
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.metrics import NoOpMeterProvider
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceResponse
from opentelemetry.sdk.metrics.export import MetricExportResult

from loadproof.model.message import Message, count, duration
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.run.otlp_points import metrics_of, resource_of
from loadproof.run.otlp_target import OtlpTarget
from loadproof.run.trial_metrics import TrialMetrics, TrialTotals, bucket_limits_ms

__all__ = ["OtlpExport"]

_PATIENCE_S = 5.0
"""Longest time for one update, including the retries of the library, seconds."""
_LAST_PATIENCE_S = 2.0
"""Longest time that the end of the run waits for unsent updates, seconds."""
_BETWEEN_FAILURES_S = 1.0
_MOST_WAITING = 64
_MOST_ANSWER_BYTES = 64 << 10
_TEMPORARY = {429, 502, 503, 504}
"""Statuses after which the specification of OTLP lets a sender try again."""
_TELLERS = ("opentelemetry.exporter.otlp.proto.http.metric_exporter", "urllib3.connectionpool")
"""Loggers that write URLs of requests, in which there may be a token."""


class OtlpExport:
    """Sends the totals of trials to one receiver until it is closed; a context manager."""

    def __init__(self, target: OtlpTarget, run: str, study: str | None, thresholds_ms: Sequence[float]) -> None:
        """`run` names the run, as `loadproof runs` does; `thresholds_ms` of SLOs become limits of buckets."""
        self._target = target
        self._run = run
        self._labels = {"run": run, **({} if study is None else {"study": study})}
        self._limits_ms = bucket_limits_ms(thresholds_ms)
        self._changed = threading.Condition()
        self._waiting: deque[TrialTotals] = deque()
        self._is_closing = False
        self._is_given_up = False
        self._updates = 0
        self._lost: list[TrialTotals] = []
        self._why = Message("metrics-receiver-late", time=duration(_LAST_PATIENCE_S))
        self._doubt: Doubt | None = None
        # A daemon: it may wait for a receiver that never answers.
        self._thread = threading.Thread(target=self._send_all, name="loadproof-otlp", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def observer(self, method: str, variant: str | None, names: Sequence[str], operations: int) -> TrialMetrics:
        """Return a listener for the next trial, of `method` on `variant`; rows are as in `TrialMetrics`."""
        labels: dict[str, str | int] = {**self._labels, "method": method}
        if variant is not None:
            labels["variant"] = variant
        return TrialMetrics(names, operations, self._limits_ms, labels, self._take)

    def close(self) -> Doubt | None:
        """Waits a little for what is not sent yet; a doubt where something was not taken. Once, then the same again."""
        with self._changed:
            was_closing, self._is_closing = self._is_closing, True
            self._changed.notify()
        if was_closing:
            return self._doubt
        self._thread.join(_LAST_PATIENCE_S)
        with self._changed:
            self._is_given_up = True
            self._lost += self._waiting
            self._waiting.clear()
            self._doubt = self._doubt_of_lost()
        return self._doubt

    def _doubt_of_lost(self) -> Doubt | None:
        if not self._lost:
            return None
        trials = sum(totals.is_last for totals in self._lost)
        lost, all_of_them = count(len(self._lost)), count(self._updates)
        if trials == 0:
            told = Message("metrics-lost-between", lost=lost, all=all_of_them, why=self._why)
        else:
            told = Message("metrics-lost", lost=lost, all=all_of_them, trials=count(trials), why=self._why)
        return Doubt(DoubtCode.METRICS_NOT_EXPORTED, told)

    def _take(self, totals: TrialTotals) -> None:
        with self._changed:
            self._updates += 1
            if len(self._waiting) >= _MOST_WAITING:
                # The first is on its way. What a trial came to goes last: the updates before it are in it.
                behind = list(self._waiting)[1:]
                least = next((one for one in behind if not one.is_last), behind[0])
                self._waiting.remove(least)
                self._lost.append(least)
            self._waiting.append(totals)
            self._changed.notify()

    def _send_all(self) -> None:
        try:
            sender = _Sender(self._target, self._run, self._limits_ms)
        except Exception:  # The library reads the environment; the top of this thread, as below.
            self._why = Message("metrics-not-sendable")
            return
        try:
            while (totals := self._next()) is not None:
                failure = sender.failure_of(totals)
                if not self._is_done(totals, failure, sender.may_try_again):
                    return
        finally:
            sender.close()

    def _next(self) -> TrialTotals | None:
        """Wait for the next update to send and return it; None: no more updates follow."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closing)
            return self._waiting[0] if self._waiting and not self._is_given_up else None

    def _is_done(self, totals: TrialTotals, failure: Message | None, may_try_again: bool) -> bool:
        """Notes what became of an update; whether to go on."""
        with self._changed:
            if self._is_given_up:
                return False
            if failure is not None:
                self._why = failure
            if failure is None or not may_try_again:
                self._waiting.remove(totals)
                self._lost += [] if failure is None else [totals]
                return True
            self._changed.wait_for(lambda: self._is_closing, _BETWEEN_FAILURES_S)
            return not self._is_closing


class _Sender:
    """Posts one update after the other, from one thread, by the exporter of the library."""

    def __init__(self, target: OtlpTarget, run: str, limits_ms: Sequence[float]) -> None:
        self._resource = resource_of(run)
        self._limits_ms = limits_ms
        self._session = _WarySession()
        self._muted = _Muted()
        # What it does not find here it takes of the environment: headers and certificates alone are left to that.
        self._exporter = OTLPMetricExporter(
            endpoint=target.url,
            headers=dict(target.headers),
            timeout=_PATIENCE_S,
            compression=Compression.NoCompression,
            session=self._session,
            meter_provider=NoOpMeterProvider(),
        )
        self.may_try_again = False

    def failure_of(self, totals: TrialTotals) -> Message | None:
        """Sends an update; why it was not taken, None: it was."""
        self._session.failure = None
        self.may_try_again = False
        try:
            result = self._exporter.export(metrics_of(totals, self._resource, self._limits_ms))
        except Exception:  # Whatever the library raises of one update must not end the others.
            return Message("metrics-not-sendable")
        if result is MetricExportResult.SUCCESS:
            return None
        self.may_try_again = self._session.may_try_again
        return self._session.failure or Message("metrics-not-sendable")

    def close(self) -> None:
        """Closes its connections."""
        self._exporter.shutdown()
        self._muted.close()


class _WarySession(requests.Session):
    """Takes little of an answer, keeps to what is asked for, and knows why an update was not taken."""

    def __init__(self) -> None:
        super().__init__()
        # Neither a proxy nor a password of ~/.netrc that nobody named for this.
        self.trust_env = False
        self.headers["Accept-Encoding"] = "identity"
        self.failure: Message | None = None
        self.may_try_again = False

    def send(self, request: requests.PreparedRequest, **settings: Any) -> requests.Response:
        """Raises what is no connection's fault where the answer is none of OTLP: the library then gives up."""
        self.may_try_again = True
        try:
            response = super().send(request, **{**settings, "stream": True})
            with response:
                answer = response.raw.read(_MOST_ANSWER_BYTES, decode_content=False)
        except requests.exceptions.SSLError:
            self.failure = Message("metrics-receiver-untrusted")
            raise
        except (requests.Timeout, urllib3.exceptions.TimeoutError):
            self.failure = Message("metrics-receiver-late", time=duration(_PATIENCE_S))
            raise
        except Exception:
            self.failure = Message("metrics-receiver-unreachable")
            raise
        self.failure = _failure_of(response, answer)
        self.may_try_again = response.status_code in _TEMPORARY
        if self.failure is not None and not self.may_try_again:
            raise ValueError("not taken")
        return response


def _failure_of(response: requests.Response, answer: bytes) -> Message | None:
    if not 200 <= response.status_code < 300:
        # No phrase of the receiver's: who knows what it says.
        known = response.status_code in set(HTTPStatus)
        return Message("metrics-receiver-refuses", status=str(response.status_code) if known else "?")
    try:
        rejected = _rejected_points(response.headers.get("Content-Type", ""), answer)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return Message("metrics-receiver-unknown")
    return Message("metrics-receiver-rejects", points=count(rejected)) if rejected else None


def _rejected_points(media_type: str, answer: bytes) -> int:
    """Return the number of points that a success answer reports as rejected.

    Raises ValueError, TypeError, AttributeError or RecursionError if the answer is not one of OTLP.
    """
    if not answer:
        return 0
    if media_type.partition(";")[0].strip().lower() == "application/json":
        return int(loads(answer).get("partialSuccess", {}).get("rejectedDataPoints", 0))
    try:
        return int(ExportMetricsServiceResponse.FromString(answer).partial_success.rejected_data_points)
    except Exception as error:  # Its type is that of the implementation that protobuf has found.
        raise ValueError("no protobuf") from error


class _Muted:
    """While it is open, what the library logs on this thread reaches nobody: its texts have URLs."""

    def __init__(self) -> None:
        thread = threading.get_ident()
        self._filter = lambda record: record.thread != thread
        library = logging.getLogger("opentelemetry")
        if not library.handlers:
            # Without any handler Python writes warnings to standard error, in the midst of the live view.
            library.addHandler(logging.NullHandler())
        for name in _TELLERS:
            logging.getLogger(name).addFilter(self._filter)

    def close(self) -> None:
        for name in _TELLERS:
            logging.getLogger(name).removeFilter(self._filter)
