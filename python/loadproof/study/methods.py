"""The methods of a study, each with its settings; what they mean is said in docs/method."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from loadproof.method.capacity_settings import CapacityAsked
from loadproof.method.compare import CompareSettings
from loadproof.method.confirm import ConfirmSettings
from loadproof.method.load import HeldLoad
from loadproof.method.overhead import OverheadSettings
from loadproof.method.plateaus import PlateausSettings
from loadproof.method.registry import method_names, row_of
from loadproof.method.smoke import SmokeSettings
from loadproof.method.soak import SoakSettings
from loadproof.method.warm_up import WarmUpSettings

__all__ = ["Methods"]


@dataclass(frozen=True, slots=True)
class Methods:
    """Methods that a study runs on each variant, in the order of `method.registry`; None: the method is not run."""

    capacity: CapacityAsked | None = None
    confirm: ConfirmSettings | None = None
    soak: SoakSettings | None = None
    load: HeldLoad | None = None
    plateaus: PlateausSettings | None = None
    compare: CompareSettings | None = None
    """In rounds of all variants together, after the starts with the other methods."""
    overhead: OverheadSettings | None = None
    """In starts of its own, after all others."""
    warm_up: WarmUpSettings | None = None
    """Before the first of them, and after each restart; it has no answer of its own."""
    smoke: SmokeSettings | None = None

    def asked(self) -> dict[str, Any]:
        """The settings of each method that is asked for, by its name, in the order in which they are run.

        >>> Methods(load=HeldLoad(100.0), soak=SoakSettings(50.0)).asked().keys()
        dict_keys(['soak', 'load'])
        """
        settings = {name: getattr(self, name, None) for name in method_names()}
        return {name: own for name, own in settings.items() if own is not None}

    def of_starts(self) -> dict[str, Any]:
        """Return the part of `asked` that is run on each start of a variant, by itself.

        >>> Methods(load=HeldLoad(100.0), compare=CompareSettings(50.0)).of_starts().keys()
        dict_keys(['load'])
        """
        return {name: settings for name, settings in self.asked().items() if not row_of(name).has_own_starts}

    def kept(self, names: Collection[str]) -> "Methods":
        """Return the methods that `names` has, and the warm-up only if `names` has `warm_up`.

        >>> list(Methods(load=HeldLoad(100.0), soak=SoakSettings(50.0)).kept(["warm_up", "soak"]).asked())
        ['soak']
        """
        left_out = [name for name in ("warm_up", *method_names()) if name not in names]
        return replace(self, **dict.fromkeys(left_out))

    def beginning_gently(self) -> "Methods":
        """A comparison, whose starts are cold, begins each of them with the rate of the warm-up, where there is one.

        >>> asked = Methods(compare=CompareSettings(1500.0), warm_up=WarmUpSettings(300.0))
        >>> asked.beginning_gently().compare.gentle_cycles
        3
        """
        if self.compare is None or self.warm_up is None:
            return self
        return replace(self, compare=replace(self.compare, gentle_rate=self.warm_up.rate or None))

    def longest_s(self, answered: Collection[str] = ()) -> float:
        """Most seconds of load of one start, without the methods that are `answered`; with none of them its warm-up.

        >>> methods = Methods(load=HeldLoad(100.0, 30.0), warm_up=WarmUpSettings(100.0, most_s=60.0))
        >>> methods.longest_s(), methods.longest_s(["load"])
        (90.0, 0.0)
        """
        asked = self.of_starts()
        warm_up_s = self.warm_up.most_s if self.warm_up is not None and not answered else 0.0
        return warm_up_s + sum(
            row_of(name).longest_s(settings, asked) for name, settings in asked.items() if name not in answered
        )
