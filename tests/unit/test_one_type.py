"""One thing has one type: no class name stands for two, and no two dataclasses hold the same fields."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from .test_architecture import PACKAGE, python_modules

LEAST_FIELDS = 4
ALIKE = 0.6
"""Jaccard index of the names of their fields from which on two dataclasses are one type, or say why not."""


def class_definitions() -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class that stands at the top of a module, with the dotted name of the module."""
    for path in python_modules():
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                yield module, node


def is_dataclass(node: ast.ClassDef) -> bool:
    """Whether it is decorated as one.

    >>> is_dataclass(ast.parse("@dataclass(frozen=True)\\nclass A:\\n    b: int").body[0])
    True
    """
    called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return any(isinstance(one, ast.Name) and one.id == "dataclass" for one in called)


def fields_of(node: ast.ClassDef) -> frozenset[str]:
    """The names of the fields that it defines itself."""
    annotated = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
    return frozenset(target.id for target in annotated if isinstance(target, ast.Name))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The Jaccard index.

    >>> likeness(frozenset("abcd"), frozenset("abce"))
    0.6
    """
    return len(one & other) / len(one | other)


def test_a_class_name_stands_for_one_class() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for module, node in class_definitions():
        places[node.name].append(module)
    twice = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert twice.keys() == TWICE.keys(), {name: twice.get(name) for name in twice.keys() ^ TWICE.keys()}


def test_dataclasses_with_the_same_fields_are_one_type() -> None:
    shapes = {
        f"{module}.{node.name}": fields
        for module, node in class_definitions()
        if is_dataclass(node) and len(fields := fields_of(node)) >= LEAST_FIELDS
    }
    pairs = {
        (a, b): round(likeness(shapes[a], shapes[b]), 2)
        for a, b in combinations(sorted(shapes), 2)
        if likeness(shapes[a], shapes[b]) >= ALIKE
    }
    assert pairs.keys() == TWINS.keys(), {pair: pairs.get(pair) for pair in pairs.keys() ^ TWINS.keys()}


_REPORTED = "what is judged, or stored, and what is reported of it: one record is to take the place of both"
_DRAWN = "of a document that is drawn, and of an export for programs"
_SETTINGS = "keys of two methods, of which each may change without the other"
TWICE: Mapping[str, str] = {
    "Answer": "of a method, and of a start in a report: with its sentence, its trials and their errors",
    **dict.fromkeys(("Column", "Table"), _DRAWN),
    "Hold": "of a lock in a thread dump, and of the undo of an injection",
    "Injection": "what a study makes, and what it did, with its occurrences and effects",
    "Trial": "what a method asks for, and what was run of it",
    "Verdict": "with the bounds that decided, as shares of full precision, and what is documented of it, in per cent",
}
"""Names that stand for two classes, with the reason; no other one is to come."""
TWINS: Mapping[tuple[str, str], str] = {
    ("alarms.prometheus.PrometheusRule", "alarms.prometheus._Side"): "a rule, and its left side",
    ("methods.capacity.settings.CapacityAsked", "methods.capacity.settings.CapacitySettings"): (
        "what a study states of a search, and all that the search goes by"
    ),
    ("injections.settings.Injection", "records.run.StudyInjection"): "as it is run, and as a report shows it: in words",
    ("records.injection.Occurrence", "store.record.InjectionRecord"): "with its effect, and as it is stored",
    ("jvm.heap.dump.ClassRow", "jvm.heap.report.ClassChange"): "a class of one heap, and between two",
    ("jvm.threads.dumps._Hot", "jvm.threads.report.HotLock"): _REPORTED,
    ("judge.verdict.Verdict", "records.trial.Verdict"): TWICE["Verdict"],
    ("methods.confirmation.ConfirmSettings", "methods.smoke.machine.SmokeSettings"): _SETTINGS,
    ("methods.confirmation.ConfirmSettings", "methods.soak.machine.SoakSettings"): _SETTINGS,
    ("methods.confirmation.ConfirmSettings", "methods.users.machine.UsersSettings"): _SETTINGS,
    ("methods.load.machine.HeldLoad", "methods.smoke.machine.SmokeSettings"): _SETTINGS,
    ("methods.smoke.machine.SmokeSettings", "methods.users.machine.UsersSettings"): _SETTINGS,
    ("methods.soak.machine.SoakSettings", "methods.users.machine.UsersSettings"): _SETTINGS,
    ("model.profile.RandomNumberFeeder", "model.profile.RangeFeeder"): "numbers that are drawn, and in their order",
    ("model.slo.Slo", "records.run.RunSlo"): "a share to judge by, and per cent as documented",
    ("probes.reading.Reading", "result.series.ReadingSeries"): "one value, and all of a series",
    ("records.comparison.Slot", "records.overhead.LevelSlot"): "a slot of a variant, and of a level at a rate",
    (
        "run.study_source_files._StoredSource",
        "study.study_source.StudySource",
    ): "files of a user, and as they are stored",
}
"""Pairs of dataclasses with alike fields, with the reason; no other one is to come."""
