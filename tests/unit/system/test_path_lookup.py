"""Looks at paths that users name: an answer, or one typed error; and inputs that are opened."""

import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import PathError
from loadproof.system import path_lookup
from loadproof.system.input_file import FileError, open_file_or_pipe, open_regular_file
from loadproof.system.path_lookup import (
    absolute_path,
    bytes_below,
    directories_in,
    is_directory,
    is_present,
    is_regular_file,
    paths_in,
    real_path,
    relative_path,
    shown_path,
    size_of,
    working_directory,
)

LOOKS: dict[str, Callable[[Path], object]] = {
    "is_present": is_present,
    "is_directory": is_directory,
    "is_regular_file": is_regular_file,
    "size_of": size_of,
    "paths_in": paths_in,
    "directories_in": directories_in,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("name", ["n" * 300, "d/" * 2100, "loop", "a\0b"], ids=lambda name: name[:6])
def test_what_cannot_be_looked_up_is_one_typed_error(tmp_path: Path, name: str, look: Callable[[Path], object]) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(PathError) as told:
        look(tmp_path / name)
    assert len(told.value.path) <= 160
    assert told.value.reason
    assert told.value.hint


@pytest.mark.parametrize("name", ["none", "file/below", "dangling"])
def test_what_is_not_there_is_no_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "dangling").symlink_to("none")
    path = tmp_path / name
    assert [is_present(path), is_directory(path), is_regular_file(path)] == [False] * 3
    assert size_of(path) is None


def test_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "directory").mkdir()
    (tmp_path / "directory/file").write_text("four")
    (tmp_path / "link").symlink_to("directory")
    assert [place.name for place in directories_in(tmp_path)] == ["directory", "link"]
    assert [place.name for place in paths_in(tmp_path / "link")] == ["file"]
    assert real_path(tmp_path / "link/file") == tmp_path / "directory/file"
    assert (size_of(tmp_path / "link/file"), bytes_below(tmp_path)) == (4, 4)
    assert relative_path(tmp_path / "a", tmp_path / "b") == "../a"


def test_a_working_directory_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    for look in (
        working_directory,
        lambda: absolute_path("x"),
        lambda: real_path("x"),
        lambda: relative_path("x", "."),
    ):
        with pytest.raises(PathError):
            look()
    assert absolute_path(tmp_path) == tmp_path
    assert not is_present("x")


@pytest.mark.parametrize("text", ["a\nb", "a\x1b[31m", "\u202ea", "\udcff", "x" * 5000])
def test_a_path_is_shown_on_one_short_line_of_printable_letters(text: str) -> None:
    shown = shown_path(text)
    assert shown.isprintable()
    assert len(shown) <= 170


def test_every_look_is_tested_here() -> None:
    assert set(LOOKS) <= set(path_lookup.__all__)


@pytest.mark.parametrize("opened", [open_regular_file, open_file_or_pipe])
@pytest.mark.parametrize("path", ["/dev/zero", ".", "n" * 300, "a\0b", "none", "/proc/self/mem/x"])
def test_what_is_no_file_is_refused(path: str, opened: Callable[[Path, int], object]) -> None:
    with pytest.raises(FileError):
        opened(Path(path), 100)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(10 << 30)
    with pytest.raises(FileError):
        open_regular_file(tmp_path / "sparse", 1 << 20)


def test_a_pipe_is_read_where_it_is_read_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError):
        open_regular_file(tmp_path / "pipe", 100)
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(b"ab" * 100_000))
    writer.start()
    with open_file_or_pipe(tmp_path / "pipe", 100) as file:
        assert file.read(3) == b"aba"
        assert file.read() == (b"ab" * 100_000)[3:]
    writer.join()


def test_a_writer_that_takes_its_time_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = f"exec 3> {tmp_path}/pipe; sleep 0.5; echo late >&3"
    with subprocess.Popen(["sh", "-c", command]), open_file_or_pipe(tmp_path / "pipe", 100) as file:
        assert file.read() == b"late\n"


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loadproof.system.input_file._WRITER_PATIENCE_S", 0.2)
    os.mkfifo(tmp_path / "pipe")
    began_s = time.monotonic()
    with pytest.raises(FileError):
        open_file_or_pipe(tmp_path / "pipe", 100)
    assert time.monotonic() - began_s >= 0.2
