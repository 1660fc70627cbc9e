"""Files that a command writes: whole or not at all, regular files alone, nothing left behind."""

import os
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from loadproof.errors import FileWriteError
from loadproof.system.atomic_write import (
    OWNER_ONLY,
    append_to_file,
    check_appendable,
    check_writable,
    file_in_place,
    made_directory,
    new_directory,
    overwrite_in_place,
    write_file,
)

WRITERS: dict[str, Callable[[Path], None]] = {
    "write": lambda path: write_file(path, "new"),
    "append": lambda path: append_to_file(path, "new"),
    "check": check_writable,
    "check of appending": check_appendable,
    "overwrite": lambda path: overwrite_in_place(path, b"new"),
}
each_writer = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Path]:
    """A directory with what no file may be written to."""
    (tmp_path / "aim").write_text("as it was")
    (tmp_path / "link").symlink_to("aim")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "directory").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(tmp_path / "socket"))
        yield tmp_path


def refused(write: Callable[[Path], None], path: Path) -> FileWriteError:
    with pytest.raises(FileWriteError) as told:
        write(path)
    return told.value


@each_writer
@pytest.mark.parametrize(
    "name",
    [
        *("link", "dangling", "loop", "directory", "pipe", "socket", "aim/below", "gone/file", ".", "..", "a\0b"),
        *("n" * 300, "d/" * 2100 + "x"),
    ],
    ids=lambda name: name[:12],
)
def test_only_regular_files_are_written(hostile: Path, name: str, write: Callable[[Path], None]) -> None:
    before = sorted((entry.name, entry.lstat().st_mode, entry.lstat().st_ino) for entry in hostile.iterdir())
    error = refused(write, hostile / name)
    assert len(str(error)) < 500
    assert "\0" not in str(error)
    after = sorted((entry.name, entry.lstat().st_mode, entry.lstat().st_ino) for entry in hostile.iterdir())
    assert after == before
    assert (hostile / "aim").read_text() == "as it was"


@each_writer
@pytest.mark.parametrize("device", ["/dev/null", "/dev/stdout"])
def test_no_device_is_written(device: str, write: Callable[[Path], None]) -> None:
    before = os.lstat(device)
    refused(write, Path(device))
    assert os.path.samestat(os.lstat(device), before)


@each_writer
@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_protected_file_stays(tmp_path: Path, write: Callable[[Path], None]) -> None:
    (tmp_path / "file").write_text("as it was")
    (tmp_path / "file").chmod(0o400)
    assert refused(write, tmp_path / "file").reason == "permission denied"
    assert (tmp_path / "file").read_text() == "as it was"


def test_the_mode_is_that_of_the_content(tmp_path: Path) -> None:
    with umask(0o027):
        write_file(tmp_path / "report", "x")
        write_file(tmp_path / "secret", "x", mode=OWNER_ONLY)
    assert (mode_of(tmp_path / "report"), mode_of(tmp_path / "secret")) == (0o640, 0o600)
    (tmp_path / "report").chmod(0o604)
    with umask(0):
        write_file(tmp_path / "report", "y")
        write_file(tmp_path / "secret", "y")
    # A file that only its owner could read is not opened to others by being replaced.
    assert (mode_of(tmp_path / "report"), mode_of(tmp_path / "secret")) == (0o604, 0o600)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError("x")])
def test_the_old_file_stays_if_the_new_one_is_not_finished(tmp_path: Path, error: BaseException) -> None:
    (tmp_path / "file").write_text("as it was")
    expected = FileWriteError if isinstance(error, OSError | ValueError) else type(error)

    def write_half() -> None:
        with file_in_place(tmp_path / "file") as file:
            file.write(b"half")
            raise error

    with pytest.raises(expected):
        write_half()
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("file", "as it was")]


def test_a_file_that_came_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def write_meanwhile() -> None:
        with file_in_place(path, replaces=False) as file:
            path.write_text("of another")
            file.write(b"ours")

    with pytest.raises(FileExistsError):
        write_meanwhile()
    with pytest.raises(FileExistsError):
        write_file(path, "ours", replaces=False)
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("file", "of another")]


def test_a_link_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    (tmp_path / "aim").write_text("as it was")

    def link_meanwhile() -> None:
        with file_in_place(path) as file:
            path.symlink_to("aim")
            file.write(b"ours")

    with pytest.raises(FileWriteError):
        link_meanwhile()
    assert path.is_symlink()
    assert (tmp_path / "aim").read_text() == "as it was"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_directory_that_is_exchanged_meanwhile_gets_nothing(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()
    with file_in_place(mine / "file") as file:
        file.write(b"ours")
        mine.rename(tmp_path / "moved")
        mine.symlink_to("other")
    assert list(other.iterdir()) == []
    assert (tmp_path / "moved/file").read_bytes() == b"ours"


def test_readers_see_the_old_or_the_new_file_and_never_a_part(tmp_path: Path) -> None:
    path, texts = tmp_path / "file", {letter * 200_000 for letter in "ab"}
    write_file(path, "a" * 200_000)
    seen, ends = set[str](), threading.Event()

    def read() -> None:
        while not ends.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(60):
        write_file(path, "ab"[number % 2] * 200_000)
    ends.set()
    reader.join()
    assert seen
    assert seen <= texts


def test_appended_texts_of_several_processes_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    texts = [f"# {number}\n{'x' * 5000}\n" for number in range(8)]
    children = []
    for text in texts:
        child = os.fork()
        if child == 0:
            append_to_file(path, text)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(texts)
    content = path.read_text()
    assert all(content.count(text) == 1 for text in texts)
    assert set(content.replace("\n\n", "\n").splitlines()) == {line for text in texts for line in text.splitlines()}


def test_a_disk_that_takes_a_part_of_an_appended_text_keeps_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    child = os.fork()
    if child == 0:
        import resource
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        try:
            append_to_file(tmp_path / "file", "x" * 1000)
        except FileWriteError:
            os._exit(0)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert (tmp_path / "file").read_text() == "before"


def test_directories(tmp_path: Path) -> None:
    assert made_directory(tmp_path / "a/b").is_dir()
    assert made_directory(tmp_path / "a/b").is_dir()
    assert new_directory(tmp_path / "a/c")
    assert not new_directory(tmp_path / "a/c")
    (tmp_path / "file").write_text("")
    for made in (made_directory, new_directory):
        with pytest.raises(FileWriteError):
            made(tmp_path / "file/below")
    with pytest.raises(FileWriteError):
        made_directory(tmp_path / "file")


def test_a_check_leaves_no_trace(tmp_path: Path) -> None:
    check_writable(tmp_path / "file")
    check_appendable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
