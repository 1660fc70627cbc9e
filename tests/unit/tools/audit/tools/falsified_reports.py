"""What is falsified in each report: one figure, or the percentiles of one row."""

import csv
import io
import json
import re
from collections.abc import Callable

from tests.unit.tools.audit.tools.simulated_calls import START, table

Edit = Callable[[str], str]


def cell(row: str, column: str, change: Callable[[str], object], end: str = "\r\n", mark: str = ",") -> Edit:
    """Changes one cell of a table: in the last row that begins so, or has the name."""

    def edit(text: str) -> str:
        rows = list(csv.reader(io.StringIO(text), delimiter=mark))
        at = rows[0].index(column)
        found = [one for one in rows[1:] if row in one][-1]
        found[at] = str(change(found[at]))
        out = io.StringIO()
        csv.writer(out, delimiter=mark, lineterminator=end).writerows(rows)
        return out.getvalue()

    return edit


def averaged(*columns: str) -> Edit:
    """Makes the percentiles of the last row plain means of the others."""

    def edit(text: str) -> str:
        rows = list(csv.reader(io.StringIO(text)))
        for column in columns:
            at = rows[0].index(column)
            rows[-1][at] = str(round(sum(int(row[at]) for row in rows[1:-1]) / (len(rows) - 2)))
        return table([list(row) for row in rows])

    return edit


def entry(*path: str, to: Callable[[object], object]) -> Edit:
    """Changes one value of a document."""

    def edit(text: str) -> str:
        document = json.loads(text)
        held = document
        for key in path[:-1]:
            held = held[key]
        held[path[-1]] = to(held[path[-1]])
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    return edit


def words(pattern: str, to: str) -> Edit:
    """Changes the first match of a pattern."""

    def edit(text: str) -> str:
        found, times = re.subn(pattern, to, text, count=1)
        assert times == 1, pattern
        return found

    return edit


def scaled(factor: float, places: int = 0) -> Callable[[object], object]:
    """A number times a factor."""

    def change(value: object) -> object:
        made = round(float(str(value)) * factor, places)
        number: object = int(made) if not places else made
        return str(number) if isinstance(value, str) else number

    return change


TOTAL, AGGREGATED = "TOTAL", "Aggregated"
LOGIN = "POST /login"
FALSIFIED: dict[str, dict[str, Edit]] = {
    "locust-stats.csv": {
        "order": cell("/login", "95%", scaled(9)),
        "count": cell(AGGREGATED, "Request Count", scaled(1.1)),
        "mean": cell(AGGREGATED, "Average Response Time", scaled(1.5, 6)),
        "mean-above-max": cell("/login", "Average Response Time", scaled(20, 4)),
        "max": cell(AGGREGATED, "Max Response Time", scaled(0.5, 3)),
        "total-p95": cell(AGGREGATED, "95%", lambda _: 14),
        "failures": cell("/articles", "Failure Count", scaled(3)),
        "failures-per-second": cell("/articles", "Failures/s", scaled(3, 6)),
        "rate": cell("/articles", "Requests/s", scaled(1.2, 4)),
        "total-rate": cell(AGGREGATED, "Requests/s", scaled(1.2, 4)),
        "median": cell("/login", "Median Response Time", scaled(6)),
    },
    "locust-history.csv": {
        "order": cell(str(START + 40), "95%", scaled(9)),
        "mean-above-max": cell(str(START + 40), "Total Average Response Time", scaled(90, 2)),
        "failures-fall": cell(str(START + 55), "Total Failure Count", lambda _: 0),
        "max-falls": cell(str(START + 55), "Total Max Response Time", scaled(0.4, 3)),
    },
    "locust-full-history.csv": {"order": cell(str(START + 40), "95%", scaled(9))},
    "jmeter-aggregate.csv": {
        "order": cell(LOGIN, "95% Line", scaled(5), "\n"),
        "mean-above-max": cell(LOGIN, "Average", scaled(9), "\n"),
        "count": cell(TOTAL, "# Samples", scaled(0.9), "\n"),
        "mean": cell(TOTAL, "Average", scaled(2), "\n"),
        "errors": cell(LOGIN, "Error %", lambda _: "0.500%", "\n"),
        "total-errors": cell(TOTAL, "Error %", lambda _: "0.010%", "\n"),
        "throughput": cell(LOGIN, "Throughput", lambda _: "1.20000", "\n"),
        "total-throughput": cell(TOTAL, "Throughput", lambda _: "120.00000", "\n"),
        "averaged": averaged("90% Line", "95% Line", "99% Line"),
        "total-p95": cell(TOTAL, "95% Line", lambda _: 20, "\n"),
        "max": cell(TOTAL, "Max", scaled(0.5), "\n"),
    },
    "jmeter-aggregate-de.csv": {
        "order": cell(LOGIN, "95% Line", scaled(5), "\n"),
        "errors": cell(LOGIN, "Error %", lambda _: "0,500%", "\n"),
    },
    "jmeter-summary.csv": {
        "mean-above-max": cell(LOGIN, "Average", scaled(9), "\n"),
        "count": cell(TOTAL, "# Samples", scaled(1.1), "\n"),
        "mean": cell(TOTAL, "Average", scaled(2), "\n"),
    },
    "jmeter-statistics.json": {
        "order": entry(LOGIN, "pct2ResTime", to=scaled(5, 1)),
        "mean-above-max": entry(LOGIN, "meanResTime", to=scaled(9, 3)),
        "errors": entry(LOGIN, "errorPct", to=scaled(0.5, 6)),
        "mean": entry("Total", "meanResTime", to=scaled(2, 3)),
        "count": entry("Total", "sampleCount", to=scaled(0.9)),
        "throughput": entry("Total", "throughput", to=scaled(1.5, 6)),
        "total-p95": entry("Total", "pct2ResTime", to=lambda _: 900.0),
    },
    "k6-summary.txt": {
        "order": words(r"(http_req_waiting\.+: .*p\(90\)=)\S+", r"\g<1>990ms"),
        "mean": words(r"(http_req_duration\.+: avg=)\S+", r"\g<1>12.5ms"),
        "mean-above-max": words(r"(iteration_duration\.+: avg=)\S+", r"\g<1>5.5s"),
        "rate": words(r"(http_reqs\.+: \d+ +)[\d.]+", r"\g<1>123.4"),
        "failed": words(r"(http_req_failed\.+: )[\d.]+%", r"\g<1>0.01%"),
    },
    "k6-summary-v1.txt": {
        "order": words(r"(http_req_duration\.+: .*p\(90\)=)\S+", r"\g<1>990ms"),
        "rate": words(r"(iterations\.+: \d+ +)[\d.]+", r"\g<1>123.4"),
        "failed": words(r"(http_req_failed\.+: )[\d.]+%", r"\g<1>0.01%"),
        "checks": words(r"(checks_succeeded\.+: )[\d.]+%", r"\g<1>100.00%"),
    },
    "k6-export.json": {
        "order": entry("metrics", "http_req_duration", "p(95)", to=lambda _: 1.5),
        "mean": entry("metrics", "http_req_duration", "avg", to=scaled(0.5, 4)),
        "rate": entry("metrics", "http_reqs", "rate", to=scaled(1.5, 4)),
        "failed": entry("metrics", "http_req_failed", "value", to=scaled(0.5, 6)),
    },
    "gatling-stats.json": {
        "order": entry("contents", "req_login-2", "stats", "percentiles3", "total", to=scaled(9)),
        "count": entry("stats", "numberOfRequests", "total", to=scaled(1.1)),
        "failed": entry("stats", "numberOfRequests", "ko", to=scaled(0.5)),
        "mean": entry("stats", "meanResponseTime", "total", to=scaled(2)),
        "max": entry("stats", "maxResponseTime", "total", to=scaled(0.7)),
        "rate": entry("stats", "meanNumberOfRequestsPerSecond", "total", to=scaled(1.5, 3)),
        "range": entry("stats", "group4", "percentage", to=lambda _: 9),
        "total-p99": entry("stats", "percentiles4", "total", to=lambda _: "3"),
    },
    "gatling-global-stats.json": {
        "order": entry("percentiles3", "total", to=lambda _: 9000),
        "count": entry("numberOfRequests", "total", to=scaled(1.1)),
        "rate": entry("meanNumberOfRequestsPerSecond", "ok", to=scaled(1.5, 3)),
    },
    "gatling-console.txt": {
        "order": words(r"(95th percentile +)\d+", r"\g<1>9000"),
        "count": words(r"(request count +)\d+", r"\g<1>12000"),
        "failed": words(r"(request count .*KO=)\d+", r"\g<1>1"),
        "range": words(r"(failed +)\d+", r"\g<1>1"),
        "mean": words(r"(mean response time +)\d+", r"\g<1>99"),
    },
    "gatling-console-columns.txt": {
        "order": words(r"(95th percentile \(ms\) +\| +)[\d,]+", r"\g<1>9,000"),
        "rate": words(r"(mean throughput \(rps\) +\| +)[\d.]+", r"\g<1>123.4"),
    },
    "wrk.txt": {
        "order": words(r"(75% +)[\d.]+ms", r"\g<1>990.00ms"),
        "mean-above-max": words(r"(Latency +)[\d.]+ms", r"\g<1>9.00s"),
        "rate": words(r"(Requests/sec: +)[\d.]+", r"\g<1>123.40"),
        "above-max": words(r"(99% +)[\d.]+ms", r"\g<1>9.00s"),
    },
    "wrk2.txt": {
        "order": words(r"(75\.000% +)[\d.]+ms", r"\g<1>1.00ms"),
        "rate": words(r"(Requests/sec: +)[\d.]+", r"\g<1>123.40"),
        "spectrum": words(r"\d+\.\d+( +0\.900000)", r"1.001\g<1>"),
        "spectrum-calls": words(r"(0\.900000 +)\d+", r"\g<1>7000"),
    },
    "hey.txt": {
        "order": words(r"(95% in )[\d.]+", r"\g<1>0.0010"),
        "rate": words(r"(Requests/sec:\t)[\d.]+", r"\g<1>123.4000"),
        "mean-above-max": words(r"(Average:\t)[\d.]+", r"\g<1>9.5000"),
        "count": words(r"(\[200\]\t)\d+", r"\g<1>20000"),
        "histogram": words(r"(50% in )[\d.]+", r"\g<1>0.0990"),
    },
    "oha.txt": {
        "order": words(r"(95\.00% in )[\d.]+", r"\g<1>1.0000"),
        "rate": words(r"(Requests/sec:\t)[\d.]+", r"\g<1>123.4000"),
        "mean-above-max": words(r"(Average:\t)[\d.]+", r"\g<1>9500.0"),
    },
    "oha.json": {
        "order": entry("latencyPercentiles", "p95", to=lambda _: 0.0001),
        "rate": entry("summary", "requestsPerSec", to=scaled(1.5, 4)),
        "count": entry("statusCodeDistribution", "200", to=scaled(1.5)),
    },
    "ab.txt": {
        "order": words(r"( 95% +)\d+", r"\g<1>2"),
        "rate": words(r"(Requests per second: +)[\d.]+", r"\g<1>123.40"),
        "time": words(r"(Time per request: +)[\d.]+", r"\g<1>12.300"),
    },
    "vegeta.txt": {
        "order": words(r"(Latencies .*?\]  (?:\S+ ){4})\S+", r"\g<1>1.000ms,"),
        "rate": words(r"(Requests .*?\] +\d+, )[\d.]+", r"\g<1>123.40"),
        "success": words(r"(Success .*?\] +)[\d.]+", r"\g<1>100.00"),
    },
    "vegeta.json": {
        "order": entry("latencies", "95th", to=lambda _: 1000),
        "rate": entry("rate", to=scaled(1.5, 4)),
        "mean": entry("latencies", "mean", to=scaled(1.5)),
        "count": entry("requests", to=scaled(1.5)),
    },
    "metrics-as-rows.csv": {
        "order": cell("p95 (ms)", "after", scaled(9, 1), "\n"),
        "change": cell("p99 (ms)", "Change, %", lambda _: "-25.0", "\n"),
    },
    "german.csv": {
        "order": cell("/login", "p95 (ms)", lambda _: "9.234,5", mark=";"),
        "count": cell("Gesamt", "Anfragen", lambda _: "9.000", mark=";"),
        "mean": cell("Gesamt", "Mittelwert (ms)", lambda _: "1.234,5", mark=";"),
    },
}
