"""The server of the benchmarks: nginx with one pinned worker and a fixed answer."""

import contextlib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.error import BenchError
from bench.package import find_program

__all__ = ["nginx_on"]

_HOST = "127.0.0.1"
_PATIENCE_S = 5.0
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextlib.contextmanager
def nginx_on(cpu: int) -> Iterator[str]:
    """Runs nginx with its one worker on `cpu`; yields its URL. Raises BenchError when it does not come up."""
    program = find_program("nginx")
    with tempfile.TemporaryDirectory(prefix="loadproof-bench-nginx-") as name:
        directory = Path(name)
        # The workers of a root's nginx are another user's, who must reach the temporary paths.
        directory.chmod(0o755)
        port = _free_port()
        config = directory / "nginx.conf"
        config.write_text(nginx_config(directory, port, cpu), encoding="utf-8")
        log = directory / "error.log"
        process = subprocess.Popen(
            [program, "-p", directory, "-c", config, "-e", log], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_until_up(process, port, log)
            yield f"http://{_HOST}:{port}/"
        finally:
            process.terminate()
            process.wait(_PATIENCE_S)


def nginx_config(directory: Path, port: int, cpu: int) -> str:
    """The text of the configuration; `cpu` becomes the mask that nginx wants.

    >>> "worker_cpu_affinity 10;" in nginx_config(Path("/run/x"), 8080, 1)
    True
    """
    temporary = "\n".join(f"    {kind}_temp_path {directory / kind};" for kind in _TEMPORARY)
    return f"""daemon off;
worker_processes 1;
worker_cpu_affinity {1 << cpu:b};
worker_rlimit_nofile 20000;
pid {directory / "nginx.pid"};
events {{
    worker_connections 16000;
}}
http {{
    access_log off;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
{temporary}
    server {{
        listen {_HOST}:{port} backlog=16000;
        location / {{
            return 200 "hello";
        }}
    }}
}}
"""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline_s:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection((_HOST, port), 0.2):
            return
        time.sleep(0.02)
    said = log.read_text(encoding="utf-8", errors="replace").strip() if log.exists() else "nothing"
    raise BenchError(f"nginx did not come up on {_HOST}:{port}. It said: {said[-500:]}")
