"""What holds for the counts of every result, whatever the target did."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import WindowTally

__all__ = ["assert_counts_close", "flows_of", "stored_calls"]

_ADDITIVE = ("due", "sent", "completed", "dropped", "cut", "errors")


def assert_counts_close(measurement: Mapping[str, Any], targets: Collection[str] = ()) -> None:
    """No call is lost: due = sent + dropped, sent = completed + errors + cut; the operations add up to the whole.

    Flows and `targets` close as well, and are not in the sum: they are made of calls that are there already.
    """
    flows = {*flows_of(measurement), *targets}
    parts = [part for name, part in measurement["operations"].items() if name not in flows]
    for one in (measurement, *measurement["operations"].values()):
        assert one["due"] == one["sent"] + one["dropped"]
        assert one["sent"] == one["completed"] + one["errors"] + one["cut"]
        assert one["errors"] == sum(one["errors_by_kind"].values())
        assert one["missing"] == one["due"] - one["completed"]
    for key in _ADDITIVE:
        assert sum(part[key] for part in parts) == measurement[key], key
    for key in ("bytes_received", "bytes_sent"):
        assert sum(part[key] or 0 for part in parts) == (measurement[key] or 0), key
    kinds = {kind for part in parts for kind in part["errors_by_kind"]}
    summed = {kind: sum(part["errors_by_kind"].get(kind, 0) for part in parts) for kind in kinds}
    assert summed == measurement["errors_by_kind"]


def stored_calls(run: Path) -> WindowTally:
    """All calls of the first trial of a run, also those of seconds that are not judged as the machine was busy."""
    calls = WindowTally()
    with RunReader(RunDirectory.open(run)) as reader:
        for window in reader.windows(1):
            calls.add(window.whole)
    return calls


def flows_of(measurement: Mapping[str, Any]) -> set[str]:
    """Names of the flows of a whole result; other measurements have none."""
    rows = measurement["run"]["profile"]["operations"] if "run" in measurement else ()
    return {row["name"] for row in rows if row.get("kind") == "flow"}
