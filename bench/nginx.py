"""The server of the benchmarks: nginx with one pinned worker and fixed answers, plain and over TLS."""

import contextlib
import http.client
import re
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench.error import BenchError
from bench.package import find_program

__all__ = ["Server", "nginx_on"]

_HOST = "127.0.0.1"
_PATIENCE_S = 5.0
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_STATUS = "/server-status"
_ACCEPTED = re.compile(r"^\s*(\d+) \d+ \d+\s*$", re.MULTILINE)
_CIPHER_SUITE = "TLS_AES_256_GCM_SHA384"
"""The first choice of OpenSSL and of rustls; the server offers no other, so that no tool gets a cheaper one."""


@dataclass(frozen=True, slots=True)
class Server:
    """The server's base URLs without a slash at their end, and what a client negotiates with it over TLS."""

    url: str
    tls_url: str
    negotiated: str

    def connections_accepted(self) -> int:
        """How many connections the server has accepted since its start, this call's own included (stub_status)."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=_PATIENCE_S)
        with contextlib.closing(connection):
            connection.request("GET", _STATUS)
            text = connection.getresponse().read().decode("ascii")
        found = _ACCEPTED.search(text)
        if found is None:
            raise BenchError(f"nginx told no count of connections, but {text[:200]!r}")
        return int(found[1])


@contextlib.contextmanager
def nginx_on(cpu: int) -> Iterator[Server]:
    """Runs nginx with its one worker on `cpu`. Raises BenchError when it does not come up."""
    program = find_program("nginx")
    with tempfile.TemporaryDirectory(prefix="loadproof-bench-nginx-") as name:
        directory = Path(name)
        # The workers of a root's nginx are another user's, who must reach the temporary paths.
        directory.chmod(0o755)
        _make_certificate(directory)
        port, tls_port = _free_ports()
        config = directory / "nginx.conf"
        config.write_text(nginx_config(directory, port, tls_port, cpu), encoding="utf-8")
        log = directory / "error.log"
        process = subprocess.Popen(
            [program, "-p", directory, "-c", config, "-e", log], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_until_up(process, port, log)
            yield Server(f"http://{_HOST}:{port}", f"https://{_HOST}:{tls_port}", _negotiated(tls_port))
        finally:
            process.terminate()
            process.wait(_PATIENCE_S)


def nginx_config(directory: Path, port: int, tls_port: int, cpu: int) -> str:
    """The text of the configuration; `cpu` becomes the mask that nginx wants.

    >>> "worker_cpu_affinity 10;" in nginx_config(Path("/run/x"), 8080, 8443, 1)
    True
    """
    temporary = "\n".join(f"    {kind}_temp_path {directory / kind};" for kind in _TEMPORARY)
    # Only a visitor who sends back the cookie of the login sees the other two pages.
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
        location = {_STATUS} {{
            stub_status;
        }}
        location = /login {{
            add_header Set-Cookie "session=$request_id; Path=/; HttpOnly";
            return 200 "welcome";
        }}
        location ~ ^/(catalog|basket)$ {{
            if ($cookie_session = "") {{
                return 403;
            }}
            return 200 "hello";
        }}
    }}
    server {{
        listen {_HOST}:{tls_port} ssl backlog=16000;
        ssl_certificate {directory / "certificate.pem"};
        ssl_certificate_key {directory / "key.pem"};
        ssl_protocols TLSv1.3;
        ssl_conf_command Ciphersuites {_CIPHER_SUITE};
        ssl_ecdh_curve X25519;
        location / {{
            return 200 "hello";
        }}
    }}
}}
"""


def _make_certificate(directory: Path) -> None:
    command: list[str | Path] = [
        find_program("openssl"),
        "req",
        "-x509",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-addext", f"subjectAltName=DNS:localhost,IP:{_HOST}"]
    command += ["-keyout", directory / "key.pem", "-out", directory / "certificate.pem"]
    made = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
    if made.returncode != 0:
        raise BenchError(f"openssl made no certificate: {made.stderr.strip()[-500:]}")


def _free_ports() -> tuple[int, int]:
    with socket.socket() as first, socket.socket() as second:
        first.bind((_HOST, 0))
        second.bind((_HOST, 0))
        return first.getsockname()[1], second.getsockname()[1]


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


def _negotiated(port: int) -> str:
    """Version and cipher suite, as a client that takes any certificate gets them."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with (
        socket.create_connection((_HOST, port), _PATIENCE_S) as connection,
        context.wrap_socket(connection, server_hostname="localhost") as secured,
    ):
        suite = secured.cipher()
        return f"{secured.version()}, {suite[0] if suite else 'no cipher'}"
