"""Tables as Locust and JMeter write them, and as people do."""

import csv
import io
import re

import numpy as np

from tests.unit.tools.audit.tools.simulated_calls import ALL, OPERATIONS, SECONDS, SPAN, START, Calls, rank, table

# Locust

SHARES = (0.5, 0.66, 0.75, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999, 1.0)
SHARE_NAMES = ["50%", "66%", "75%", "80%", "90%", "95%", "98%", "99%", "99.9%", "99.99%", "100%"]


def locust_bucket(time: float) -> int:
    """Two digits of a time."""
    return round(time) if time < 100 else int(round(time, -1)) if time < 1000 else int(round(time, -2))


def locust_percentiles(times: np.ndarray) -> list[int]:
    """As Locust takes them: of rounded times, the first from above with so many below."""
    held = np.sort([locust_bucket(time) for time in times])
    return [int(held[min(int(len(held) * share), len(held) - 1)]) for share in SHARES]


def locust_median(times: np.ndarray) -> int:
    """The lower of two middle times."""
    return int(np.sort([locust_bucket(time) for time in times])[(len(times) - 1) // 2])


def locust_stats() -> str:
    """`stats.csv` of Locust."""
    head = ["Type", "Name", "Request Count", "Failure Count", "Median Response Time", "Average Response Time"]
    head += ["Min Response Time", "Max Response Time", "Average Content Size", "Requests/s", "Failures/s", *SHARE_NAMES]
    whole_size = sum(part.size * len(part.times) for part in OPERATIONS) / len(ALL.times)
    rows: list[list[object]] = [list(head)]
    for part in (*OPERATIONS, ALL):
        calls, failed = len(part.times), int(part.failed.sum())
        row: list[object] = [part.method, part.name, calls, failed, locust_median(part.times), float(part.times.mean())]
        row += [
            float(part.times.min()),
            float(part.times.max()),
            float(part.size or whole_size),
            calls / SPAN,
            failed / SPAN,
        ]
        rows.append([*row, *locust_percentiles(part.times)])
    return table(rows, "\r\n")


def locust_history(parts: list[Calls]) -> str:
    """`stats_history.csv` of Locust: sums since the start, percentiles of the last seconds."""
    head = ["Timestamp", "User Count", "Type", "Name", "Requests/s", "Failures/s", *SHARE_NAMES, "Total Request Count"]
    head += [
        "Total Failure Count",
        "Total Median Response Time",
        "Total Average Response Time",
        "Total Min Response Time",
    ]
    head += ["Total Max Response Time", "Total Average Content Size"]
    rows: list[list[object]] = [list(head)]
    for second in range(0, 60, 5 if len(parts) == 1 else 20):
        for part in parts:
            done = part.starts < second
            now = done & (part.starts >= second - 10)
            row: list[object] = [START + second, 20, part.method, part.name, f"{now.sum() / 10:2f}"]
            row += [f"{(now & part.failed).sum() / 10:2f}"]
            row += locust_percentiles(part.times[now]) if now.any() else ["N/A"] * len(SHARES)
            times = part.times[done]
            row += [int(done.sum()), int((done & part.failed).sum())]
            row += (
                [locust_median(times), float(times.mean()), float(times.min()), float(times.max()), 512.0]
                if len(times)
                else [0] * 5
            )
            rows.append(row)
    return table(rows, "\r\n")


# JMeter: times are whole milliseconds.

NAMES = ["GET /articles", "GET /articles/[id]", "POST /login", "TOTAL"]


def jmeter_rate(part: Calls) -> float:
    """Calls from the first start to the last end."""
    return float(len(part.times) / ((part.starts + part.times / 1e3).max() - part.starts.min()))


def jmeter_number(value: float, places: int) -> str:
    """As `#.00000` formats a number: no zero before the point."""
    return f"{value:.{places}f}".removeprefix("0")


def jmeter_rows() -> list[tuple[str, Calls, np.ndarray]]:
    return [(name, part, np.rint(part.times)) for name, part in zip(NAMES, (*OPERATIONS, ALL), strict=True)]


def jmeter_aggregate() -> list[list[object]]:
    """Aggregate report, saved by `Save Table Data`."""
    head = "Label,# Samples,Average,Median,90% Line,95% Line,99% Line,Min,Max,Error %,Throughput,"
    head += "Received KB/sec,Sent KB/sec"
    rows: list[list[object]] = [list(head.split(","))]
    for name, part, times in jmeter_rows():
        row: list[object] = [
            name,
            len(times),
            int(times.mean()),
            *(rank(times, share) for share in (0.5, 0.9, 0.95, 0.99)),
        ]
        row += [int(times.min()), int(times.max()), f"{100 * part.failed.mean():.3f}%"]
        rate = jmeter_rate(part)
        rows.append([*row, jmeter_number(rate, 5), jmeter_number(rate * 3.1, 2), jmeter_number(rate * 0.2, 2)])
    return rows


def jmeter_summary() -> list[list[object]]:
    """Summary report."""
    head = "Label,# Samples,Average,Min,Max,Std. Dev.,Error %,Throughput,Received KB/sec,Sent KB/sec,Avg. Bytes"
    rows: list[list[object]] = [list(head.split(","))]
    for name, part, times in jmeter_rows():
        rate = jmeter_rate(part)
        row: list[object] = [
            name,
            len(times),
            int(times.mean()),
            int(times.min()),
            int(times.max()),
            f"{times.std():.2f}",
        ]
        row += [f"{100 * part.failed.mean():.3f}%", jmeter_number(rate, 5), f"{rate * 3.1:.2f}", f"{rate * 0.2:.2f}"]
        rows.append([*row, f"{part.size or 3512}.0"])
    return rows


def german(rows: list[list[object]]) -> list[list[object]]:
    """The same with decimal commas."""
    return [rows[0]] + [
        [re.sub(r"\.(?=\d)", ",", str(cell)) if at else cell for at, cell in enumerate(row)] for row in rows[1:]
    ]


def jmeter_statistics() -> dict[str, dict[str, object]]:
    """`statistics.json` of the dashboard."""
    found = {}
    for name, part, times in jmeter_rows():
        label = "Total" if name == "TOTAL" else name
        held = np.sort(times)

        def percentile(share: float, held: np.ndarray = held) -> float:
            place = share * (len(held) + 1)
            below = int(place)
            return float(held[below - 1] + (place - below) * (held[min(below, len(held) - 1)] - held[below - 1]))

        found[label] = {
            "transaction": label,
            "sampleCount": len(times),
            "errorCount": int(part.failed.sum()),
            "errorPct": float(np.float32(100.0 * part.failed.mean())),
            "meanResTime": float(times.mean()),
            "medianResTime": percentile(0.5),
            "minResTime": float(times.min()),
            "maxResTime": float(times.max()),
            "pct1ResTime": percentile(0.9),
            "pct2ResTime": percentile(0.95),
            "pct3ResTime": percentile(0.99),
            "throughput": jmeter_rate(part),
            "receivedKBytesPerSec": jmeter_rate(part) * 3.1,
            "sentKBytesPerSec": jmeter_rate(part) * 0.2,
        }
    return found


# Tables that people make


def transposed() -> str:
    """Metrics as rows, variants as columns, with a column of changes."""
    first, second = ALL.times, ALL.times * 0.8
    rows: list[list[object]] = [["Metric", "before", "after", "Change, %"]]
    for name, value in (("p50 (ms)", 50), ("p95 (ms)", 95), ("p99 (ms)", 99), ("max (ms)", 100)):
        a, b = round(float(np.percentile(first, value)), 1), round(float(np.percentile(second, value)), 1)
        rows.append([name, a, b, f"{100 * (b / a - 1):+.1f}"])
    rows.append(["Throughput (req/s)", 83.3, 83.4, "+0.1"])
    return table(rows)


def in_german() -> str:
    """A German table: semicolons, decimal commas, points between thousands."""

    def number(value: float, places: int) -> str:
        return f"{value:,.{places}f}".replace(",", " ").replace(".", ",").replace(" ", ".")

    rows: list[list[object]] = [["Endpunkt", "Anfragen", "Mittelwert (ms)", "p95 (ms)", "p99 (ms)", "RPS"]]
    for part in (*OPERATIONS, ALL):
        row: list[object] = ["Gesamt" if part is ALL else part.name, number(len(part.times), 0)]
        row += [number(10 * value, 1) for value in (part.times.mean(), *np.percentile(part.times, [95, 99]))]
        rows.append([*row, number(len(part.times) / SECONDS, 3)])
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\r\n").writerows(rows)
    return text.getvalue()
