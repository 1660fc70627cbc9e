"""`targets: [a, b]`: each call goes to the next target, whatever one of them does; a report has each by itself."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.stand_process import StandProcess, binary_of

from .command_line import loadproof

_STUDY = """\
name: two replicas
stand: {{targets: [{targets}]}}
profile: {{operations: {{read: {{request: GET /read}}, write: {{weight: 0.3, request: POST /write}}}}}}
slo: [p99<1s]
arrivals: {arrivals}
methods: {{load: {{rate: {rate}, hold: 4s}}}}
connections: {connections}
"""


def started(*words: str) -> StandProcess:
    return StandProcess([str(binary_of("known-truth")), *words])


def url_of(running: StandProcess) -> str:
    return f"http://127.0.0.1:{running.address[1]}"


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[StandProcess]:
    with started("constant", "--delay-us", "1000", "--log", str(tmp_path / "quick.csv")) as running:
        yield running


def measured(place: Path, *targets: str, rate: object = 200, arrivals: str = "poisson", connections: int = 200) -> Any:
    file = place / "study.yaml"
    shown = ", ".join(f'"{target}"' for target in targets)
    file.write_text(_STUDY.format(targets=shown, rate=rate, arrivals=arrivals, connections=connections))
    ended = loadproof("run", file, "--out", place / "run", "--json", "--shared-machine", cwd=place, within_s=60)
    (trial,) = ended.result["trials"]
    return ended, trial["measurement"]


def arrivals_of(log: Path) -> list[int]:
    with log.open() as lines:
        return sorted(int(row["arrival_ns"]) for row in csv.DictReader(lines))


@pytest.mark.parametrize("arrivals", ["poisson", "constant"])
def test_each_call_goes_to_the_next_target(tmp_path: Path, quick: StandProcess, arrivals: str) -> None:
    with started("constant", "--delay-us", "1000", "--log", str(tmp_path / "other.csv")) as other:
        ended, measurement = measured(tmp_path, url_of(quick), url_of(other), arrivals=arrivals)
        assert other.stop() == 0
    assert quick.stop() == 0
    names = [url_of(quick), url_of(other)]
    kinds = {one["name"]: one["kind"] for one in ended.result["run"]["profile"]["operations"]}
    assert [name for name, kind in kinds.items() if kind == "target"] == names
    parts = measurement["operations"]
    # Calls go round, whatever shard drew them: no target has two calls more for each thread.
    assert abs(parts[names[0]]["due"] - parts[names[1]]["due"]) <= 8
    for count in ("due", "completed", "bytes_received"):
        assert sum(parts[name][count] for name in names) == measurement[count]
        assert parts["read"][count] + parts["write"][count] == measurement[count]
    both = [arrivals_of(tmp_path / f"{name}.csv") for name in ("quick", "other")]
    assert abs(len(both[0]) - len(both[1])) <= 8


def test_a_slow_target_gets_no_fewer_calls_and_shows_by_itself(tmp_path: Path, quick: StandProcess) -> None:
    with started("constant", "--delay-us", "400000") as slow:
        _, measurement = measured(tmp_path, url_of(quick), url_of(slow))
    fast, late = (measurement["operations"][url_of(one)] for one in (quick, slow))
    assert abs(fast["due"] - late["due"]) <= 8
    assert fast["response_ms"]["p99"] < 100 <= late["response_ms"]["p50"]
    assert late["response_ms"]["p50"] == pytest.approx(400, rel=0.1)
    text = loadproof("report", tmp_path / "run", "--full", cwd=tmp_path).output
    assert url_of(slow) in text
    assert "Each call goes to the next target." in " ".join(text.split())


def test_a_target_that_dies_fails_its_calls_alone(tmp_path: Path, quick: StandProcess) -> None:
    with started("die", "--after-ms", "2000", "--delay-us", "1000") as dying:
        ended, measurement = measured(tmp_path, url_of(quick), url_of(dying))
    lived, died = (measurement["operations"][url_of(one)] for one in (quick, dying))
    assert lived["errors"] == 0
    assert died["errors"] > 100
    assert measurement["errors"] == died["errors"]
    assert ended.exit_code == 3


def test_a_load_that_saturates_uses_both(tmp_path: Path, quick: StandProcess) -> None:
    with started("constant", "--delay-us", "1000") as other:
        _, measurement = measured(tmp_path, url_of(quick), url_of(other), rate="max", connections=4)
    for one in (quick, other):
        # Two connections each, a millisecond for each call.
        assert measurement["operations"][url_of(one)]["rate"] == pytest.approx(2000, rel=0.35)


@pytest.mark.parametrize(
    ("targets", "told"),
    [
        ('["http://127.0.0.1:1"]', "the number of targets is 1"),
        ('["http://127.0.0.1:1", "http://127.0.0.1:1"]', "a target is given twice"),
        ('["http://127.0.0.1:1", "https://127.0.0.1:2"]', "targets with and without TLS"),
        ('["http://127.0.0.1:1", "http://127.0.0.1:2/path"]', "the target has the path"),
        ('["http://127.0.0.1:1", "ftp://127.0.0.1:2"]', "unknown scheme"),
    ],
)
def test_targets_that_cannot_be_are_named_before_the_load(tmp_path: Path, targets: str, told: str) -> None:
    file = tmp_path / "study.yaml"
    text = _STUDY.format(targets="{targets}", rate=10, arrivals="poisson", connections=10)
    file.write_text(text.replace("[{targets}]", targets))
    ended = loadproof("run", file, "--out", tmp_path / "run", cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in " ".join(ended.messages.split())


def test_a_target_that_is_not_reached_is_named(tmp_path: Path, quick: StandProcess) -> None:
    file = tmp_path / "study.yaml"
    shown = f'"{url_of(quick)}", "http://127.0.0.1:1"'
    file.write_text(_STUDY.format(targets=shown, rate=10, arrivals="poisson", connections=10))
    ended = loadproof("run", file, "--out", tmp_path / "run", cwd=tmp_path)
    assert ended.exit_code == 2
    assert "127.0.0.1:1" in ended.messages
