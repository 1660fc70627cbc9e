"""Loads a study from its file."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from loadproof.study.fault_log import FaultLog
from loadproof.study.study import Study
from loadproof.study.study_source import source_of

__all__ = ["BROKEN_DEMO_STUDY", "DEMO_STUDY", "load_study"]

_STUDIES = Path(__file__).resolve().parent.parent / "studies"
DEMO_STUDY = _STUDIES / "demo.yaml"
BROKEN_DEMO_STUDY = _STUDIES / "demo_broken.yaml"


def load_study(
    path: str | Path,
    *,
    preset: str | None = None,
    methods: Sequence[str] = (),
    extra_slos: Sequence[str] = (),
    against_itself: str | None = None,
    shared_machine: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Study:
    """The study in the YAML file `path`, with the settings of `preset`, and of its methods only `methods` if given.

    `against_itself` makes an A/A of it: of its variants the named one, the first where the name is empty, is compared
    with itself and nothing else is run. `shared_machine` accepts other processes of the machine, as the study's key
    does. The study's secrets must stand in `environment`, which is this process's unless given. Raises StudyFaults with
    all faults.
    """
    # Not at the top, so that importing this module does not load pydantic and ruamel.yaml.
    from loadproof.study.spec_file import read_spec
    from loadproof.study.study_resolution import StudyChoice, resolve_logged
    from loadproof.study.study_spec import StudySpec

    log = FaultLog(str(path))
    spec = read_spec(StudySpec, Path(path), log)
    choice = StudyChoice(
        preset,
        tuple(methods),
        tuple(extra_slos),
        os.environ if environment is None else environment,
        against_itself,
        shared_machine,
    )
    study = resolve_logged(spec, Path(path).parent, choice, log)
    profile_file = spec.profile if isinstance(spec.profile, str) else None
    source = source_of(Path(path), profile_file, study.profile, preset, methods, extra_slos, against_itself)
    return replace(study, source=replace(source, shared_machine=shared_machine))
