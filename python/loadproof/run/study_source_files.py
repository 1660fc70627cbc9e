"""The files that a study was read from: kept with the run, and compared before it is continued."""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from loadproof.errors import InputError, RunDirectoryError
from loadproof.model.typed_json import of_json
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study
from loadproof.study.study import Study
from loadproof.study.study_source import StudySource
from loadproof.study.text_file import FileError, open_regular_file
from loadproof.system.secret_mask import SecretMask

__all__ = ["keep_texts", "read_again", "stored_source"]

_PLACE = "study"
_LARGEST_BYTES = 2**40
"""Of a file of the study; pipes and devices are refused whatever their size."""


@dataclass(frozen=True, slots=True)
class _StoredFile:
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class _StoredSource:
    """Form of `stored_source`."""

    file: str
    preset: str | None
    methods: tuple[str, ...]
    slos: tuple[str, ...]
    files: tuple[_StoredFile, ...]
    against_itself: str | None = None


def stored_source(source: StudySource) -> dict[str, Any]:
    """What `RunDescription.source` holds: the choice, and each file with its SHA-256. Raises InputError."""
    return {
        "file": source.file,
        "preset": source.preset,
        "methods": list(source.methods),
        "slos": list(source.slos),
        "against_itself": source.against_itself,
        "files": [{"path": path, "sha256": _hash_of(path)} for path in (*source.texts, *source.data)],
    }


def keep_texts(source: StudySource, directory: RunDirectory, secrets: Iterable[str] = ()) -> None:
    """Copies the study and profile files into the run, so that a file that was changed since can be put back.

    `secrets` that were typed into them stay where they are: the copy has `***`.
    """
    mask = SecretMask(secrets)
    place = directory.artifacts / _PLACE
    try:
        place.mkdir()
        for number, text in enumerate(source.texts, start=1):
            (place / _kept_as(number, text)).write_bytes(mask.masked(Path(text).read_bytes()))
    except OSError as error:
        raise RunDirectoryError(
            f"{place}: the study cannot be kept there ({error.strerror}). "
            "Cure: free some space, or give another place with --out"
        ) from error


def read_again(stored: Mapping[str, Any], directory: RunDirectory) -> Study:
    """The study that a run began with. Raises InputError where one of its files is not the same any more.

    Raises ValueError if `stored` has another form.
    """
    source = of_json(_StoredSource, stored)
    for number, file in enumerate(source.files, start=1):
        kept = directory.artifacts / _PLACE / _kept_as(number, file.path)
        if _hash_of(file.path) != file.sha256:
            raise InputError(
                f"{file.path}: this file has changed since the run began, and a run is continued as it began. "
                f"Cure: {_cure(kept, file.sha256)}, or run the study anew without --continue"
            )
    return load_study(
        source.file,
        preset=source.preset,
        methods=source.methods,
        extra_slos=source.slos,
        against_itself=source.against_itself,
    )


def _cure(kept: Path, sha256: str) -> str:
    if not kept.is_file():
        return "put it back as it was"
    hidden = "" if _hash_of(str(kept)) == sha256 else " with the secrets that are *** there"
    return f"put back what is kept in {kept}{hidden}"


def _kept_as(number: int, path: str) -> str:
    """Files of different directories may have one name."""
    return f"{number}-{Path(path).name}"


def _hash_of(path: str) -> str:
    try:
        with closing(open_regular_file(Path(path), _LARGEST_BYTES)) as file:
            # BinaryIO has all that it reads by.
            return hashlib.file_digest(cast(Any, file), "sha256").hexdigest()
    except (OSError, FileError) as error:
        reason = error.message if isinstance(error, FileError) else error.strerror
        raise InputError(
            f"{path}: this file of the study cannot be read ({reason}). Cure: put it back, with the right to read it"
        ) from error
