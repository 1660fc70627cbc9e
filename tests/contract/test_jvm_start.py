"""`stands/jvm/start`: which Java runs a stand, and with which flags; a script that prints its arguments stands in."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from .stand_process import STANDS

START = STANDS / "jvm" / "start"
PRINTS_ARGUMENTS = '#!/bin/sh\nprintf "%s\\n" "$@"\n'
SLEEPS = "#!/bin/sh\necho ready\nexec sleep 60\n"
PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid)
"""


class JavaHome:
    """A Java of a version, newer than any that a machine has unless it is told otherwise."""

    def __init__(self, directory: Path, version: str = "999.0.1", java: str = PRINTS_ARGUMENTS) -> None:
        (directory / "bin").mkdir(parents=True)
        (directory / "release").write_text(f'IMPLEMENTOR="Nobody"\nJAVA_VERSION="{version}"\n')
        (directory / "bin" / "java").write_text(java)
        (directory / "bin" / "java").chmod(0o755)
        self.home = directory
        self.jar = directory / "service.jar"
        self.jar.touch()

    def environment(self, **settings: str) -> dict[str, str]:
        """What a start with these settings finds in its environment."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("STAND_")}
        return kept | {"JAVA_HOME": str(self.home)} | settings

    def start(self, *options: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """A start of the jar, to its end."""
        command = [str(START), str(self.jar), *options]
        environment = self.environment(**settings)
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def java(tmp_path: Path) -> JavaHome:
    return JavaHome(tmp_path / "java")


def test_the_vm_is_fixed_whatever_the_machine(java: JavaHome) -> None:
    ended = java.start("--pool", "8", "a b")
    arguments = ended.stdout.splitlines()
    assert ended.returncode == 0
    assert {"-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "-XX:ActiveProcessorCount=2"} <= set(arguments)
    assert arguments[-5:] == ["-jar", str(java.jar), "--pool", "8", "a b"]


def test_the_environment_says_which_vm(java: JavaHome) -> None:
    ended = java.start(STAND_HEAP="1g", STAND_COLLECTOR="Z", STAND_PROCESSORS="3")
    assert {"-Xms1g", "-Xmx1g", "-XX:+UseZGC", "-XX:ActiveProcessorCount=3"} <= set(ended.stdout.splitlines())


def test_a_vm_writes_nothing_and_ends_with_its_memory_unless_it_is_told_otherwise(java: JavaHome) -> None:
    flags = java.start().stdout.splitlines()
    assert "-XX:+ExitOnOutOfMemoryError" in flags
    assert not [flag for flag in flags if "HeapDump" in flag or "file=" in flag]


def test_a_log_of_collections_and_a_dump_at_the_end_of_memory_can_be_asked_for(tmp_path: Path, java: JavaHome) -> None:
    log = tmp_path / "gc.log"
    ended = java.start(STAND_GC_LOG=str(log), STAND_HEAP_DUMP=str(tmp_path), STAND_OUT_OF_MEMORY="stay")
    flags = ended.stdout.splitlines()
    assert f"-Xlog:gc*,safepoint:file={log}:time,uptime,level,tags:filecount=4,filesize=64m" in flags
    assert {"-XX:+HeapDumpOnOutOfMemoryError", f"-XX:HeapDumpPath={tmp_path}"} <= set(flags)
    assert "-XX:+ExitOnOutOfMemoryError" not in flags
    # Nothing that comes before it switches it off: the log is named last.
    assert flags.index("-Xlog:disable") < flags.index(next(flag for flag in flags if "file=" in flag))


@pytest.mark.parametrize("version", ["999", "999.0.1", "999.0.1+7-LTS"])
def test_a_major_version_can_be_asked_for(tmp_path: Path, version: str) -> None:
    assert "-jar" in JavaHome(tmp_path / "java", version).start(STAND_JDK="999").stdout


def test_the_newest_is_taken_by_number_and_not_by_text(tmp_path: Path) -> None:
    assert "-jar" not in JavaHome(tmp_path / "old", "9.0.4").start(STAND_JDK="9").stdout  # 9 is older than 17
    assert "-jar" in JavaHome(tmp_path / "java", "1000.0.0").start().stdout


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("STAND_HEAP", "much"),
        ("STAND_COLLECTOR", "Epsilon"),
        ("STAND_PROCESSORS", "0"),
        ("STAND_JDK", "oldest"),
        ("STAND_GC_LOG", "/nowhere/gc.log"),
        ("STAND_GC_LOG", "gc:all.log"),
        ("STAND_HEAP_DUMP", "/nowhere"),
        ("STAND_OUT_OF_MEMORY", "wait"),
    ],
)
def test_a_setting_that_cannot_be_is_exit_code_two(java: JavaHome, setting: str, value: str) -> None:
    ended = java.start(**{setting: value})
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"{setting} is {value}" in ended.stderr
    assert "Cure:" in ended.stderr


def test_what_is_not_there_is_exit_code_one(java: JavaHome) -> None:
    java.jar.unlink()
    ended = java.start()
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"{java.jar} is not built. Cure: make stands" in ended.stderr


def test_it_dies_with_its_parent_and_the_vm_does_not_hear_of_it(tmp_path: Path, java: JavaHome) -> None:
    assert "--die-with-parent" not in java.start("--die-with-parent").stdout
    sleeping = JavaHome(tmp_path / "sleeping", "1000.0.0", SLEEPS)
    command = [sys.executable, "-c", PARENT, str(START), str(sleeping.jar), "--die-with-parent"]
    environment = sleeping.environment()
    parent = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
    pid = int(parent.stdout)
    deadline_s = time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline_s, "it outlived its parent"
        time.sleep(0.02)


def test_cpus_keep_the_vm(tmp_path: Path) -> None:
    affinity = "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status\n"
    java = JavaHome(tmp_path / "java", java=affinity)
    first = str(min(os.sched_getaffinity(0)))
    assert java.start("--cpus", first).stdout.split() == ["Cpus_allowed_list:", first]
    assert java.start("--cpus", "none").returncode == 2
