"""The built-in sample service (stands/status-sqlite): a status table behind HTTP, with a real knee."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from loadproof.stand.scratch_directory import scratch_directory
from loadproof.stand.service_process import ServiceError, ServiceProcess

__all__ = ["SampleService", "sample_service", "split_cpus"]

_PACKAGE = Path(__file__).resolve().parent.parent
_BUILT = _PACKAGE.parent.parent / "stands/status-sqlite/target/release/status-sqlite"
_ROWS = 1_000_000
_IDS = 10_000
_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class SampleService:
    """The service while it runs: its URL, and the file with the study's profile beside the ids that it feeds on."""

    url: str
    profile: Path
    process_id: int


def split_cpus() -> tuple[list[int], list[int]]:
    """CPUs of the generator and of the service: halves of those allowed; both all of them where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) == 1:
        return allowed, allowed
    half = len(allowed) // 2
    return allowed[:half], allowed[half:]


@contextmanager
def sample_service(cpus: list[int]) -> Iterator[SampleService]:
    """Starts the service with 1,000,000 rows in a directory of its own, which goes with it. Raises ServiceError."""
    binary = _binary()
    with scratch_directory("loadproof-sample-") as directory:
        database = directory / "status.db"
        options = {"--database": database, "--rows": _ROWS, "--listen": "127.0.0.1:0", "--workers": 1}
        options |= {"--pool": 4, "--cpus": ",".join(map(str, cpus))}
        command = [str(binary), *(str(part) for option in options.items() for part in option)]
        with ServiceProcess(command, directory / "service.log", _PATIENCE_S) as service:
            yield SampleService(service.url, _profile(binary, database, directory), service.process_id)


def _binary() -> Path:
    for candidate in (_PACKAGE / "_bin/status-sqlite", _BUILT):
        if candidate.is_file():
            return candidate
    raise ServiceError("the sample service is not built. Cure: run make stands, or install loadproof from its wheel")


def _profile(binary: Path, database: Path, directory: Path) -> Path:
    ids = [str(binary), "ids", "--database", str(database), "--count", str(_IDS)]
    try:
        made = subprocess.run(ids, capture_output=True, check=True, timeout=_PATIENCE_S)
    except subprocess.SubprocessError as error:
        raise ServiceError(f"the sample service could not list its ids ({error}). Cure: run make stands") from error
    (directory / "ids.csv").write_bytes(made.stdout)
    profile = directory / "status.profile.yaml"
    profile.write_bytes(Path(__file__).with_name("status.profile.yaml").read_bytes())
    return profile
