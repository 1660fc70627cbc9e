"""Reports as wrk, wrk2, hey, oha, ab and vegeta print and write them."""

import math

import numpy as np

from tests.unit.tools.audit.tools.simulated_calls import ALL, CALLS, FAILED, SPAN, rank

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
    lines.append(
        f"    Latency  {wrk_time(times.mean()):>8}  {wrk_time(times.std()):>8} "
        f"{wrk_time(times.max()):>8}   {within:.2f}%"
    )
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
    lines.append(
        f"    Latency  {wrk_time(times.mean()):>8}  {wrk_time(times.std()):>8} {wrk_time(times.max()):>8}   88.02%"
    )
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
    lines += [
        f"  Requests/sec:\t{CALLS / SPAN:4.4f}",
        "  ",
        "  Total data:\t31000000 bytes",
        "  Size/request:\t3100 bytes",
        "",
    ]
    lines.append("Response time histogram:")
    lines += [f"  {end:4.3f} [{held}]\t|{'■' * round(40 * held / 7000)}" for end, held in bins(times)]
    lines += ["", "", "Latency distribution:"]
    lines += [
        f"  {share}% in {times[math.ceil(len(times) * share / 100)]:4.4f} secs"
        for share in (10, 25, 50, 75, 90, 95, 99)
    ]
    lines += ["", "Details (average, fastest, slowest):"]
    lines += [
        f"  DNS+dialup:\t0.0001 secs, {times.min():4.4f} secs, {times.max():4.4f} secs".replace(
            f"{times.min():4.4f}", "0.0000", 1
        )
    ]
    lines += [
        "  DNS-lookup:\t0.0000 secs, 0.0000 secs, 0.0012 secs",
        "  req write:\t0.0000 secs, 0.0000 secs, 0.0004 secs",
    ]
    lines += [
        "  resp wait:\t0.0281 secs, 0.0020 secs, 0.4011 secs",
        "  resp read:\t0.0001 secs, 0.0000 secs, 0.0033 secs",
    ]
    lines += [
        "",
        "Status code distribution:",
        *(f"  [{code}]\t{held} responses" for code, held in STATUSES.items()),
        "",
        "",
        "",
    ]
    return "\n".join(lines)


OHA_SHARES = (10, 25, 50, 75, 90, 95, 99, 99.9, 99.99)


def oha() -> str:
    """What oha prints."""
    times = np.sort(ALL.times) / 1e3
    lines = [
        "Summary:",
        "  Success rate:\t100.00%",
        f"  Total:\t{SPAN * 1e3:.4f} ms",
        f"  Slowest:\t{times.max() * 1e3:.4f} ms",
    ]
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
    lines += [
        "Document Length:        3100 bytes",
        "",
        "Concurrency Level:      20",
        f"Time taken for tests:   {seconds:.3f} seconds",
    ]
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
    lines = [
        f"Requests      [total, rate, throughput]         {CALLS}, {CALLS / attack:.2f}, {passed / (attack + wait):.2f}"
    ]
    lines += [
        f"Duration      [total, attack, wait]             2m{attack + wait - 120:.3f}s, "
        f"1m{attack - 60:.3f}s, {wait * 1e3:.3f}ms"
    ]
    row = ", ".join([f"{times.min():.3f}ms", f"{times.mean():.3f}ms", *shares, f"{times.max():.3f}ms"])
    lines += [
        f"Latencies     [min, mean, 50, 90, 95, 99, max]  {row}",
        "Bytes In      [total, mean]                     31000000, 3100.00",
    ]
    lines += [
        "Bytes Out     [total, mean]                     0, 0.00",
        f"Success       [ratio]                           {100 * passed / CALLS:.2f}%",
    ]
    lines += [
        f"Status Codes  [code:count]                      200:{passed}  500:{FAILED}  ",
        "Error Set:",
        "500 Internal Server Error",
        "",
    ]
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
