"""`loadproof alarms export`: promtool accepts the rule file, and its rules fire when alarms would."""

import json
from pathlib import Path

import pytest
from loadproof.alarms.exporters import EXPORTERS
from loadproof.alarms.prometheus import NotExported, PrometheusRule, prometheus_rule
from loadproof.alarms.rule import AlarmRule, LimitRelation, ProbeSeries
from loadproof.alarms.rule_file import rule_file
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings, ProbeSettings
from ruamel.yaml import YAML

from .command_line import Ended, loadproof
from .promtool import check_rules, failed_tests

HEAD = """\
name: s
stand: {target: http://127.0.0.1:9}
profile: {operations: {get: {request: GET /}}, slo: p99<1s}
probes:
  prometheus:
    api:
      url: http://127.0.0.1:9/metrics
      series:
        acquire_ms: {metric: acquire_seconds_sum, per: acquire_seconds_count, scale: 1000, unit: ms}
methods: {confirm: {rate: 50, hold: 10m}}
"""
OF_ALL_KINDS = """\
alarms:
  low: {rule: host memory_available_mib < 1GiB, keep_firing_for: 20s}
  busy: host cpu_busy_share > 90% for 30s
  acquire: prometheus:api acquire_ms > 20ms
  slow: p99 over 30s > 1s
"""


def exported(place: Path, alarms: str, *words: object) -> Ended:
    (place / "study.yaml").write_text(HEAD + alarms, encoding="utf-8")
    return loadproof("alarms", "export", "study.yaml", *words, cwd=place)


def rules_of(file: Path) -> list[dict[str, object]]:
    (group,) = YAML(typ="safe").load(file.read_text(encoding="utf-8"))["groups"]
    rules: list[dict[str, object]] = group["rules"]
    return rules


def test_the_file_is_valid_and_names_what_it_lacks(tmp_path: Path) -> None:
    ended = exported(tmp_path, OF_ALL_KINDS, "--out", "rules.yaml")
    assert (ended.exit_code, ended.output) == (0, "rules.yaml: 3 rules; next: promtool check rules rules.yaml\n")
    left_out = "slow (p99 over 30s > 1s): no exporter has metrics of the calls of a load"
    assert f"not exported: {left_out}\n" in ended.messages
    text = (tmp_path / "rules.yaml").read_text(encoding="utf-8")
    assert f"# - {left_out}\n" in text
    assert "3 rules found" in check_rules(tmp_path / "rules.yaml")
    assert exported(tmp_path, OF_ALL_KINDS).output == text


def test_rules_fire_when_the_alarms_would(tmp_path: Path) -> None:
    exported(tmp_path, OF_ALL_KINDS, "--out", "rules.yaml")
    of_target = 'job="j",instance="i"'
    ramps = {
        # 2 GiB until 0:59, 512 MiB from 1:00 to 1:59, then 2 GiB.
        f"node_memory_MemAvailable_bytes{{{of_target}}}": "2147483648x59 536870912x59 2147483648x59",
        # All of the first core from 0:00 on, and half of the second.
        f'node_cpu_seconds_total{{{of_target},cpu="0",mode="user"}}': "0+1x180",
        f'node_cpu_seconds_total{{{of_target},cpu="0",mode="idle"}}': "0+0x180",
        f'node_cpu_seconds_total{{{of_target},cpu="1",mode="system"}}': "0+0.85x180",
        f'node_cpu_seconds_total{{{of_target},cpu="1",mode="iowait"}}': "0+0.15x180",
        # 10 waits a second of 15 ms each, and of 30 ms from 1:40 on.
        f"acquire_seconds_sum{{{of_target}}}": "0+0.15x100 15.3+0.3x79",
        f"acquire_seconds_count{{{of_target}}}": "0+10x180",
    }
    inputs = [{"series": name, "values": values} for name, values in ramps.items()]
    labels = {"job": "j", "instance": "i", "study": "s"}
    written = {str(rule["alert"]): rule["annotations"] for rule in rules_of(tmp_path / "rules.yaml")}

    def fires(alert: str, *at_s: int) -> list[dict[str, object]]:
        alerts = [{"exp_labels": labels, "exp_annotations": written[alert]}]
        return [{"eval_time": f"{second}s", "alertname": alert, "exp_alerts": alerts} for second in at_s]

    def is_silent(alert: str, *at_s: int) -> list[dict[str, object]]:
        return [{"eval_time": f"{second}s", "alertname": alert, "exp_alerts": []} for second in at_s]

    expected = [
        *(*is_silent("low", 59), *fires("low", 60, 119, 139), *is_silent("low", 140)),
        # A rate needs two samples, and the rule 30 seconds.
        *(*is_silent("busy", 30), *fires("busy", 31, 170)),
        # The mean of the last 60 s is above 20 ms when more than a third of it is of long waits.
        *(*is_silent("acquire", 100, 119), *fires("acquire", 125, 170)),
    ]
    group = {"interval": "1s", "input_series": inputs, "alert_rule_test": expected}
    assert failed_tests(tmp_path / "tests.yaml", tmp_path / "rules.yaml", [group]) == ""


@pytest.mark.parametrize(
    "text", ["{{ fail }} {{{", "\"a\" # 'b'\\", "a\x1b[31m\n\u202e- b: %", "你 {% %} %s: - [", "---\n..."]
)
def test_hostile_texts_stay_what_they_are(tmp_path: Path, text: str) -> None:
    expression = f"sum(x{{a={json.dumps(text)}}}) # {text}".replace("\n", " ")
    alarms = [
        AlarmRule(text, text, ProbeSeries("host", "steal_share"), LimitRelation.ABOVE, 1.0),
        AlarmRule("b", text, ProbeSeries("process:a", "threads"), LimitRelation.ABOVE, 1.0, prometheus=expression),
        AlarmRule(text, text, ProbeSeries("process:a", "threads"), LimitRelation.ABOVE, 1.0),
    ]
    found = [prometheus_rule(alarm, ProbeSettings()) for alarm in alarms]
    rules = [one for one in found if isinstance(one, PrometheusRule)]
    left_out = [one for one in found if isinstance(one, NotExported)]
    file = tmp_path / "rules.yaml"
    file.write_text(rule_file(text, rules, left_out), encoding="utf-8")
    assert "2 rules found" in check_rules(file)
    first, second = rules_of(file)
    assert first["alert"] == text
    assert second["expr"] == f"({expression}\n) > 1"
    # Prometheus expands the templates of annotations and labels.
    inputs = [{"series": 'node_cpu_seconds_total{mode="steal"}', "values": "0+2x70"}]
    labels, annotations = {"study": text}, {"rule": text, "metrics": "node_exporter 1.12.1"}
    alerts = [{"exp_labels": labels, "exp_annotations": annotations}]
    expected = [{"eval_time": "65s", "alertname": text, "exp_alerts": alerts}]
    # A share of 1 is not above 1.
    file.write_text(file.read_text(encoding="utf-8").replace(" > 1", " >= 1"), encoding="utf-8")
    group = {"interval": "1s", "input_series": inputs, "alert_rule_test": expected}
    assert failed_tests(tmp_path / "tests.yaml", file, [group]) == ""


def test_what_cannot_be_exported_is_told(tmp_path: Path) -> None:
    ended = exported(tmp_path, "alarms: {slow: p99 over 30s > 1s}\n", "--out", "rules.yaml")
    assert ended.exit_code == 4
    assert "0 rules found" in check_rules(tmp_path / "rules.yaml")
    ended = exported(tmp_path, "")
    assert ended.exit_code == 2
    assert "the study has no alarms. Cure: write some" in ended.messages


@pytest.mark.parametrize("over_s", [1, 300])
def test_each_expression_of_the_tables_is_one_of_prometheus(tmp_path: Path, over_s: int) -> None:
    database = DatabaseSettings(DatabaseKind.POSTGRES, "x", "postgresql://a@b/bench")
    rules = []
    for kind, exporter in EXPORTERS.items():
        for name in exporter.expressions:
            own = name.replace("DEVICE", "sda").replace("CORE", "3")
            source = ProbeSeries(kind if kind == "host" else f"{kind}:x", own)
            alarm = AlarmRule(f"{kind} {name}", own, source, LimitRelation.ABOVE, 1.0, over_s=over_s)
            rule = prometheus_rule(alarm, ProbeSettings(databases=(database,)))
            assert isinstance(rule, PrometheusRule), rule
            rules.append(rule)
    (tmp_path / "rules.yaml").write_text(rule_file("s", rules, []), encoding="utf-8")
    assert f"{len(rules)} rules found" in check_rules(tmp_path / "rules.yaml")
