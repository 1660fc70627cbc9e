"""A draft as the study that its text says, read as any study is."""

from pathlib import Path
from typing import Any

from loadproof.study.fault_log import FaultLog
from loadproof.study.load_study import load_study
from loadproof.study.study import Study
from loadproof.study.yaml_document import read_yaml
from loadproof.tools.drafts.draft import Draft
from loadproof.tools.drafts.study_text import needed_secrets, study_text

__all__ = ["study_of", "values_of"]


def study_of(draft: Draft, place: Path) -> tuple[str, Study]:
    """The text of a draft, and the study that `loadproof run` makes of it once its variables are set."""
    text = study_text(draft, "study.yaml", place)
    file = place / "study.yaml"
    file.write_text(text, encoding="utf-8")
    return text, load_study(file, environment=dict.fromkeys(needed_secrets(draft), "x"))


def values_of(text: str, place: Path) -> dict[str, Any]:
    """The plain values of the text."""
    file = place / "values.yaml"
    file.write_text(text, encoding="utf-8")
    values: dict[str, Any] = read_yaml(file, FaultLog("values"))
    return values
