"""The files that a study was read from: kept with the run, and compared before it is continued."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.errors import FileWriteError, InputError, RunDirectoryError
from loadproof.model.typed_json import of_json
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study
from loadproof.study.study import Study
from loadproof.study.study_source import StudySource
from loadproof.system.atomic_write import made_directory, write_file
from loadproof.system.hidden_credentials import hidden_text
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.path_lookup import is_regular_file, reason_of, shown_path
from loadproof.system.secret_mask import SecretMask

__all__ = ["keep_texts", "read_again", "stored_source"]

_PLACE = "study"
_LARGEST_TEXT_BYTES = 64 << 20
_LARGEST_FILE_BYTES = 1 << 40


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
    shared_machine: bool = False


def stored_source(source: StudySource) -> dict[str, Any]:
    """Return the content of `RunDescription.source`: the choice, and each file with its SHA-256. Raises InputError."""
    return {
        "file": source.file,
        "preset": source.preset,
        "methods": list(source.methods),
        "slos": list(source.slos),
        "against_itself": source.against_itself,
        "shared_machine": source.shared_machine,
        "files": [{"path": path, "sha256": _hash_of(path)} for path in (*source.texts, *source.data)],
    }


def keep_texts(source: StudySource, directory: RunDirectory, secrets: Iterable[str] = ()) -> None:
    """Copies the study and profile files into the run, so that a file that was changed since can be put back.

    `secrets` that were typed into them stay where they are: the copy has `***`.
    """
    mask = SecretMask(secrets)
    place = directory.artifacts / _PLACE
    try:
        made_directory(place)
        for number, text in enumerate(source.texts, start=1):
            with open_regular_file(Path(text), _LARGEST_TEXT_BYTES) as file:
                kept = mask.masked(file.read()).decode(errors="surrogateescape")
            # A comment may hold credentials, too.
            write_file(place / _kept_as(number, text), hidden_text(kept).encode(errors="surrogateescape"))
    except FileWriteError as error:
        raise RunDirectoryError(
            f"{shown_path(place)}: the study cannot be kept there ({error.reason}). "
            "Cure: free some space, or give another place with --out"
        ) from error
    except FileError as error:
        raise InputError(f"{shown_path(text)}: {error}") from error


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
        shared_machine=source.shared_machine,
    )


def _cure(kept: Path, sha256: str) -> str:
    if not is_regular_file(kept):
        return "put it back as it was"
    hidden = "" if _hash_of(str(kept)) == sha256 else " with the secrets that are *** there"
    return f"put back what is kept in {kept}{hidden}"


def _kept_as(number: int, path: str) -> str:
    """Files of different directories may have one name."""
    return f"{number}-{Path(path).name}"


def _hash_of(path: str) -> str:
    try:
        with open_regular_file(Path(path), _LARGEST_FILE_BYTES) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (FileError, OSError) as error:
        reason = error.message if isinstance(error, FileError) else reason_of(error)
        raise InputError(
            f"{shown_path(path)}: this file of the study cannot be read ({reason}). "
            "Cure: put it back, with the right to read it"
        ) from error
