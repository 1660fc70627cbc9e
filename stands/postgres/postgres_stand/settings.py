"""The settings of the server: those of the study's source, and what the stand itself needs."""

from collections.abc import Mapping
from pathlib import Path

__all__ = ["SOURCE", "server_command"]

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
