"""A stand as a process of the tests: started on a free port, asked over HTTP, stopped."""

import json
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
import pytest

STANDS = Path(__file__).resolve().parents[2] / "stands"
LONGEST_START_S = 20.0
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

    def __init__(self, stand: str, arguments: Sequence[str]) -> None:
        command = [str(binary_of(stand)), *arguments, "--listen", "127.0.0.1:0", "--die-with-parent"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.ready_line = self._read_line()
        if not self.ready_line:
            _, fault = self.process.communicate(timeout=LONGEST_STOP_S)
            pytest.fail(f"{command} did not become ready: {fault}")
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
        return self.process.stdout.readline()


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
