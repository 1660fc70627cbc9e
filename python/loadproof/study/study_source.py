"""Source of a study: enough to read the study again, and to see whether it is still the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from loadproof.model.profile import CsvFeeder, Profile
from loadproof.model.scenario import FileBody, FormBody
from loadproof.system.path_lookup import absolute_path

__all__ = ["StudySource", "source_of"]


@dataclass(frozen=True, slots=True)
class StudySource:
    """The study file and what the command line chose of it; all paths are absolute."""

    file: str
    preset: str | None
    methods: tuple[str, ...]
    """Methods that were chosen; empty: all of the study."""
    slos: tuple[str, ...]
    """SLOs that are asked besides those of the study."""
    texts: tuple[str, ...]
    """The study file and its profile file, where it has one."""
    data: tuple[str, ...]
    """Files of feeders, bodies and authorities."""
    against_itself: str | None = None
    """The variant of an A/A; empty: the first one. None: it is none."""
    shared_machine: bool = False
    """True if the command line accepts other processes of the machine."""


def source_of(
    file: Path,
    profile_file: str | None,
    profile: Profile,
    preset: str | None,
    methods: Sequence[str],
    slos: Sequence[str],
    against_itself: str | None = None,
) -> StudySource:
    """The source of a study that was read from `file`, and its profile from `profile_file` beside that."""
    own = absolute_path(file)
    texts = [own] if profile_file is None else [own, own.parent / profile_file]
    data = dict.fromkeys(str(absolute_path(path)) for path in _data_of(profile))
    return StudySource(
        str(own), preset, tuple(methods), tuple(slos), tuple(map(str, texts)), tuple(data), against_itself
    )


def _data_of(profile: Profile) -> Iterator[Path]:
    """A file whose path has a gap is made by the stand in each start, so it is no source."""
    yield from (feeder.path for feeder in profile.feeders if isinstance(feeder, CsvFeeder) and feeder.made is None)
    for operation in profile.operations:
        pieces = operation.body.pieces if isinstance(operation.body, FormBody) else (operation.body,)
        yield from (piece.path for piece in pieces if isinstance(piece, FileBody))
    yield from profile.tls.authorities
