"""Methods that a study runs, resolved."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from loadproof.methods.registry import METHODS, method_names, row_of
from loadproof.methods.row import WARM_UP

__all__ = ["Methods"]


@dataclass(frozen=True, init=False)
class Methods:
    """Settings of the methods that a study runs on each variant, and of the warm-up before them.

    The settings of each are an attribute of its name, in the order of `methods.registry`; None: it is not run.

    >>> from loadproof.methods.load.machine import HeldLoad
    >>> methods = Methods(load=HeldLoad(100.0))
    >>> methods.load.rate, methods.soak
    (100.0, None)
    """

    settings: Mapping[str, Any]
    """Settings of the methods that are asked for, and of the warm-up, by name."""

    def __init__(self, **settings: Any) -> None:
        """Take the settings of each method by its name; None: it is not run. Raises TypeError for another name."""
        known = (WARM_UP, *method_names())
        if unknown := settings.keys() - set(known):
            raise TypeError(f"there is no method {sorted(unknown)[0]!r}")
        asked = {name: settings[name] for name in known if settings.get(name) is not None}
        object.__setattr__(self, "settings", asked)

    def __getattr__(self, name: str) -> Any:
        """Return the settings of a method; None: it is not run. Raises AttributeError if there is no such method."""
        if name == WARM_UP or name in method_names():
            return self.settings.get(name)
        raise AttributeError(name)

    def __contains__(self, name: str) -> bool:
        """Return True if the method, or the warm-up, is asked for."""
        return name in self.settings

    @property
    def finds_capacity(self) -> bool:
        """True if a method searches the capacity that others take."""
        return any(row.finds_capacity and row.name in self for row in METHODS)

    def asked(self) -> dict[str, Any]:
        """The settings of each method that is asked for, by its name, in the order in which they are run.

        >>> from loadproof.methods.load.machine import HeldLoad
        >>> from loadproof.methods.soak.machine import SoakSettings
        >>> Methods(load=HeldLoad(100.0), soak=SoakSettings(50.0)).asked().keys()
        dict_keys(['soak', 'load'])
        """
        return {name: own for name, own in self.settings.items() if name != WARM_UP}

    def of_starts(self) -> dict[str, Any]:
        """Return the part of `asked` that is run on each start of a variant, by itself.

        >>> from loadproof.methods.compare.machine import CompareSettings
        >>> from loadproof.methods.load.machine import HeldLoad
        >>> Methods(load=HeldLoad(100.0), compare=CompareSettings(50.0)).of_starts().keys()
        dict_keys(['load'])
        """
        return {name: settings for name, settings in self.asked().items() if not row_of(name).has_own_starts}

    def kept(self, names: Collection[str]) -> "Methods":
        """Return the methods that `names` has, and the warm-up only if `names` has it.

        >>> from loadproof.methods.load.machine import HeldLoad
        >>> from loadproof.methods.soak.machine import SoakSettings
        >>> list(Methods(load=HeldLoad(100.0), soak=SoakSettings(50.0)).kept(["warm_up", "soak"]).asked())
        ['soak']
        """
        return Methods(**{name: own for name, own in self.settings.items() if name in names})

    def changed(self, **settings: Any) -> "Methods":
        """Return the methods with other settings of some, by name; None: it is not run.

        >>> from loadproof.methods.load.machine import HeldLoad
        >>> Methods(load=HeldLoad(100.0)).changed(load=HeldLoad(200.0)).load.rate
        200.0
        """
        return Methods(**{**self.settings, **settings})

    def beside_each_other(self) -> "Methods":
        """Return the methods, each with what it takes from the settings of the others.

        >>> from loadproof.methods.compare.machine import CompareSettings
        >>> from loadproof.methods.warm_up.machine import WarmUpSettings
        >>> asked = Methods(compare=CompareSettings(1500.0), warm_up=WarmUpSettings(300.0))
        >>> asked.beside_each_other().compare.gentle_cycles
        3
        """
        own = {row.name: row.beside(self.settings[row.name], self.settings) for row in METHODS if row.name in self}
        return self.changed(**own)

    def user_totals(self) -> tuple[int, ...]:
        """Return the numbers of closed users that the methods state, and the warm-up.

        >>> from loadproof.methods.load.machine import HeldLoad
        >>> Methods(load=HeldLoad(0.0, users=300)).user_totals()
        (300,)
        """
        totals = [users for name, own in self.asked().items() for users in row_of(name).users(own)]
        warm_up = self.settings.get(WARM_UP)
        return tuple(totals if warm_up is None or warm_up.users is None else [*totals, warm_up.users])

    def longest_s(self, answered: Collection[str] = ()) -> float:
        """Most seconds of load of one start, without the methods that are `answered`; with none of them its warm-up.

        >>> from loadproof.methods.load.machine import HeldLoad
        >>> from loadproof.methods.warm_up.machine import WarmUpSettings
        >>> methods = Methods(load=HeldLoad(100.0, 30.0), warm_up=WarmUpSettings(100.0, most_s=60.0))
        >>> methods.longest_s(), methods.longest_s(["load"])
        (90.0, 0.0)
        """
        asked, warm_up = self.of_starts(), self.settings.get(WARM_UP)
        warm_up_s: float = 0.0 if warm_up is None or answered else warm_up.most_s
        return warm_up_s + sum(
            row_of(name).longest_s(settings, asked) for name, settings in asked.items() if name not in answered
        )
