"""How a feature is switched: what of it is read, and each fault by its place, its message and its cure."""

from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load_study import load_study
from loadproof.study.toggle_settings import LevelToggle, ToggleKind, ToggleStep

from .study_text import study_text

_TOGGLE = "{on: attach, off: detach}"
_SIMULATED = """\
name: s
stand: {{driver: simulate, simulated: {{workers: 1, service_time: 1ms, levels: {{on: {{cpu: 5%}}}}}}}}
profile: {{operations: {{get: {{request: GET /}}}}}}
methods: {{overhead: {{rate: 10{more}}}}}
"""


def overhead(text: str) -> str:
    return "\n".join(("  overhead:", *(f"    {line}" for line in text.splitlines())))


def toggles_of(place: Path, text: str) -> dict[str, LevelToggle]:
    file = place / "s.yaml"
    file.write_text(study_text(methods=overhead(text)), encoding="utf-8")
    return dict(load_study(file, environment={"TOKEN": "secret"}).toggles)


def faults_of(place: Path, text: str) -> list[tuple[str, str]]:
    """The faults of a study as (message, cure); each has a line of its file."""
    file = place / "s.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StudyFaults) as raised:
        load_study(file, environment={})
    assert all((fault.file, fault.line > 0) == (str(file), True) for fault in raised.value.faults)
    return [(fault.message, fault.cure) for fault in raised.value.faults]


def test_a_step_is_a_call_or_a_command(tmp_path: Path) -> None:
    text = (
        "rate: 10\n"
        "levels:\n"
        "  call:\n"
        "    on: POST http://127.0.0.1:${api.port}/feature?state=on\n"
        "    off: [detach, '${api.pid}', --token, '${env:TOKEN}']\n"
        "    ready: http://127.0.0.1:${api.port}/feature\n"
        "    timeout: 5s\n"
        "  words: {on: \"sh -c 'a | b'\", off: detach}\n"
    )
    toggles = toggles_of(tmp_path, text)
    assert list(toggles) == ["call", "words"]
    call = toggles["call"]
    assert call.on == ToggleStep(ToggleKind.URL, ("POST", "http://127.0.0.1:${api.port}/feature?state=on"))
    assert call.off == ToggleStep(ToggleKind.COMMAND, ("detach", "${api.pid}", "--token", "${env:TOKEN}"))
    assert call.ready == ToggleStep(ToggleKind.URL, ("GET", "http://127.0.0.1:${api.port}/feature"))
    assert call.timeout_s == 5.0
    assert toggles["words"].on.words == ("sh", "-c", "a | b")
    assert (toggles["words"].ready, toggles["words"].timeout_s) == (None, 30.0)


def test_the_one_level_of_a_toggle_is_called_on(tmp_path: Path) -> None:
    assert list(toggles_of(tmp_path, f"rate: 10\ntoggle: {_TOGGLE}")) == ["on"]


def test_a_preset_may_switch_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    preset = "presets: {other: {methods: {overhead: {toggle: {on: begin, off: end}}}}}"
    file.write_text(study_text(methods=overhead(f"rate: 10\ntoggle: {_TOGGLE}"), rest=preset), encoding="utf-8")
    assert load_study(file).toggles["on"].on.words == ("attach",)
    assert load_study(file, preset="other").toggles["on"].on.words == ("begin",)


@pytest.mark.parametrize(
    ("text", "message", "cure"),
    [
        (
            "rate: 10",
            "methods.overhead: nothing says how the feature is switched",
            "give toggle: a mapping such as {on: [attach], off: [detach]}, or levels of it by name",
        ),
        (f"rate: 10\ntoggle: {_TOGGLE}\nlevels: {{a: {_TOGGLE}}}", "levels, where a toggle is given", "keep one"),
        ("rate: 10\ntoggle: {on: attach}", "toggle: nothing switches it off", "give off: a URL or a command"),
        ("rate: 10\ntoggle: {on: attach, off: ''}", "toggle.off: the command is empty", "write a program"),
        (f"rate: 10\nlevels: {{off: {_TOGGLE}}}", "levels.off: the level off is always there", "another name"),
        (f"rate: 10\nlevels: {{'a b': {_TOGGLE}}}", "'a b' cannot name a level", "letters, digits"),
        (
            "rate: 10\ntoggle: {on: 'http://127.0.0.1:${apj.port}/', off: detach}",
            "toggle.on: there is no service 'apj'",
            "did you mean api?",
        ),
        (
            "rate: 10\ntoggle: {on: 'kill ${apj.pid}', off: detach}",
            "toggle.on: there is no service 'apj'",
            "did you mean api?",
        ),
        (
            "rate: 10\ntoggle: {on: 'http://h/?key=${env:KEY}', off: detach}",
            "toggle.on: the secret KEY would be shown",
            "secrets go to environment values, command words and headers",
        ),
        ("rate: 10\ntoggle: {on: 'a ${env:NONE}', off: b}", "the environment has no variable NONE", "set NONE"),
        ("rate: 10\ntoggle: {on: a, off: b, timeout: 2h}", "toggle.timeout: '2h' is not above 0", "such as 10s"),
        (f"rate: 10\nrates: [20]\ntoggle: {_TOGGLE}", "rates: several rates, where one is given", "keep one"),
        (f"rates: [20, 20]\ntoggle: {_TOGGLE}", "rates[1]: 20 is there twice", "keep it once"),
        (f"rates: []\ntoggle: {_TOGGLE}", "rates: the number of rates is 0", "give 1 to 10"),
        (f"rate: 10\nstarts: 101\ntoggle: {_TOGGLE}", "starts: 101 is not from 1 to 100", "such as 5"),
        (f"rate: 10\nslot: 2s\ntoggle: {_TOGGLE}", "overhead.slot: ", "write"),
        (f"rate: 10\nsettle: 4s\ntoggle: {_TOGGLE}", "leaves too little to judge", "lengthen slot"),
        (f"rate: 10\nbound: 200%\ntoggle: {_TOGGLE}", "overhead.bound: '200%' is not between", "write a percentage"),
        (f"rate: 10\nmargins: {{latency: 5%}}\ntoggle: {_TOGGLE}", "margins.latency: this key is not known", "use"),
        (f"toggle: {_TOGGLE}", "there is no rate, and no capacity is searched", "give a rate"),
        (f"rate: 10\nservices: [apj]\ntoggle: {_TOGGLE}", "services[0]: the stand has no service 'apj'", "api?"),
        (f"rate: 10\nservices: [api, api]\ntoggle: {_TOGGLE}", "services[1]: 'api' is there twice", "keep it once"),
        (f"rate: 10\nservices: []\ntoggle: {_TOGGLE}", "services: there is no service in the list", "use api"),
        (
            f"rate: 10\ngentle_start: {{rate: 0, hold: 60s}}\ntoggle: {_TOGGLE}",
            "gentle_start.rate: 0 is not above 0",
            "",
        ),
        (f"rate: 10\ngentle_start: {{rate: 5}}\ntoggle: {_TOGGLE}", "gentle_start.hold: this key is missing", ""),
    ],
)
def test_each_fault_has_its_place_and_its_cure(tmp_path: Path, text: str, message: str, cure: str) -> None:
    found = faults_of(tmp_path, study_text(methods=overhead(text)))
    assert any(message in told and cure in cured for told, cured in found), found


def test_the_process_of_a_service_is_known_to_what_switches_alone(tmp_path: Path) -> None:
    found = faults_of(tmp_path, study_text(service="environment: {PEER: '${api.pid}'}"))
    assert [message for message, _ in found] == ["stand.services.api.environment.PEER: ${pid} cannot stand here"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (", levels: {other: {}}", "methods.overhead.levels.other: there is no level 'other' in the simulated service"),
        (", toggle: {on: attach}", "methods.overhead.toggle.on: a simulated service has its levels itself"),
    ],
)
def test_a_simulated_service_has_its_levels_itself(tmp_path: Path, more: str, message: str) -> None:
    assert [told for told, _ in faults_of(tmp_path, _SIMULATED.format(more=more))] == [message]
    (tmp_path / "s.yaml").write_text(_SIMULATED.format(more=""), encoding="utf-8")
    assert load_study(tmp_path / "s.yaml").methods.overhead is not None


@pytest.mark.parametrize("preset", [None, "quick", "smoke"])
def test_the_study_of_a_flight_recorder_loads(preset: str | None) -> None:
    study = load_study(Path(__file__).parents[3] / "studies/overhead-jfr/study.yaml", preset=preset)
    assert list(study.toggles) == ["profile", "waits"]
    for name, toggle in study.toggles.items():
        assert toggle.ready is not None
        assert toggle.on.words[1:] == ("on", "${api.pid}", name)
        assert toggle.off.words[1:] == ("off", "${api.pid}")
