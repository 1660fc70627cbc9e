"""scripts/prepare_rust.sh on machines without Rust: the installer of a server of rustup runs if its checksum holds."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/prepare_rust.sh"
# Commands of the script; apt-get is not among them, so that nothing is installed on this machine.
COMMANDS = ("bash", "chmod", "cut", "head", "id", "mkdir", "mktemp", "rm", "sed", "sort", "uname")
INSTALLER = """#!/bin/bash
mkdir -p "$HOME/.cargo/bin"
printf '#!/bin/bash\\necho cargo 1.90.0\\n' >"$HOME/.cargo/bin/cargo"
chmod +x "$HOME/.cargo/bin/cargo"
echo "$@" >"$HOME/options"
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """Address of a server of rustup that has an installer for this machine, in the folder `served`."""
    place = tmp_path / f"served/dist/{os.uname().machine}-unknown-linux-gnu"
    place.mkdir(parents=True)
    (place / "rustup-init").write_text(INSTALLER)
    checksum = hashlib.sha256(INSTALLER.encode()).hexdigest()
    (place / "rustup-init.sha256").write_text(f"{checksum} *rustup-init\n")
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "served")))
    thread = Thread(target=httpd.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


def prepare(home: Path, server: str) -> subprocess.CompletedProcess[str]:
    """Result of the script for a user without Rust whose home is `home`."""
    binaries = home / "binaries"
    if not binaries.exists():
        binaries.mkdir(parents=True)
        for name in COMMANDS:
            (binaries / name).symlink_to(shutil.which(name) or name)
        (binaries / "python3").symlink_to(Path(sys.executable).resolve())
    environment = {"HOME": str(home), "PATH": str(binaries), "RUSTUP_UPDATE_ROOT": server, "no_proxy": "127.0.0.1"}
    return subprocess.run([SCRIPT], env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_rust_is_installed_once_and_the_profile_of_the_shell_stays(tmp_path: Path, server: str) -> None:
    home = tmp_path / "home"
    first = prepare(home, server)
    assert first.returncode == 0, first.stderr
    assert "--no-modify-path" in (home / "options").read_text().split()
    (home / "options").unlink()
    assert prepare(home, server).returncode == 0
    assert not (home / "options").exists(), "cargo was there, and was installed again"


def test_a_rust_that_is_too_old_is_replaced(tmp_path: Path, server: str) -> None:
    old = tmp_path / "home/.cargo/bin/cargo"
    old.parent.mkdir(parents=True)
    old.write_text("#!/bin/bash\necho cargo 1.63.0\n")
    old.chmod(0o755)
    assert prepare(tmp_path / "home", server).returncode == 0
    assert "1.90.0" in old.read_text()


def test_an_installer_without_its_checksum_does_not_run(tmp_path: Path, server: str) -> None:
    (checksum,) = (tmp_path / "served/dist").glob("*/rustup-init.sha256")
    checksum.write_text("0" * 64 + " *rustup-init\n")
    result = prepare(tmp_path / "home", server)
    assert result.returncode == 2
    assert "checksum" in result.stderr
    assert "wheel" in result.stderr
    assert not (tmp_path / "home/options").exists()
