"""Paths in study files that lead astray: a fault with its line, for each key that takes a path."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load_study import load_study
from loadproof.study.study_spec import study_schema

HEAD = "name: s\nstand: {target: 'http://127.0.0.1:1'%s}\nmethods: {load: {rate: 1, hold: 10s}}\n"
GET = "operations: {get: {request: GET /}}"
POST = "profile: {slo: p99<1s, operations: {send: {request: POST /, %s}}}\n"
KEYS = {
    "profile": HEAD % "" + "profile: PATH\n",
    "csv": HEAD % ""
    + "profile: {slo: p99<1s, feeders: {rows: {csv: PATH}}, operations: {get: {request: 'GET /${rows.id}'}}}\n",
    "ca": HEAD.replace("http:", "https:") % "" + f"profile: {{slo: p99<1s, tls: {{ca: PATH}}, {GET}}}\n",
    "body_file": HEAD % "" + POST % "body_file: PATH",
    "file": HEAD % "" + POST % "multipart: [{name: a, file: PATH}]",
    "directory": HEAD % ", services: {s: {command: [sleep, '9'], directory: PATH}}"
    + f"profile: {{slo: p99<1s, {GET}}}\n",
}
"""A study for each key that takes a path."""
HOSTILE = (
    *("n" * 300, "d/" * 2100 + "x", "loop", "file/below", "dangling", "none", "pipe", "/dev/zero", "~/gone"),
    *("/proc/self/mem", "a\x1b[31m"),
)


def keys_of_paths(schema: Any) -> Iterator[str]:
    """Keys whose description says that they take a path."""
    if isinstance(schema, dict):
        for name, told in schema.get("properties", {}).items():
            text = str(told.get("description", "")) + str(told.get("x-form", "")) if isinstance(told, dict) else ""
            if "the path of a" in text or "a working directory" in text:
                yield name
        for value in schema.values():
            yield from keys_of_paths(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keys_of_paths(value)


def test_each_key_that_takes_a_path_is_tested() -> None:
    # A study takes one of a mapping and a path for its profile; it is described as both.
    assert set(keys_of_paths(study_schema())) | {"profile"} == KEYS.keys()


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path[:12])
@pytest.mark.parametrize("key", KEYS)
def test_a_path_that_leads_astray_is_a_fault(tmp_path: Path, key: str, path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "file").write_text("x")
    os.mkfifo(tmp_path / "pipe")
    study = tmp_path / "study.yaml"
    study.write_text(KEYS[key].replace("PATH", json.dumps(path)))
    if path == "/proc/self/mem" and key in ("body_file", "file"):
        # The generator reads it, when the load begins.
        return
    with pytest.raises(StudyFaults) as told:
        load_study(study)
    assert len(told.value.faults) == 1
    assert all(len(fault.message) < 300 and fault.message.isprintable() for fault in told.value.faults)
