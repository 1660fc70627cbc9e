"""Odd, poor or broken surroundings: each command ends with a documented exit code and without a stack trace."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import loadproof
import pytest
from loadproof.cli.main import app

from .every_command import COMMANDS, LONG, slow_study
from .lowered_limits import codes_of, limited, reported
from .stand import known_truth

FEW = ("load", "runs", "show", "doctor")
"""Commands that are tried everywhere in `make test`: one that loads, two that read, one that looks at the machine."""
CODES = (0, 1, 2, 3, 4)
IN_SHELL = {
    "open files 8": "ulimit -n 8",
    "data 50 MiB": "ulimit -d 50000",
    "data 700 MiB": "ulimit -d 700000",
    "address space 60 MiB": "ulimit -v 60000",
    "file size 0": "ulimit -f 0",
    "file size 1 KiB": "ulimit -f 1",
    "a stack of 512 KiB": "ulimit -s 512",
    "no standard output": "exec >&-",
    "no standard error": "exec 2>&-",
    "no standard input": "exec <&-",
    "no standard streams": "exec <&- >&- 2>&-",
    "umask 777": "umask 777",
    "a working directory that is read-only": "cd /sys",
    "a working directory that is gone": "mkdir gone; cd gone; rmdir ../gone",
    "no HOME": "unset HOME",
}
"""What a shell does before it becomes the command."""
IN_ENVIRONMENT = {
    "TZ of another file": {"TZ": ":/etc/passwd"},
    "TZ of nowhere": {"TZ": "Nowhere/Land"},
    "TZ that is empty": {"TZ": ""},
    "TZ of 300 letters": {"TZ": "A" * 300},
    "TZ above its directory": {"TZ": "../../../etc/shadow"},
    "HOME that cannot be written": {"HOME": "/proc/1/nowhere"},
    "TMPDIR that is missing": {"TMPDIR": "/nowhere"},
    "TMPDIR that is read-only": {"TMPDIR": "/sys"},
    "LC_ALL=C": {"LC_ALL": "C", "LANG": "C", "POSIXLY_CORRECT": "1"},
    "a broken locale": {"LC_ALL": "xx_YY.BROKEN"},
    "ASCII": {"PYTHONIOENCODING": "ascii"},
    "no columns": {"COLUMNS": "0"},
    "negative columns": {"COLUMNS": "-1"},
    "columns that are no number": {"COLUMNS": "abc"},
    "an odd terminal": {"TERM": "odd-terminal"},
    "no PATH": {"PATH": ""},
    "optimized Python": {"PYTHONOPTIMIZE": "2"},
}
AS_ROOT = {
    "no /proc": "mount -t tmpfs none /proc",
    "a /proc that hides others": "mount -t proc -o hidepid=2 none /proc",
    "no network": "true",
}
"""What a shell does in namespaces of its own before it becomes the command."""
SURROUNDINGS = (*IN_SHELL, *IN_ENVIRONMENT, *AS_ROOT)


@pytest.mark.parametrize("surrounding", SURROUNDINGS)
def test_a_few_commands_in_each_surrounding(tmp_path: Path, kept: Path, surrounding: str) -> None:
    try_commands(tmp_path, kept, surrounding, FEW)


@pytest.mark.parametrize("surrounding", SURROUNDINGS)
def test_every_command_in_each_surrounding(tmp_path: Path, kept: Path, surrounding: str) -> None:
    try_commands(tmp_path, kept, surrounding, [verb for verb in COMMANDS if verb not in LONG])


def test_every_command_has_words() -> None:
    assert {command.name or command.callback.__name__ for command in app.registered_commands if command.callback} == {
        *COMMANDS
    }


def try_commands(place: Path, kept: Path, surrounding: str, verbs: list[str] | tuple[str, ...]) -> None:
    if surrounding in AS_ROOT and os.geteuid() != 0:
        pytest.skip("only root may make namespaces")
    with ThreadPoolExecutor(2) as threads:
        told = list(threads.map(lambda verb: tried(place / verb, kept, surrounding, verb), verbs))
    assert not [one for one in told if one], told


def tried(place: Path, kept: Path, surrounding: str, verb: str) -> str:
    """What is wrong with the end of a command; empty: nothing."""
    place.mkdir()
    shutil.copytree(kept, place / "kept")
    slow_study(place)
    words = COMMANDS[verb] if verb != "doctor" else ("--for", "1s")
    command = [sys.executable, "-m", "loadproof", verb, *map(str, words)]
    before = IN_SHELL.get(surrounding) or AS_ROOT.get(surrounding, "true")
    wrapper = ["unshare", "--net" if surrounding == "no network" else "--mount"] if surrounding in AS_ROOT else []
    ended = subprocess.run(
        [*wrapper, "/bin/bash", "-c", f"{before}; exec {shlex.join(command)}"],
        cwd=place,
        env={**os.environ, **IN_ENVIRONMENT.get(surrounding, {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=90,
    )
    if "Traceback" in ended.stderr or "panicked" in ended.stderr or ended.returncode not in CODES:
        return f"{verb}: {ended.returncode} {ended.stderr[-600:]}"
    if ended.returncode == 2 and surrounding not in ("no standard error", "no standard streams"):
        # The words of the command line's own parser have no cure.
        return (
            "" if "Cure: " in ended.stderr or "Usage: " in ended.stderr else f"{verb}: no cure: {ended.stderr[-300:]}"
        )
    return ""


NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all")


def home_of_nobody(tmp_path: Path, kept: Path | None = None) -> Path:
    """Directory of another user, with a copy of a run."""
    place = tmp_path / "home"
    place.mkdir()
    if kept is not None:
        shutil.copytree(kept, place / "kept")
    for entry in (place, *place.rglob("*")):
        os.chown(entry, 65534, 65534)
    for above in place.parents:
        if Path(tempfile.gettempdir()) in above.parents and above.stat().st_uid == os.geteuid():
            above.chmod(0o755)
    return place


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_user_other_than_root_runs_the_demo(tmp_path: Path) -> None:
    place = home_of_nobody(tmp_path)
    packages = os.pathsep.join((str(Path(loadproof.__file__).parents[1]), sysconfig.get_path("purelib")))
    environment = {"HOME": str(place), "TMPDIR": str(place), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": packages}
    # The interpreter of this environment may stand in a home of root, where children of the command cannot start it.
    for python in (sys.executable, "/usr/bin/python3"):
        tried = (*NOBODY, "sh", "-c", 'exec "$0" -c "import loadproof.api"', python)
        if not subprocess.run(tried, cwd=place, env={**os.environ, **environment}, check=False).returncode:
            break
    else:
        pytest.skip("no interpreter that another user can start reads this tree")
    ended = subprocess.run(
        (*NOBODY, python, "-m", "loadproof", "demo", "--out", "run"),
        cwd=place,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=420,
        check=False,
    )
    assert "Traceback" not in ended.stderr
    # A machine that others use may leave it undecided.
    assert ended.returncode in (0, 4), ended.stderr
    assert {file.stat().st_uid for file in (place / "run").iterdir()} == {65534}
    reported(place / "run", place)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_user_other_than_root_needs_no_root(tmp_path: Path, kept: Path) -> None:
    place = home_of_nobody(tmp_path, kept)
    environment = {"HOME": str(place), "TMPDIR": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    if subprocess.run([*NOBODY, sys.executable, "-c", "import loadproof"], cwd=place, check=False).returncode:
        pytest.skip("this tree cannot be read by another user")
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        options = ("--rate", 50, "--for", "2s", "--slo", "p99<2s", "--timeout", "3s", "--out", "run")
        for words, codes in (
            (("load", service.url, *options), (0, 4)),
            (("report", "kept"), (0, 3, 4)),
            (("runs",), (0,)),
            (("show", "kept"), (0, 3, 4)),
            (("export", "kept", "--csv", "tables"), (0,)),
            (("init", service.url, "--out", "drafted.yaml"), (0,)),
            (("plan", "drafted.yaml"), (0,)),
            (("doctor", "--for", "1s"), (0, 2)),
        ):
            ended = limited(*words, cwd=place, wrapper=NOBODY, environment=environment)
            assert "Traceback" not in ended.messages, ended.messages
            assert ended.exit_code in codes, f"{words}: {ended.exit_code}\n{ended.messages}"
    reported(place / "run", place)


@pytest.mark.parametrize(
    ("written", "code", "doubt"), [((), 0, None), (("--connections", 1000), 3, "connection-limit")]
)
@pytest.mark.quiet_machine
def test_connections_grow_with_need_unless_the_user_wrote_a_limit(
    tmp_path: Path, written: tuple[object, ...], code: int, doubt: str | None
) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 2_000_000) as service:
        options = ("--rate", 800, "--for", "6s", "--slo", "p99<3s", "--timeout", "15s", "--out", "run")
        ended = limited("load", service.url, *options, *written, "--json", cwd=tmp_path)
    result = ended.result
    if codes_of(result) & {"late-sends", "generator-cpu", "disturbed"}:
        pytest.skip("the machine was too busy to judge anything")
    assert ended.exit_code == code, ended.messages
    (trial,) = result["trials"]
    assert trial["measurement"]["valid"]
    assert codes_of(result) & {"connection-limit", "connection-room", "descriptors"} == ({doubt} if doubt else set())
