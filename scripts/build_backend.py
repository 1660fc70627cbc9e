"""How wheels and sdists are built (PEP 517): by maturin, after what it does not know of.

A wheel carries two things beside the engine: the page of the report, which must be there already (an sdist carries it
built, so that it needs Rust but no Node.js), and the sample service of the demo, which is built here and leaves the
tree as soon as the wheel has it. An editable install needs neither, and is maturin's alone.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import maturin
from maturin import build_editable, get_requires_for_build_editable, prepare_metadata_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]

# Hooks run at the root of the source tree.
_PAGE = Path("python/loadproof/render/page/report.html")
_CARRIED = Path("python/loadproof/_bin")
_STANDS = Path("stands")
_SAMPLE_SERVICE = "known-truth"

Settings = Mapping[str, Any] | None

# It would tell whoever builds that this is not maturin.
os.environ.setdefault("MATURIN_NO_MISSING_BUILD_BACKEND_WARNING", "1")


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:  # noqa: ARG001 - PEP 517
    """Nothing more; the first hook that pip calls, so that what cannot be built is refused before anything is."""
    _refuse_what_cannot_be_built()
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:  # noqa: ARG001 - PEP 517
    """Nothing more; refuses a tree without the page."""
    _refuse_a_tree_without_the_page()
    return []


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Writes the sdist, the built page in it, and returns its file name."""
    _refuse_a_tree_without_the_page()
    return maturin.build_sdist(sdist_directory, config_settings)


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Builds the wheel, the page and the sample service in it, and returns its file name.

    What maturin is told (MATURIN_PEP517_ARGS) holds for the sample service too: `--zig`, `--target`, `--compatibility`.
    """
    _refuse_what_cannot_be_built()
    with _sample_service(maturin.get_maturin_pep517_args(config_settings)):
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def _refuse_what_cannot_be_built() -> None:
    if sys.platform != "linux":
        _refuse(
            f"loadproof runs on Linux alone (epoll, control groups, /proc), and this is {sys.platform}",
            "install it in a virtual machine or a container with Linux, see docs/guides/install.md",
        )
    _refuse_a_tree_without_the_page()
    if shutil.which("cargo") is None:
        _refuse(
            "cargo is missing, and the engine is built from source",
            "install Rust 1.85 or newer (rustup.rs, or your distribution), or a wheel, which needs none",
        )


def _refuse_a_tree_without_the_page() -> None:
    if not _PAGE.is_file():
        _refuse(
            f"the page of the report is not built: {_PAGE} is missing",
            "make wheel in this checkout makes all of it, a wheel in dist/; make web makes the page alone",
        )


def _refuse(what: str, cure: str) -> NoReturn:
    sys.exit(f"error: {what}. Cure: {cure}")


@contextmanager
def _sample_service(arguments: Sequence[str]) -> Iterator[None]:
    """Has the sample service in the package while the wheel is made.

    Left there, it would be in every wheel that maturin makes of this tree, however old it is by then.
    """
    built = _build_sample_service(arguments)
    shutil.rmtree(_CARRIED, ignore_errors=True)
    try:
        _CARRIED.mkdir()
        shutil.copy2(built, _CARRIED)
        yield
    finally:
        shutil.rmtree(_CARRIED, ignore_errors=True)


def _build_sample_service(arguments: Sequence[str]) -> Path:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--zig", action="store_true")
    parser.add_argument("--target", default="")
    parser.add_argument("--compatibility", default="")
    told, _ = parser.parse_known_args(arguments)
    verb, target = "build", told.target
    if told.zig:
        # cargo-zigbuild takes the version of glibc as a suffix of the target.
        verb, target = "zigbuild", told.target + told.compatibility.replace("manylinux_", ".").replace("_", ".")
    command = ["cargo", verb, "--release", "--locked", "--quiet", "--package", _SAMPLE_SERVICE]
    command += ["--manifest-path", str(_STANDS / "Cargo.toml"), "--target-dir", str(_STANDS / "target")]
    if subprocess.run([*command, *(["--target", target] if target else [])], check=False).returncode != 0:
        _refuse("the sample service was not built", "see what cargo says above")
    return _STANDS / "target" / told.target / "release" / _SAMPLE_SERVICE
