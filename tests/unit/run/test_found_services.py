"""What is said of services that others run."""

from typing import cast

import pytest
from loadproof.run.found_services import FoundServices
from loadproof.store.start_log import StartLog
from loadproof.system.servers import TargetServers


class _Written:
    """Keeps the kinds of events."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def event(self, kind: str, _text: str, service: str | None = None) -> None:
        assert service is None
        self.kinds.append(kind)


class _Servers:
    def __init__(self, found: set[int] | None) -> None:
        self.found = found

    def now(self, fresh_s: float = 0.5) -> set[int] | None:
        assert fresh_s >= 0.0
        return self.found


@pytest.mark.parametrize(("found", "kinds"), [(None, ["elsewhere"]), (set[int](), [])])
def test_nothing_but_one_line_is_said_of_what_cannot_be_read(found: set[int] | None, kinds: list[str]) -> None:
    written = _Written()
    services = FoundServices(cast(TargetServers, _Servers(found)), cast(StartLog, written))
    services.look_who_listens()
    assert services.deaths() == []
    services.describe()
    assert services.is_elsewhere == (found is None)
    assert dict(services.services) == {}
    assert written.kinds == kinds
