"""Links of a study file: what they take, what starts before them, and the places of their faults."""

from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load_study import load_study
from loadproof.study.stand_settings import ServiceSettings

STUDY = """\
name: s
stand:
  target: http://127.0.0.1:${api.port}
  services:
%s
    api: {command: api, environment: {DATABASE: '127.0.0.1:${lag.port}'}, after: [lag]}
    db: {command: db}
%s
profile: {operations: {get: {request: GET /}}}
methods: {capacity: }
"""


def loaded(tmp_path: Path, lag: str, rest: str = "") -> dict[str, ServiceSettings]:
    (tmp_path / "s.yaml").write_text(STUDY % (f"    lag: {lag}", rest))
    study = load_study(tmp_path / "s.yaml", environment={"HOME": "/"})
    return {service.name: service for service in study.variants[0].stand.services}


def faults(tmp_path: Path, lag: str, rest: str = "") -> list[str]:
    with pytest.raises(StudyFaults) as raised:
        loaded(tmp_path, lag, rest)
    return [fault.message for fault in raised.value.faults]


@pytest.mark.parametrize(
    ("written", "link", "port", "after"),
    [
        ("{link: '127.0.0.1:${db.port}'}", "127.0.0.1:${db.port}", None, ("db",)),
        ("{link: '[::1]:${db.port}', port: 8001, after: [db]}", "[::1]:${db.port}", 8001, ("db",)),
        ("{link: 'db.example.org:5432'}", "db.example.org:5432", None, ()),
    ],
)
def test_a_link(tmp_path: Path, written: str, link: str, port: int | None, after: tuple[str, ...]) -> None:
    settings = loaded(tmp_path, written)["lag"]
    assert (settings.link, settings.port, settings.after, settings.command) == (link, port, after, ())


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("{link: '127.0.0.1:${db.port}', command: x}", ["command"]),
        ("{link: '127.0.0.1:${db.port}', limits: {cpus: 1}, ready: {tcp: true}}", ["limits", "ready"]),
        ("{link: '127.0.0.1:${db.port}', environment: {A: b}}", ["environment"]),
        ("{link: '127.0.0.1:${lag.port}'}", ["link"]),
        ("{link: '127.0.0.1:${port}'}", ["link"]),
        ("{link: '127.0.0.1:${dc.port}'}", ["link"]),
        ("{link: '127.0.0.1:${env:HOME}'}", ["link"]),
        ("{link: '${workspace}:5432'}", ["link"]),
        ("{link: 'http://127.0.0.1:5432'}", ["link"]),
        ("{link: '127.0.0.1'}", ["link"]),
        ("{link: '127.0.0.1:0'}", ["link"]),
        ("{link: '127.0.0.1:99999'}", ["link"]),
        ("{link: ''}", ["link"]),
        ("{link: 5}", ["link"]),
        ("{port: 8001}", ["command"]),
        ("{link: '127.0.0.1:${api.port}'}", ["after"]),
    ],
)
def test_faults_of_a_link(tmp_path: Path, written: str, places: list[str]) -> None:
    found = [message.partition(": ")[0] for message in faults(tmp_path, written)]
    assert [place.rpartition(".")[2] if place.count(".") == 3 else place for place in found] == places


@pytest.mark.parametrize(
    ("rest", "place"),
    [
        ("variants: {a: {services: {lag: {limits: {cpus: 1}}}}}", "variants.a.services.lag.limits"),
        ("variants: {a: {services: {lag: {command: x}}}}", "variants.a.services.lag.command"),
        ("presets: {smoke: {limits: {lag: {cpus: 1}}}}", "presets.smoke.limits.lag"),
        ("presets: {smoke: {environment: {lag: {A: b}}}}", "presets.smoke.environment.lag"),
    ],
)
def test_nothing_of_a_link_changes(tmp_path: Path, rest: str, place: str) -> None:
    found = [message.partition(": ")[0] for message in faults(tmp_path, "{link: '127.0.0.1:${db.port}'}", rest)]
    assert found == [place]
