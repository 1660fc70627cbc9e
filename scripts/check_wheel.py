#!/usr/bin/env python3
"""Checks that wheels hold all that loadproof needs, and that old enough systems can load it.

    scripts/check_wheel.py WHEEL...

What a wheel is called says which glibc it needs at least: manylinux_2_28 is that of RHEL 8, older than that of Debian
11 (2.31). Each ELF file in it is read with readelf: no symbol of a newer glibc, and no library but those of the
system's C and compiler runtime.
"""

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

HELD = (
    "_engine.abi3.so",
    "_engine.pyi",
    "py.typed",
    "_bin/known-truth",
    "render/page/report.html",
    "studies/demo.yaml",
    "words/en.ftl",
    "words/ru.ftl",
    "words/zh.ftl",
)
"""Below `loadproof/`; the sources of Python are held by the tests, which run them."""

LIBRARIES = re.compile(r"(libc|libm|libdl|librt|libpthread|libgcc_s|ld-linux[\w-]*)\.so\.\d")
TAG = re.compile(r"-cp311-abi3-manylinux_(\d+)_(\d+)_(\w+)\.whl")
MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}


def faults_of(wheel: Path) -> Iterator[str]:
    """What is wrong with a wheel, each with its place."""
    tag = TAG.search(wheel.name)
    if tag is None:
        yield f"{wheel.name}: is no wheel of Python 3.11 or newer for a known glibc (cp311-abi3-manylinux_X_Y_MACHINE)"
        return
    newest = (int(tag[1]), int(tag[2]))
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as place:
        held = set(archive.namelist())
        yield from (f"{wheel.name}: has no loadproof/{name}" for name in HELD if f"loadproof/{name}" not in held)
        for name in sorted(held):
            if archive.read(name)[:4] == b"\x7fELF":
                for fault in _faults_of_binary(Path(archive.extract(name, place)), newest, tag[3]):
                    yield f"{wheel.name}: {name}: {fault}"
                if name.startswith("loadproof/_bin/") and not archive.getinfo(name).external_attr >> 16 & 0o100:
                    yield f"{wheel.name}: {name}: may not be executed"


def _faults_of_binary(binary: Path, newest: tuple[int, int], machine: str) -> Iterator[str]:
    header, dynamic, versions = (_readelf(binary, option) for option in ("-h", "-d", "-V"))
    if MACHINES.get(machine, "") not in header:
        yield f"is not built for {machine}"
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
        if not LIBRARIES.fullmatch(library):
            yield f"needs {library}, which not every system has"
    for major, minor in sorted({(int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", versions)}):
        if (major, minor) > newest:
            yield f"needs GLIBC_{major}.{minor}"
    # Such as GLIBC_ABI_DT_RELR, of glibc 2.36: how it is linked, rather than what it calls.
    yield from (f"needs {name}" for name in sorted(set(re.findall(r"GLIBC_ABI_\w+", versions))))


def _readelf(binary: Path, option: str) -> str:
    command = ["readelf", "--wide", option, str(binary)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


def main() -> int:
    """Tells the faults; 1 where there are any."""
    wheels = [Path(word) for word in sys.argv[1:]]
    if not wheels:
        sys.stderr.write("usage: scripts/check_wheel.py WHEEL...\n")
        return 2
    faults = [fault for wheel in wheels for fault in faults_of(wheel)]
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
