#!/usr/bin/env python3
"""Runs the steps of the Containerfile, and then its entry point, in a bare root of Debian: without docker or podman.

    scripts/container_steps.py WHEEL

The root is what mmdebstrap makes of the suite that FROM names, with the least packages, as the slim image. Needs root,
and leaves nothing: each step has mounts and processes of its own, which end with it however it ends, and the root is a
directory that is removed. The network of a step is that of this machine. Prints what each step says; ends with 1 where
one fails.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CONTAINERFILE = Path(__file__).resolve().parents[1] / "Containerfile"
MIRROR = "http://deb.debian.org/debian"
# How this machine reaches the archive of Debian and PyPI, which is no concern of an image: names, pip and apt as they
# are set up here, and whose certificates are trusted.
REACHING = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
TOLD = re.compile(r"PIP_(?!FIND_LINKS)\w+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|https?_proxy|no_proxy", re.IGNORECASE)
OF_APT = re.compile(r'Acquire::(Check-|https?::)\S+ ".+";')
LONGEST_STEP_S = 600

# The sample service, which the wheel carries, says in a line of JSON where it listens. A machine that others use may
# make a load undecided (4).
LOAD = r"""
service=$(echo /opt/loadproof/lib/python3*/site-packages/loadproof/_bin/known-truth)
mkfifo /tmp/ready
"$service" constant --delay-us 1000 --listen 127.0.0.1:0 >/tmp/ready &
read -r ready </tmp/ready
listening=$(echo "$ready" | sed 's/.*"listening":"\([^"]*\)".*/\1/')
{entry} load "http://$listening/" --rate 200 --for 5s --slo 'p99<2s' --out run
code=$?
test -s run/report.html || exit 1
test $code -eq 0 || test $code -eq 4
"""


@dataclass
class Image:
    """What the instructions have made so far: a root, and how processes in it are started."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    directory: str = "/"
    entry: tuple[str, ...] = ()

    def run(self, script: str) -> None:
        """One step; raises CalledProcessError where it fails."""
        # Before each: what a step installs may have set them up anew.
        for path in map(Path, REACHING):
            if path.is_file():
                target = self.root / path.relative_to("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                target.unlink(missing_ok=True)
                shutil.copy(path, target)
        # A namespace of processes that ends with its first one, and of mounts that no other sees.
        apart = [
            shutil.which("unshare") or "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            f"--root={self.root}",
        ]
        reaching = {name: value for name, value in os.environ.items() if TOLD.fullmatch(name)}
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **reaching, **self.environment}
        command = [*apart, f"--wd={self.directory}", "/bin/sh", "-c", script]
        subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, timeout=LONGEST_STEP_S)


def instructions(text: str) -> Iterator[tuple[str, str]]:
    r"""(instruction, its words) of a Containerfile, lines that go on joined.

    >>> list(instructions("# x\nRUN a \\\n && b\nWORKDIR /c\n"))
    [('RUN', 'a  && b'), ('WORKDIR', '/c')]
    """
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in kept.replace("\\\n", "").splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


def build(image: Image, text: str, wheel: Path) -> None:
    """Does what each instruction says; raises ValueError for one that this script does not know."""
    for word, rest in instructions(text):
        say(f"{word} {rest}")
        if word == "FROM":
            make_root(image.root, rest)
        elif word == "RUN":
            image.run(rest)
        elif word == "COPY":
            _, place = rest.split()
            target = image.root / place.lstrip("/")
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(wheel, target)
        elif word == "ENV":
            image.environment.update(item.split("=", 1) for item in shlex.split(rest))
        elif word == "WORKDIR":
            image.directory = rest
            (image.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "ENTRYPOINT":
            image.entry = tuple(json.loads(rest))
        else:
            raise ValueError(f"{CONTAINERFILE.name}: {word} is not known to this script. Cure: teach it, or do without")


def make_root(root: Path, base: str) -> None:
    """The least system of the suite that a base such as debian:bookworm-slim names."""
    suite = base.partition(":")[2].removesuffix("-slim")
    configured = subprocess.run(["apt-config", "dump"], check=True, capture_output=True, text=True).stdout
    options = [f"--aptopt={line}" for line in configured.splitlines() if OF_APT.fullmatch(line)]
    command = ["mmdebstrap", "--mode=root", "--variant=minbase", "--quiet", *options, suite, str(root), MIRROR]
    subprocess.run(command, check=True, timeout=LONGEST_STEP_S)


def try_out(image: Image) -> None:
    """The entry point says its version, and loads the sample service."""
    entry = shlex.join(image.entry)
    for script in (f"{entry} --version", LOAD.format(entry=entry)):
        say(f"in the container: {script.strip()}")
        image.run(script)


def say(text: str) -> None:
    """A line of what is done, before what it says itself."""
    sys.stdout.write(f"== {text}\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """0 where every step did what it must."""
    wheels = [Path(word).resolve() for word in words]
    if len(wheels) != 1 or not wheels[0].is_file():
        sys.stderr.write("usage: scripts/container_steps.py WHEEL\n")
        return 2
    # As Ctrl-C: what is under way is ended, and the root is removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="loadproof-container-") as place:
        try:
            image = Image(Path(place) / "root")
            build(image, CONTAINERFILE.read_text(encoding="utf-8"), wheels[0])
            try_out(image)
        except (subprocess.SubprocessError, OSError, ValueError) as error:
            sys.stderr.write(f"error: {error}\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
