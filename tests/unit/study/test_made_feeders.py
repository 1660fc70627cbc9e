"""Feeders whose file the stand of a start makes: declared in a study, and checked when the file is there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.model.profile import CsvFeeder, FeederOrder, MadeFile, Profile
from loadproof.plan.endpoint import NO_ENDPOINT
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import LoadSettings
from loadproof.study.load_study import load_study
from loadproof.study.made_feeders import with_made_feeders
from loadproof.study.study import Study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[int, str, str]]]

FEEDERS = "feeders:\n  ids: {csv: '${workspace}/ids.csv', columns: [id, name], order: random}\n"
USES = FEEDERS + (
    "operations:\n  get: {request: 'GET /${ids.id*3}', headers: {X: '${ids.name}'}}\n"
    "  put: {request: PUT /, body: '${ids.name}'}\n"
)


def study_of(place: Path, profile: str) -> Study:
    (place / "s.yaml").write_text(study_text(profile=profile))
    return load_study(place / "s.yaml", environment={})


def test_a_file_that_is_not_there_yet_is_checked_by_its_columns(tmp_path: Path) -> None:
    study = study_of(tmp_path, USES)
    sent_in = (("id", "PATH"), ("name", "HEADER"), ("name", "BODY"))
    path = Path("${workspace}/ids.csv")
    assert study.profile.feeders == (
        CsvFeeder("ids", path, ("id", "name"), FeederOrder.RANDOM, MadeFile(sent_in, fewest_rows=1)),
    )
    stored = engine_plan(study.profile, NO_ENDPOINT, LoadSettings(), ())
    assert stored["scenario"]["feeders"][0]["kind"]["csv"]["path"] == "${workspace}/ids.csv"
    assert json.dumps(study.as_dict())


@pytest.mark.parametrize(
    ("profile", "line", "message", "cure"),
    [
        (
            "feeders:\n  ids: {csv: '${workspace}/ids.csv'}\n",
            9,
            "profile.feeders.ids: the columns of a file that the stand makes are not known",
            "give them: columns: [id]",
        ),
        (
            "feeders:\n  ids: {csv: '${workspace}/ids.csv', columns: id}\n",
            9,
            "profile.feeders.ids.columns: 'id' is text, which cannot stand here",
            "give a list of the columns of a file that the stand makes, such as [id]",
        ),
        (
            "feeders:\n  ids: {csv: '${workspace}/ids.csv', columns: []}\n",
            9,
            "profile.feeders.ids.columns: the number of columns is 0",
            "give 1 to 1000",
        ),
        (
            "feeders:\n  ids: {csv: '${workspace}/ids.csv', columns: [id, id]}\n",
            9,
            "profile.feeders.ids.columns[1]: 'id' cannot name a column here",
            "give each column a name of its own, without spaces around it",
        ),
        (
            "feeders:\n  ids: {csv: 'made/${workspace}/ids.csv', columns: [id]}\n",
            9,
            "profile.feeders.ids.csv: 'made/${workspace}/ids.csv' names no file in the workspace of the stand",
            "write ${workspace}/ and the name of the file, such as ids.csv",
        ),
        (
            "feeders:\n  ids: {uuid: v4, columns: [id]}\n",
            9,
            "profile.feeders.ids.columns: a uuid feeder has no columns",
            "leave columns out",
        ),
        (
            FEEDERS + "operations:\n  get: {request: 'GET /${ids.nmae}'}\n",
            11,
            "profile.operations.get.request: ${workspace}/ids.csv has no column 'nmae'",
            "did you mean name?",
        ),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, profile: str, line: int, message: str, cure: str) -> None:
    assert study_faults_of(profile=profile) == [(line, message, cure)]


def test_a_file_that_is_there_says_its_columns_itself(study_faults_of: FaultsOf, tmp_path: Path) -> None:
    (tmp_path / "ids.csv").write_text("id\n1\n")
    message = "profile.feeders.ids.columns: the first row of the file says its columns"
    cure = "leave columns out, or write ${workspace}/FILE for a file that the stand makes"
    assert study_faults_of(profile="feeders: {ids: {csv: ids.csv, columns: [id]}}") == [(8, message, cure)]


NOBODY = "no stand of ours is there to make this file"


def test_only_a_stand_of_ours_makes_files(faults_of: Callable[..., list[tuple[str, int, str]]], tmp_path: Path) -> None:
    (fault,) = faults_of(FEEDERS + "operations: {get: {request: GET /}}")
    assert fault[:2] == ("p.yaml", 2)
    assert fault[2].startswith(f"feeders.ids.csv: {NOBODY}. Cure: give the path of a file that is there")
    for stand in (
        "stand: {target: 'http://127.0.0.1:1'}\n",
        "stand: {driver: simulate, simulated: {workers: 1, service_time: 1ms}}\n",
    ):
        indented = "".join(f"  {line}\n" for line in USES.splitlines())
        (tmp_path / "s.yaml").write_text(f"name: s\n{stand}profile:\n{indented}methods: {{load: {{rate: 1}}}}\n")
        with pytest.raises(StudyFaults, match=NOBODY):
            load_study(tmp_path / "s.yaml")


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return study_of(tmp_path, USES).profile


def test_the_file_of_a_start_takes_the_place_of_its_gap(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "ids.csv").write_text("id,name\n1,a\n2,b\n")
    made = with_made_feeders(profile, tmp_path)
    assert made.feeders == (CsvFeeder("ids", tmp_path / "ids.csv", ("id", "name"), FeederOrder.RANDOM, separator=","),)
    sent = engine_plan(made, NO_ENDPOINT, LoadSettings(), ())
    assert sent["scenario"]["feeders"][0]["kind"]["csv"]["path"] == str(tmp_path / "ids.csv")


WROTE = "let a prepare command of a service write it, with these columns in its first row"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, f": there is no such file. Cure: {WROTE}"),
        (
            b"id\n1\n",
            ":1: the columns are 'id', where 'id, name' is declared. "
            "Cure: correct columns of the feeder, or what writes the file",
        ),
        (b"name,id\na,1\n", ":1: the columns are 'name, id', where 'id, name' is declared"),
        (b"id,name\n", ":1: the feeder is empty"),
        (b'id,name\n1,a\n"",b\n', ":3: id is '', which cannot stand in a path"),
        ("id,name\n1,\u0451\n".encode(), ":2: name is '\u0451', which cannot stand in a header"),
        (b"id,name\n1,a\n\xff,b\n", ":3: this line is not UTF-8 text"),
        (b'"id\n', ":1: this is not CSV"),
    ],
)
def test_what_is_wrong_in_the_file_of_a_start(
    profile: Profile, tmp_path: Path, content: bytes | None, told: str
) -> None:
    if content is not None:
        (tmp_path / "ids.csv").write_bytes(content)
    with pytest.raises(StudyFaults) as raised:
        with_made_feeders(profile, tmp_path)
    # Not the path in this machine: it has a name of chance, and is gone when somebody reads this.
    assert str(raised.value).startswith("the feeder ids, ${workspace}/ids.csv" + told)


def test_a_file_too_large_is_not_read(profile: Profile, tmp_path: Path) -> None:
    with (tmp_path / "ids.csv").open("wb") as file:
        file.truncate(256 * 2**20 + 1)
    with pytest.raises(StudyFaults, match="more than 256 MiB"):
        with_made_feeders(profile, tmp_path)


def test_each_user_needs_a_row_of_a_unique_feeder(tmp_path: Path) -> None:
    profile = study_of(
        tmp_path,
        "feeders: {ids: {csv: '${workspace}/ids.csv', columns: [id], order: unique}}\n"
        "operations: {get: {request: 'GET /${ids.id}'}, other: {request: GET /}}\n"
        "flows: {visit: {steps: [get]}}\nusers: {many: {flow: visit, count: 3}}\n",
    ).profile
    (tmp_path / "ids.csv").write_text("id\n1\n2\n")
    with pytest.raises(StudyFaults, match="2 rows, one for each user, are too few for 3 users"):
        with_made_feeders(profile, tmp_path)
    (tmp_path / "ids.csv").write_text("id\n1\n2\n3\n")
    assert with_made_feeders(profile, tmp_path).feeders[0].name == "ids"
