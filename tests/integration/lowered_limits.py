"""`loadproof ...` under limits that nobody may raise again, and what must hold of its end whatever ran out."""

import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .command_line import Ended, loadproof

__all__ = ["assert_told", "codes_of", "few_processes", "limited", "reported"]

_PR_CAPBSET_DROP = _CAP_SYS_RESOURCE = 24
_LIBRARY = ctypes.CDLL(None)


def limited(
    *words: object,
    cwd: Path,
    limits: Mapping[int, int] | None = None,
    before: Callable[[], None] | None = None,
    wrapper: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    within_s: float = 60.0,
) -> Ended:
    """Runs `loadproof WORDS` to its end with soft and hard `limits`, and after `before`, in the new process."""

    def lower() -> None:
        _LIBRARY.prctl(_PR_CAPBSET_DROP, _CAP_SYS_RESOURCE, 0, 0, 0)
        if before is not None:
            before()
        for limit, value in (limits or {}).items():
            resource.setrlimit(limit, (value, value))

    began_s = time.monotonic()
    ended = subprocess.run(
        [*wrapper, sys.executable, "-m", "loadproof", *map(str, words)],
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=within_s,
        preexec_fn=lower,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr, time.monotonic() - began_s)


def assert_told(ended: Ended, allowed: tuple[int, ...]) -> None:
    """No stack trace, an exit code of those `allowed`, and of what was refused a sentence with its cure."""
    assert "Traceback" not in ended.messages, ended.messages
    assert ended.exit_code in allowed, (ended.exit_code, ended.messages)
    if ended.exit_code == 2:
        assert "Cure: " in ended.messages, ended.messages


def reported(run: Path, cwd: Path) -> dict[str, Any]:
    """The result of a run by `loadproof report` without limits; it never says that the service failed."""
    report = loadproof("report", run, "--json", cwd=cwd)
    assert report.exit_code in (0, 4), (report.exit_code, report.messages)
    parsed: dict[str, Any] = json.loads(report.output)
    return parsed


def codes_of(result: Mapping[str, Any]) -> set[str]:
    """The codes of the doubts of a result and of its trials."""
    of_trials = (trial["measurement"]["doubts"] for trial in result["trials"])
    return {doubt["code"] for doubts in (result["doubts"], *of_trials) for doubt in doubts}


@contextmanager
def few_processes(most: int) -> Iterator[Callable[[], None] | None]:
    """What puts a new process into a control group of so many processes and threads; None: no rights to make one."""
    group = Path("/sys/fs/cgroup/pids") if Path("/sys/fs/cgroup/pids").is_dir() else Path("/sys/fs/cgroup")
    group /= f"loadproof-test-{os.getpid()}-{most}"
    try:
        group.mkdir()
        (group / "pids.max").write_text(str(most))
    except OSError:
        if group.is_dir():
            group.rmdir()
        yield None
        return

    def join() -> None:
        (group / "cgroup.procs").write_text(str(os.getpid()))

    try:
        yield join
    finally:
        deadline_s = time.monotonic() + 10.0
        while (group / "cgroup.procs").read_text() and time.monotonic() < deadline_s:
            time.sleep(0.05)
        group.rmdir()
