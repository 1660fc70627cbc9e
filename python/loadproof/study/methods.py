"""The methods of a study, each with its settings; what they mean is said in docs/method.md."""

from dataclasses import dataclass

from loadproof.method.capacity_settings import CapacityAsked
from loadproof.method.confirm import ConfirmSettings
from loadproof.method.load import HeldLoad
from loadproof.method.plateaus import PlateausSettings
from loadproof.method.soak import SoakSettings
from loadproof.method.warm_up import WarmUpSettings

__all__ = ["METHOD_NAMES", "Methods"]

METHOD_NAMES = ("plateaus", "capacity", "confirm", "soak", "load")
"""In the order they are run."""


@dataclass(frozen=True, slots=True)
class Methods:
    """What a study does with each variant, in the order of `METHOD_NAMES`; None: not that."""

    capacity: CapacityAsked | None = None
    confirm: ConfirmSettings | None = None
    soak: SoakSettings | None = None
    load: HeldLoad | None = None
    plateaus: PlateausSettings | None = None
    warm_up: WarmUpSettings | None = None
    """Before the first of them, and after each restart; it has no answer of its own."""
