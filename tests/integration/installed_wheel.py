"""loadproof as its users have it: the wheel of `make wheel` in a virtual environment, and nothing of the tree."""

import json
import os
import platform
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from .command_line import Ended

__all__ = ["ROOT", "Environment", "built_wheel"]

ROOT = Path(__file__).parents[2]
_OF_THE_TREE = re.compile(r"PYTHON\w*|PYTEST\w*|VIRTUAL_ENV|PATH|CARGO\w*|RUST\w*|MAKE\w*|LOADPROOF\w*|MATURIN\w*")
_LONGEST_INSTALLATION_S = 300.0


def built_wheel() -> Path:
    """The wheel for this machine in dist/; fails the test where there is none."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    wheel = ROOT / "dist" / f"loadproof-{version}-cp311-abi3-manylinux_2_28_{platform.machine()}.whl"
    if not wheel.is_file():
        pytest.fail(f"{wheel} is not built: run `make wheel`", pytrace=False)
    return wheel


class Environment:
    """A virtual environment that was empty. Its commands are all that is on PATH: no Rust, no Node.js, no compiler."""

    def __init__(self, place: Path, *requirements: str) -> None:
        """Makes it in the directory `place` and installs what pip is told."""
        self.place = place
        subprocess.run([sys.executable, "-m", "venv", place], check=True, capture_output=True)
        kept = {name: value for name, value in os.environ.items() if not _OF_THE_TREE.fullmatch(name)}
        self._environment = {**kept, "PATH": str(place / "bin"), "XDG_STATE_HOME": str(place / "state")}
        self.install(*requirements)

    def install(self, *requirements: str) -> None:
        """`pip install`; fails the test where pip does."""
        ended = self.run("pip", "install", "--quiet", *requirements, cwd=self.place, within_s=_LONGEST_INSTALLATION_S)
        assert ended.exit_code == 0, ended.messages

    def run(
        self, *words: object, cwd: Path, within_s: float = 60.0, environment: Mapping[str, str] | None = None
    ) -> Ended:
        """Runs a command of the environment to its end; raises subprocess.TimeoutExpired."""
        began_s = time.monotonic()
        name, *arguments = map(str, words)
        ended = subprocess.run(
            [self.place / "bin" / name, *arguments],
            cwd=cwd,
            env={**self._environment, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within_s,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr, time.monotonic() - began_s)

    def python(self, code: str, *arguments: object, cwd: Path) -> str:
        """What a program prints in it; fails the test where it does not end well."""
        ended = self.run("python", "-c", code, *arguments, cwd=cwd)
        assert ended.exit_code == 0, ended.messages
        return ended.output

    @property
    def package(self) -> Path:
        """The directory of the installed package."""
        (package,) = self.place.glob("lib/python3*/site-packages/loadproof")
        return package

    @contextmanager
    def sample_service(self) -> Iterator[str]:
        """The URL of the demo's service, which the wheel carries: ten workers, 10 ms for each call."""
        words = ("workers", "--count", "10", "--service-us", "10000", "--listen", "127.0.0.1:0", "--die-with-parent")
        with subprocess.Popen(
            [self.package / "_bin/known-truth", *words], stdout=subprocess.PIPE, text=True
        ) as service:
            try:
                assert service.stdout is not None
                yield f"http://{json.loads(service.stdout.readline())['listening']}"
            finally:
                service.terminate()

    @contextmanager
    def started(self, *words: object, cwd: Path) -> Iterator[None]:
        """A command of the environment that runs meanwhile."""
        name, *arguments = map(str, words)
        with subprocess.Popen([self.place / "bin" / name, *arguments], cwd=cwd, env=self._environment) as process:
            try:
                yield
            finally:
                process.terminate()
