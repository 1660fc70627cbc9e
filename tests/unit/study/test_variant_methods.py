"""What is run on which variant: `only` of a variant, and `variants` of a preset."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

FaultsOf = Callable[..., list[tuple[int, str, str]]]
_STUDY = """\
name: several
stand: {driver: simulate, simulated: {workers: 4, service_time: 5ms}}
variants:
  faulty: {}
  small: {simulated: {workers: 2}, only: [warm_up, soak]}
  mended: {simulated: {workers: 8}, only: [compare]}
  again: {only: [compare]}
profile: {operations: {get: {request: GET /}}}
methods:
  warm_up: {rate: 10}
  capacity: {start_rate: 50, max_rate: 400}
  soak: {rate: 20, hold: 1m}
  compare: {rate: 20}
presets:
  soaks: {only: [soak]}
  compared: {variants: [again, faulty], only: [compare]}
"""


def study(place: Path, preset: str | None = None, methods: tuple[str, ...] = ()) -> Study:
    file = place / "study.yaml"
    file.write_text(_STUDY, encoding="utf-8")
    return load_study(file, preset=preset, methods=methods)


def run_on(found: Study) -> dict[str, list[str]]:
    return {variant.name: list(found.methods_of(variant.name).asked()) for variant in found.variants}


def test_a_variant_has_the_methods_of_its_only(tmp_path: Path) -> None:
    found = study(tmp_path)
    assert run_on(found) == {
        "faulty": ["capacity", "soak", "compare"],
        "small": ["soak"],
        "mended": ["compare"],
        "again": ["compare"],
    }
    assert [variant.name for variant in found.started] == ["faulty", "small"]
    assert [variant.name for variant in found.of_method("compare").variants] == ["faulty", "mended", "again"]
    assert found.methods_of("small").warm_up is not None
    assert found.methods_of("mended").warm_up is None
    with pytest.raises(LookupError, match="there is no variant 'large'"):
        found.methods_of("large")


def test_the_search_of_one_variant_takes_turns_with_nobody(tmp_path: Path) -> None:
    assert not study(tmp_path).searches_in_turn
    text = _STUDY.replace("only: [compare]}\nprofile", "only: [capacity, compare]}\nprofile")
    file = tmp_path / "turns.yaml"
    file.write_text(text, encoding="utf-8")
    assert load_study(file).searches_in_turn


def test_what_has_nothing_of_a_preset_or_of_the_command_line_is_left_out(tmp_path: Path) -> None:
    assert run_on(study(tmp_path, "soaks")) == {"faulty": ["soak"], "small": ["soak"]}
    assert run_on(study(tmp_path, methods=("capacity",))) == {"faulty": ["capacity"]}


def test_a_preset_chooses_variants_and_keeps_their_order(tmp_path: Path) -> None:
    assert run_on(study(tmp_path, "compared")) == {"faulty": ["compare"], "again": ["compare"]}


_COMPARED = "variants: {{a: {{}}, b: {{only: [{only}]}}}}"


@pytest.mark.parametrize(
    ("methods", "rest", "line", "message", "cure"),
    [
        (
            "  load: {rate: 5}",
            "variants: {a: {only: [laod]}}",
            12,
            "variants.a.only[0]: there is no method 'laod'",
            "did you mean load?",
        ),
        (
            "  load: {rate: 5}",
            "variants: {a: {only: [soak]}, b: {}}",
            12,
            "variants.a.only[0]: soak is not among the methods of the study and its presets",
            "add it to the methods, or leave it out here",
        ),
        (
            "  load: {rate: 5}",
            "variants: {a: {only: []}, b: {}}",
            12,
            "variants.a.only: no method is named",
            "name one, or leave only out",
        ),
        (
            "  {load: {rate: 5}, warm_up: {rate: 5}}",
            "variants: {a: {only: [warm_up]}, b: {}}",
            12,
            "variants.a.only: warm_up alone answers nothing",
            "name a method besides it",
        ),
        (
            "  {capacity: {}, soak: {}}",
            "variants: {a: {only: [soak]}, b: {}}",
            12,
            "variants.a.only: soak has no rate of its own, and capacity is not run on a",
            "give methods.soak a rate, or add capacity here",
        ),
        (
            "  {load: {rate: 5}, compare: {rate: 5}}",
            "variants: {a: {}, b: {only: [load]}}",
            11,
            "methods.compare: 1 of 2 variants may be compared, by their only",
            "add compare to the only of two or more, or leave only out there",
        ),
        (
            "  load: {rate: 5}",
            "variants: {a: {}, b: {}}\npresets: {smoke: {variants: [c]}}",
            13,
            "presets.smoke.variants[0]: there is no variant 'c'",
            "use a, b",
        ),
        (
            "  load: {rate: 5}",
            "variants: {a: {}, b: {}}\npresets: {smoke: {variants: []}}",
            13,
            "presets.smoke.variants: no variant is named",
            "name one, or leave variants out",
        ),
        (
            "  load: {rate: 5}",
            "presets: {smoke: {variants: base}}",
            12,
            "presets.smoke.variants: 'base' is text, which cannot stand here",
            "give a list of variants, such as [faulty, mended]; all unless written",
        ),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, methods: str, rest: str, line: int, message: str, cure: str) -> None:
    assert study_faults_of(methods=methods, rest=rest) == [(line, message, cure)]


def test_a_preset_that_leaves_no_variant_anything_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    text = _STUDY.replace("variants: [again, faulty]", "variants: [small]")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StudyFaults) as raised:
        load_study(file, preset="compared")
    told = [fault.message for fault in raised.value.faults]
    assert "variants: of what is run (compare) no variant has anything" in told
