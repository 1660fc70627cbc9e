"""Control groups on trees that look as the kernel's do: what is written, and what is said where it cannot be."""

from pathlib import Path

import pytest
from loadproof.model.message import Message
from loadproof.stand import service_group as module
from loadproof.stand.service_group import make_service_group, possible_directories
from loadproof.study.stand_settings import Limits
from loadproof.system.control_group import ControlGroup
from loadproof.words.catalogue import english

LIMITS = Limits(cpus=0.25, memory_bytes=64 << 20)
FILES = {
    1: ("cpu.cfs_period_us", "cpu.cfs_quota_us", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    2: ("cpu.max", "memory.max", "memory.swap.max"),
}


@pytest.fixture(autouse=True)
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """New directories below a control group have their files at once."""
    real = Path.mkdir

    def mkdir(self: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        real(self, mode, parents, exist_ok)
        if self.name == "service":
            for name in FILES[2] if (self.parent / "cgroup.subtree_control").exists() else FILES[1]:
                (self / name).touch()

    def rmdir(self: Path) -> None:
        for file in self.iterdir():
            file.unlink()
        real_rmdir(self)

    real_rmdir = Path.rmdir
    monkeypatch.setattr(Path, "mkdir", mkdir)
    monkeypatch.setattr(Path, "rmdir", rmdir)


def proc(tmp_path: Path, groups: str, mounts: list[str]) -> Path:
    place = tmp_path / "proc"
    place.mkdir()
    (place / "cgroup").write_text(groups)
    (place / "mountinfo").write_text("".join(f"{line}\n" for line in mounts))
    return place


def version_2(tmp_path: Path, handed_on: dict[str, str]) -> tuple[Path, Path]:
    """A process in /user.slice/run.scope, and what each group from the root hands on."""
    root = tmp_path / "cgroup"
    for path, controllers in handed_on.items():
        (root / path).mkdir(parents=True, exist_ok=True)
        (root / path / "cgroup.subtree_control").write_text(controllers)
    mount = f"30 23 0:26 / {root} rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate"
    return root, proc(tmp_path, "0::/user.slice/run.scope\n", ["22 1 8:1 / / rw - ext4 /dev/sda1 rw", mount])


def test_version_2_is_made_in_the_nearest_group_that_hands_the_controllers_on(tmp_path: Path) -> None:
    hands_on = {"": "cpu memory pids", "user.slice": "cpu memory", "user.slice/run.scope": ""}
    root, process = version_2(tmp_path, hands_on)
    made = make_service_group("service", LIMITS, process)
    place = root / "user.slice/service"
    assert made.group == ControlGroup(2, place, place)
    assert (made.cpu_refused, made.memory_refused, made.directories) == (None, None, (place,))
    assert {name: (place / name).read_text() for name in FILES[2]} == {
        "cpu.max": "25000 100000",
        "memory.max": str(64 << 20),
        "memory.swap.max": "0",
    }
    assert made.oom_file == place / "memory.events"
    assert place in possible_directories("service", process)


def test_version_2_without_limits_writes_none(tmp_path: Path) -> None:
    root, process = version_2(tmp_path, {"": "cpu memory", "user.slice": "cpu memory", "user.slice/run.scope": ""})
    make_service_group("service", Limits(), process)
    assert [(root / "user.slice/service" / name).read_text() for name in FILES[2]] == ["", "", ""]


def test_version_2_that_hands_nothing_on_is_refused_and_says_so(tmp_path: Path) -> None:
    root, process = version_2(tmp_path, {"": "pids", "user.slice": "pids", "user.slice/run.scope": ""})
    made = make_service_group("service", LIMITS, process)
    assert made.group is None
    assert made.cpu_refused is not None
    assert str(root) in english(made.cpu_refused)
    assert made.memory_refused == made.cpu_refused
    without_limits = make_service_group("service", Limits(), process)
    assert (without_limits.cpu_refused, without_limits.memory_refused) == (None, None)


def test_version_2_with_a_limit_that_the_kernel_refuses_leaves_no_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, process = version_2(tmp_path, {"": "", "user.slice": "cpu memory", "user.slice/run.scope": ""})

    def refuse(path: Path, value: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(module, "_write", refuse)
    made = make_service_group("service", LIMITS, process)
    assert made.group is None
    assert made.cpu_refused is not None
    assert "cpu.max: Permission denied" in english(made.cpu_refused)
    assert not (root / "user.slice/service").exists()


def version_1(tmp_path: Path, controllers: tuple[str, ...]) -> tuple[Path, Path]:
    """A process in the group /box of each controller, where a name space shows /box as the root of the mount."""
    root = tmp_path / "cgroup"
    mounts, groups = [], []
    for number, name in enumerate(controllers, 1):
        (root / name).mkdir(parents=True)
        mounts.append(f"3{number} 31 0:2{number} /box {root / name} rw - cgroup cgroup rw,{name}")
        groups.append(f"{number}:{name}:/box\n")
    return root, proc(tmp_path, "".join(groups), mounts)


def test_version_1_has_a_group_for_each_controller(tmp_path: Path) -> None:
    root, process = version_1(tmp_path, ("cpu", "memory"))
    made = make_service_group("service", LIMITS, process)
    cpu, memory = root / "cpu/service", root / "memory/service"
    assert made.group == ControlGroup(1, cpu, memory)
    assert (cpu / "cpu.cfs_quota_us").read_text() == "25000"
    assert (cpu / "cpu.cfs_period_us").read_text() == "100000"
    assert (memory / "memory.limit_in_bytes").read_text() == str(64 << 20)
    assert (memory / "memory.memsw.limit_in_bytes").read_text() == str(64 << 20)
    assert set(possible_directories("service", process)) == {cpu, memory}


def test_version_1_without_one_controller_says_which_limit_is_not_there(tmp_path: Path) -> None:
    root, process = version_1(tmp_path, ("cpu",))
    made = make_service_group("service", LIMITS, process)
    assert made.group == ControlGroup(1, root / "cpu/service", None)
    assert (made.cpu_refused, made.memory_refused) == (None, Message("no-control-group", controller="memory"))


def test_without_any_control_groups_both_limits_are_refused(tmp_path: Path) -> None:
    made = make_service_group("service", LIMITS, proc(tmp_path, "", []))
    assert made.group is None
    assert made.cpu_refused
    assert made.memory_refused
