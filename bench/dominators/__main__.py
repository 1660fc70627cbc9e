"""`python -m bench.dominators`: dumps three programs of others, reads each dump twice, fills its document."""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from bench.document import filled
from bench.dominators.comparison import Comparison, table
from bench.dominators.programs import PROGRAMS, Dump, Program, dump_of, java_program
from bench.dominators.reading import read_by_loadproof, read_by_shark
from bench.error import BenchError
from bench.machine import cpu_model

_DOCUMENT = Path(__file__).parents[2] / "docs" / "results" / "heap-dominators" / "README.md"
_WRITER = "python -m bench.dominators"


def main() -> None:
    """Shows the tables and fills the document; a missed target is shown, and is no fault of the run."""
    parser = argparse.ArgumentParser(prog="python -m bench.dominators", description=__doc__)
    names = [program.jar for program in PROGRAMS]
    parser.add_argument("--only", choices=names, action="append", help="this program alone; leaves the document")
    parser.add_argument("--keep", type=Path, help="a directory where dumps and histograms stay")
    options = parser.parse_args()
    wanted = [program for program in PROGRAMS if program.jar in (options.only or names)]
    try:
        with tempfile.TemporaryDirectory(prefix="loadproof-dominators-") as scratch:
            place = Path(scratch) if options.keep is None else options.keep.resolve()
            part = f"{_facts()}\n\n{table([_compared(program, place) for program in wanted])}"
        print(part)
        if options.only is None:
            _DOCUMENT.write_text(filled(_DOCUMENT.read_text(encoding="utf-8"), part, _WRITER), encoding="utf-8")
    except (BenchError, subprocess.SubprocessError) as error:
        sys.exit(f"error: {error}")


def _compared(program: Program, place: Path) -> Comparison:
    place.mkdir(parents=True, exist_ok=True)
    dump: Dump = dump_of(program, place)
    print(f"{dump.program} ({dump.told}): {dump.path.stat().st_size / 1e6:.0f} MB", file=sys.stderr, flush=True)
    ours = read_by_loadproof(dump)
    return Comparison(dump, ours, read_by_shark(dump, own=False), read_by_shark(dump, own=True))


def _facts() -> str:
    cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    java = subprocess.run((java_program("java"), "-version"), capture_output=True, text=True, check=True)
    facts = (
        f"Measured: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load average before {os.getloadavg()[0]:.2f}",
        f"Machine: {cpu_model(cpuinfo)}, {os.cpu_count()} cores, Linux {platform.release()}",
        f"JVM of all programs: {java.stderr.splitlines()[0]}; shark 2.14",
    )
    return "\n".join(f"- {fact}" for fact in facts)


if __name__ == "__main__":
    main()
