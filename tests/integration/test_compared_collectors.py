"""What real collectors do in a comparison: each variant is read in its own slots, by the probes that it has."""

import sys
from dataclasses import replace
from pathlib import Path

import loadproof
import pytest
from loadproof import Study

from tests.contract.stand_process import binary_of

from .test_java_heap import KEPT_MIB, server

_STUDY = """\
name: collectors
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{often}]}}
variants:
  often: {{}}
  seldom: {{services: {{api: {{command: [{seldom}]}}}}}}
  paged: {{services: {{api: {{command: [{paged}]}}}}}}
  native: {{services: {{api: {{command: [{native}]}}}}}}
probes:
  prometheus:
    api: {{url: "http://127.0.0.1:${{api.port}}/metrics", series: {{threads: {{optional: true}}}}}}
profile: {{operations: {{read: {{request: GET /read}}}}}}
slo: [p99<2s]
methods: {{compare: {{rate: 50, rounds: 1, slot: 5s}}}}
"""
_PAGED = """\
import sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Paged(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        cycles = int(2.0 * time.monotonic())
        page = (
            f"go_gc_duration_seconds_count {cycles}\\n"
            f"go_gc_duration_seconds_sum {0.1 * time.monotonic()}\\n"
            f"go_gc_heap_live_bytes {7 * 2**20 + cycles % 100}\\n"
        ).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *words):
        pass

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Paged).serve_forever()
"""
# Full collections each 0.7 s where there was no other since.
_OFTEN = ("-XX:G1PeriodicGCInterval=700", "-XX:-G1PeriodicGCInvokesConcurrent")


def _vm(*flags: str) -> str:
    words = server(None, "-XX:+UseG1GC", *flags)
    words[words.index("LeakingServer") + 1] = "${port}"
    return _told(*words)


def _told(*words: object) -> str:
    return ", ".join(f'"{word}"' for word in words)


def test_live_sets_pauses_and_collections_of_each_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "paged.py").write_text(_PAGED, encoding="utf-8")
    (tmp_path / "study.yaml").write_text(
        _STUDY.format(
            often=_vm(*_OFTEN),
            seldom=_vm(),
            paged=_told(sys.executable, tmp_path / "paged.py", "${port}"),
            native=_told(binary_of("known-truth"), "burn", "--cpu-us", 300, "--listen", "127.0.0.1:${port}"),
        ),
        encoding="utf-8",
    )
    study = Study.read(tmp_path / "study.yaml")
    assert study.methods.compare is not None
    short = replace(study.methods.compare, warm_up_cycles=1, counted_cycles=1, alone=False)
    result = loadproof.run(replace(study, methods=study.methods.changed(compare=short)), out=tmp_path / "run")
    (comparison,) = result.comparisons
    (one,) = comparison.rounds
    assert {variant.variant: variant.outcome for variant in one.variants} == dict.fromkeys(
        ("often", "seldom", "paged", "native"), "measured"
    )
    values = {variant.variant: variant.values for variant in one.variants}
    major = {variant.variant: variant.major_collections for variant in one.variants}
    assert values["often"]["live_set"] == pytest.approx(KEPT_MIB + 2.5, abs=3.5)
    assert values["often"]["live_set"] < values["often"]["memory"]
    assert values["paged"]["live_set"] == pytest.approx(7.0, abs=0.1)
    assert "live_set" not in values["seldom"].keys() | values["native"].keys()
    assert 0.0 < values["often"]["gc"] < 50.0
    assert values["paged"]["gc"] == pytest.approx(10.0, abs=2.0)
    assert values["seldom"]["gc"] < values["often"]["gc"]
    assert "gc" not in values["native"]
    often, paged = major["often"], major["paged"]
    assert often is not None
    assert often >= 3
    assert paged is not None
    assert paged == pytest.approx(10, abs=2)
    assert (major["seldom"], major["native"]) == (0, None)
    few = [doubt for doubt in result.doubts if doubt.code == "few-collections"]
    assert ["seldom" in str(doubt.text) for doubt in few] == [True]
