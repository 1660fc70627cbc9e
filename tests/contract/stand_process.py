"""A stand as a process of the tests: started on a free port, asked over HTTP, stopped."""

import json
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
import pytest

STANDS = Path(__file__).resolve().parents[2] / "stands"
LONGEST_START_S = 180.0
LONGEST_STOP_S = 8.0


def binary_of(stand: str) -> Path:
    """The release binary of a stand; fails the test when it is not built."""
    binary = STANDS / stand / "target" / "release" / stand
    if not binary.is_file():
        pytest.fail(f"{binary} is not built: run `make stands`", pytrace=False)
    return binary


@dataclass(frozen=True)
class Sample:
    """One line of Prometheus text."""

    name: str
    labels: frozenset[tuple[str, str]]
    value: float


class StandProcess:
    """One running stand; a context manager that leaves no process behind."""

    def __init__(self, command: Sequence[str]) -> None:
        command = [*command, "--listen", "127.0.0.1:0", "--die-with-parent"]
        # A file, since nobody reads a pipe while the service runs.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._complaints, text=True)
        self.ready_line = self._read_line()
        if not self.ready_line:
            self.process.kill()
            self.process.wait(timeout=LONGEST_STOP_S)
            pytest.fail(f"{command} did not become ready: {self.complaints()}")
        self.ready: dict[str, object] = json.loads(self.ready_line)
        host, _, port = str(self.ready["listening"]).rpartition(":")
        self.address = (host, int(port))
        self.client = httpx.Client(base_url=f"http://{self.ready['listening']}", timeout=LONGEST_STOP_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=LONGEST_STOP_S)
        self._complaints.close()

    def complaints(self) -> str:
        """What it has said on standard error so far."""
        # Without moving the place at which the process writes on.
        return os.pread(self._complaints.fileno(), 1 << 20, 0).decode(errors="replace")

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Sends the signal and waits for the end; returns the exit code."""
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=LONGEST_STOP_S)

    def metrics(self) -> list[Sample]:
        """Every sample of `/metrics`."""
        answer = self.client.get("/metrics")
        assert answer.status_code == 200
        lines = (line for line in answer.text.splitlines() if line and not line.startswith("#"))
        return [parse_sample(line) for line in lines]

    def metric(self, name: str, **labels: str) -> float:
        """The value of the one sample with this name and all these labels."""
        wanted = set(labels.items())
        values = [s.value for s in self.metrics() if s.name == name and wanted <= s.labels]
        assert len(values) == 1, f"{name} {labels}: {len(values)} samples"
        return values[0]

    def _read_line(self) -> str:
        assert self.process.stdout is not None
        readable, _, _ = select.select([self.process.stdout], [], [], LONGEST_START_S)
        return self.process.stdout.readline() if readable else ""


def parse_sample(line: str) -> Sample:
    """Parses `name{key="value",...} 1.5`.

    >>> sample = parse_sample('up{job="a,b",le="0.1"} 2')
    >>> sample.name, sorted(sample.labels), sample.value
    ('up', [('job', 'a,b'), ('le', '0.1')], 2.0)
    """
    head, _, value = line.rpartition(" ")
    name, _, rest = head.partition("{")
    pairs = [pair.partition('="') for pair in rest.removesuffix("}").split('",') if pair]
    labels = frozenset((key, text.removesuffix('"')) for key, _, text in pairs)
    return Sample(name=name, labels=labels, value=float(value))
