"""Starts stands/known-truth and runs loadproof against it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from loadproof.stand.service_process import ServiceProcess

__all__ = ["measured", "started", "truth_server"]

_BINARY = Path(__file__).parents[2] / "stands/known-truth/target/release/known-truth"


def truth_server(log: Path, *arguments: str) -> ServiceProcess:
    """The server in one of its modes, on a free port; its own messages go to `log`."""
    assert _BINARY.is_file(), "stands/known-truth is not built: run make stands"
    return ServiceProcess([str(_BINARY), *arguments], log)


def started(url: str, out: Path, *arguments: str) -> subprocess.Popen[str]:
    """`loadproof VERB URL` as a user would run it."""
    verb, *options = arguments
    command = [sys.executable, "-m", "loadproof", verb, url, *options, "--json", "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def measured(process: subprocess.Popen[str], within_s: float) -> dict[str, Any]:
    """What the process printed as its result."""
    try:
        output, _ = process.communicate(timeout=within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    result: dict[str, Any] = json.loads(output)
    return result
