"""Makes the reports of load generators in `honest` and `falsified`: one simulated test, printed as each tool prints it.

Run `python tests/unit/audit/tools/make_reports.py` after a change. Each falsified report is an honest one with one figure
changed; `FALSIFIED` lists what was changed.
"""

import csv
import io
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PLACE = Path(__file__).parent
SECONDS = 120.0
START = 1_764_240_000


@dataclass
class Calls:
    """Calls of one operation: start in seconds, response time in milliseconds, and if it failed."""

    method: str
    name: str
    size: int
    starts: np.ndarray
    times: np.ndarray
    failed: np.ndarray


def simulated() -> list[Calls]:
    """Calls of three operations, of which the last one begins later."""
    random = np.random.default_rng(40)
    made = []
    for method, name, calls, median, sigma, failing, size, begin in (
        ("GET", "/articles", 6200, 14.0, 0.55, 0.004, 5120, 0.0),
        ("GET", "/articles/[id]", 3100, 24.0, 0.6, 0.002, 1024, 0.3),
        ("POST", "/login", 700, 150.0, 0.4, 0.01, 64, 21.0),
    ):
        starts = np.sort(random.uniform(begin, SECONDS - 1.5, calls))
        times = np.round(median * np.exp(random.normal(0.0, sigma, calls)), 4)
        made.append(Calls(method, name, size, starts, times, random.random(calls) < failing))
    return made


def of_all(parts: list[Calls]) -> Calls:
    """All calls together."""
    joined = (np.concatenate([getattr(part, key) for part in parts]) for key in ("starts", "times", "failed"))
    return Calls("", "Aggregated", 0, *joined)


OPERATIONS = simulated()
ALL = of_all(OPERATIONS)
SPAN = float((ALL.starts + ALL.times / 1e3).max() - ALL.starts.min())


def table(rows: list[list[object]], end: str = "\n", quoting: int = csv.QUOTE_MINIMAL) -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator=end, quoting=quoting).writerows(rows)
    return text.getvalue()


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
        row += [float(part.times.min()), float(part.times.max()), float(part.size or whole_size), calls / SPAN, failed / SPAN]
        rows.append([*row, *locust_percentiles(part.times)])
    return table(rows, "\r\n")


def locust_history(parts: list[Calls]) -> str:
    """`stats_history.csv` of Locust: sums since the start, percentiles of the last seconds."""
    head = ["Timestamp", "User Count", "Type", "Name", "Requests/s", "Failures/s", *SHARE_NAMES, "Total Request Count"]
    head += ["Total Failure Count", "Total Median Response Time", "Total Average Response Time", "Total Min Response Time"]
    head += ["Total Max Response Time", "Total Average Content Size"]
    rows: list[list[object]] = [list(head)]
    for second in range(0, 60, 4):
        for part in parts:
            done = part.starts < second
            now = done & (part.starts >= second - 10)
            row: list[object] = [START + second, 20, part.method, part.name, f"{now.sum() / 10:2f}"]
            row += [f"{(now & part.failed).sum() / 10:2f}"]
            row += locust_percentiles(part.times[now]) if now.any() else ["N/A"] * len(SHARES)
            times = part.times[done]
            row += [int(done.sum()), int((done & part.failed).sum())]
            row += [locust_median(times), float(times.mean()), float(times.min()), float(times.max()), 512.0] if len(times) else [0] * 5
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


def rank(times: np.ndarray, share: float) -> int:
    return int(np.sort(times)[max(0, math.ceil(len(times) * share) - 1)])


def jmeter_aggregate() -> list[list[object]]:
    """Aggregate report, saved by `Save Table Data`."""
    head = "Label,# Samples,Average,Median,90% Line,95% Line,99% Line,Min,Max,Error %,Throughput,Received KB/sec,Sent KB/sec"
    rows: list[list[object]] = [list(head.split(","))]
    for name, part, times in jmeter_rows():
        row: list[object] = [name, len(times), int(times.mean()), *(rank(times, share) for share in (0.5, 0.9, 0.95, 0.99))]
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
        row: list[object] = [name, len(times), int(times.mean()), int(times.min()), int(times.max()), f"{times.std():.2f}"]
        row += [f"{100 * part.failed.mean():.3f}%", jmeter_number(rate, 5), f"{rate * 3.1:.2f}", f"{rate * 0.2:.2f}"]
        rows.append([*row, f"{part.size or 3512}.0"])
    return rows


def german(rows: list[list[object]]) -> list[list[object]]:
    """The same with decimal commas."""
    return [rows[0]] + [[re.sub(r"\.(?=\d)", ",", str(cell)) if at else cell for at, cell in enumerate(row)] for row in rows[1:]]


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


# k6


def k6_parts() -> dict[str, np.ndarray]:
    """Times of the parts of all requests, milliseconds."""
    random = np.random.default_rng(6)
    sending = np.round(random.uniform(0.01, 0.09, len(ALL.times)), 5)
    receiving = np.round(random.uniform(0.05, 0.4, len(ALL.times)), 5)
    waiting = ALL.times
    return {
        "http_req_blocked": np.round(random.exponential(0.02, len(ALL.times)), 5),
        "http_req_connecting": np.where(random.random(len(ALL.times)) < 0.01, 0.3, 0.0),
        "http_req_duration": sending + waiting + receiving,
        "http_req_receiving": receiving,
        "http_req_sending": sending,
        "http_req_tls_handshaking": np.zeros(len(ALL.times)),
        "http_req_waiting": waiting,
        "iteration_duration": sending + waiting + receiving + 100.0,
    }


def k6_time(ms: float) -> str:
    """As k6 prints times: at most two decimals, cut."""
    for unit, scale in (("s", 1e-3), ("ms", 1.0), ("µs", 1e3)):
        if ms * scale >= 1.0 or unit == "µs":
            cut = math.floor(ms * scale * 100.0 + 1e-6) / 100.0
            return f"{cut:g}{unit}" if ms else "0s"
    return "0s"


def k6_values(times: np.ndarray) -> dict[str, float]:
    return {
        "avg": float(times.mean()),
        "min": float(times.min()),
        "med": float(np.median(times)),
        "max": float(times.max()),
        "p(90)": float(np.percentile(times, 90)),
        "p(95)": float(np.percentile(times, 95)),
    }


def k6_trend(times: np.ndarray) -> str:
    return " ".join(f"{name}={k6_time(value):<9}" for name, value in k6_values(times).items()).rstrip()


def k6_rate(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")


CALLS, FAILED = len(ALL.times), int(ALL.failed.sum())


def k6_text(*, is_v1: bool) -> str:
    """The summary that k6 prints: of version 1, or as before."""
    lines, parts = list[str](), k6_parts()
    passed = CALLS - FAILED

    def add(name: str, values: str, indent: str = "     ") -> None:
        lines.append(f"{indent}{name:.<31}: {values}" if not is_v1 else f"    {name:.<35}: {values}")

    if is_v1:
        lines += ["", "  █ TOTAL RESULTS ", ""]
        add("checks_total", f"{CALLS:<7} {k6_rate(CALLS / SECONDS)}/s")
        cut = math.floor(1e4 * passed / CALLS) / 100
        add("checks_succeeded", f"{cut:.2f}%  {passed} out of {CALLS}")
        add("checks_failed", f"{math.floor(1e4 * FAILED / CALLS) / 100:.2f}%   {FAILED} out of {CALLS}")
        lines += ["", "    ✗ status is 200", f"      ↳  99% — ✓ {passed} / ✗ {FAILED}", "", "    HTTP"]
        add("http_req_duration", k6_trend(parts["http_req_duration"]))
        lines.append(f"      {{ expected_response:true }}.......: {k6_trend(parts['http_req_duration'][~ALL.failed])}")
        add("http_req_failed", f"{math.floor(1e4 * FAILED / CALLS) / 100:.2f}%  {FAILED} out of {CALLS}")
        add("http_reqs", f"{CALLS}  {k6_rate(CALLS / SECONDS)}/s")
        lines += ["", "    EXECUTION"]
        add("iteration_duration", k6_trend(parts["iteration_duration"]))
        add("iterations", f"{CALLS}  {k6_rate(CALLS / SECONDS)}/s")
        add("vus", "20     min=20       max=20")
        add("vus_max", "20     min=20       max=20")
        lines += ["", "    NETWORK"]
        add("data_received", "31 MB  262 kB/s")
        add("data_sent", "2.0 MB 16 kB/s")
        return "\n".join([*lines, "", ""])
    lines += ["     ✗ status is 200", f"      ↳  99% — ✓ {passed} / ✗ {FAILED}", ""]
    cut = math.floor(1e4 * passed / CALLS) / 100
    add("checks", f"{cut:.2f}% ✓ {passed}       ✗ {FAILED}")
    add("data_received", "31 MB  262 kB/s")
    add("data_sent", "2.0 MB 16 kB/s")
    for name, times in parts.items():
        if name == "iteration_duration":
            add("http_reqs", f"{CALLS}   {k6_rate(CALLS / SECONDS)}/s")
        add(name, k6_trend(times))
        if name == "http_req_duration":
            lines.append(f"       {{ expected_response:true }}...: {k6_trend(times[~ALL.failed])}")
            add("http_req_failed", f"{math.floor(1e4 * FAILED / CALLS) / 100:.2f}%  ✓ {FAILED}        ✗ {passed}")
    add("iterations", f"{CALLS}   {k6_rate(CALLS / SECONDS)}/s")
    add("vus", "20      min=20       max=20")
    add("vus_max", "20      min=20       max=20")
    return "\n".join([*lines, ""])


def k6_document() -> dict[str, object]:
    """What `--summary-export` writes."""
    metrics: dict[str, object] = {name: k6_values(times) for name, times in k6_parts().items()}
    metrics["http_reqs"] = {"count": CALLS, "rate": CALLS / SECONDS}
    metrics["iterations"] = {"count": CALLS, "rate": CALLS / SECONDS}
    metrics["http_req_failed"] = {"passes": FAILED, "fails": CALLS - FAILED, "value": FAILED / CALLS}
    metrics["checks"] = {"passes": CALLS - FAILED, "fails": FAILED, "value": (CALLS - FAILED) / CALLS}
    metrics["data_sent"] = {"count": 2_000_000, "rate": 2_000_000 / SECONDS}
    metrics["vus"] = {"value": 20, "min": 20, "max": 20}
    return {"root_group": {"name": "", "path": "", "groups": {}, "checks": {}}, "metrics": metrics}


# Gatling


def gatling_values(part: Calls) -> dict[str, dict[str, str]]:
    """Figures of all, passed and failed requests, as strings."""
    found: dict[str, dict[str, str]] = {}
    random = np.random.default_rng(len(part.times))
    for kind, held in (("total", np.full(len(part.times), True)), ("ok", ~part.failed), ("ko", part.failed)):
        times = np.rint(part.times[held])

        def put(name: str, value: str, kind: str = kind) -> None:
            found.setdefault(name, {})[kind] = value

        put("numberOfRequests", str(len(times)))
        empty = not len(times)
        put("minResponseTime", "-" if empty else f"{times.min():.0f}")
        put("maxResponseTime", "-" if empty else f"{times.max():.0f}")
        put("meanResponseTime", "-" if empty else f"{times.mean():.0f}")
        put("standardDeviation", "-" if empty else f"{times.std():.0f}")
        for number, share in enumerate((50, 75, 95, 99), start=1):
            # A digest is off by a little.
            estimate = 0.0 if empty else np.percentile(times, share) * (1 + 0.002 * random.normal())
            put(f"percentiles{number}", "-" if empty else f"{min(estimate, times.max()):.0f}")
        put("meanNumberOfRequestsPerSecond", "-" if empty else f"{len(times) / SECONDS:.3f}".rstrip("0").rstrip("."))
    return found


def gatling_stats(name: str, part: Calls) -> dict[str, object]:
    """One entry of `stats.json`."""
    passed = part.times[~part.failed]
    stats: dict[str, object] = {"name": name, **gatling_values(part)}
    groups = (
        ("t < 50 ms", (passed < 50).sum()),
        ("50 ms <= t < 200 ms", ((passed >= 50) & (passed < 200)).sum()),
        ("t >= 200 ms", (passed >= 200).sum()),
        ("failed", part.failed.sum()),
    )
    for number, (label, count) in enumerate(groups, start=1):
        share = round(100.0 * count / len(part.times))
        stats[f"group{number}"] = {"name": label, "htmlName": label, "count": int(count), "percentage": share}
    return stats


def gatling_document() -> dict[str, object]:
    """`js/stats.json`."""
    contents = {
        f"req_{part.name.strip('/')}-{number}": {
            "type": "REQUEST",
            "name": part.name,
            "path": part.name,
            "pathFormatted": f"req_{number}",
            "stats": gatling_stats(part.name, part),
        }
        for number, part in enumerate(OPERATIONS)
    }
    stats = gatling_stats("All Requests", ALL)
    return {"type": "GROUP", "name": "All Requests", "path": "", "pathFormatted": "group_missing", "stats": stats, "contents": contents}


def gatling_global() -> dict[str, object]:
    """`js/global_stats.json`, whose figures are numbers."""

    def number(value: object) -> object:
        if isinstance(value, dict):
            return {key: number(one) for key, one in value.items()}
        return json.loads(value) if isinstance(value, str) and re.fullmatch(r"[\d.]+", value) else value

    return {key: number(value) for key, value in gatling_stats("All Requests", ALL).items()}


GATLING_LABELS = {
    "numberOfRequests": "request count",
    "minResponseTime": "min response time",
    "maxResponseTime": "max response time",
    "meanResponseTime": "mean response time",
    "standardDeviation": "std deviation",
    "percentiles1": "response time 50th percentile",
    "percentiles2": "response time 75th percentile",
    "percentiles3": "response time 95th percentile",
    "percentiles4": "response time 99th percentile",
    "meanNumberOfRequestsPerSecond": "mean requests/sec",
}


def gatling_console(*, in_columns: bool) -> str:
    """What Gatling prints last: with OK and KO in brackets, or in columns."""
    values, stats = gatling_values(ALL), gatling_stats("All Requests", ALL)
    rule = "=" * (120 if in_columns else 80)
    lines = ["Simulation shop.BuySimulation completed in 120 seconds", "Parsing log file(s)...", rule]
    if in_columns:
        lines.append("---- Global Information " + "-" * 61 + "|---Total---|-----OK----|----KO----")
    else:
        lines.append("---- Global Information " + "-" * 56)
    for key, label in GATLING_LABELS.items():
        total, ok, ko = (values[key][kind] for kind in ("total", "ok", "ko"))
        if in_columns:
            named = "mean throughput (rps)" if "mean requests" in label else label
            named += " (ms)" if "time" in label or "deviation" in label else ""
            total, ok, ko = (f"{int(one):,}" if re.fullmatch(r"\d+", one) else one for one in (total, ok, ko))
            lines.append(f"> {named:<83}|{total:>10} |{ok:>10} |{ko:>10}")
        else:
            lines.append(f"> {label:<44} {total:>10} (OK={ok:<6} KO={ko:<6})")
    lines.append("---- Response Time Distribution " + "-" * (88 if in_columns else 48))
    for number in range(1, 5):
        group = stats[f"group{number}"]
        assert isinstance(group, dict)
        name = {"failed": "KO"}.get(group["name"], f"OK: {group['name']}") if in_columns else group["name"]
        if in_columns:
            share = f"({100 * group['count'] / CALLS:.2f}%)"
            lines.append(f"> {name:<94}{group['count']:>10,}  {share:>10}")
        else:
            lines.append(f"> {name:<44} {group['count']:>10} ({group['percentage']:>3}%)")
    return "\n".join([*lines, rule, ""])


# wrk, wrk2


def wrk_time(ms: float) -> str:
    for unit, scale in (("s", 1e-3), ("ms", 1.0)):
        if ms * scale >= 1.0:
            return f"{ms * scale:.2f}{unit}"
    return f"{ms * 1e3:.2f}us"


def wrk() -> str:
    """What wrk --latency prints."""
    times = ALL.times
    lines = ["Running 2m test @ http://127.0.0.1:8080/articles", "  2 threads and 20 connections"]
    lines += ["  Thread Stats   Avg      Stdev     Max   +/- Stdev"]
    within = 100 * np.mean(np.abs(times - times.mean()) <= times.std())
    lines.append(f"    Latency  {wrk_time(times.mean()):>8}  {wrk_time(times.std()):>8} {wrk_time(times.max()):>8}   {within:.2f}%")
    lines.append("    Req/Sec    41.72      5.03    61.00     71.14%")
    lines.append("  Latency Distribution")
    lines += [f"     {share}% {wrk_time(rank(times * 1e3, share / 100) / 1e3):>8}" for share in (50, 75, 90, 99)]
    lines.append(f"  {CALLS} requests in {SPAN / 60:.2f}m, 31.04MB read")
    lines.append(f"  Non-2xx or 3xx responses: {FAILED}")
    lines += [f"Requests/sec: {CALLS / SPAN:9.2f}", "Transfer/sec:    268.03KB", ""]
    return "\n".join(lines)


def wrk2() -> str:
    """What wrk2 --latency prints: with the spectrum of its histogram."""
    times = np.sort(ALL.times)
    counted = len(times) - 900
    times = times[np.linspace(0, len(times) - 1, counted).astype(int)]
    lines = ["Running 2m test @ http://127.0.0.1:8080/articles", "  2 threads and 20 connections"]
    lines += [f"  Thread calibration: mean lat.: {times.mean():.3f}ms, rate sampling interval: 64ms"]
    lines += ["  Thread Stats   Avg      Stdev     Max   +/- Stdev"]
    lines.append(f"    Latency  {wrk_time(times.mean()):>8}  {wrk_time(times.std()):>8} {wrk_time(times.max()):>8}   88.02%")
    lines.append("    Req/Sec    43.37      7.11    78.00     75.00%")
    lines.append("  Latency Distribution (HdrHistogram - Recorded Latency)")
    for share in (50, 75, 90, 99, 99.9, 99.99, 99.999, 100):
        lines.append(f" {share:.3f}% {wrk_time(float(times[max(0, math.ceil(counted * share / 100) - 1)])):>8}")
    lines += ["", "  Detailed Percentile spectrum:", "       Value   Percentile   TotalCount 1/(1-Percentile)", ""]
    for share in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.999, 0.9999):
        place = max(1, math.ceil(counted * share))
        value = round(float(times[place - 1]), 3)
        held = int(np.searchsorted(np.round(times, 3), value, side="right"))
        lines.append(f"{value:12.3f} {share:12.6f} {held:10d} {1 / (1 - share):14.2f}")
    lines.append(f"{times[-1]:12.3f} {1.0:12.6f} {counted:10d}          inf")
    lines.append(f"#[Mean    = {times.mean():12.3f}, StdDeviation   = {times.std():12.3f}]")
    lines.append(f"#[Max     = {times.max():12.3f}, Total count    = {counted:12d}]")
    lines.append("#[Buckets =           27, SubBuckets     =         2048]")
    lines += ["-" * 58, f"  {CALLS} requests in {SPAN / 60:.2f}m, 31.04MB read"]
    lines += [f"Requests/sec: {CALLS / SPAN:9.2f}", "Transfer/sec:    268.03KB", ""]
    return "\n".join(lines)


# hey, oha, ab, vegeta

STATUSES = {200: CALLS - FAILED, 500: FAILED}


def bins(times_s: np.ndarray) -> list[tuple[float, int]]:
    """Ends of the bins, and the responses in each, as hey fills them."""
    ends = [times_s.min() + (times_s.max() - times_s.min()) / 10 * at for at in range(11)]
    below = [int((times_s <= end + 1e-12).sum()) for end in ends[:-1]] + [len(times_s)]
    return [(end, held - before) for end, held, before in zip(ends, below, [0, *below[:-1]], strict=True)]


def hey() -> str:
    """What hey prints."""
    times = np.sort(ALL.times) / 1e3
    lines = ["", "Summary:", f"  Total:\t{SPAN:4.4f} secs", f"  Slowest:\t{times.max():4.4f} secs"]
    lines += [f"  Fastest:\t{times.min():4.4f} secs", f"  Average:\t{times.mean():4.4f} secs"]
    lines += [f"  Requests/sec:\t{CALLS / SPAN:4.4f}", "  ", "  Total data:\t31000000 bytes", "  Size/request:\t3100 bytes", ""]
    lines.append("Response time histogram:")
    lines += [f"  {end:4.3f} [{held}]\t|{'■' * round(40 * held / 7000)}" for end, held in bins(times)]
    lines += ["", "", "Latency distribution:"]
    lines += [f"  {share}% in {times[math.ceil(len(times) * share / 100)]:4.4f} secs" for share in (10, 25, 50, 75, 90, 95, 99)]
    lines += ["", "Details (average, fastest, slowest):"]
    lines += [f"  DNS+dialup:\t0.0001 secs, {times.min():4.4f} secs, {times.max():4.4f} secs".replace(f"{times.min():4.4f}", "0.0000", 1)]
    lines += ["  DNS-lookup:\t0.0000 secs, 0.0000 secs, 0.0012 secs", "  req write:\t0.0000 secs, 0.0000 secs, 0.0004 secs"]
    lines += ["  resp wait:\t0.0281 secs, 0.0020 secs, 0.4011 secs", "  resp read:\t0.0001 secs, 0.0000 secs, 0.0033 secs"]
    lines += ["", "Status code distribution:", *(f"  [{code}]\t{held} responses" for code, held in STATUSES.items()), "", "", ""]
    return "\n".join(lines)


OHA_SHARES = (10, 25, 50, 75, 90, 95, 99, 99.9, 99.99)


def oha() -> str:
    """What oha prints."""
    times = np.sort(ALL.times) / 1e3
    lines = ["Summary:", "  Success rate:\t100.00%", f"  Total:\t{SPAN * 1e3:.4f} ms", f"  Slowest:\t{times.max() * 1e3:.4f} ms"]
    lines += [f"  Fastest:\t{times.min() * 1e3:.4f} ms", f"  Average:\t{times.mean() * 1e3:.4f} ms"]
    lines += [f"  Requests/sec:\t{CALLS / SPAN:.4f}", "", "  Total data:\t29.56 MiB", "  Size/request:\t3.03 KiB"]
    lines += ["  Size/sec:\t252.31 KiB", "", "Response time histogram:"]
    lines += [f"  {end * 1e3:8.3f} ms [{held}] |{'■' * round(32 * held / 7000)}" for end, held in bins(times)]
    lines += ["", "Response time distribution:"]
    lines += [f"  {share:.2f}% in {times[int(len(times) * share / 100)] * 1e3:.4f} ms" for share in OHA_SHARES]
    lines += ["", "", "Details (average, fastest, slowest):", "  DNS+dialup:\t0.3120 ms, 0.0912 ms, 0.9122 ms"]
    lines += ["  DNS-lookup:\t0.0042 ms, 0.0013 ms, 0.0312 ms", "", "Status code distribution:"]
    return "\n".join([*lines, *(f"  [{code}] {held} responses" for code, held in STATUSES.items()), ""])


def oha_document() -> dict[str, object]:
    """What oha writes as JSON."""
    times = np.sort(ALL.times) / 1e3
    summary = {"successRate": 1.0, "total": SPAN, "slowest": float(times.max()), "fastest": float(times.min())}
    summary |= {"average": float(times.mean()), "requestsPerSec": CALLS / SPAN, "totalData": 31000000}
    summary |= {"sizePerRequest": 3100, "sizePerSec": 31000000 / SPAN}
    percentiles = {f"p{share}": float(times[int(len(times) * share / 100)]) for share in OHA_SHARES}
    return {
        "summary": summary,
        "responseTimeHistogram": {str(float(end)): held for end, held in bins(times)},
        "latencyPercentiles": percentiles,
        "rps": {"mean": CALLS / SPAN, "stddev": 21.0, "max": 140.2, "min": 12.9, "percentiles": {"p50": 83.1}},
        "details": {
            "DNSDialup": {"average": 0.000312, "fastest": 0.0000912, "slowest": 0.0009122},
            "DNSLookup": {"average": 0.0000042, "fastest": 0.0000013, "slowest": 0.0000312},
        },
        "statusCodeDistribution": {str(code): held for code, held in STATUSES.items()},
        "errorDistribution": {},
    }


def ab() -> str:
    """What ab prints."""
    times = np.rint(ALL.times)
    seconds = float(f"{SPAN:.3f}")
    lines = ["This is ApacheBench, Version 2.3 <$Revision: 1913912 $>", "", "Server Hostname:        127.0.0.1"]
    lines += ["Document Length:        3100 bytes", "", "Concurrency Level:      20", f"Time taken for tests:   {seconds:.3f} seconds"]
    lines += [f"Complete requests:      {CALLS}", "Failed requests:        0", "Total transferred:      31000000 bytes"]
    lines += [f"Requests per second:    {CALLS / SPAN:.2f} [#/sec] (mean)"]
    lines += [f"Time per request:       {20 * SPAN * 1e3 / CALLS:.3f} [ms] (mean)"]
    lines += [f"Time per request:       {SPAN * 1e3 / CALLS:.3f} [ms] (mean, across all concurrent requests)"]
    lines += ["Transfer rate:          251.70 [Kbytes/sec] received", "", "Connection Times (ms)"]
    lines += ["              min  mean[+/-sd] median   max", "Connect:        0    0   0.1      0       2"]
    row = f"{times.min():5.0f} {times.mean():4.0f} {times.std():5.1f} {np.median(times):6.0f} {times.max():7.0f}"
    lines += [f"Processing: {row}", f"Waiting:    {row}", f"Total:      {row}", ""]
    lines += ["Percentage of the requests served within a certain time (ms)"]
    lines += [f"  {share}% {rank(times, share / 100):6d}" for share in (50, 66, 75, 80, 90, 95, 98, 99)]
    return "\n".join([*lines, f" 100% {times.max():6.0f} (longest request)", ""])


def vegeta() -> str:
    """What vegeta report prints."""
    times = ALL.times
    attack, wait = 119.987654321, 0.145082066
    shares = [f"{np.percentile(times, share):.3f}ms" for share in (50, 90, 95, 99)]
    passed = CALLS - FAILED
    lines = [f"Requests      [total, rate, throughput]         {CALLS}, {CALLS / attack:.2f}, {passed / (attack + wait):.2f}"]
    lines += [f"Duration      [total, attack, wait]             2m{attack + wait - 120:.3f}s, 1m{attack - 60:.3f}s, {wait * 1e3:.3f}ms"]
    row = ", ".join([f"{times.min():.3f}ms", f"{times.mean():.3f}ms", *shares, f"{times.max():.3f}ms"])
    lines += [f"Latencies     [min, mean, 50, 90, 95, 99, max]  {row}", "Bytes In      [total, mean]                     31000000, 3100.00"]
    lines += ["Bytes Out     [total, mean]                     0, 0.00", f"Success       [ratio]                           {100 * passed / CALLS:.2f}%"]
    lines += [f"Status Codes  [code:count]                      200:{passed}  500:{FAILED}  ", "Error Set:", "500 Internal Server Error", ""]
    return "\n".join(lines)


def vegeta_document() -> dict[str, object]:
    """What vegeta report -type=json writes."""
    times, attack, wait = ALL.times * 1e6, 119_987_654_321, 145_082_066
    passed = CALLS - FAILED
    latencies = {"total": int(times.sum()), "mean": int(times.mean())}
    latencies |= {f"{share}th": int(np.percentile(times, share)) for share in (50, 90, 95, 99)}
    latencies |= {"max": int(times.max()), "min": int(times.min())}
    return {
        "latencies": latencies,
        "bytes_in": {"total": 31000000, "mean": 3100},
        "bytes_out": {"total": 0, "mean": 0},
        "earliest": "2026-11-20T10:00:00.000000001+01:00",
        "duration": attack,
        "wait": wait,
        "requests": CALLS,
        "rate": CALLS / attack * 1e9,
        "throughput": passed / (attack + wait) * 1e9,
        "success": passed / CALLS,
        "status_codes": {"200": passed, "500": FAILED},
        "errors": ["500 Internal Server Error"],
    }


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


def honest() -> dict[str, str]:
    """Every report by its file."""
    quoted = csv.QUOTE_MINIMAL
    return {
        "locust-stats.csv": locust_stats(),
        "locust-history.csv": locust_history([ALL]),
        "locust-full-history.csv": locust_history([*OPERATIONS, ALL]),
        "jmeter-aggregate.csv": table(jmeter_aggregate()),
        "jmeter-aggregate-de.csv": table(german(jmeter_aggregate()), quoting=quoted),
        "jmeter-summary.csv": table(jmeter_summary()),
        "jmeter-statistics.json": json.dumps(jmeter_statistics(), indent=2) + "\n",
        "k6-summary.txt": k6_text(is_v1=False),
        "k6-summary-v1.txt": k6_text(is_v1=True),
        "k6-export.json": json.dumps(k6_document(), indent=4),
        "gatling-stats.json": json.dumps(gatling_document(), indent=4, ensure_ascii=False),
        "gatling-global-stats.json": json.dumps(gatling_global(), indent=4),
        "gatling-console.txt": gatling_console(in_columns=False),
        "gatling-console-columns.txt": gatling_console(in_columns=True),
        "wrk.txt": wrk(),
        "wrk2.txt": wrk2(),
        "hey.txt": hey(),
        "oha.txt": oha(),
        "oha.json": json.dumps(oha_document(), indent=2),
        "ab.txt": ab(),
        "vegeta.txt": vegeta(),
        "vegeta.json": json.dumps(vegeta_document()) + "\n",
        "metrics-as-rows.csv": transposed(),
        "german.csv": in_german(),
    }


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
        "failures-fall": cell(str(START + 56), "Total Failure Count", lambda _: 0),
        "max-falls": cell(str(START + 56), "Total Max Response Time", scaled(0.4, 3)),
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


def main() -> None:
    """Write all reports."""
    for name, text in honest().items():
        (PLACE / "honest").mkdir(exist_ok=True)
        (PLACE / "honest" / name).write_text(text, encoding="utf-8", newline="")
        for fault, edit in FALSIFIED[name].items():
            (PLACE / "falsified").mkdir(exist_ok=True)
            changed = edit(text)
            assert changed != text, (name, fault)
            stem, _, ending = name.rpartition(".")
            (PLACE / "falsified" / f"{stem}.{fault}.{ending}").write_text(changed, encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
