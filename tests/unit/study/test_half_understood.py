"""A damaged study or feeder file is refused, or holds all that the whole file holds."""

from pathlib import Path

from loadproof.errors import StudyFaults
from loadproof.model.profile import CsvFeeder
from loadproof.study.csv_file import check_rows
from loadproof.study.fault_log import FaultLog
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study

from tests.mutilations import Reading, assert_never_half_clean

# A last column in quotes: a row that is cut is one whose quote is never closed.
ROWS = "id,name\n" + "".join(f'{number},"name {number}"\n' for number in range(1, 41))
PROFILE = """\
feeders:
  ids: {csv: ids.csv}
operations:
  get: {request: "GET /${ids.id}/${ids.name}"}
"""
STUDY = """\
name: shop
stand: {target: "http://127.0.0.1:8080"}
profile:
  operations: {get: {rate: 70, request: "GET /"}, put: {rate: 5, request: "PUT /x", body: "{}", expect: 201}}
slo: [p99<350ms, errors<1%]
methods: {capacity: {start_rate: 1N}, confirm: {ramp: 30s, hold: 5m}, soak: {share: 70%, hold: 1h}}
presets: {smoke: {methods: {soak: {hold: 1m}}}}
"""


def test_a_damaged_feeder_is_refused_or_whole(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(PROFILE)

    def read(content: bytes) -> Reading:
        (tmp_path / "ids.csv").write_bytes(content)
        try:
            profile = load_profile(tmp_path / "p.yaml")
        except StudyFaults:
            return Reading(exit_code=2, findings=0)
        (feeder,) = profile.feeders
        assert isinstance(feeder, CsvFeeder)
        rows = check_rows(feeder.path, feeder.separator or ",", {}, FaultLog("p.yaml"))
        return Reading(exit_code=0, findings=(rows or 0) * len(feeder.columns))

    assert_never_half_clean(read, ROWS.encode())


def test_a_damaged_study_is_refused_or_whole(tmp_path: Path) -> None:
    def read(content: bytes) -> Reading:
        (tmp_path / "s.yaml").write_bytes(content)
        try:
            study = load_study(tmp_path / "s.yaml", environment={})
        except StudyFaults:
            return Reading(exit_code=2, findings=0)
        profile = study.profile
        return Reading(exit_code=0, findings=len(profile.operations) + len(profile.slos) + len(study.methods.asked()))

    assert_never_half_clean(read, STUDY.encode())
