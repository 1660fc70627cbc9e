"""Diagnoses of Java VMs between the trials of a run: reports on their thread dumps and heap dumps."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.jvm.heap.report import HeapReport
from loadproof.jvm.threads.report import ThreadReport
from loadproof.model.json_text import read_json
from loadproof.model.message import Message
from loadproof.model.visible_text import json_text
from loadproof.records.json_form import of_json, plain
from loadproof.store.bounds import check_bounds
from loadproof.store.run_directory import RunDirectory
from loadproof.system.atomic_write import made_directory, write_file
from loadproof.system.input_file import FileError, open_regular_file
from loadproof.system.path_lookup import paths_or_none

__all__ = ["Diagnosis", "diagnoses_in", "keep_diagnosis", "place_of", "reduced"]

_FOLDER = "diagnosis"
_LARGEST_BYTES = 64 << 20
_LEAST_SHARE = 0.005
_MOST_ROWS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One service after one method of one start."""

    variant: str | None
    start: int
    service: str
    method: str
    trial: int
    """The last trial of the method."""
    why: Message
    threads: ThreadReport | None
    """Null where they were not dumped."""
    heap: HeapReport | None
    """Report on three heap dumps, or on fewer if some could not be made; null: there is none."""
    filled_share: float | None
    """Live set at the last dump divided by the largest live set that the heap can hold; null: unknown."""
    files: tuple[str, ...]
    """Files that are kept of the diagnosis, relative to the directory of the run."""
    remarks: tuple[Message, ...]
    """Steps that could not be done, and side effects of the diagnosis on the service."""

    def file(self, ending: str) -> str | None:
        """The one that is kept of a kind; None: there is none."""
        return next((name for name in self.files if name.endswith(ending)), None)


def reduced(report: HeapReport) -> HeapReport:
    """Return the part of a report that a run keeps.

    This part has the tree nodes that keep at least 0.5 % of the heap, and the first 50 fields and classes. The kept
    dump has everything (`loadproof heap`).
    """
    if not report.tree:
        return replace(report, classes=report.classes[:_MOST_ROWS])
    least = _LEAST_SHARE * report.tree[0].kept_bytes
    told = [place for place, node in enumerate(report.tree) if not place or node.kept_bytes >= least]
    places = {place: number for number, place in enumerate(told)}
    nodes = (report.tree[place] for place in told)
    return replace(
        report,
        suspects=tuple(replace(one, node=places.get(one.node, 0)) for one in report.suspects),
        fields=report.fields[:_MOST_ROWS],
        classes=report.classes[:_MOST_ROWS],
        tree=tuple(node if node.parent is None else replace(node, parent=places[node.parent]) for node in nodes),
    )


def place_of(directory: RunDirectory, variant: str | None, start: int) -> Path:
    """Return the directory for the diagnoses of one start."""
    return directory.artifacts / _FOLDER / (variant or "base") / f"start-{start}"


def keep_diagnosis(directory: RunDirectory, diagnosis: Diagnosis) -> None:
    """Writes it where `diagnoses_in` finds it. Raises FileWriteError."""
    place = made_directory(place_of(directory, diagnosis.variant, diagnosis.start))
    write_file(place / f"{diagnosis.method}-{diagnosis.service}.json", json_text(plain(diagnosis)) + "\n")


def diagnoses_in(directory: RunDirectory) -> Iterator[Diagnosis]:
    """All that were kept, in the order of their trials; what cannot be read any more is passed over."""
    found = []
    for place in _starts_in(directory.artifacts / _FOLDER):
        for file in (path for path in paths_or_none(place) if path.suffix == ".json"):
            try:
                with open_regular_file(file, _LARGEST_BYTES) as held:
                    told = read_json(held.read(_LARGEST_BYTES))
                check_bounds(told)
                found.append(of_json(Diagnosis, told))
            except (OSError, FileError, ValueError):
                continue
    yield from sorted(found, key=lambda one: one.trial)


def _starts_in(place: Path) -> Iterator[Path]:
    """The directories of all starts of all variants."""
    for variant in paths_or_none(place):
        yield from (start for start in paths_or_none(variant) if start.name.startswith("start-"))
