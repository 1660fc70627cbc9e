"""The section of one method in a study file: its values with their places, read as rates, shares and times."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration
from loadproof.model.rate import parse_multiple
from loadproof.model.scenario import Flow, Users
from loadproof.model.share import Share
from loadproof.model.user_counts import MOST_USERS, fewest_users, users_by_kind, users_in_total
from loadproof.study.fault_log import FaultLog, KeyPath

__all__ = ["MethodSection"]


@dataclass(frozen=True, slots=True)
class MethodSection:
    """Section written for one method: each value with its path; `path` is that of the method itself.

    Values that cannot be read go to the `log`.
    """

    path: KeyPath
    values: dict[str, tuple[Any, KeyPath]]
    base_rate: float | None
    log: FaultLog
    operations: Sequence[str] | None = None
    """Operations and flows of the profile; None: it could not be read."""
    known_rate: float | None = None
    """First rate in calls/s that a method of the study is known to load with; None: there is none."""
    users_alone: bool = False
    """True if users alone make the load: nothing arrives by rate."""
    known_users: int | None = None
    """First number of closed users that a method of the study states; None: no method states one."""
    kinds: Sequence[Users] = ()
    """Kinds of closed users of the profile."""
    flows: Sequence[Flow] = ()
    """Flows of the profile."""
    searches_users: bool = False
    """True if a search of the study varies users."""
    arriving: Collection[str] = ()
    """Operations that open arrivals call without a flow."""

    def place(self, key: str) -> KeyPath:
        """Return the path of `key`, which the section has to have."""
        return self.values[key][1]

    @property
    def takes_found_users(self) -> bool:
        """True if the section states no load, and the study searches for the most users."""
        return self.searches_users and not {"rate", "users"} & self.values.keys()

    def has_load(self, takes_found_users: bool) -> bool:
        """Return True if a rate is written, or the method takes the users that were found and states none of its own.

        `takes_found_users` is that of the row of the method.
        """
        written = bool({"rate", "rates"} & self.values.keys())
        return written or (takes_found_users and self.takes_found_users)

    def held_rate(self, key: str) -> float | None:
        """Return the rate of a load in calls/s: 0 if users alone make it; None as of `rate`."""
        return 0.0 if self.users_alone else self.rate(key)

    def users(self, key: str = "users") -> int | None:
        """Return the closed users of all kinds that are written at `key`; None: as many as the profile counts.

        If the kinds have shares of a total, it has to be written.
        """
        if key in self.values:
            number, path = self.values[key]
            return self.checked_users(number, path)
        if users_in_total(self.kinds) is None and not self.log.is_broken((*self.path, key)):
            shared = next(kind.name for kind in self.kinds if kind.share is not None)
            message = f"no number of users, of which {shared} has a share"
            self.log.add(self.path, message, f"give {key}: a number such as 300")
        return None

    def checked_users(self, number: int, path: KeyPath) -> int | None:
        """Return a number of users that is written at `path`, if each kind of users gets one; faults go to the log."""
        if self.log.is_broken(path):
            return None
        if not self.kinds:
            self.log.add(path, "the profile has no users", "add users to the profile, or leave this out")
            return None
        if not 1 <= number <= MOST_USERS:
            self.log.add(path, f"{number} is not from 1 to {MOST_USERS}", "give a number such as 300")
            return None
        without = [
            kind.name for kind, count in zip(self.kinds, users_by_kind(self.kinds, number), strict=True) if not count
        ]
        if without:
            message = f"of {number} users none is of the kind {without[0]}"
            self.log.add(path, message, f"give {fewest_users(self.kinds)} or more")
            return None
        return number

    def rate(self, key: str) -> float | None:
        """Calls/s; None where nothing is written, or nothing that can be read."""
        written = self._readable(key)
        try:
            return None if written is None else parse_multiple(written, self.base_rate)
        except WrittenValueError as error:
            self.log.add_error(self.place(key), error)
            return None

    def rates(self, key: str) -> list[float]:
        """The rates of a list that can be read."""
        if key not in self.values:
            return []
        written, path = self.values[key]
        found: list[float] = []
        for index, rate in enumerate(written):
            try:
                found.append(parse_multiple(rate, self.base_rate))
            except WrittenValueError as error:
                self.log.add_error((*path, index), error)
        return found

    def share(self, key: str) -> float | None:
        """Return a share from 0 to 1; None as for `rate`."""
        written: Share | None = self._readable(key)
        return None if written is None else written.share

    def seconds(self, key: str) -> float | None:
        """A duration; None as of `rate`."""
        written: Duration | None = self._readable(key)
        return None if written is None else written.seconds

    def durations(self, *keys: str) -> dict[str, Any]:
        """`KEY_s` of each key that is written, to overwrite the defaults of a method."""
        found = {key: self.seconds(key) for key in keys}
        return {f"{key}_s": seconds for key, seconds in found.items() if seconds is not None}

    def number(self, key: str, most: int, such_as: int) -> dict[str, int]:
        """`key` with its number, from 1 to `most`; nothing where there is none."""
        if key not in self.values:
            return {}
        number, path = self.values[key]
        if not 1 <= number <= most:
            self.log.add(path, f"{number} is not from 1 to {most}", f"give a number such as {such_as}")
            return {}
        return {key: number}

    def margins(self, names: Mapping[str, str]) -> dict[str, float]:
        """Return the values below `margins`, in percent and percentage points, by the names of the settings."""
        margins, path = self.values.get("margins", (None, ()))
        found = {}
        for key, name in names.items():
            own: Share | None = getattr(margins, key, None)
            if own is not None and not self.log.is_broken((*path, key)):
                found[name] = 100.0 * own.share
        return found

    def _readable(self, key: str) -> Any:
        """Return the value written for `key`; None if there is none, or if it was reported as unreadable."""
        written, path = self.values.get(key, (None, self.path))
        return None if written is None or self.log.is_broken(path) else written
