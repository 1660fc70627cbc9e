"""Imports run one way, in Python and between the crates; files stay small and say by their names what they hold."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python/loadproof"

RANKS = (
    {"__main__"},
    {"pytest_plugin"},
    {"cli", "api"},
    # Of tools: doctor, and below it drafts and audit.
    {"doctor"},
    {"run"},
    {"forecast"},
    {"trial"},
    {"plan"},
    {"render"},
    {"result"},
    {"findings", "probes", "stand", "store", "drafts", "audit"},
    {"jvm", "postgres"},
    {"study"},
    {"methods"},
    {"alarms", "injections"},
    {"judge"},
    {"stats"},
    {"records"},
    {"words"},
    {"model"},
    {"system"},
    {"errors", "_engine", "__init__"},
)
RANK = {part: rank for rank, parts in enumerate(RANKS) for part in parts}
# An injection reaches a database by the link of its probe, whose every step is bounded in time.
SAME_RANK = {("stand", "probes")}
# Trials and their results are what is stored.
STORED_OF_METHOD = {"loadproof.methods.trial"}
OF_THE_TRIAL_LOOP = (
    "loadproof.trial.",
    "loadproof.judge.",
    "loadproof.methods.",
    "loadproof.model.message",
    "loadproof.model.slo",
    "loadproof.records.doubt",
)
WITHOUT_EFFECT = {"__future__", "collections", "collections.abc", "dataclasses", "functools", "math", "typing"}

ROLES = {
    "spec": "study",
    "variants": "study",
    "toggles": "study",
    "judge": "judge",
    "onset": "judge",
    "result": "result",
    "sentence": "result",
    "partial": "result",
    "sections": "render",
    "forecast": "forecast",
    "campaign": "run",
    "switched_slots": "run",
}
"""Parts of the package, by the role in the folder of a method that belongs to it; every other one is of the machine."""
ROLES_OF_A_FEATURE = {
    "command": "cli",
    "document": "render",
    "tree": "render",
    "flame_graph": "render",
    "probe": "probes",
    "causes": "findings",
}
"""The same of the folders of `jvm` and `tools`; every other one is of what reads."""
ROLES_OF_ALARMS = {
    "spec": "study",
    "resolution": "study",
    "prometheus": "study",
    "rule_file": "study",
    "result": "result",
    "sections": "render",
    "watch": "run",
    "command": "cli",
}
"""The same of the folder of alarms; every other module is of their evaluation."""
ROLES_OF_INJECTIONS = {
    "spec": "study",
    "settings": "study",
    "resolution": "study",
    "problem_resolution": "study",
    "problem_text": "study",
    "schedule": "study",
    "clearing": "stand",
    "hold": "stand",
    "injector": "stand",
    "kinds": "stand",
    "undo": "stand",
    "watch": "run",
    "result": "result",
    "effect_series": "result",
    "phase_calls": "result",
    "sections": "render",
}
"""The same of the folder of injections; every other module is of traces on disk."""
ROLES_OF_POSTGRES = {
    "link": "probes",
    "queries": "probes",
    "probe": "probes",
    "observer": "probes",
    "activity_reader": "probes",
    "server_machine": "probes",
    "plans": "probes",
    "plan_log": "probes",
    "diagnosis": "run",
    "causes": "findings",
    "session_causes": "findings",
    "statement_causes": "findings",
    "storage_causes": "findings",
    "result": "result",
    "sections": "render",
    "document": "render",
    "command": "cli",
}
"""The same of the folder of PostgreSQL; every other module only computes, and knows neither a server nor a run."""
ROLES_OF_FOLDERS = {"alarms": ROLES_OF_ALARMS, "injections": ROLES_OF_INJECTIONS, "postgres": ROLES_OF_POSTGRES}
APART = {"gc", "heap", "threads"}
"""Folders of `jvm` that know nothing of each other, nor of what looks at a running VM."""
WIRING = {"loadproof.methods.registry", "loadproof.methods.row"}
FOLDERS = {f"loadproof.methods.{path.parent.name}" for path in (PACKAGE / "methods").glob("*/__init__.py")}
PURE = {"methods", "judge", "stats", "records", "model", "errors", "_engine"}
"""Parts that a machine and its judge may know: nothing of a study, a store or a run."""
COMMANDS = {
    "capacity": {"cli.capacity", "run.capacity_run", "run.request"},
    "load": {"api", "cli.load", "run.load_run", "run.request"},
}
"""Commands of the name of a method, which take its settings."""
VERB, PURPOSE, SCHEMA = "name of a command", "purpose of a trial", "value of documented JSON"
NAMED = {
    ("__init__.py", "capacity"): VERB,
    ("__init__.py", "load"): VERB,
    ("cli/foreign_options.py", "capacity"): VERB,
    ("cli/foreign_options.py", "load"): VERB,
    ("jvm/vm/reading.py", "capacity"): "size of a generation of a heap",
    ("tools/drafts/study_text.py", "smoke"): "key of the study file that it writes",
    ("tools/drafts/study_text.py", "capacity"): "key of the study file that it writes",
    ("tools/drafts/study_text.py", "confirm"): "key of the study file that it writes",
    ("tools/drafts/study_text.py", "soak"): "key of the study file that it writes",
    ("methods/plateaus/sentence.py", "load"): "value of a message",
    ("methods/row.py", "warm_up"): "key of the warm-up, which is no method",
    ("methods/trial.py", "load"): PURPOSE,
    ("methods/trial.py", "confirm"): PURPOSE,
    ("methods/trial.py", "soak"): PURPOSE,
    ("methods/trial.py", "compare"): PURPOSE,
    ("methods/trial.py", "smoke"): PURPOSE,
    ("records/comparison.py", "compare"): SCHEMA,
    ("records/machine_use.py", "load"): "role of a machine",
    ("records/overhead.py", "overhead"): SCHEMA,
    ("records/trial.py", "smoke"): PURPOSE,
    ("records/trial.py", "load"): PURPOSE,
    ("records/trial.py", "confirm"): PURPOSE,
    ("records/trial.py", "soak"): PURPOSE,
    ("records/trial.py", "compare"): PURPOSE,
    ("render/content.py", "load"): "name of a chart",
    ("render/html.py", "load"): VERB,
    ("render/live_lines.py", "load"): "column of the live view",
    ("render/live_screen.py", "load"): "column of the live view",
    ("render/screen.py", "load"): VERB,
    ("result/result_json.py", "load"): VERB,
    ("result/result_json.py", "capacity"): VERB,
    ("result/run_comparison.py", "load"): SCHEMA,
    ("result/run_comparison.py", "soak"): SCHEMA,
    ("result/run_comparison.py", "confirm"): SCHEMA,
    ("result/run_comparisons.py", "load"): "value of a message",
    ("run/capacity_run.py", "capacity"): VERB,
    ("run/load_run.py", "load"): VERB,
    ("stand/own_addresses.py", "load"): "use of an address",
    ("store/record.py", "compare"): "reason of a start, as it is stored",
    ("store/record.py", "overhead"): "reason of a start, as it is stored",
    ("store/run_list.py", "load"): VERB,
    ("study/diagnosis_spec.py", "load"): "key of a diagnosis",
    ("study/probe_spec.py", "load"): "role of a machine",
    ("study/saturated_spec.py", "load"): "role of a machine",
    ("study/simulated_resolution.py", "warm_up"): "key of a simulated service",
}
"""Texts equal to the name of a method that stand outside its folder, with what they mean there."""

CRATES = {
    "schedule": set[str](),
    "protocol": set[str](),
    "measure": set[str](),
    "gc-log": set[str](),
    "heap": set[str](),
    "link": set[str](),
    # The wire format of a request lives in the codec alone.
    "scenario": {"protocol"},
    "engine": {"schedule", "scenario", "measure", "protocol"},
    "reactor": {"engine", "schedule", "scenario", "measure", "protocol"},
    "simulate": {"engine", "schedule", "scenario", "measure", "protocol"},
    "python": {
        "gc-log",
        "heap",
        "link",
        "reactor",
        "simulate",
        "engine",
        "schedule",
        "scenario",
        "measure",
        "protocol",
    },
}

NAMELESS = {"utils", "util", "helpers", "helper", "common", "manager", "base"}
SUFFIXES = {".py", ".pyi", ".rs", ".go", ".java", ".kt"}
SOURCES = ("python/loadproof", "crates", "stands", "tests", "bench")


def python_modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def source_files() -> list[Path]:
    found = (path for place in SOURCES for path in (ROOT / place).rglob("*") if path.suffix in SUFFIXES)
    return sorted(path for path in found if "target" not in path.relative_to(ROOT).parts)


def part_of(module: str) -> str:
    """The part of the package that a dotted name belongs to; a role in a feature belongs to the part of its kind.

    >>> part_of("loadproof.judge.plateau"), part_of("loadproof"), part_of("loadproof.methods.soak.sentence")
    ('judge', '__init__', 'result')
    >>> part_of("loadproof.jvm.gc.command"), part_of("loadproof.jvm.gc.lines"), part_of("loadproof.tools.audit.totals")
    ('cli', 'jvm', 'audit')
    """
    names = (*module.split("."), "__init__")
    if names[1] == "methods":
        return ROLES.get(names[3], "methods") if len(names) > 4 else "methods"
    if names[1] in ROLES_OF_FOLDERS:
        return ROLES_OF_FOLDERS[names[1]].get(names[2], names[1])
    if names[1] not in ("jvm", "tools"):
        return names[1]
    role = next((name for name in names[2:] if name in ROLES_OF_A_FEATURE), None)
    if role is not None:
        return ROLES_OF_A_FEATURE[role]
    return names[2] if names[1] == "tools" else "jvm"


def module_of(path: Path) -> str:
    """The dotted name of a module of ours."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def is_wiring(module: str) -> bool:
    """Whether a module names what a method has to give: its row, the type of rows, the registry.

    >>> is_wiring("loadproof.methods.soak"), is_wiring("loadproof.methods.soak.machine")
    (True, False)
    """
    return module in WIRING | FOLDERS


def imported_by(path: Path) -> set[str]:
    """Dotted names of what a module imports of this package, wherever in the file the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import hides where it leads"
            assert node.module is not None
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name for name in named if is_module(name)} or {node.module}
    return {name for name in names if name.split(".")[0] == "loadproof"}


def is_module(name: str) -> bool:
    """Whether a dotted name is a module or a package of ours, not something in one."""
    place = ROOT / "python" / Path(*name.split("."))
    return any(place.with_suffix(suffix).is_file() for suffix in (".py", ".pyi")) or (place / "__init__.py").is_file()


def imported_at_once(path: Path) -> set[str]:
    """Dotted names of what a module imports of this package as soon as it is imported itself."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = (node.module or "" for node in body if isinstance(node, ast.ImportFrom))
    return {name for name in found if name.startswith("loadproof.")}


def methods_folder(path: Path) -> str | None:
    """The folder of the method that a module is in."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "methods" and len(parts) > 2 else None


@pytest.mark.parametrize("path", sorted((PACKAGE / "methods").glob("*/**/*.py")), ids=module_of)
def test_a_machine_and_its_judge_know_no_study_store_or_run(path: Path) -> None:
    if is_wiring(module_of(path)) or part_of(module_of(path)) not in ("methods", "judge"):
        return
    assert {part for name in imported_by(path) if (part := part_of(name)) not in PURE} == set()


def test_a_method_is_named_in_its_folder_alone() -> None:
    # Closed users are a key of profiles, plans and results, too.
    names = {folder.rpartition(".")[2] for folder in FOLDERS} - {"users"}
    found: dict[tuple[str, str], str] = {}
    for path in python_modules():
        place, tree = path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        exported = {
            id(one)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and "__all__" in map(ast.unparse, node.targets)
            for one in ast.walk(node.value)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in told | exported:
                continue
            if node.value in names and node.value != methods_folder(path):
                found[place, str(node.value)] = NAMED.get((place, str(node.value)), "")
    assert [key for key, reason in found.items() if not reason] == []
    assert found.keys() == NAMED.keys()


def test_a_method_is_imported_in_its_folder_alone() -> None:
    for path in python_modules():
        module = module_of(path).removeprefix("loadproof.")
        for name in imported_by(path):
            folder = next((one for one in FOLDERS if name.startswith(f"{one}.")), None)
            method = str(folder).rpartition(".")[2]
            inside = folder is None or methods_folder(path) == method
            assert inside or module in COMMANDS.get(method, ()), f"{module} imports {name}"


def test_the_root_imports_the_package_for_those_who_check_types_alone() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    checked = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    ours = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "loadproof" in str(node.module)]
    assert ours
    assert [node.lineno for node in ours if not any(node in branch.body for branch in checked)] == []


@pytest.mark.parametrize(
    "path",
    [path for path in python_modules() if path != PACKAGE / "__init__.py"],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_python_imports_run_one_way(path: Path) -> None:
    module = module_of(path)
    if is_wiring(module):
        assert {name for name in imported_at_once(path) if not is_wiring(name)} <= {"loadproof.methods.method"}
        return
    importer = part_of(module)
    for name in imported_by(path):
        imported = part_of(name)
        if imported == importer or is_wiring(name):
            continue
        downwards = RANK[importer] < RANK[imported]
        assert downwards or (importer, imported) in SAME_RANK, f"{importer} may not import {name}"
        if importer == "store" and imported == "methods":
            assert name in STORED_OF_METHOD


@pytest.mark.parametrize("side", sorted(APART))
def test_logs_heaps_and_threads_of_a_jvm_are_read_apart(side: str) -> None:
    shared = {path.stem for path in (PACKAGE / "jvm").glob("*.py")}
    paths = sorted((PACKAGE / "jvm" / side).glob("*.py"))
    of_jvm = {name for path in paths for name in imported_by(path) if name.startswith("loadproof.jvm.")}
    assert of_jvm
    assert [name for name in of_jvm if name.split(".")[2] not in shared | {side}] == []


@pytest.mark.parametrize("path", sorted((PACKAGE / "trial").glob("*.py")), ids=lambda path: path.name)
def test_the_trial_loop_knows_no_clock_file_or_socket(path: Path) -> None:
    assert [name for name in imported_by(path) if not name.startswith(OF_THE_TRIAL_LOOP)] == []
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    others = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    others |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert {name for name in others if not str(name).startswith("loadproof.")} <= WITHOUT_EFFECT


def test_every_part_of_the_package_has_a_rank() -> None:
    parts = {part_of(module_of(path)) for path in python_modules()}
    assert parts | {"_engine"} == RANK.keys()


def manifests() -> dict[str, dict[str, dict[str, object]]]:
    """The manifest of each crate by its name without the prefix."""
    return {
        path.parent.name.removeprefix("loadproof-"): tomllib.loads(path.read_text(encoding="utf-8"))
        for path in (ROOT / "crates").glob("*/Cargo.toml")
    }


def test_crates_depend_one_way() -> None:
    found = manifests()
    assert found.keys() <= CRATES.keys()
    assert found.keys() >= {"schedule", "scenario", "measure", "protocol", "engine", "reactor", "python"}
    for crate, manifest in found.items():
        tables = (manifest.get(table, {}) for table in ("dependencies", "dev-dependencies", "build-dependencies"))
        ours = {name.removeprefix("loadproof-") for table in tables for name in table if name.startswith("loadproof-")}
        assert ours <= CRATES[crate], f"loadproof-{crate} may not depend on {sorted(ours - CRATES[crate])}"


def test_pyo3_is_in_the_binding_alone() -> None:
    users = {
        crate
        for crate, manifest in manifests().items()
        if any(name.startswith("pyo3") for table in manifest.values() for name in table)
    }
    assert users == {"python"}


def test_names_of_files_say_what_they_hold() -> None:
    relative = [path.relative_to(ROOT) for path in source_files()]
    assert [path for path in relative if NAMELESS & {part.split(".")[0] for part in path.parts}] == []


def test_the_architecture_is_read_in_one_sitting() -> None:
    lines = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200
    assert [line for line in lines if len(line) > 160] == []


def test_each_package_says_at_its_root_what_is_in_it() -> None:
    paths = (path for place in ("*", "jvm/*", "tools/*") for path in PACKAGE.glob(f"{place}/__init__.py"))
    roots = {module_of(path): ast.get_docstring(ast.parse(path.read_text())) for path in paths}
    assert len(roots) > 20
    assert [name for name, told in roots.items() if told is None or "# Layout" not in told] == []
