"""The settings of the server: those of the study's source, what the stand itself needs, and those of a command line."""

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from stand_server.account import Account
from stand_server.fault import BAD_INPUT, Fault

from postgres_stand.programs import Programs
from postgres_stand.single_user import run_alone

__all__ = ["SOURCE", "check_extensions", "read_settings", "server_command"]

SOURCE: Mapping[str, str] = {
    "shared_buffers": "512MB",
    "work_mem": "8MB",
    "effective_cache_size": "1536MB",
    "maintenance_work_mem": "128MB",
    "synchronous_commit": "on",
    "shared_preload_libraries": "pg_stat_statements",
    "track_activity_query_size": "32768",
}
_STAND: Mapping[str, str] = {
    "log_checkpoints": "on",
    "log_destination": "stderr",
    "logging_collector": "off",
    # No statement fills the disk of the machine, whoever sends it.
    "temp_file_limit": "2GB",
}
_SETTING = re.compile(r"([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)=(.*)", re.IGNORECASE | re.DOTALL)
_PRELOADED = "shared_preload_libraries"
_STATEMENTS = "pg_stat_statements"
_OF_THE_STAND: Mapping[str, str] = {
    "port": "--port",
    "max_connections": "--max-connections",
    "data_directory": "--data",
    **dict.fromkeys(
        ("config_file", "external_pid_file", "hba_file", "ident_file", "listen_addresses", "unix_socket_directories"),
        "leave it to the stand",
    ),
}
"""Settings that the stand gives itself, each with what to do instead of `--set`."""
_LONGEST_CHECK_S = 30.0


def read_settings(said: Iterable[str], programs: Programs, account: Account) -> dict[str, str]:
    """Settings of `--set NAME=VALUE`, each as PostgreSQL takes it; the last of one name counts.

    `pg_stat_statements` is preloaded whatever `shared_preload_libraries` says: commands of the stand set it to zero.
    Raises `Fault` that names the setting.
    """
    settings: dict[str, str] = {}
    for text in said:
        match = _SETTING.fullmatch(text)
        if match is None:
            raise Fault(f"--set {text!r} is no NAME=VALUE. Cure: such as --set jit=off", BAD_INPUT)
        name, value = match[1].lower(), match[2]
        if name in _OF_THE_STAND:
            raise Fault(f"--set {name} is not allowed. Cure: {_OF_THE_STAND[name]}", BAD_INPUT)
        if name == _PRELOADED and _STATEMENTS not in re.split(r"[\s,\"]+", value):
            value = ",".join(part for part in (_STATEMENTS, value.strip()) if part)
        _check(name, value, programs, account)
        settings[name] = value
    return settings


def check_extensions(settings: Mapping[str, str], programs: Programs, account: Account, data: Path) -> None:
    """Raises `Fault` if a library cannot be loaded, or refuses a setting of its own.

    No server runs on the data directory. A library only warns of a wrong setting, and takes its default.
    """
    of_libraries = {name: value for name, value in settings.items() if name == _PRELOADED or "." in name}
    if not of_libraries:
        return
    named = " ".join(f"{name}={value}" for name, value in of_libraries.items())
    try:
        said = run_alone(programs, account, data, "", {_PRELOADED: SOURCE[_PRELOADED], **settings})
    except Fault as fault:
        raise Fault(f"--set {named}: {fault}", BAD_INPUT) from fault
    refused = _refusal(said, ("WARNING",))
    if refused is not None:
        raise Fault(f"--set {named}: PostgreSQL ignores one of them ({refused}). Cure: mend it", BAD_INPUT)


def server_command(postgres: str, data: Path, more: Mapping[str, str]) -> list[str]:
    """The command of a server on this data directory, its socket there too; `more` stands over the other settings.

    >>> server_command("postgres", Path("/data"), {"port": "5433"})[:5]
    ['postgres', '-D', '/data', '-c', 'shared_buffers=512MB']
    """
    # Quoted, since the setting is a list in which commas part the directories.
    socket = {"unix_socket_directories": f'"{data}"'}
    settings = {**SOURCE, **_STAND, **socket, **more}
    return [
        postgres,
        "-D",
        str(data),
        *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
    ]


def _check(name: str, value: str, programs: Programs, account: Account) -> None:
    """Raise `Fault` if PostgreSQL itself does not take the setting; those of extensions it takes unseen."""
    if "\0" in value:
        raise Fault(f"--set {name}: the value has a zero byte. Cure: leave it out", BAD_INPUT)
    # No file is read, so that this needs no data directory.
    files = [f"{kind}_file={place}" for kind in ("config", "hba", "ident") for place in ("/dev/null",)]
    given = [*files, "data_directory=/nonexistent", f"{name}={value}"]
    command = [programs.path("postgres"), *(part for one in given for part in ("-c", one)), "-C", "port"]
    done = subprocess.run(
        account.command(command),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_LONGEST_CHECK_S,
        cwd="/",
        check=False,
    )
    if done.returncode != 0:
        text = _refusal(done.stderr, ("FATAL", "ERROR")) or f"exit code {done.returncode}"
        raise Fault(f"--set {name}={value}: PostgreSQL refuses it ({text}). Cure: another name or value", BAD_INPUT)


def _refusal(said: str, levels: tuple[str, ...]) -> str | None:
    """First message of one of the levels, without the time and process before it."""
    for line in said.splitlines():
        for level in levels:
            before, parted, after = line.partition(f"{level}:")
            if parted and len(before) < 80:
                return after.strip()
    return None
