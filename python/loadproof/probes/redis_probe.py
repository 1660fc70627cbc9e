"""Reads a Redis server: its one thread, commands, clients, memory and evictions."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, BusyLoadingError, NoPermissionError
from redis.retry import Retry

from loadproof.model.message import Message
from loadproof.probes.counter_group import CounterGroup
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.reading import Reading
from loadproof.study.database_url import database_words
from loadproof.study.probe_settings import DatabaseSettings

__all__ = ["RedisProbe"]

_WITHIN_S = 0.4
"""For each step of a reading, a new connection among them: below one second together."""
_DEFAULT_PORT = 6379
_LONGEST_TEXT = 120
_CPU = ("used_cpu_user", "used_cpu_sys")
_MAIN_THREAD = ("used_cpu_user_main_thread", "used_cpu_sys_main_thread")
_HINTS = (
    (("max number of clients",), "redis-hint-clients"),
    (("noauth", "wrongpass", "authentication", "invalid username", "without any password"), "redis-hint-password"),
    (("noperm",), "redis-hint-permission"),
    (("protected mode", "denied"), "redis-hint-protected"),
    (("loading",), "redis-hint-wait"),
    (("timeout", "timed out"), "redis-hint-slow"),
)

_Info = Mapping[str, Any]


class RedisProbe:
    """One server through one connection of its own. Rates from the second reading on.

    https://redis.io/docs/latest/commands/info/ describes the fields; the client of the probe is not counted.
    """

    slow = True

    def __init__(self, settings: DatabaseSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` gives the values of gaps in the URL; it is asked for each connection."""
        self.name = f"redis:{settings.service}"
        self._settings = settings
        self._filled = filled
        self._client: Redis | None = None
        self._commands = CounterGroup("total_commands_processed")
        self._cpu = CounterGroup(*_CPU)
        self._main_thread = CounterGroup(*_MAIN_THREAD)
        self._keys = CounterGroup("keyspace_hits", "keyspace_misses")
        self._evicted = CounterGroup("evicted_keys")
        self._rejected = CounterGroup("rejected_connections")

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure if the server cannot be reached, refuses, or does not answer in time."""
        began_s = time.monotonic()
        try:
            client = self._client or self._connected()
            asked_s = time.monotonic()
            # Its types are those of the asynchronous client, too.
            info = cast(_Info, client.info())
        except (RedisError, OSError) as error:
            self.close()
            raise _failure(error) from error
        # To connect takes time, too.
        at_s = now_s + asked_s - began_s
        return [*self._levels(info), *self._growths({name: str(value) for name, value in info.items()}, at_s)]

    def shortfalls(self) -> Sequence[Message]:
        """Return no shortfalls: a user that may run INFO sees all of it."""
        return ()

    def close(self) -> None:
        """Ends the connection."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> Redis:
        settings = self._settings
        words = database_words(settings.kind, settings.url, lambda gap: self._filled(gap, settings.service))
        self._client = Redis(
            host=words["host"],
            port=int(words.get("port", _DEFAULT_PORT)),
            username=words.get("user"),
            password=words.get("password"),
            socket_connect_timeout=_WITHIN_S,
            socket_timeout=_WITHIN_S,
            # A reading that failed is a reading that failed: the next one comes in a second.
            retry=Retry(NoBackoff(), 0),
            single_connection_client=True,
            client_name="loadproof",
            decode_responses=True,
        )
        return self._client

    def _levels(self, info: _Info) -> Iterator[Reading]:
        yield self._reading("clients", "", max(0.0, _number(info, "connected_clients") - 1.0))
        yield self._reading("clients_blocked", "", _number(info, "blocked_clients"))
        yield self._reading("clients_limit", "", _number(info, "maxclients"))
        yield self._reading("memory_bytes", "", _number(info, "used_memory"))
        if _number(info, "maxmemory") > 0.0:
            yield self._reading("memory_limit_bytes", "", _number(info, "maxmemory"))

    def _growths(self, info: Mapping[str, str], at_s: float) -> Iterator[Reading]:
        since = info.get("run_id")
        grown = self._commands.grown(info, since, at_s)
        if grown is not None:
            # Less the INFO of this reading.
            commands = max(0.0, grown["total_commands_processed"] - 1.0)
            yield self._reading("commands_per_s", "1/s", commands / grown.elapsed_s)
        for name, counters in (("cpu_cores", self._cpu), ("main_thread_cores", self._main_thread)):
            grown = counters.grown(info, since, at_s)
            if grown is not None:
                yield self._reading(name, "", sum(grown.values()) / grown.elapsed_s)
        grown = self._keys.grown(info, since, at_s)
        if grown is not None and (asked := sum(grown.values())) > 0:
            yield self._reading("hit_share", "", grown["keyspace_hits"] / asked)
        grown = self._evicted.grown(info, since, at_s)
        if grown is not None:
            yield self._reading("evictions_per_s", "1/s", grown["evicted_keys"] / grown.elapsed_s)
        grown = self._rejected.grown(info, since, at_s)
        if grown is not None:
            yield self._reading("connections_refused", "", grown["rejected_connections"])

    def _reading(self, name: str, unit: str, value: float) -> Reading:
        return Reading(self.name, name, unit, value)


def _number(info: _Info, name: str) -> float:
    value = info.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def _failure(error: Exception) -> ProbeFailure:
    said = " ".join(str(error).split())[:_LONGEST_TEXT] or type(error).__name__
    return ProbeFailure(Message("redis-unread", why=said, hint=Message(_hint(error, said.lower()))))


def _hint(error: Exception, said: str) -> str:
    if isinstance(error, AuthenticationError):
        return "redis-hint-password"
    if isinstance(error, NoPermissionError):
        return "redis-hint-permission"
    if isinstance(error, BusyLoadingError):
        return "redis-hint-wait"
    return next((hint for words, hint in _HINTS if any(word in said for word in words)), "redis-hint-reach")
