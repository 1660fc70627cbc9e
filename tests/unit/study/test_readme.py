"""The study in the README is one that loads."""

import re
from pathlib import Path

from loadproof.study.load_study import load_study

ROOT = Path(__file__).parents[3]


def test_the_study_of_the_readme_loads(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(name:.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "ids.csv").write_text("id\n1\n", encoding="utf-8")
    study = load_study(tmp_path / "study.yaml", environment={"MY_TOKEN": "t"})
    assert [variant.name for variant in study.variants] == ["plain", "large-pool"]
    assert study.profile.base_rate == 75.0
    assert study.methods.capacity is not None
    assert study.methods.capacity.start_rate == 75.0
