"""What `loadproof` offers to programs: its names, what it costs to import it, and that type checkers know it."""

import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import loadproof
import pytest

ROOT = Path(__file__).parents[3]
HEAVY = {"numpy", "pandas", "psycopg", "pydantic", "rich", "ruamel", "scipy", "typer"}
NAMES = [
    "Audit",
    "DatabaseReport",
    "EngineFault",
    "GcReport",
    "HeapReport",
    "InputError",
    "LoadproofError",
    "Message",
    "PackageMissing",
    "Result",
    "RunDirectoryError",
    "RunsComparison",
    "ServiceError",
    "Study",
    "StudyFaults",
    "Table",
    "TargetError",
    "ThreadReport",
    "VmReport",
    "WrittenValueError",
    "audit_table",
    "capacity",
    "compare_runs",
    "diagnose",
    "load",
    "open_run",
    "read_gc_logs",
    "read_heap_dumps",
    "read_thread_dumps",
    "run",
    "text_of",
]
PROGRAM = """
from typing import assert_type

import loadproof
from loadproof import DatabaseReport, InputError, Result, RunsComparison, Study, Table, VmReport, diagnose
from loadproof import capacity, compare_runs, load, open_run, run, text_of

result = run(Study.read("study.yaml", preset="quick"), methods=["load"])
assert_type(result, Result)
assert_type(load("http://h/", rate="max"), Result)
assert_type(capacity("http://h/", slos=["p99<50ms"]).answers[0].rate, float | None)
assert_type(open_run("runs/x").table("seconds"), Table)
assert_type(loadproof.run("s.yaml"), Result)
assert_type(text_of(result.sentence), str)
assert_type(compare_runs(["runs/main", "runs/branch"], margins={"cpu": 10}), RunsComparison)
assert_type(diagnose(4711, classes=True), VmReport)
assert_type(diagnose("postgresql://h/d", seconds=30), DatabaseReport)
wrong_attribute: int = result.state  # type: ignore[assignment]
result.table("windows")  # type: ignore[arg-type]
load("http://h/", rate=["fast"])  # type: ignore[arg-type]
diagnose("postgresql://h/d", classes=True)  # type: ignore[call-overload]
load("http://h/", duration=5)  # type: ignore[call-arg]
try:
    rows = result.table("trials").to_dicts()
except InputError as error:
    print(error)
"""


def test_the_public_names_are_these() -> None:
    assert loadproof.__all__ == NAMES
    assert set(NAMES) <= set(dir(loadproof))
    namespace: dict[str, object] = {}
    exec("from loadproof import *", namespace)  # noqa: S102
    assert {name for name in namespace if not name.startswith("__")} == set(NAMES)
    undocumented = [name for name in NAMES if not inspect.getdoc(namespace[name])]
    assert undocumented == []
    with pytest.raises(AttributeError, match="no attribute 'burst'"):
        _ = loadproof.burst


def test_the_function_stays_where_the_package_of_its_name_is_imported() -> None:
    package = importlib.import_module("loadproof.run")
    assert inspect.ismodule(package)
    assert inspect.isfunction(loadproof.run)
    told = subprocess.run(
        [sys.executable, "-c", "import loadproof.run.request; from loadproof import run; print(callable(run))"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.stdout == "True\n"


def test_to_import_the_package_loads_nothing_of_it() -> None:
    code = "import sys; import loadproof; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    loaded = told.stdout.split()
    assert [name for name in loaded if name.startswith("loadproof")] == ["loadproof"]
    assert not HEAVY & set(loaded)


def test_a_study_and_its_functions_do_not_wait_for_numpy_and_pydantic() -> None:
    code = "import sys; from loadproof import Study, Table, load, run; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert "loadproof.api" in told.stdout.split()
    assert not HEAVY & set(told.stdout.split())


def test_a_program_of_a_user_is_checked_against_the_types(tmp_path: Path) -> None:
    assert (ROOT / "python/loadproof/py.typed").is_file()
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    # An `ignore` that is not needed is an error: each of them is a mistake that has to be found.
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file="),
            *("--cache-dir", ROOT / "target/mypy-of-users", tmp_path / "program.py"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "MYPYPATH": str(ROOT / "python")},
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
