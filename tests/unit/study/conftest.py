"""A directory with a profile file in it, and what the loader says of it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.model.profile import Profile
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[str, int, str]]]


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Profile]:
    """Writes a profile beside an ids.csv of three rows and loads it."""
    (tmp_path / "ids.csv").write_text("id,name\n1,a\n2,b\n3,c\n")

    def write_and_load(text: str, extra_slos: Sequence[str] = ()) -> Profile:
        (tmp_path / "p.yaml").write_text(text)
        return load_profile(tmp_path / "p.yaml", extra_slos)

    return write_and_load


@pytest.fixture
def faults_of(load: Callable[..., Profile], tmp_path: Path) -> FaultsOf:
    """The faults of a profile text as (file name, line, message with its cure)."""

    def told(text: str, extra_slos: Sequence[str] = ()) -> list[tuple[str, int, str]]:
        with pytest.raises(StudyFaults) as raised:
            load(text, extra_slos)
        return [(Path(f.file).name, f.line, f"{f.message}. Cure: {f.cure}") for f in raised.value.faults]

    return told


@pytest.fixture
def study_faults_of(tmp_path: Path) -> Callable[..., list[tuple[int, str, str]]]:
    """The faults of a study with the sections of `study_text`, each as (line, message, cure)."""

    def told(**sections: str) -> list[tuple[int, str, str]]:
        (tmp_path / "s.yaml").write_text(study_text(**sections))
        with pytest.raises(StudyFaults) as raised:
            load_study(tmp_path / "s.yaml", environment={"BAD_HEADER": "a\nb"})
        assert {fault.file for fault in raised.value.faults} == {str(tmp_path / "s.yaml")}
        return [(fault.line, fault.message, fault.cure) for fault in raised.value.faults]

    return told
