"""The example of the guide runs, and what it draws is a picture; the guide knows every table, function and error."""

import re
import runpy
from pathlib import Path
from typing import get_args

import loadproof
import numpy
import pytest
from loadproof.result.table import TableName
from PIL import Image

from .short_study import study_file

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs/guides/python.md").read_text(encoding="utf-8")
SLOWER = "{{service: {{simulated: {{service_time: {{exponential: {}ms}}}}}}}}"
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def test_the_example_runs_and_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    example, _ = EXAMPLES
    (tmp_path / "studies").symlink_to(ROOT / "studies")
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path("example.py")
    english, _, answer = capfd.readouterr().out.splitlines()
    assert english.startswith("Simulated")
    assert answer.startswith("found: ")
    # Four workers of 5.456 ms carry 733/s, less what collections take.
    assert 600 < names["result"].answers[0].rate < 733
    with Image.open(tmp_path / "shop.png") as picture:
        assert picture.format == "PNG"
        pixels = numpy.asarray(picture.convert("RGB"))
    assert pixels.shape == (500, 900, 3)
    drawn = (pixels != 255).any(axis=2).mean()
    assert 0.01 < drawn < 0.5
    assert len(numpy.unique(pixels.reshape(-1, 3), axis=0)) > 50


def test_the_example_of_stored_runs_tells_which_is_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, time_ms in (("main", 5), ("branch", 9)):
        file = study_file(tmp_path, "{load: {rate: 100, hold: 20s}}", starts=3, variants=SLOWER.format(time_ms))
        loadproof.run(file, out=tmp_path / "runs" / name)
    _, example = EXAMPLES
    (tmp_path / "compared.py").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path("compared.py")
    sentence, *pairs = capfd.readouterr().out.splitlines()
    assert ended.value.code == 3
    assert sentence.startswith("branch is worse than main at 100/s: ")
    assert [line.split()[:2] for line in pairs][:2] == [["p99", "different"], ["mean", "different"]]


@pytest.mark.parametrize(
    ("runs", "margins", "told"),
    [
        (["runs/main"], {}, "are not two"),
        ("runs/main", {}, "are not two"),
        (["runs/main", "runs/branch"], {"latency": 5.0}, "'latency' has no margin"),
        (["runs/main", "runs/branch"], {"cpu": 0.0}, "margin 0 of cpu is not from 0.01 to 100"),
        (["nowhere", "runs/branch"], {}, "nowhere"),
    ],
)
def test_what_cannot_be_compared_is_told(runs: list[str] | str, margins: dict[str, float], told: str) -> None:
    with pytest.raises(loadproof.InputError, match=told):
        loadproof.compare_runs(runs, margins=margins)


def test_the_guide_knows_every_table_function_and_error() -> None:
    tables = re.findall(r"^\| `(\w+)` \| .*\|$", GUIDE.partition("| table |")[2], re.MULTILINE)
    assert sorted(tables) == sorted(get_args(TableName))
    assert [name for name in loadproof.__all__ if f"`{name}" not in GUIDE] == []
