"""HTTP/1.1 against the servers that the world runs: replies are taken for what they are, connections stay in order.

All that a server can do is asked for in one load, on the same connections, so that a reply that was cut in the wrong
place would break the next one.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from .behaviours import BEHAVIOURS, BODY_SIZES, Behaviour, body_of, offered_by, profile_of
from .closing_counts import assert_counts_close
from .command_line import Ended, loadproof
from .nginx_server import KEEPALIVE_REQUESTS, Nginx, nginx
from .real_server import SERVERS, RealServer
from .undisturbed import ATTEMPTS, stood_still

pytestmark = pytest.mark.quiet_machine

EVERY_SERVER = (*SERVERS, "nginx")
LOAD = ("--rate", 150, "--for", "3s", "--arrivals", "constant", "--json", "--out", "run")


class Asked:
    """What one load of every behaviour gave, and what the server saw of it."""

    def __init__(self, server: str, place: Path) -> None:
        start: Callable[[], AbstractContextManager[Nginx | RealServer]]
        if server == "nginx":
            (place / "nginx").mkdir()
            start = partial(nginx, place / "nginx")
        else:
            start = partial(RealServer, server, f"-limit={KEEPALIVE_REQUESTS}")
        with start() as target:
            profile = profile_of(offered_by(server), place)
            self.ended: Ended = loadproof("load", target.url, "--profile", profile, *LOAD, cwd=place)
            self.stats = target.stats() if isinstance(target, RealServer) else None
            self.requests = Counter(self.stats["requests"]) if self.stats is not None else requests_of(target)
        assert self.ended.output, self.ended.messages
        self.result: dict[str, Any] = self.ended.result
        self.stored = place / "nginx/files/put"


def requests_of(target: Nginx | RealServer) -> Counter[str]:
    assert isinstance(target, Nginx)
    return target.requests()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Asked]:
    """The one load of a server, made when its first test wants it."""
    made: dict[str, Asked] = {}

    def asked_of(server: str) -> Asked:
        if server not in made:
            for _ in range(ATTEMPTS):
                made[server] = Asked(server, tmp_path_factory.mktemp(server))
                # Else it counts fewer calls than the server saw.
                if not stood_still(made[server].result):
                    break
        return made[server]

    return asked_of


PAIRS = [
    pytest.param(server, behaviour, id=f"{server}-{behaviour.name}")
    for server in EVERY_SERVER
    for behaviour in BEHAVIOURS
    if server in behaviour.servers
]


@pytest.mark.parametrize(("server", "behaviour"), PAIRS)
def test_a_reply_is_taken_for_what_it_is(asked: Callable[[str], Asked], server: str, behaviour: Behaviour) -> None:
    operation = asked(server).result["operations"][behaviour.name]
    assert operation["due"] > 0
    assert operation["errors_by_kind"] == ({behaviour.kind: operation["due"]} if behaviour.kind else {})
    assert operation["completed"] == (0 if behaviour.kind else operation["due"])


@pytest.mark.parametrize("server", EVERY_SERVER)
def test_counts_close_and_the_server_saw_each_call_once(asked: Callable[[str], Asked], server: str) -> None:
    seen = asked(server)
    # 4: something else kept the machine busy, which says nothing against the counts.
    assert seen.ended.exit_code in (3, 4), seen.ended.messages
    assert_counts_close(seen.result)
    due: Counter[str] = Counter()
    for behaviour in offered_by(server):
        due[behaviour.request] += seen.result["operations"][behaviour.name]["sent"]
    assert seen.requests == due


@pytest.mark.parametrize("server", SERVERS)
def test_a_connection_carries_as_many_calls_as_the_server_lets_it(asked: Callable[[str], Asked], server: str) -> None:
    stats = asked(server).stats
    assert stats is not None
    assert stats["most"] == KEEPALIVE_REQUESTS
    # Connections are used again: far fewer of them than calls.
    assert stats["connections"] < sum(stats["requests"].values()) / 2


@pytest.mark.parametrize("size", BODY_SIZES)
def test_nginx_stores_exactly_what_was_sent(asked: Callable[[str], Asked], size: str) -> None:
    assert (asked("nginx").stored / size).read_bytes() == body_of(size)
