"""Files are written by `system/atomic_write` alone, users' paths looked at by `path_lookup` and `input_file`."""

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "python/loadproof"
WRITER = "system/atomic_write.py"
LOOKERS = {WRITER, "system/path_lookup.py", "system/input_file.py"}
WRITING_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}
WRITING = {
    "write_text",
    "write_bytes",
    "touch",
    "mkdir",
    "makedirs",
    "rename",
    "hardlink_to",
    "symlink_to",
    "link",
    "symlink",
    "mkstemp",
    "mkdtemp",
    "NamedTemporaryFile",
    "TemporaryFile",
    "TemporaryDirectory",
    "copy",
    "copyfile",
    "copytree",
    "move",
}
LOOKING = {
    "is_file",
    "is_dir",
    "is_symlink",
    "exists",
    "lexists",
    "isfile",
    "isdir",
    "resolve",
    "realpath",
    "abspath",
    "relpath",
    "absolute",
    "cwd",
    "getcwd",
    "expanduser",
    "iterdir",
    "glob",
    "rglob",
    "listdir",
    "scandir",
    "stat",
    "lstat",
    "read_text",
    "read_bytes",
}
ON_MODULES = {"copy", "move", "copyfile", "copytree", "link", "symlink"}
"""Names that other objects have, too: calls of modules alone count."""
MODULES = {"os", "shutil", "tempfile"}

KERNEL = "it reads or sets files of the kernel"
ALLOWED_TO_WRITE = {
    "cli/standard_streams.py": "it opens the null device for streams that are closed",
    "injections/kinds/pressure.py": "a directory of its own name in the place that the study gives, for stress-ng",
    "injections/kinds/sql_sessions.py": "it opens the null device in the place of a socket that it drops",
    "jvm/vm/lock_times.py": "a temporary file without a name takes the errors of jfr",
    "tools/doctor/minute.py": "it measures how long a write to a temporary file without a name takes",
    "tools/drafts/study_text.py": "a temporary directory in which a draft is read as a study",
    "run/opening.py": "it opens the null device for a run that nobody watches",
    "stand/bounded_log.py": "the log of a service is written as it comes, without following links",
    "stand/scratch_directory.py": "a temporary directory, and a lock that is held as long as it is needed",
    "stand/service_group.py": KERNEL,
    "stand/supervisor.py": f"{KERNEL}; it imports nothing of ours, so that it starts at once",
    "stand/undo.py": "an empty receipt, of a supervisor that imports nothing of ours",
    "system/awake.py": KERNEL,
    "system/input_file.py": "its flags open files for reading alone",
    "system/java_attach.py": "the trigger of HotSpot, which is made with O_EXCL and O_NOFOLLOW",
}
ALLOWED_TO_LOOK = {
    "cli/about.py": "a file of the package",
    "injections/hold.py": "the receipt of a supervisor",
    "injections/kinds/network.py": "the control socket of a link of ours",
    "injections/kinds/sql_space.py": "the file systems of a server's own directories",
    "injections/kinds/stop.py": KERNEL,
    "injections/kinds/sql_client.py": "the place of the package",
    "injections/undo.py": "directories of its own, by the token of a lease, which it removes; the place of the package",
    "jvm/gc/followed_log.py": "it follows an open file of a process through /proc, and never waits on a pipe",
    "jvm/vm/heap_requests.py": "it compares a directory with what another process sees there",
    "jvm/vm/lock_times.py": "it looks who owns the program of a JVM",
    "jvm/vm/diagnosis.py": "it looks at an open file of a process through /proc",
    "probes/go_build.py": KERNEL,
    "render/html.py": "a file of the package",
    "render/progress.py": "sizes of files that this process reads anyway, and the positions of its descriptors",
    "stand/feature_switch.py": "the log of its own steps, from where the last of them began",
    "stand/lease.py": KERNEL,
    "store/connection.py": "it tells a side file of SQLite from a link and a pipe",
    "store/run_lock.py": "it holds a lock on a directory",
    "stand/free_ports.py": KERNEL,
    "stand/link.py": "the place of the package",
    "stand/link_control.py": "the control socket of a link of ours",
    "stand/supervised_process.py": f"{KERNEL}; the place of the package",
    "study/load_study.py": "the place of the package",
    "study/stand_template.py": "files of the package",
    "study/typed_secret.py": "files of the package",
    "words/catalogue.py": "files of the package",
    "words/languages.py": "files of the package",
}
KERNEL_PACKAGES = (
    *("system/", "probes/", "run/host.py", "run/shared_addresses.py"),
    *(f"tools/doctor/{name}.py" for name in ("limits", "sleeper", "wake_ups")),
)
"""Readers of /proc, /sys and control groups."""


@cache
def calls_by_module() -> dict[str, list[ast.Call]]:
    """All calls of each module, by its path in the package."""
    return {path.relative_to(PACKAGE).as_posix(): calls_of(path) for path in sorted(PACKAGE.rglob("*.py"))}


def calls_of(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]


def called(call: ast.Call) -> tuple[str, str]:
    """What is called, and of which name it is an attribute; empty without one."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr, call.func.value.id if isinstance(call.func.value, ast.Name) else "?"
    return (call.func.id, "") if isinstance(call.func, ast.Name) else ("", "")


def mode_of(call: ast.Call, place: int) -> str:
    given = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
    return str(given[0].value) if given and isinstance(given[0], ast.Constant) else "r"


def is_writing(call: ast.Call) -> bool:
    name, of = called(call)
    if name == "open":
        flags = {node.attr for node in ast.walk(call) if isinstance(node, ast.Attribute)}
        mode = mode_of(call, 0 if of not in ("", "os", "io") else 1)
        # Flags that stand elsewhere may be any.
        are_elsewhere = len(call.args) > 1 and isinstance(call.args[1], ast.Name)
        return are_elsewhere or bool(flags & WRITING_FLAGS) if of == "os" else bool(set(mode) & set("wax+"))
    if name == "replace":
        # Of a path it has one argument, of a text two or more; of dataclasses it is no attribute.
        return bool(of) and len(call.args) == 1 and not call.keywords
    return name in WRITING and (of in MODULES or name not in ON_MODULES)


def is_looking(call: ast.Call) -> bool:
    name, of = called(call)
    if name == "open":
        return of in ("", "os", "io") or bool(call.args and isinstance(call.args[0], ast.Constant))
    return (name in LOOKING and bool(of)) or (name, of) == ("walk", "os")


def found(is_found: Callable[[ast.Call], bool]) -> dict[str, list[int]]:
    lines = {name: [call.lineno for call in calls if is_found(call)] for name, calls in calls_by_module().items()}
    return {name: numbers for name, numbers in lines.items() if numbers}


def test_one_module_writes_files() -> None:
    writers = found(is_writing)
    assert WRITER in writers
    assert {name: lines for name, lines in writers.items() if name != WRITER and name not in ALLOWED_TO_WRITE} == {}
    assert ALLOWED_TO_WRITE.keys() <= writers.keys(), "these write nothing any more: take them out of the list"


def test_one_module_looks_at_paths_of_users() -> None:
    lookers = found(is_looking)
    assert lookers.keys() >= LOOKERS
    known = {*LOOKERS, *ALLOWED_TO_LOOK, *ALLOWED_TO_WRITE}
    left = {
        name: lines for name, lines in lookers.items() if name not in known and not name.startswith(KERNEL_PACKAGES)
    }
    assert left == {}
    assert ALLOWED_TO_LOOK.keys() <= lookers.keys(), "these look at nothing any more: take them out of the list"
