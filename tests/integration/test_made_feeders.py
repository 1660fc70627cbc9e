"""A feeder whose file the stand makes: its rows are sent, and a start without it is not the end of the others."""

import sys
from pathlib import Path

from .command_line import CommandLine

_SERVICE = """\
import http.server, sys
KNOWN = {line.strip() for line in open(sys.argv[1]).readlines()[1:]} if sys.argv[1:] else set()
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200 if self.path[1:] in KNOWN else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *_):
        pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Answer).serve_forever()
"""
_STUDY = """\
name: made ids
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      prepare: [[{python}, {place}/ids.py, "${{workspace}}/ids.csv", id]]
      command: [{python}, {place}/service.py, "${{workspace}}/ids.csv", "${{port}}"]
variants:
  other: {{services: {{api: {{prepare: [[{python}, {place}/ids.py, "${{workspace}}/ids.csv", number]]}}}}}}
  good: {{}}
profile:
  feeders: {{ids: {{csv: "${{workspace}}/ids.csv", columns: [id]}}}}
  operations: {{get: {{request: "GET /${{ids.id}}"}}}}
slo: [p99<1s, rate±50%]
methods: {{load: {{rate: 50, hold: 4s}}}}
"""


def test_the_rows_that_a_stand_made_are_sent(tmp_path: Path) -> None:
    (tmp_path / "service.py").write_text(_SERVICE)
    # Other ids in each start: what is sent can only be of the file that this start has made.
    ids = "import sys, uuid\nrows = [sys.argv[2], *(uuid.uuid4().hex for _ in range(5))]\n"
    (tmp_path / "ids.py").write_text(f"{ids}open(sys.argv[1], 'w').write('\\n'.join(rows) + '\\n')\n")
    study = tmp_path / "study.yaml"
    study.write_text(_STUDY.format(python=sys.executable, place=tmp_path), encoding="utf-8")
    words = ("run", study, "--out", tmp_path / "run", "--json")
    with CommandLine(*words, cwd=tmp_path, environment={"XDG_STATE_HOME": str(tmp_path / "state")}) as command:
        ended = command.ended(within_s=120)
    result = ended.result
    answers = {answer["variant"]: answer for answer in result["answers"]}
    assert answers["other"]["outcome"] == "not_run"
    assert answers["other"]["reason"] == (
        "the feeder ids, ${workspace}/ids.csv:1: the columns are 'number', where 'id' is declared. "
        "Cure: correct columns of the feeder, or what writes the file"
    )
    (trial,) = result["trials"]
    assert trial["variant"] == "good"
    assert trial["measurement"]["errors_by_kind"] == {}
    assert trial["measurement"]["completed"] > 100
