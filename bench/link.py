"""Cost of a link that passes through: requests directly and by the link, side by side.

`python -m bench.link`: rounds of 6 s at a rate, and of 6 s with as many requests as come, on `known-truth constant`
without a delay; prints medians and their ratios. On an idle machine. Needs `make engine stands`.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

from loadproof.stand.free_ports import free_ports
from loadproof.stand.link import control_place, link_command
from loadproof.study.stand_template import fill_stand_text

from bench.accuracy.truth_server import truth_server

__all__ = ["main"]

_COLUMNS = (
    "way", "at {rate}/s: p50, ms", "p99, ms", "CPU of the link, µs a request",
    "CPU of the server, µs a request", "most, requests/s",
)  # fmt: skip
_TICK_S = 1.0 / os.sysconf("SC_CLK_TCK")
_PATIENCE_S = 20.0
_SECONDS = 6


def main() -> None:
    """Prints a table; `--rounds 1` takes half a minute."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=int, default=2000)
    options = parser.parse_args()
    seen = defaultdict(list)
    with (
        tempfile.TemporaryDirectory() as place,
        truth_server(Path(place) / "log", "constant", "--delay-us", "0") as server,
    ):
        port, link = _link_to(server.url.removeprefix("http://").strip("/"), Path(place))
        ways = {"direct": server.url, "link": f"http://127.0.0.1:{port}/"}
        try:
            for _ in range(options.rounds):
                for name, url in ways.items():
                    seen[name].append(_figures(url, options.rate, link.pid, server.process_id))
                    print(name, *(f"{figure:.4g}" for figure in seen[name][-1]), file=sys.stderr, flush=True)
        finally:
            link.terminate()
            link.wait()
    print(f"| {' | '.join(_COLUMNS).format(rate=options.rate)} |\n|---|{'---:|' * (len(_COLUMNS) - 1)}")
    medians = {name: [median(column) for column in zip(*rows, strict=True)] for name, rows in seen.items()}
    for name, figures in medians.items():
        print(f"| {name} | {' | '.join(f'{figure:.4g}' for figure in figures)} |")
    ratios = [
        ours / theirs if theirs else None for ours, theirs in zip(medians["link"], medians["direct"], strict=True)
    ]
    print(f"| ratio | {' | '.join('–' if ratio is None else f'{ratio:.2f}' for ratio in ratios)} |")


def _link_to(upstream: str, place: Path) -> tuple[int, subprocess.Popen[bytes]]:
    (port,) = free_ports(1, ())
    words = link_command("link", upstream)
    link = subprocess.Popen([fill_stand_text(word, {"link": port}, "link", place, {}) for word in words])
    until_s = time.monotonic() + _PATIENCE_S
    while not control_place(place, "link").exists() and time.monotonic() < until_s:
        time.sleep(0.01)
    return port, link


def _figures(url: str, rate: int, link: int, server: int) -> list[float]:
    before = _cpu_s(link), _cpu_s(server)
    held = _load(url, str(rate))
    after = _cpu_s(link), _cpu_s(server)
    # All calls that were due: those of seconds that are not judged cost CPU, too.
    calls = rate * _SECONDS
    link_us, server_us = (1e6 * (end - begin) / calls for begin, end in zip(before, after, strict=True))
    times = held["response_ms"]
    return [times["p50"] or math.nan, times["p99"] or math.nan, link_us, server_us, _load(url, "max")["rate"]]


def _load(url: str, rate: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "loadproof", "load", url, "--rate", rate, "--for", f"{_SECONDS}s"]
        ended = subprocess.run(
            [*command, "--shared-machine", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=place,
            check=False,
        )
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def _cpu_s(process_id: int) -> float:
    """CPU time of a process, its threads included, seconds."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK_S


if __name__ == "__main__":
    main()
