"""nginx with the routes of the conformance tests, as far as it has them (tests/servers/README.md)."""

import os
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from .certificates import Certificate
from .real_server import program

__all__ = ["KEEPALIVE_REQUESTS", "LARGE_BYTES", "Nginx", "nginx"]

LARGE_BYTES = 5 << 20
KEEPALIVE_REQUESTS = 20
_LONGEST_START_S = 10.0

_CONFIG = """\
daemon off;
worker_processes 1;
{user}
pid nginx.pid;
events {{ worker_connections 1024; }}
http {{
  access_log access.log;
  client_body_temp_path body;
  proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  client_max_body_size 20m;
  keepalive_requests {keepalive_requests};
  types {{ }}
  default_type text/html;
  server {{
    listen 127.0.0.1:{port};
    {tls}
    root {directory}/files;
    location = /length {{ }}
    location = /empty {{ }}
    location = /large {{ }}
    location = /chunked {{ ssi on; try_files /length =500; }}
    location = /trailers {{ ssi on; add_trailer X-First one; add_trailer X-Second two; try_files /length =500; }}
    location = /large-chunked {{ ssi on; try_files /large =500; }}
    location = /close {{ keepalive_timeout 0; try_files /length =500; }}
    location = /until-close {{ ssi on; chunked_transfer_encoding off; try_files /length =500; }}
    location = /slow {{ limit_rate 200k; try_files /pages =500; }}
    location = /gzip {{ gzip on; gzip_min_length 1; try_files /pages =500; }}
    location = /cookie {{
      add_header Set-Cookie "sid=abc; Path=/; HttpOnly";
      add_header Set-Cookie "theme=dark; Max-Age=60"; return 200 hello;
    }}
    location = /json {{
      default_type application/json; return 200 '{{"token": "t-1", "items": [{{"id": 7}}, {{"id": 8}}]}}';
    }}
    location = /early {{ return 200 enough; }}
    location = /204 {{ return 204; }}
    location = /304 {{ return 304; }}
    location = /302 {{ return 302 /length; }}
    location = /404 {{ return 404; }}
    location = /503 {{ return 503; }}
    location /put/ {{ dav_methods PUT; }}
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class Nginx:
    """Where it listens, and where it keeps what it is given by PUT /put/NAME."""

    url: str
    tls_url: str
    files: Path
    log: Path

    def requests(self) -> Counter[str]:
        """Requests that it logged, by method and path."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return Counter(" ".join(line.split('"')[1].split()[:2]) for line in lines)


@contextmanager
def nginx(directory: Path, certificate: Certificate | None = None) -> Iterator[Nginx]:
    """Runs nginx in `directory` until the end of the block; with a certificate also over TLS."""
    # Its workers are another user's where it is started by root.
    user = "user root root;" if os.geteuid() == 0 else ""
    port, tls_port = _free_ports(2)
    tls = ""
    if certificate is not None:
        tls = (
            f"listen 127.0.0.1:{tls_port} ssl; ssl_protocols TLSv1.2 TLSv1.3; "
            f"ssl_certificate {certificate.chain}; ssl_certificate_key {certificate.key};"
        )
    (directory / "files/put").mkdir(parents=True)
    for name, size in (("length", 5), ("empty", 0), ("pages", 30_000), ("large", LARGE_BYTES)):
        (directory / "files" / name).write_bytes(b"hello"[:size] if size <= 5 else b"0123456789abcdef" * (size // 16))
    config = directory / "nginx.conf"
    text = _CONFIG.format(
        user=user, keepalive_requests=KEEPALIVE_REQUESTS, port=port, tls=tls, directory=directory.absolute()
    )
    config.write_text(text, encoding="utf-8")
    log = directory / "error.log"
    process = subprocess.Popen(
        [program("nginx"), "-p", directory, "-c", config, "-e", log],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_up(process, port, log)
        urls = f"http://127.0.0.1:{port}", f"https://127.0.0.1:{tls_port}"
        yield Nginx(*urls, directory / "files/put", directory / "access.log")
    finally:
        process.terminate()
        process.wait(_LONGEST_START_S)


def _free_ports(count: int) -> list[int]:
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline_s = time.monotonic() + _LONGEST_START_S
    while time.monotonic() < deadline_s and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.02)
    pytest.fail(f"nginx did not come up: {log.read_text(encoding='utf-8') if log.exists() else 'no log'}")
