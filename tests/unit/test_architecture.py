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
    {"doctor"},
    {"run"},
    {"forecast"},
    {"trial"},
    {"plan"},
    {"render"},
    {"result"},
    {"findings", "probes", "stand", "store", "draft", "audit"},
    {"diagnosis"},
    {"study"},
    {"method"},
    {"judge"},
    {"stats"},
    {"records"},
    {"words"},
    {"model"},
    {"system"},
    {"errors", "_engine", "__init__"},
)
RANK = {part: rank for rank, parts in enumerate(RANKS) for part in parts}
SAME_RANK = set[tuple[str, str]]()
# Trials and their results are what is stored.
STORED_OF_METHOD = {"loadproof.method.trial"}
OF_THE_TRIAL_LOOP = (
    "loadproof.trial.",
    "loadproof.judge.",
    "loadproof.method.",
    "loadproof.model.message",
    "loadproof.model.slo",
    "loadproof.records.doubt",
)
WITHOUT_EFFECT = {"collections", "collections.abc", "dataclasses", "functools", "math", "typing"}

CRATES = {
    "schedule": set[str](),
    "protocol": set[str](),
    "measure": set[str](),
    "gc-log": set[str](),
    "heap": set[str](),
    # The wire format of a request lives in the codec alone.
    "scenario": {"protocol"},
    "engine": {"schedule", "scenario", "measure", "protocol"},
    "reactor": {"engine", "schedule", "scenario", "measure", "protocol"},
    "simulate": {"engine", "schedule", "scenario", "measure", "protocol"},
    "python": {"gc-log", "heap", "reactor", "simulate", "engine", "schedule", "scenario", "measure", "protocol"},
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
    """The part of the package that a dotted name belongs to.

    >>> part_of("loadproof.judge.plateau"), part_of("loadproof")
    ('judge', '__init__')
    """
    return (*module.split("."), "__init__")[1]


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
    importer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for name in imported_by(path):
        imported = part_of(name)
        if imported == importer:
            continue
        downwards = RANK[importer] < RANK[imported]
        assert downwards or (importer, imported) in SAME_RANK, f"{importer} may not import {name}"
        if importer == "store" and imported == "method":
            assert name in STORED_OF_METHOD


@pytest.mark.parametrize("path", sorted((PACKAGE / "trial").glob("*.py")), ids=lambda path: path.name)
def test_the_trial_loop_knows_no_clock_file_or_socket(path: Path) -> None:
    assert [name for name in imported_by(path) if not name.startswith(OF_THE_TRIAL_LOOP)] == []
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    others = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    others |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert {name for name in others if not str(name).startswith("loadproof.")} <= WITHOUT_EFFECT


def test_every_part_of_the_package_has_a_rank() -> None:
    parts = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in python_modules()}
    assert parts <= RANK.keys()
    assert parts >= {"cli", "run", "plan", "method", "store", "render", "judge", "study", "model", "errors"}


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
    roots = {path.parent.name: ast.get_docstring(ast.parse(path.read_text())) for path in PACKAGE.glob("*/__init__.py")}
    assert len(roots) > 10
    assert [name for name, told in roots.items() if told is None or "# Layout" not in told] == []
