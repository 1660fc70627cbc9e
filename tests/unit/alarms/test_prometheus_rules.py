"""Expressions of alerting rules: metrics, windows, units and quotes, and the reasons why there is none."""

import pytest
from loadproof.alarms.exporters import EXPORTERS, UNMAPPED, WITHOUT_EXPORTER
from loadproof.alarms.prometheus import NotExported, PrometheusRule, prometheus_rule
from loadproof.alarms.rule import AlarmRule, LimitRelation, LoadMetric, LoadMetricKind, ProbeSeries
from loadproof.model.series import CATALOG, probe_forms
from loadproof.study.probe_settings import (
    DatabaseKind,
    DatabaseSettings,
    ProbeSettings,
    PrometheusSeries,
    PrometheusSettings,
)

IO_TIME, SENT = "node_disk_io_time_seconds_total", "node_network_transmit_bytes_total"
OF_A_NETWORK = 'network_a"b\\c_sent_mib_per_s'
BY = "sum by (job, instance)"


def probes(*series: PrometheusSeries, database: str = "bench") -> ProbeSettings:
    url = f"postgresql://bench:${{env:P}}@db:${{db.port}}/{database}"
    return ProbeSettings(
        prometheus=(PrometheusSettings("api", "http://127.0.0.1/metrics", series),),
        databases=(DatabaseSettings(DatabaseKind.POSTGRES, "db", url),),
    )


def expression(
    source: ProbeSeries | LoadMetric,
    limit: float,
    unit: str = "",
    over_s: int = 1,
    settings: ProbeSettings | None = None,
    written: str | None = None,
) -> str:
    alarm = AlarmRule("a", "rule", source, LimitRelation.ABOVE, limit, unit, over_s, prometheus=written)
    found = prometheus_rule(alarm, settings or probes())
    assert isinstance(found, PrometheusRule), found
    return found.expression


def reason(source: ProbeSeries | LoadMetric, settings: ProbeSettings | None = None) -> str:
    found = prometheus_rule(AlarmRule("a", "rule", source, LimitRelation.ABOVE, 1.0), settings or probes())
    assert isinstance(found, NotExported), found
    return found.reason


def test_each_series_of_a_probe_with_an_exporter_has_an_expression_or_a_reason() -> None:
    for form in probe_forms():
        kind = form.partition(":")[0]
        names = {series.name for series in CATALOG[form]}
        if kind in EXPORTERS:
            mapped = EXPORTERS[kind].expressions.keys()
            unmapped = {name for of, name in UNMAPPED if of == kind}
            assert mapped | unmapped == names
            assert not mapped & unmapped
        else:
            assert kind in WITHOUT_EXPORTER


@pytest.mark.parametrize(
    ("probe", "name", "limit", "unit", "over_s", "expected"),
    [
        ("host", "memory_shared_mib", 2048.0, "MiB", 1, "node_memory_Shmem_bytes > 2147483648"),
        ("host", "memory_shared_mib", 0.5, "MiB", 90, "avg_over_time(node_memory_Shmem_bytes[90s]) > 524288"),
        ("host", "memory_shared_mib", 0.5, "MiB", 10, "avg_over_time(node_memory_Shmem_bytes[60s]) > 524288"),
        ("host", "disk_dm-0_busy_share", 0.95, "share", 1, f'rate({IO_TIME}{{device="dm-0"}}[60s]) > 0.95'),
        ("host", OF_A_NETWORK, 1.0, "MiB/s", 120, rf'rate({SENT}{{device="a\"b\\c"}}[120s]) > 1048576'),
        ("redis:cache", "memory_bytes", 1e9, "B", 1, "redis_memory_used_bytes > 1000000000"),
        ("mariadb:db", "slow_statements", 0.1, "", 1, "rate(mysql_global_status_slow_queries[60s]) > 0.1"),
        ("postgres:db", "deadlocks", 0.0, "", 1, 'rate(pg_stat_database_deadlocks{datname="bench"}[60s]) > 0'),
    ],
)  # fmt: skip
def test_series_of_exporters(probe: str, name: str, limit: float, unit: str, over_s: int, expected: str) -> None:
    assert expression(ProbeSeries(probe, name), limit, unit, over_s) == expected


@pytest.mark.parametrize(
    ("series", "expected"),
    [
        (PrometheusSeries("s", "m"), f"{BY} (m) > 6"),
        (PrometheusSeries("s", "m", (("pool", 'a"b\\c\n'),)), rf'{BY} (m{{pool="a\"b\\c\n"}}) > 6'),
        (PrometheusSeries("s", "m", rate=True), f"{BY} (rate(m[60s])) > 6"),
        (PrometheusSeries("s", "m", per="n"), f"{BY} (rate(m[60s])) / {BY} (rate(n[60s])) > 6"),
        (PrometheusSeries("s", "m", per="n", scale=1000.0), f"{BY} (rate(m[60s])) / {BY} (rate(n[60s])) > 0.006"),
        (PrometheusSeries("s", "m", scale=-0.5), f"({BY} (m)) * -0.5 > 6"),
    ],
)
def test_series_of_a_page_of_the_study(series: PrometheusSeries, expected: str) -> None:
    assert expression(ProbeSeries("prometheus:api", "s"), 6.0, "ms", settings=probes(series)) == expected


def test_an_expression_of_the_study_has_base_units() -> None:
    metric = LoadMetric(LoadMetricKind.PERCENTILE)
    assert expression(metric, 1500.0, written=" histogram_quantile(0.99, x) ") == "(histogram_quantile(0.99, x)) > 1.5"
    assert expression(LoadMetric(LoadMetricKind.ERRORS), 0.02, written="a / b # share") == "(a / b # share\n) > 0.02"
    assert expression(ProbeSeries("process:api", "pss_mib"), 3.0, "MiB", written="x") == "(x) > 3145728"


def test_what_has_no_metric_has_a_reason() -> None:
    assert reason(LoadMetric(LoadMetricKind.ERRORS)) == "no exporter has metrics of the calls of a load"
    assert reason(ProbeSeries("postgres:db", "statement_ms")).startswith("postgres_exporter counts only")
    assert reason(ProbeSeries("postgres:db", "deadlocks"), probes(database="x${env:P}")).startswith(
        "the name of its database"
    )
    assert reason(ProbeSeries("prometheus:api", "live_set_mib")).startswith("the study has no series")
    assert reason(ProbeSeries("host", "temperature")) == "node_exporter is not known to have it"
    assert reason(ProbeSeries("gpu:0", "busy_share")) == "no exporter is known for this probe"
