"""Gaps of templates as they are found: where each is written, and where its value goes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loadproof.study.csv_file import ValuePlace
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.template import FeederValue, scan_template

__all__ = ["GapUse", "Gaps"]


@dataclass(frozen=True, slots=True)
class GapUse:
    """A gap of a template: where it is written, what it names, and where its value goes."""

    path: KeyPath
    value: FeederValue
    place: ValuePlace


@dataclass(slots=True)
class Gaps:
    """The gaps of one operation's or flow's templates, as they are found."""

    log: FaultLog
    environment: Mapping[str, str]
    found: list[GapUse] = field(default_factory=list)

    def take(self, path: KeyPath, text: str, place: ValuePlace) -> None:
        """Keep the gaps of the template `text`; what is wrong with it goes to the log."""
        pieces, errors = scan_template(text)
        self.found += [GapUse(path, piece, place) for piece in pieces if isinstance(piece, FeederValue)]
        for error in errors:
            self.log.add_error(path, error)
