"""Where the run is kept: a place that cannot be used is said before any load; a disk that fills up loses no answer."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .closing_counts import assert_counts_close
from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth
from .study_file import queue_study
from .undisturbed import undisturbed

Mount = Callable[[str], Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mounts disks in memory with the options given."""
    mounted: list[Path] = []

    def made(options: str) -> Path:
        place = tmp_path / f"disk-{len(mounted)}"
        place.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if not shutil.which("mount") or subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("no right to mount a disk here")
        mounted.append(place)
        return place

    yield made
    for place in mounted:
        subprocess.run(["umount", "-l", str(place)], check=True)


def refusal(out: Path, place: Path) -> str:
    """What is said of the directory `out`; nothing may have been sent."""
    log = place / "served.csv"
    with known_truth(place, "constant", "--delay-us", 0, "--log", log) as service:
        ended = loadproof("load", service.url, "--for", "1s", "--out", out, cwd=place)
    assert (ended.exit_code, ended.output) == (2, "")
    assert log.read_text().splitlines()[1:] == []
    (line,) = ended.messages.splitlines()
    return line.removeprefix("error: ")


def test_a_directory_that_holds_something_is_not_touched(tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "result.json").write_text("an earlier answer")
    assert refusal(full, tmp_path).startswith(
        f"{full}: the directory is not empty, and a run is never overwritten. Cure"
    )
    assert [entry.name for entry in full.iterdir()] == ["result.json"]
    assert (full / "result.json").read_text() == "an earlier answer"


@pytest.mark.parametrize(("name", "reason"), [("file", "file exists"), ("file/below", "not a directory")])
def test_a_file_in_the_way(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").write_text("")
    said = refusal(tmp_path / name, tmp_path)
    assert said.startswith(f"{tmp_path / name}: cannot be written ({reason}). Cure: ")


def test_a_read_only_disk(tmp_path: Path, mount: Mount) -> None:
    said = refusal(mount("ro,size=80m") / "run", tmp_path)
    assert "cannot be written (read-only file system). Cure: get the right to write there" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_directory_without_rights(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "cannot be written (permission denied)" in refusal(tmp_path / "locked/run", tmp_path)


def test_a_disk_that_is_full_before_the_run(tmp_path: Path, mount: Mount) -> None:
    disk = mount("size=10m")
    assert f"{disk / 'run'}: only 10 MiB are free on the disk, a run needs 64 MiB. Cure: " in refusal(
        disk / "run", tmp_path
    )
    assert list(disk.iterdir()) == []


def test_a_disk_that_fills_up_during_the_run(tmp_path: Path, mount: Mount) -> None:
    disks: list[Path] = []

    def attempt(directory: Path) -> Ended:
        disks.append(mount("size=66m"))
        options = ("--rate", 300, "--for", "5s", "--arrivals", "constant", *FORGIVING, "--json")
        with (
            known_truth(directory, "constant", "--delay-us", 500) as service,
            CommandLine("load", service.url, *options, "--out", disks[-1] / "run", cwd=directory) as command,
        ):
            command.wait_for_second(disks[-1] / "run", 0)
            fill(disks[-1])
            ended = command.ended(within_s=30)
        (directory / "result.json").write_text(ended.output)
        return ended

    ended = undisturbed(tmp_path, attempt)
    assert ended.exit_code == 0, ended.messages
    assert "the disk is full" in ended.messages
    assert "Traceback" not in ended.messages
    result = ended.result
    assert_counts_close(result)
    assert (result["due"], result["completed"]) == (1500, 1500)
    assert "the disk is full" in next(doubt["text"] for doubt in result["doubts"] if doubt["code"] == "not-stored")
    # The seconds before are there, and can be reported from a disk that takes nothing more.
    report = loadproof("report", disks[-1] / "run", "--json", cwd=tmp_path)
    assert report.exit_code == 4, report.messages
    assert report.result["run"]["interrupted"] is False
    assert {doubt["code"] for doubt in report.result["doubts"]} == {"not-stored"}
    assert any("s of the run on the disk is full: run.db lacks" in doubt["text"] for doubt in report.result["doubts"])
    assert "interrupted" not in loadproof("report", disks[-1] / "run", cwd=tmp_path).output
    assert 300 <= report.result["due"] < 1500
    assert "result.json: cannot be written (no space left on device)" in report.messages


def test_a_study_goes_on_while_the_disk_that_filled_up_during_its_search_takes_nothing(
    tmp_path: Path, mount: Mount
) -> None:
    disk = mount("size=66m")
    options = ("--preset", "brief", "--json", "--out", disk / "run")
    environment = {"LOADPROOF_TEST_TOKEN": "token", "XDG_STATE_HOME": str(tmp_path / "state")}
    study = queue_study(tmp_path, soak="10s")
    with CommandLine("run", study, *options, cwd=tmp_path, environment=environment) as command:
        command.wait_for_second(disk / "run", 1, trial=1)
        fill(disk)
        ended = command.ended(within_s=90)
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert "the disk is full" in ended.messages
    assert "Traceback" not in ended.messages
    assert [answer["method"] for answer in ended.result["answers"]] == ["capacity", "confirm", "soak"]
    assert "not-stored" in {doubt["code"] for doubt in ended.result["doubts"]}
    for trial in ended.result["trials"]:
        assert_counts_close(trial["measurement"])


def test_a_report_from_a_read_only_disk(tmp_path: Path, mount: Mount) -> None:
    disk = mount("size=80m")
    with known_truth(tmp_path, "constant", "--delay-us", 500) as service:
        options = ("--rate", 500, "--for", "1s", *FORGIVING, "--json", "--out", disk / "run")
        ended = loadproof("load", service.url, *options, cwd=tmp_path)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    report = loadproof("report", disk / "run", "--json", cwd=tmp_path)
    assert (report.exit_code, report.result) == (ended.exit_code, ended.result)
    assert "cannot be written (read-only file system)" in report.messages


def fill(disk: Path) -> None:
    """Leaves not one byte free."""
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        piece = 2**20
        while piece:
            try:
                ballast.write(b"x" * piece)
            except OSError:
                piece //= 2
