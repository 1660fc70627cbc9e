"""Another machine by its node_exporter: a real page, counters under control, and pages that are none."""

import math
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.machine_series import MACHINE_SERIES
from loadproof.probes import node_probe
from loadproof.probes.node_probe import NodeProbe
from loadproof.probes.probe import ProbeFailure
from loadproof.study.probe_settings import MachineSettings
from loadproof.words.catalogue import english

from tests.unit.probes.probed import values_of
from tests.unit.probes.test_prometheus import page_of, served

PAGES = Path(__file__).parent / "pages"
SETTINGS = MachineSettings("app1", "http://app1:9100/metrics")


def probe_of(monkeypatch: pytest.MonkeyPatch, pages: Iterable[str]) -> NodeProbe:
    """A probe that gets these pages, one after the other."""
    left = iter(pages)
    monkeypatch.setattr(node_probe, "get_page", lambda _url, _timeout_s: next(left))
    return NodeProbe(SETTINGS, lambda text, _name: text)


def page(busy: float, idle: float, *, at_s: float = 0.0, disk: float = 0.0, sent: float = 0.0, more: str = "") -> str:
    return (
        f'node_cpu_seconds_total{{cpu="0",mode="user"}} {busy}\n'
        f'node_cpu_seconds_total{{cpu="0",mode="idle"}} {idle}\n'
        "node_memory_MemTotal_bytes 8e9\nnode_memory_MemAvailable_bytes 2e9\n"
        f'node_disk_io_time_seconds_total{{device="sda"}} {disk}\n'
        f'node_disk_io_time_seconds_total{{device="dm-0"}} {2 * disk}\n'
        f'node_network_receive_bytes_total{{device="eth0"}} 0\n'
        f'node_network_transmit_bytes_total{{device="eth0"}} {sent}\n'
        f'node_network_receive_bytes_total{{device="lo"}} {9 * sent}\n'
        f'node_network_transmit_bytes_total{{device="lo"}} {9 * sent}\n'
        f'node_network_speed_bytes{{device="eth0"}} 1.25e+08\n{more}'
    )


def test_a_real_page_of_node_exporter(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [(PAGES / f"node_exporter_{number}.txt").read_text(encoding="utf-8") for number in (1, 2)]
    probe = probe_of(monkeypatch, texts)
    assert set(values_of(probe.read(0.0))) == {"memory_available_share"}
    readings = probe.read(99.0)
    values = values_of(readings)
    # The virtual machine that it is of states no speed of its link.
    assert values.keys() == MACHINE_SERIES.keys() - {"network_busy_share"}
    assert {reading.unit for reading in readings} == {"", "MiB/s"}
    assert {reading.probe for reading in readings} == {"node:app1"}
    assert values["cpu_busy_share"] == pytest.approx(by_hand(texts), abs=1e-9)
    assert 0.9 < values["memory_available_share"] < 1.0
    assert 0.0 <= values["disk_busy_share"] < 0.1
    assert probe.shortfalls() == []


def by_hand(texts: list[str]) -> float:
    sums = []
    for text in texts:
        found = {"idle": 0.0, "all": 0.0}
        for line in text.splitlines():
            if line.startswith("node_cpu_seconds_total"):
                value = float(line.rsplit(" ", 1)[1])
                found["all"] += value
                found["idle"] += value if any(f'"{mode}"' in line for mode in ("idle", "iowait", "steal")) else 0.0
        sums.append(found)
    total = sums[1]["all"] - sums[0]["all"]
    return (total - sums[1]["idle"] + sums[0]["idle"]) / total


def test_shares_are_of_the_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = probe_of(monkeypatch, [page(10, 10), page(11.8, 10.2, disk=1.0, sent=125e6)])
    probe.read(100.0)
    values = values_of(probe.read(102.0))
    assert values["cpu_busy_share"] == pytest.approx(0.9)
    assert values["memory_available_share"] == 0.25
    # Without the disk that is made of another, and without the loopback.
    assert values["disk_busy_share"] == pytest.approx(0.5)
    assert values["network_busy_share"] == pytest.approx(0.5)
    assert values["network_sent_mib_per_s"] == pytest.approx(125e6 / 2**20 / 2)


def test_the_clock_of_the_page_goes_before_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (page(10, 10 + number, disk=number, more=f"node_time_seconds {number}\n") for number in (1, 2))
    probe = probe_of(monkeypatch, [first, second])
    probe.read(0.0)
    assert values_of(probe.read(50.0))["disk_busy_share"] == 1.0


def test_counters_that_were_reset_give_nothing_until_the_next_page(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [page(900, 100, disk=50.0, sent=9e9), page(1, 1), page(1.5, 1.5, disk=0.25)]
    probe = probe_of(monkeypatch, pages)
    probe.read(0.0)
    reset = {"cpu_busy_share", "disk_busy_share", "network_sent_mib_per_s"}
    assert values_of(probe.read(1.0)).keys() & reset == set()
    assert values_of(probe.read(2.0))["cpu_busy_share"] == 0.5


def test_the_same_page_again_tells_no_share_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = probe_of(monkeypatch, [page(5, 5)] * 2)
    probe.read(0.0)
    assert "cpu_busy_share" not in values_of(probe.read(1.0))


def test_a_page_of_something_else_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = probe_of(monkeypatch, ["http_requests_total 7\n"] * 2)
    assert probe.read(0.0) == probe.read(1.0) == []
    told = [english(one) for one in probe.shortfalls()]
    assert told[0] == "no page had a sample for cpu_busy_share; look for node_cpu_seconds_total on the page"
    assert len(told) == 4


def test_a_page_of_too_many_samples_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    large = "".join(f'node_cpu_seconds_total{{cpu="{cpu}",mode="idle"}} 1\n' for cpu in range(20_001))
    with pytest.raises(ProbeFailure, match="more than 20,000 samples"):
        probe_of(monkeypatch, [large]).read(0.0)


def test_over_http_and_where_nobody_answers() -> None:
    texts = [page(1, 1), page(1.5, 1.5)]
    with served(page_of(lambda: texts.pop(0).encode())) as url:
        probe = NodeProbe(SETTINGS, lambda _text, name: f"{url}/{name}")
        probe.read(0.0)
        assert values_of(probe.read(1.0))["cpu_busy_share"] == 0.5
    with pytest.raises(ProbeFailure, match="page"):
        probe.read(2.0)


NUMBERS = st.sampled_from(("NaN", "+Inf", "-Inf", "-1", "0", "1e308", "1e-308", "1_0", "", "17"))


@given(st.lists(st.tuples(st.sampled_from(sorted(node_probe._METRICS)), NUMBERS), max_size=40), st.floats(0, 10))
def test_whatever_a_page_says_values_are_finite_shares(lines: list[tuple[str, str]], later_s: float) -> None:
    """Hostile pages, the second one after any time."""
    texts = [
        "".join(
            f'{metric}{{device="{place % 3}",cpu="{place % 3}",mode="idle"}} {value}\n{metric} {value}\n'
            for place, (metric, value) in enumerate(part)
        )
        for part in (lines, lines[::-1])
    ]
    with pytest.MonkeyPatch.context() as patch:
        probe = probe_of(patch, texts)
        for reading in [*probe.read(5.0), *probe.read(5.0 + later_s)]:
            assert math.isfinite(reading.value)
            assert reading.value >= 0.0
            assert not reading.name.endswith("_share") or reading.value <= 1.0
