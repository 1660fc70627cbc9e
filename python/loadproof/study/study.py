"""A study as it is run: stand by variant, profile, methods and probes, resolved and frozen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from loadproof.alarms.rule import AlarmRule
from loadproof.injections.settings import Injection
from loadproof.judge.saturation import NOTHING_LEFT_OUT, SaturatedLeaveOut
from loadproof.methods.registry import METHODS, row_of
from loadproof.model.profile import Profile
from loadproof.model.rate import Arrivals
from loadproof.model.stage import Stage
from loadproof.study.diagnosis_settings import DiagnosisSettings
from loadproof.study.methods import Methods
from loadproof.study.probe_settings import ProbeSettings
from loadproof.study.secret import masked, masked_words
from loadproof.study.stand_settings import StandSettings
from loadproof.study.study_source import StudySource
from loadproof.study.toggle_settings import LevelToggle

__all__ = ["Study", "Variant"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One configuration of the stand. A study that names none has one, `base`."""

    name: str
    stand: StandSettings
    only: tuple[str, ...] | None = None
    """The methods that are run on it, of those of the study, and `warm_up` where it is warmed up; None: all."""


@dataclass(frozen=True, slots=True)
class Study:
    """Study as it is run; `read` makes one. Secrets are in it by the names of their variables alone."""

    name: str
    description: str
    file: str
    """Path of the study file; relative paths start from its directory."""
    variants: tuple[Variant, ...]
    profile: Profile
    methods: Methods
    probes: ProbeSettings
    arrivals: Arrivals
    connections: int | None
    seed: int
    preset: str | None
    """The preset whose settings these are; None: those of the file alone."""
    starts: int = 1
    """Starts of each variant; several are interleaved over the variants, each second round in reverse."""
    pause_s: float = 0.0
    """Between the stop of one start and the next."""
    awake: bool = False
    """Idle processors are kept from sleeping."""
    shared_machine: bool = False
    """Other processes of the machine are accepted as part of the environment."""
    saturated: SaturatedLeaveOut = NOTHING_LEFT_OUT
    """Saturated seconds that are left out of the judgement."""
    against_itself: str | None = None
    """The variant whose twin is the other one, in an A/A: whatever differs between the two is a false alarm."""
    alarms: tuple[AlarmRule, ...] = ()
    """Rules that are evaluated in each trial."""
    injections: tuple[Injection, ...] = ()
    """Problems that are made on purpose in trials of their methods, and undone."""
    diagnosis: Mapping[str, DiagnosisSettings] = field(default_factory=dict)
    """Diagnoses of services between trials, by the names of the services."""
    toggles: Mapping[str, LevelToggle] = field(default_factory=dict)
    """Switch of each level of a feature; none if a simulated service has the levels itself."""
    source: StudySource | None = field(default=None, compare=False)
    """Source that the study was read from; None for a study that was made in Python."""

    @staticmethod
    def read(
        path: str | Path,
        preset: str | None = None,
        methods: str | Sequence[str] = (),
        slos: str | Sequence[str] = (),
        shared_machine: bool = False,
    ) -> "Study":
        """The study in a YAML file, with the settings of `preset`; of its methods only `methods`, if any are given.

        It has to keep `slos` besides its own; `shared_machine` accepts other processes of the machine. Raises
        StudyFaults with all faults of the file.
        """
        from loadproof.study.load_study import load_study
        from loadproof.study.parameters import parameters_named, texts_of

        with parameters_named():
            return load_study(
                path,
                preset=preset,
                methods=texts_of(methods),
                extra_slos=texts_of(slos),
                shared_machine=shared_machine,
            )

    def methods_of(self, variant: str) -> Methods:
        """The methods that are run on a variant, by its name. Raises LookupError where there is none."""
        for one in self.variants:
            if one.name == variant:
                return self.methods if one.only is None else self.methods.kept(one.only)
        raise LookupError(f"there is no variant {variant!r}")

    def having(self, method: str) -> tuple[Variant, ...]:
        """The variants that the method `method` is run on."""
        return tuple(one for one in self.variants if method in self.methods_of(one.name).asked())

    def of_method(self, method: str) -> "Study":
        """The same study of the variants alone that the method `method` is run on."""
        return replace(self, variants=self.having(method))

    @property
    def started(self) -> tuple[Variant, ...]:
        """The variants that have starts of their own: not those that are compared and nothing else."""
        return tuple(one for one in self.variants if self.methods_of(one.name).of_starts())

    @property
    def searches_in_turn(self) -> bool:
        """True if the starts of all variants are up together, and take turns trial by trial in their searches."""
        take_turns = (
            row_of(name).makes_searches_take_turns(settings) for name, settings in self.methods.asked().items()
        )
        return any(take_turns) and any(row.finds_capacity and len(self.having(row.name)) > 1 for row in METHODS)

    def methods_shown(self) -> dict[str, Any]:
        """The settings of the methods by name and unit, such as `soak_hold_s`; defaults of a method are left out."""
        shown: dict[str, Any] = {}
        for name, asked in self.methods.settings.items():
            settings = _asked(asked)
            shown |= dict(_shown(f"{name}_{key}", value) for key, value in settings.items() if value not in (None, ()))
        return shown

    def as_dict(self) -> dict[str, Any]:
        """The whole study in JSON values, to be stored and shown: each secret is `***`; not where it was read from."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self) if field.name != "source"}


def _asked(settings: Any) -> dict[str, Any]:
    """Return the settings that a study file has keys for; those of a part of them stand among the others."""
    found: dict[str, Any] = {}
    for key in (one.name for one in fields(settings) if one.metadata.get("asked", True)):
        value = getattr(settings, key)
        found |= _asked(value) if is_dataclass(value) else {key: value}
    return found


def _shown(name: str, value: float | tuple[float, ...]) -> tuple[str, float | list[float]]:
    if isinstance(value, tuple):
        return name, [str(one) if isinstance(one, Stage) else one for one in value]
    is_share = name.endswith(("_precision", "_share"))
    return (f"{name}_percent", round(100.0 * value, 6)) if is_share else (name, value)


def _plain(value: Any) -> Any:
    if isinstance(value, Methods):
        return _plain(value.settings)
    if isinstance(value, Injection):
        shown = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"name": value.name, "kind": value.problem.kind.value, **shown}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        is_text = all(isinstance(item, str) for item in value)
        return masked_words(value) if is_text else [_plain(item) for item in value]
    return masked(str(value)) if isinstance(value, str | Path) else value
