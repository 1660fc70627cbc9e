"""A study file becomes a frozen study: defaults, variants, presets, secrets and included profiles."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.methods.capacity.settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE, CapacitySettings
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.load.spec import LoadSpec
from loadproof.methods.plateaus.machine import PlateausSettings
from loadproof.methods.smoke.machine import SmokeSettings
from loadproof.methods.soak.machine import SoakSettings
from loadproof.methods.warm_up.machine import WarmUpSettings
from loadproof.model.rate import Arrivals
from loadproof.study.load_study import BROKEN_DEMO_STUDY, load_study
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.profile_spec import OperationSpec, ProfileSpec
from loadproof.study.secret import profile_with_secrets
from loadproof.study.stand_settings import Driver, Limits, ReadyKind
from loadproof.study.stand_spec import StandSpec
from loadproof.study.study import Study
from loadproof.study.study_resolution import resolve_study
from loadproof.study.study_spec import StudySpec

from .study_text import study_text
from .test_any_study import ENVIRONMENT, FULL

DEMO = Path(__file__).parents[3] / "studies/demo.yaml"
BROKEN_DEMO = Path(__file__).parents[3] / "studies/demo_broken.yaml"
Load = Callable[..., Study]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write_and_load(
        text: str, preset: str | None = None, methods: Sequence[str] = (), extra_slos: Sequence[str] = ()
    ) -> Study:
        (tmp_path / "s.yaml").write_text(text)
        return load_study(
            tmp_path / "s.yaml", preset=preset, methods=methods, extra_slos=extra_slos, environment=ENVIRONMENT
        )

    return write_and_load


def option_faults(load: Load, text: str, **options: object) -> list[tuple[str, int, str, str]]:
    with pytest.raises(StudyFaults) as raised:
        load(text, **options)
    return [(fault.file, fault.line, fault.message, fault.cure) for fault in raised.value.faults]


def test_a_small_study_has_the_defaults(load: Load, tmp_path: Path) -> None:
    study = load(study_text())
    (variant,) = study.variants
    (service,) = variant.stand.services
    assert (variant.name, variant.stand.driver, study.preset) == ("base", Driver.PROCESS, None)
    assert (service.command, service.directory, service.port) == (("api",), tmp_path, None)
    assert (service.ready.kind, service.ready.within_s, service.limits) == (ReadyKind.TCP, 60, Limits())
    assert (study.arrivals, study.connections, study.seed) == (Arrivals.POISSON, None, 1)
    assert [slo.text for slo in study.profile.slos] == ["errors<1%", "rate±5%"]
    assert (study.profile.base_rate, study.profile.target, study.probes.prometheus) == (None, None, ())
    assert study.methods.confirm is None


def test_rates_of_operations_add_up_to_n(load: Load) -> None:
    study = load(FULL)
    assert study.profile.base_rate == pytest.approx(100.5)
    assert [operation.weight for operation in study.profile.operations] == [70, 30.5]
    assert study.methods.capacity is not None
    assert study.methods.capacity.start_rate == pytest.approx(100.5)
    assert study.methods.confirm == ConfirmSettings(rate=50.25, ramp_s=5, hold_s=20)
    assert study.methods.load == HeldLoad(rate=None, hold_s=5)
    assert [slo.text for slo in study.profile.slos] == [
        "p99<50ms",
        "errors<1%",
        "rate±5%",
        "get:errors<2%",
        "get:p95<20ms",
    ]


def test_a_variant_changes_what_it_names_and_keeps_the_rest(load: Load) -> None:
    base, large = (variant.stand for variant in load(FULL).variants)
    api, changed = base.services[1], large.services[1]
    assert (api.command[:2], changed.command) == (("api", "--db"), ("api2",))
    assert changed.environment == {**api.environment, "A": "b"}
    assert (api.limits, changed.limits) == (Limits(1.5, 512 * 2**20), Limits(1.5, 2**30))
    assert (changed.prepare, changed.ready, changed.after) == (api.prepare, api.ready, api.after)
    assert (large.services[0], large.reset, large.target) == (base.services[0], base.reset, base.target)
    assert (base.placement.value, large.placement.value) == ("shared", "apart")


def test_a_preset_changes_methods_and_limits_of_every_variant(load: Load) -> None:
    plain, smoke = load(FULL), load(FULL, "smoke")
    assert smoke.methods.soak == SoakSettings(None, 0.7, ramp_s=5, settle_s=5, hold_s=95)
    assert smoke.methods.capacity == plain.methods.capacity
    assert [variant.stand.services[1].limits.cpus for variant in smoke.variants] == [1, 1]
    assert smoke.preset == "smoke"


STARTS = """starts: 3
pause: 10s
presets:
  smoke: {starts: 1, pause: 500ms, only: [load], environment: {api: {A: x, B: "${env:TOKEN}"}}}
  quick: {methods: {soak: {rate: 7}}, only: [soak, capacity]}
variants:
  small: {}
  large: {services: {api: {environment: {A: large}}}}
"""


def test_a_preset_changes_starts_pause_environment_and_the_methods_that_are_run(load: Load) -> None:
    text = study_text(service="environment: {A: a, C: c}", methods="  capacity:\n  load: {rate: 5}", rest=STARTS)
    plain, smoke, quick = load(text), load(text, "smoke"), load(text, "quick")
    assert [(study.starts, study.pause_s) for study in (plain, smoke, quick)] == [(3, 10.0), (1, 0.5), (3, 10.0)]
    environments = [dict(variant.stand.services[0].environment) for variant in smoke.variants]
    # That of a preset is over that of a variant, which is over that of the stand.
    assert environments == [{"A": "x", "B": "${env:TOKEN}", "C": "c"}] * 2
    assert [variant.stand.services[0].environment["A"] for variant in quick.variants] == ["a", "large"]
    assert (smoke.methods.capacity, smoke.methods.load) == (None, HeldLoad(5.0))
    assert (quick.methods.soak, quick.methods.load) == (SoakSettings(7.0), None)
    assert plain.methods.soak is None
    assert (load(study_text()).starts, load(study_text()).pause_s) == (1, 0.0)


def test_the_method_option_chooses_among_those_of_the_preset(load: Load) -> None:
    text = study_text(methods="  capacity:\n  load: {rate: 5}", rest=STARTS)
    assert load(text, "quick", ["soak"]).methods.capacity is None
    assert option_faults(load, text, preset="quick", methods=["load"]) == [
        ("--method", 0, "'load' is not among the methods of the preset quick", "use capacity, soak")
    ]


def test_options_choose_methods_and_add_slos(load: Load) -> None:
    study = load(FULL, None, ["load", "confirm"], ["put:p99<1s"])
    assert [study.methods.capacity, study.methods.soak] == [None, None]
    assert study.methods.load is not None
    assert study.methods.confirm is not None
    assert study.profile.operations[1].slos[0].text == "put:p99<1s"
    assert study.methods_shown() == {
        "confirm_rate": 50.25, "confirm_ramp_s": 5.0, "confirm_hold_s": 20.0, "load_hold_s": 5.0
    }  # fmt: skip


def test_faults_of_options_have_no_line(load: Load) -> None:
    assert option_faults(load, FULL, preset="smokey", methods=["soak", "lod"], extra_slos=["p99<50"]) == [
        ("--method", 0, "'lod' is not among the methods of the study", "did you mean load?"),
        (
            "--method",
            0,
            "soak has no rate of its own, and capacity is not run",
            "give methods.soak a rate, or add --method capacity",
        ),
        ("--preset", 0, "there is no preset 'smokey'", "did you mean smoke?"),
        ("--slo", 0, "'p99<50': '50' has no unit", "write 50s or 50ms, as meant"),
    ]


def test_secrets_are_kept_by_name_and_shown_as_stars(load: Load) -> None:
    study = load(FULL)
    shown = json.dumps(study.as_dict())
    assert "hunter2" not in shown + repr(study)
    assert '"Bearer ***"' in shown
    assert '"TOKEN": "***"' in shown
    assert "${env:" not in shown
    assert study.variants[0].stand.services[1].environment["TOKEN"] == "${env:TOKEN}"  # noqa: S105 - its name
    sent = profile_with_secrets(study.profile, {"TOKEN": "${a}"})
    assert sent.operations[0].headers == (("Authorization", "Bearer $${a}"),)


def test_a_profile_file_is_included_with_the_slos_of_both(load: Load, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/ids.csv").write_text("id\n1\n")
    (tmp_path / "sub/p.yaml").write_text(
        "target: http://elsewhere\nslo: p99<40ms\nfeeders: {ids: {csv: ids.csv}}\n"
        "operations: {get: {rate: 3, request: 'GET /${ids.id}'}}\n"
    )
    head, _, rest = FULL.partition("profile:")
    text = f"{head}profile: sub/p.yaml\nslo: errors<2%\nmethods:{rest.partition('methods:')[2]}"
    profile = load(text).profile
    assert (profile.base_rate, profile.target) == (3, None)
    assert [slo.text for slo in profile.slos] == ["p99<40ms", "errors<2%", "rate±5%"]
    assert profile.feeders[0].name == "ids"


def test_faults_of_an_included_profile_are_told_with_those_of_the_study(load: Load, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("operations:\n  get:\n    request: GTE /\n")
    text = study_text(rest="seed: -1").replace("profile:", "profile: p.yaml\nslo: put:errors<1%\nunused:")
    told = option_faults(load, text)
    assert [(Path(file).name, line) for file, line, _, _ in told] == [
        ("p.yaml", 3),
        ("s.yaml", 8),
        ("s.yaml", 9),
        ("s.yaml", 14),
    ]
    assert "'GTE' is no method" in told[0][2]
    text = study_text(rest="seed: -1").replace("profile:", "profile: q.yaml\nunused:")
    told = option_faults(load, text)
    assert told[0][1:3] == (7, "profile: 'q.yaml': there is no such file")
    assert [line for _, line, _, _ in told] == [7, 8, 13]
    (tmp_path / "p.yaml").write_text("[")
    told = option_faults(load, study_text(rest="seed: -1").replace("profile:", "profile: p.yaml\nunused:"))
    assert [Path(file).name for file, _, _, _ in told] == ["p.yaml", "s.yaml", "s.yaml"]


def test_faults_of_every_section_are_told_at_once(load: Load) -> None:
    text = study_text(
        stand="placement: aside",
        service="command: api ${env:NOT_SET}\nready: {http: 'https://h'}",
        profile="operations:\n  get: {request: GTE /, weight: 0}",
        methods="  capacity: {hold: 5}\n  load: {}",
        rest="slo: p99\nprobes: {hots: true}\npresets: {a: {limits: {b: {}}}}\nalarms: []\nseed: x",
    )
    assert [line for _, line, _, _ in option_faults(load, text)] == [3, 7, 8, 11, 11, 13, 14, 15, 16, 17, 18, 19]


def test_a_hostile_number_of_parts_is_refused_at_once(load: Load) -> None:
    variants = ", ".join(f"v{number}: {{}}" for number in range(101))
    assert [fault[1:] for fault in option_faults(load, study_text(rest=f"variants: {{{variants}}}"))] == [
        (12, "variants: the number of variants is 101", "keep to 100")
    ]


def test_the_demo_study() -> None:
    study = load_study(DEMO)
    assert study.methods.soak == SoakSettings(None, 0.7, ramp_s=3, settle_s=2, hold_s=70)
    assert study.profile.base_rate == 300
    assert study.variants[0].stand.services[0].command[0] == "${sample_service}"
    assert DEMO.read_bytes() == (DEMO.parents[1] / "python/loadproof/studies/demo.yaml").read_bytes()
    assert json.loads(json.dumps(study.as_dict()))["name"] == "demo"


def test_the_study_of_the_broken_demo() -> None:
    study = load_study(BROKEN_DEMO)
    assert study.methods.soak is not None
    # Less than three minutes with its start and its report.
    assert study.methods.soak.ramp_s + study.methods.soak.settle_s + study.methods.soak.hold_s < 120
    assert study.variants[0].stand.services[0].command[:2] == ("${sample_service}", "workers")
    assert load_study(BROKEN_DEMO_STUDY).profile == study.profile


def test_the_study_of_the_status_service_over_sqlite() -> None:
    study = load_study(DEMO.with_name("status-sqlite.yaml"), preset="smoke")
    assert study.methods.asked() == {"smoke": SmokeSettings(50.0)}
    assert study.profile.base_rate == 1000
    assert study.variants[0].stand.services[0].command[0].endswith("stands/status-sqlite/target/release/status-sqlite")


def test_python_makes_the_same_study_as_yaml(load: Load, tmp_path: Path) -> None:
    spec = StudySpec(
        name="s",
        stand=StandSpec(target="http://127.0.0.1:80"),
        profile=ProfileSpec(operations={"get": OperationSpec(request="GET /")}),
        methods=MethodsSpec(load=LoadSpec(rate="max")),
    )
    made = resolve_study(spec, tmp_path)
    text = "name: s\nstand: {target: 'http://127.0.0.1:80'}\nprofile: {operations: {get: {request: GET /}}}\n"
    loaded = load(text + "methods: {load: {rate: max}}\n")
    assert {**loaded.as_dict(), "file": ""} == {**made.as_dict(), "file": ""}


def test_the_defaults_that_are_checked_early_are_those_of_the_method() -> None:
    settings = CapacitySettings()
    assert (settings.start_rate, settings.max_rate) == (DEFAULT_START_RATE, DEFAULT_MAX_RATE)


def test_importing_the_loader_imports_nothing_heavy() -> None:
    told = (
        "import sys, loadproof.study.load_study; print(*{'pydantic', 'ruamel', 'numpy', 'typer'} & sys.modules.keys())"
    )
    assert subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout == "\n"


def test_plateaus_have_the_defaults_of_the_source_and_take_multiples(load: Load) -> None:
    plateaus = "  plateaus: {rates: [1N, 500, 7.5N]}"
    preset = "presets: {smoke: {methods: {plateaus: {rates: [5], ramp: 0s, hold: 10s, settle: 0s, tail: 0s}}}}"
    text = study_text(profile="base_rate: 200", methods=plateaus, rest=preset)
    study = load(text)
    assert study.methods.plateaus == PlateausSettings((200.0, 500.0, 1500.0), 600.0, 1200.0, 120.0, 30.0)
    assert study.methods_shown()["plateaus_rates"] == [200.0, 500.0, 1500.0]
    assert load(text, "smoke").methods.plateaus == PlateausSettings((5.0,), 0.0, 10.0, 0.0, 0.0)
    settings = PlateausSettings((1.0,))
    plan = PlateausSettings((1.0,))
    assert [getattr(settings, name) for name in ("ramp_s", "hold_s", "settle_s", "tail_s")] == [
        getattr(plan, name) for name in ("ramp_s", "hold_s", "settle_s", "tail_s")
    ]


@pytest.mark.parametrize(
    ("methods", "plan"),
    [
        (
            "  warm_up: {}\n  plateaus: {rates: [60, 80]}\n  capacity: {start_rate: 40}",
            WarmUpSettings(60.0, 5.0, 120.0),
        ),
        ("  warm_up:\n  capacity: {start_rate: 40}", WarmUpSettings(40.0, 5.0, 120.0)),
        ("  warm_up: {}\n  capacity:", WarmUpSettings(100.0, 5.0, 120.0)),
        ("  warm_up: {rate: 7, floor: 20s, most: 5m}\n  load: {rate: max}", WarmUpSettings(7.0, 20.0, 300.0)),
        ("  warm_up: {}\n  soak: {rate: 30}\n  load: {rate: 50}", WarmUpSettings(30.0, 5.0, 120.0)),
        ("  load: {rate: 50}", None),
    ],
)
def test_a_warm_up_takes_the_first_rate_of_the_methods(load: Load, methods: str, plan: WarmUpSettings | None) -> None:
    assert load(study_text(methods=methods)).methods.warm_up == plan


def test_a_warm_up_stays_whatever_methods_are_chosen_and_is_shown(load: Load) -> None:
    study = load(study_text(methods="  warm_up: {}\n  capacity: {start_rate: 40}\n  load: {rate: 50}"), None, ["load"])
    assert study.methods.capacity is None
    assert study.methods.warm_up == WarmUpSettings(40.0)
    assert list(study.methods_shown())[:3] == ["warm_up_rate", "warm_up_floor_s", "warm_up_most_s"]
