"""The directory that the server keeps its tables in."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from stand_server.directory import cache, is_locked, opened_lock
from stand_server.fault import InUse

from postgres_stand.programs import Programs
from postgres_stand.template_database import TemplateDatabase

__all__ = ["DataDirectory", "data_directory", "held_directory"]

_ROUND_S = 0.1
_MOST_AT_ONCE = 16


@dataclass(frozen=True)
class DataDirectory:
    """One data directory: its place, and the template database in it."""

    path: Path
    template: TemplateDatabase

    @property
    def is_whole(self) -> bool:
        """Whether it is made: it gets its name when it is."""
        return (self.path / "PG_VERSION").exists()

    @property
    def being_made(self) -> Path:
        """Where it is made until it is whole."""
        return self.path.with_name(self.path.name + ".making")

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else makes it or serves from it meanwhile; raises `InUse` when somebody serves from it already."""
        descriptor = opened_lock(self.path)
        try:
            while not is_locked(descriptor):
                if self.is_whole:
                    raise InUse(f"{self.path} is in use{self._user()}. Cure: stop that, or give another --data")
                time.sleep(_ROUND_S)
            yield
        finally:
            os.close(descriptor)

    def _user(self) -> str:
        """Which server uses it, as its own note says: the process in the first line, the port in the fourth."""
        try:
            lines = (self.path / "postmaster.pid").read_text().splitlines()
        except OSError:
            return ""
        return f" by the PostgreSQL of process {lines[0]} at port {lines[3]}" if len(lines) > 3 else ""


def data_directory(said: str | None, template: TemplateDatabase, programs: Programs) -> DataDirectory:
    """The directory of `--data`, or the default one, whose name tells the version and what the template is made of."""
    if said is not None:
        return DataDirectory(Path(said).absolute(), template)
    return DataDirectory(cache() / f"{template.directory}-{programs.major}-{template.made_of}", template)


@contextmanager
def held_directory(said: str | None, template: TemplateDatabase, programs: Programs) -> Iterator[DataDirectory]:
    """The directory of `--data`, or the first of the default ones that no other server has: several serve at once."""
    first = data_directory(said, template, programs)
    names = [first.path.name, *(f"{first.path.name}-{number}" for number in range(2, _MOST_AT_ONCE + 1))]
    directories = [
        DataDirectory(first.path.with_name(name), template) for name in (names if said is None else names[:1])
    ]
    with ExitStack() as stack:
        for directory in directories:
            try:
                stack.enter_context(directory.held())
            except InUse:
                if directory is directories[-1]:
                    raise
            else:
                break
        yield directory
