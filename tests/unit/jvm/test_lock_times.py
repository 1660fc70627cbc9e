"""Which waits of a recording are the service's, by what `jfr` prints of it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from loadproof.jvm.vm.lock_times import lock_times


def wait_at(monitor: str, *calls: tuple[str, str]) -> dict[str, Any]:
    """One of 30 ms."""
    frames = [{"method": {"type": {"name": of}, "name": name}, "lineNumber": 7} for of, name in calls]
    values = {"duration": "PT0.03S", "monitorClass": {"name": monitor}, "stackTrace": {"frames": frames}}
    return {"type": "jdk.JavaMonitorEnter", "values": values}


def test_waits_of_the_recording_itself_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = [
        wait_at("jdk/jfr/internal/PlatformRecorder", ("jdk/jfr/internal/PlatformRecorder", "periodicTask")),
        wait_at("shop/Orders", ("shop/Orders", "add")),
    ]
    program = tmp_path / "jfr"
    printed = json.dumps({"recording": {"events": events}})
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{printed}\nEND\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    times, is_whole = lock_times(tmp_path / "made.jfr", os.getpid(), ())
    assert [(one.lock, one.kind, one.waits, one.places) for one in times] == [
        ("shop.Orders", "monitor", 1, ("Orders.add:7",))
    ]
    assert is_whole
