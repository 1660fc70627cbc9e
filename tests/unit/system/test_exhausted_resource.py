"""Which resource an error says has run out, and what the user is told."""

import errno
import os
import resource
import sqlite3
from collections.abc import Callable

import pytest
from loadproof.errors import EngineFault
from loadproof.system.exhausted_resource import CpuTimeUsedUp, exhausted_resource

RESOURCES = {
    errno.EMFILE: "open-files",
    errno.ENFILE: "file-table",
    errno.ENOSPC: "disk",
    errno.EDQUOT: "quota",
    errno.EROFS: "read-only",
    errno.EFBIG: "file-size",
    errno.ENOMEM: "memory",
    errno.EAGAIN: "processes",
    errno.EADDRNOTAVAIL: "ports",
}


@pytest.mark.parametrize(("number", "name"), RESOURCES.items())
def test_an_error_of_the_system_names_its_resource_its_place_and_a_cure(number: int, name: str) -> None:
    exhausted = exhausted_resource(OSError(number, os.strerror(number), "/data/run.db"))
    assert exhausted is not None
    assert (exhausted.name, exhausted.place) == (name, "/data/run.db")
    assert exhausted.sentence.startswith("/data/run.db: ")
    assert ". Cure: " in exhausted.sentence
    assert len(exhausted.sentence.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (MemoryError(), "memory"),
        (RuntimeError("can't start new thread"), "processes"),
        (CpuTimeUsedUp(), "cpu-time"),
        (ImportError("libx.so: cannot open shared object file: Too many open files"), "open-files"),
        (ImportError("x.so: failed to map segment from shared object"), "memory"),
        (EngineFault("a shard could not be started: Resource temporarily unavailable (os error 11)"), "processes"),
        (EngineFault("epoll_create: Too many open files (os error 24)"), "open-files"),
        (FileNotFoundError(2, "No usable temporary directory found in ['/tmp']"), "temporary-directory"),
    ],
)
def test_other_errors_that_name_a_resource(error: Exception, name: str) -> None:
    exhausted = exhausted_resource(error)
    assert exhausted is not None
    assert exhausted.name == name


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOENT, "No such file or directory"),
        OSError(errno.ECONNREFUSED, "Connection refused (os error 111)"),
        RuntimeError("dictionary changed size during iteration"),
        ImportError("No module named 'numpy'"),
        KeyError("open files"),
        EngineFault("a shard ended before its trial did"),
    ],
)
def test_a_fault_of_ours_is_none(error: Exception) -> None:
    assert exhausted_resource(error) is None


def test_an_error_that_was_caused_by_one_names_its_resource() -> None:
    def wrapped(error: Exception) -> Exception:
        try:
            try:
                raise error
            except Exception as caught:
                raise ValueError("the page cannot be made") from caught
        except ValueError as outer:
            return outer

    found = exhausted_resource(wrapped(OSError(errno.ENOSPC, "No space left on device")))
    assert found is not None
    assert found.name == "disk"
    assert exhausted_resource(wrapped(KeyError("x"))) is None


def test_a_full_database_is_a_full_disk() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.executescript("CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE c (x);")
    found = exhausted_resource(full.value)
    assert found is not None
    assert found.name == "disk"


@pytest.fixture
def no_files_left() -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (0, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


def test_a_database_that_no_descriptor_is_left_for_and_one_that_is_not_there(no_files_left: Callable[[], None]) -> None:
    def error_of() -> sqlite3.Error:
        with pytest.raises(sqlite3.OperationalError) as raised:
            sqlite3.connect("file:/none/run.db?mode=ro", uri=True)
        return raised.value

    assert exhausted_resource(error_of()) is None
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    error = error_of()
    no_files_left()
    try:
        found = exhausted_resource(error)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert found is not None
    assert found.name == "open-files"
