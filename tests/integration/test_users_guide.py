"""The load of the guide to users, for a few seconds on a real service."""

import re
from pathlib import Path

import pytest

from tests.contract.stand_process import StandProcess, binary_of

from .closing_counts import assert_counts_close
from .command_line import loadproof

pytestmark = pytest.mark.quiet_machine

GUIDE = Path(__file__).parents[2] / "docs/guides/users.md"
TIMES = (
    "log-in=constant:20",
    "application=constant:30",
    "form=constant:5",
    "document=constant:8",
    "report=constant:300",
)


def test_the_load_of_the_guide(tmp_path: Path) -> None:
    profile = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    (tmp_path / "visitors.yaml").write_text(profile, encoding="utf-8")
    options = [word for time in TIMES for word in ("--operation", time)]
    with StandProcess([str(binary_of("known-truth")), "office", *options]) as office:
        host, port = office.address
        words = ("load", f"http://{host}:{port}", "--users", 50, "--profile", "visitors.yaml", "--for", "8s")
        ended = loadproof(*words, "--json", "--shared-machine", "--out", "run", cwd=tmp_path, within_s=60)
    assert ended.exit_code in (0, 4), ended.messages
    result = ended.result
    (trial,) = result["trials"]
    assert trial["users_by_kind"] == {"clerks": 30, "analysts": 20}
    rows = trial["measurement"]["operations"]
    # Once for each user, and in no total.
    assert [rows[name]["due"] for name in ("before: log in", "before: open the application")] == [50, 50]
    assert_counts_close(
        trial["measurement"], {"before: log in", "before: open the application", "documents", "reports"}
    )
    for name, target_s in (("open form", 1.0), ("write document", 3.0), ("report", 12.0)):
        assert rows[name]["apdex"]["target_s"] == target_s
        assert rows[name]["apdex"]["samples"] > 0
    assert rows["before: log in"]["apdex"] is None
    assert trial["measurement"]["apdex"]["target_s"] is None
