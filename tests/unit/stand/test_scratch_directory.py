"""Scratch directories of the dead are cleared; those of the living, and what is not provably ours, are not."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from loadproof.stand.scratch_directory import scratch_directory

PREFIX = "loadproof-test-"
OWNER = f"""
from loadproof.stand.scratch_directory import scratch_directory
with scratch_directory({PREFIX!r}) as directory:
    print(directory, flush=True)
    input()
"""


@pytest.fixture(autouse=True)
def temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_it_is_gone_after_use() -> None:
    with scratch_directory(PREFIX) as directory:
        (directory / "rows").write_text("1")
    assert not directory.exists()


def test_that_of_a_killed_owner_is_cleared_and_that_of_a_living_one_is_not() -> None:
    command = [sys.executable, "-c", OWNER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        other = Path(owner.stdout.readline().strip())
        with scratch_directory(PREFIX):
            assert other.is_dir()
        owner.kill()
        owner.wait()
        assert other.is_dir()
        with scratch_directory(PREFIX) as directory:
            assert not other.exists()
            assert directory.is_dir()


def test_what_is_not_provably_ours_stays(tmp_path: Path) -> None:
    (tmp_path / f"{PREFIX}unlocked").mkdir()
    (tmp_path / f"{PREFIX}file").write_text("")
    aim = tmp_path / "aim"
    aim.mkdir()
    (aim / "owner.lock").write_text("")
    (tmp_path / f"{PREFIX}link").symlink_to(aim)
    with scratch_directory(PREFIX):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {
        "aim",
        *(f"{PREFIX}{kind}" for kind in ("unlocked", "file", "link")),
    }
    assert (aim / "owner.lock").is_file()
