"""Starts stands/known-truth and runs loadproof against it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from loadproof.stand.service_process import ServiceProcess

from bench.error import BenchError

__all__ = ["measured", "started", "truth_server"]

_BINARY = Path(__file__).parents[2] / "stands/known-truth/target/release/known-truth"


def truth_server(log: Path, *arguments: str) -> ServiceProcess:
    """The server in a mode, on a free port; its own messages go to `log`. Raises BenchError when it is not built."""
    if not _BINARY.is_file():
        raise BenchError(f"{_BINARY} is not built. Cure: make stands")
    return ServiceProcess([str(_BINARY), *arguments], log)


def started(url: str | None, out: Path, *arguments: str) -> subprocess.Popen[str]:
    """`loadproof VERB URL` as a user would run it."""
    verb, *options = arguments
    target = [] if url is None else [url]
    command = [sys.executable, "-m", "loadproof", verb, *target, *options, "--json", "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def measured(process: subprocess.Popen[str], within_s: float) -> dict[str, Any]:
    """What the process printed as its result. Raises BenchError with its last words when that is none."""
    try:
        output, messages = process.communicate(timeout=within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    try:
        result: dict[str, Any] = json.loads(output)
    except ValueError as error:
        raise BenchError(f"loadproof gave no result: {messages.strip()[-500:]}") from error
    return result
