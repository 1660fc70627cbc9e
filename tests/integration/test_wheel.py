"""The wheel holds all, old systems can load it, and making it leaves nothing; what cannot be built is refused."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .installed_wheel import ROOT, built_wheel

PAGE = Path("python/loadproof/render/page/report.html")
CHECK = ROOT / "scripts/check_wheel.py"
BUILD = (sys.executable, "-c", "import build_backend; build_backend.{}('.')")


def checked(*wheels: Path) -> tuple[int, list[str]]:
    """Exit code and faults of scripts/check_wheel.py."""
    ended = subprocess.run([sys.executable, CHECK, *wheels], capture_output=True, text=True, check=False)
    return ended.returncode, ended.stderr.splitlines()


def test_the_wheel_holds_what_the_tree_has_and_old_systems_can_load_it() -> None:
    wheel = built_wheel()
    assert checked(wheel) == (0, [])
    listed = subprocess.run(["git", "ls-files", "python"], cwd=ROOT, check=True, capture_output=True, text=True)
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        assert not [name for name in listed.stdout.split() if name.removeprefix("python/") not in held]
        for name in ("loadproof/render/page/report.html", "loadproof/studies/demo.yaml", "loadproof/words/zh.ftl"):
            assert archive.read(name) == (ROOT / "python" / name).read_bytes()
    assert not (ROOT / "python/loadproof/_bin").exists(), "the sample service is left in the tree"


def test_a_wheel_that_lacks_something_or_needs_a_newer_system_is_told(tmp_path: Path) -> None:
    wheel = tmp_path / "loadproof-1-cp311-abi3-manylinux_2_2_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write("/bin/sh", "loadproof/_bin/known-truth")
        archive.writestr("loadproof/py.typed", "")
    code, faults = checked(wheel)
    assert code == 1
    assert f"{wheel.name}: has no loadproof/_engine.abi3.so" in faults
    assert f"{wheel.name}: has no loadproof/words/zh.ftl" in faults
    assert not [fault for fault in faults if "py.typed" in fault]
    assert [fault for fault in faults if f"{wheel.name}: loadproof/_bin/known-truth: needs GLIBC_2." in fault]
    plain = tmp_path / "loadproof-1-cp311-cp311-linux_x86_64.whl"
    plain.touch()
    code, (fault,) = checked(plain)
    assert (code, fault.partition(":")[0]) == (1, plain.name)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What a build reads first: a tree without a page, and without sources of Rust."""
    for path in (Path("pyproject.toml"), Path("scripts/build_backend.py")):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    (tmp_path / PAGE).parent.mkdir(parents=True)
    return tmp_path


def built(tree: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a build in the tree says."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {**os.environ, "PATH": path, "PYTHONPATH": str(tree / "scripts"), **environment}
    return subprocess.run(command, cwd=tree, env=given, capture_output=True, text=True, check=False)


def test_pip_refuses_a_tree_without_the_page_and_says_the_cure(tree: Path) -> None:
    ended = built(tree, sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", ".")
    assert ended.returncode != 0
    said = ended.stdout + ended.stderr
    assert f"error: the page of the report is not built: {PAGE} is missing. Cure: make wheel " in said
    assert "Traceback" not in said
    assert not list(tree.glob("*.whl"))


@pytest.mark.parametrize("hook", ["build_sdist", "build_wheel"])
def test_neither_sdist_nor_wheel_is_made_without_the_page(tree: Path, hook: str) -> None:
    *python, code = BUILD
    ended = built(tree, *python, code.format(hook))
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("error: the page of the report is not built: ")


@pytest.mark.parametrize(
    ("made_so", "said"),
    [
        (
            "sys.platform = 'darwin'",
            "loadproof runs on Linux alone (epoll, control groups, /proc), and this is darwin",
        ),
        ("os.environ['PATH'] = '/nowhere'", "cargo is missing, and the engine is built from source"),
    ],
)
def test_a_machine_that_cannot_build_is_told(tree: Path, made_so: str, said: str) -> None:
    (tree / PAGE).touch()
    code = f"import os, sys, build_backend; {made_so}; build_backend.get_requires_for_build_wheel()"
    ended = built(tree, sys.executable, "-c", code)
    (line,) = ended.stderr.splitlines()
    assert (ended.returncode, line.startswith(f"error: {said}. Cure: ")) == (1, True), line


def test_a_build_that_fails_leaves_no_sample_service(tree: Path) -> None:
    (tree / PAGE).touch()
    # It builds the sample service, and no engine.
    cargo = tree / "tools/cargo"
    cargo.parent.mkdir()
    cargo.write_text(
        '#!/bin/sh\necho "$@" >>asked\n'
        'case "$*" in *known-truth*) install -D /bin/sh stands/target/x/release/known-truth ;; *) exit 1 ;; esac\n'
    )
    cargo.chmod(0o755)
    *python, code = BUILD
    given = {"MATURIN_PEP517_ARGS": "--zig --target x --compatibility manylinux_2_28"}
    ended = built(tree, *python, code.format("build_wheel"), PATH=f"{cargo.parent}:{os.environ['PATH']}", **given)
    assert ended.returncode != 0
    # For the same glibc as the engine.
    assert " --target x.2.28\n" in (tree / "asked").read_text()
    assert (tree / "stands/target/x/release/known-truth").is_file()
    assert not (tree / "python/loadproof/_bin").exists()


@pytest.mark.parametrize("has_built", [True, False])
def test_a_checkout_runs_the_sample_service_that_it_built(tmp_path: Path, has_built: bool) -> None:
    package = tmp_path / "python/loadproof"
    shutil.copytree(ROOT / "python/loadproof", package, ignore=shutil.ignore_patterns("*.so", "_bin"))
    (package / "_engine.abi3.so").symlink_to(ROOT / "python/loadproof/_engine.abi3.so")
    carried, built_here = package / "_bin/known-truth", tmp_path / "stands/known-truth/target/release/known-truth"
    for binary in (carried, *([built_here] if has_built else [])):
        binary.parent.mkdir(parents=True)
        binary.touch()
    study = tmp_path / "study.yaml"
    study.write_text(
        "name: x\nstand:\n"
        "  target: http://127.0.0.1:${sample.port}\n"
        '  services: {sample: {command: "${sample_service} x", ready: {line: ready}}}\n'
        "profile: {base_rate: 1, operations: {get: {request: GET /}}}\n"
        "slo: [p99<1s]\n"
        "methods: {load: {rate: 1, hold: 1s}}\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "loadproof", "run", str(study), "--out", "run"]
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    # Neither can be run: which was tried is told.
    expected = built_here if has_built else carried
    assert str(expected) in ended.stdout + ended.stderr


def test_an_sdist_has_the_page_and_all_that_is_built_of_it(tmp_path: Path) -> None:
    *python, code = BUILD
    path = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "scripts")}
    code = code.format("build_sdist").replace("'.'", f"'{tmp_path}'")
    subprocess.run([*python, code], cwd=ROOT, env={**os.environ, **path}, check=True, capture_output=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(sdist, tmp_path)
    (unpacked,) = tmp_path.glob("loadproof-*/")
    assert (unpacked / PAGE).read_bytes() == (ROOT / PAGE).read_bytes()
    assert not list(unpacked.rglob("*.so"))
    assert not list(unpacked.rglob("target"))
    # Cargo finds every member of both workspaces, locked as they are; what is fetched is in no test.
    for manifest in ("Cargo.toml", "stands/Cargo.toml"):
        command = ("cargo", "metadata", "--no-deps", "--locked", "--offline", "--format-version", "1")
        read = subprocess.run([*command, "--manifest-path", unpacked / manifest], capture_output=True, check=False)
        assert read.returncode == 0, read.stderr
