"""A command that is started while the run has a thousand connections open and more."""

import os
import resource
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess

_OPEN = 1100
"""Numbers of descriptors from 1024 on are none that select(2) takes."""


def test_a_command_starts_and_ends_beside_a_thousand_open_connections(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _OPEN + 200:
        pytest.skip("so many descriptors are not allowed here")
    told = SupervisedCommand(
        (sys.executable, "-S", "-c", "raise SystemExit(3)"),
        str(tmp_path),
        {"PATH": os.environ["PATH"]},
        tuple(sorted(os.sched_getaffinity(0))),
    )
    with ExitStack() as stack:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, _OPEN + 200), hard))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(_OPEN):
            stack.enter_context(Path(os.devnull).open("rb"))
        process = SupervisedProcess(told, "loadproof-test")
        stack.callback(process.stop)
        ended = process.wait(20.0)
    assert ended is not None
    assert ended.exit_code == 3
