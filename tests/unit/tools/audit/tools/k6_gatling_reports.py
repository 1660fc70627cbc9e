"""Reports as k6 and Gatling print and write them."""

import json
import math
import re

import numpy as np

from tests.unit.tools.audit.tools.simulated_calls import ALL, CALLS, FAILED, OPERATIONS, SECONDS, Calls

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
    return {
        "type": "GROUP",
        "name": "All Requests",
        "path": "",
        "pathFormatted": "group_missing",
        "stats": stats,
        "contents": contents,
    }


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
