"""The bench from its options to its table: `make bench`, or `python -m bench`."""

import os
import shlex
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from bench.document import write_document
from bench.error import BenchError
from bench.machine import CpuPair, Machine
from bench.nginx import nginx_on
from bench.options import Options, read_options
from bench.place import Place, make_workloads
from bench.record import BenchRecord
from bench.rounds import run_rounds
from bench.terminal import show, tell

__all__ = ["main", "measure"]


def measure(options: Options) -> BenchRecord:
    """Runs every group that is asked for. Raises BenchError when one cannot be run."""
    began, machine, cpus = datetime.now(UTC), Machine.here(), CpuPair.of_this_process()
    with tempfile.TemporaryDirectory(prefix="loadproof-bench-") as scratch, nginx_on(cpus.server) as server:
        directory = Path(scratch)
        place = Place(server, cpus, options.seconds, directory, make_workloads(directory))
        results = tuple(run_rounds(group, place, options.rounds, tell) for group in options.groups)
    command = shlex.join(("python", "-m", "bench", *sys.argv[1:]))
    took_s = (datetime.now(UTC) - began).total_seconds()
    return BenchRecord(began, machine, command, server.negotiated, took_s, results)


def main() -> None:
    """Measures, shows the table and fills the document; a missed target is shown, and is no fault of the run."""
    options = read_options(sys.argv[1:])
    # What is installed is compiled once; with this no start of a checkout would be.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        record = measure(options)
        show(record)
        if options.write:
            write_document(record)
    except BenchError as error:
        sys.exit(f"error: {error}")
