"""Small studies on the stands that the tests have built."""

import sys
from pathlib import Path

from tests.contract.stand_process import binary_of

__all__ = ["SHORT_SERVICE", "processes_with", "queue_study", "short_service_study", "variants_study"]

SHORT_SERVICE = Path(__file__).with_name("short_service.py")

_QUEUE = """\
name: two workers
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      command: [{binary}, workers, --count, "2", --service-us, "5000", --listen, "127.0.0.1:${{port}}"]
      environment: {{TOKEN: "${{env:LOADPROOF_TEST_TOKEN}}"}}
profile:
  base_rate: 50
  operations:
    get: {{request: GET /}}
    put: {{request: PUT /, weight: 3, headers: {{Authorization: "Bearer ${{env:LOADPROOF_TEST_TOKEN}}"}}}}
slo: [p99<1s, rate±50%]
methods:
  capacity: {{start_rate: 2N, max_rate: 2N, hold: {hold}, settle: 1s}}
  confirm: {{ramp: 1s, hold: {hold}}}
  soak: {{share: 50%, ramp: 1s, settle: 1s, hold: {soak}}}
presets:
  brief: {{methods: {{capacity: {{hold: 3s}}}}}}
"""


def queue_study(place: Path, hold: str = "6s", soak: str = "60s") -> Path:
    """A study of two workers of 5 ms behind one FIFO; it wants LOADPROOF_TEST_TOKEN in the environment."""
    study = place / "study.yaml"
    study.write_text(_QUEUE.format(binary=binary_of("known-truth"), hold=hold, soak=soak), encoding="utf-8")
    return study


_VARIANTS = """\
name: two variants
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, constant, --delay-us, "1000", --listen, "127.0.0.1:${{port}}"]}}
  reset: [touch {place}/was-reset]
variants:
  quick: {{}}
  slow: {{services: {{api: {{command: [{binary}, constant, --delay-us, "300000", --listen, "127.0.0.1:${{port}}"]}}}}}}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<200ms, rate±50%]
methods: {{load: {{rate: 100, hold: 6s}}}}
"""


def variants_study(place: Path) -> Path:
    """A study of two variants under one load, of which the second breaks the SLO; `place`/was-reset comes before."""
    study = place / "study.yaml"
    study.write_text(_VARIANTS.format(binary=binary_of("known-truth"), place=place), encoding="utf-8")
    return study


_SHORT = """\
name: {mode}
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      command: [{python}, {script}, {mode}, --port, "${{port}}", {options}]
      limits: {{{limits}}}
profile:
  operations: {{get: {{request: GET /, timeout: 3s}}}}
slo: [p99<{p99}]
methods:
  load: {{rate: {rate}, hold: {hold}}}
"""


def short_service_study(place: Path, mode: str, rate: int, **settings: str) -> Path:
    """A study of one mode of `short_service.py` under `limits`, with one load of `rate` for `hold`."""
    study = place / f"{mode}-{rate}.yaml"
    words = {"options": "", "limits": "", "p99": "500ms", "hold": "8s", **settings}
    study.write_text(
        _SHORT.format(mode=mode, rate=rate, python=sys.executable, script=SHORT_SERVICE, **words), encoding="utf-8"
    )
    return study


def processes_with(word: str) -> list[int]:
    """Processes that have `word` within their command line, such as the path of a study's own place."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = entry.read_bytes()
        except OSError:
            continue
        if word.encode() in command:
            found.append(int(entry.parent.name))
    return found
