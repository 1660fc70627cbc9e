"""One load of a profile on a recording server, for the tests of scenarios."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended
from .recording_server import Answer, Recorded, RecordingServer
from .undisturbed import ATTEMPTS, stood_still

__all__ = ["Loaded", "load_scenario"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the command said, and what the server saw, in the order of arrival."""

    ended: Ended
    result: dict[str, Any]
    requests: list[Recorded]
    run: Path

    def of(self, begin: str) -> list[Recorded]:
        """Requests whose path begins so."""
        return [request for request in self.requests if request.path.startswith(begin)]

    def errors_of(self, name: str) -> dict[str, int]:
        """Errors of an operation or flow by kind."""
        errors: dict[str, int] = self.result["operations"][name]["errors_by_kind"]
        return errors


def load_scenario(
    place: Path,
    profile: str,
    answer_of: Callable[[Recorded], int | Answer],
    *options: object,
    environment: Mapping[str, str] | None = None,
) -> Loaded:
    """Runs `loadproof load` on a new server with `profile`, in the directory `place`; its counts close.

    The exit code says nothing here of validity: 4 is a machine that something else kept busy. A load whose generator
    stood still is repeated: it counts fewer calls than the server saw, and says so.
    """
    (place / "p.yaml").write_text(profile, encoding="utf-8")
    for number in range(1, ATTEMPTS + 1):
        loaded = _load(place, f"run-{number}", answer_of, *options, environment=environment)
        if not stood_still(loaded.result):
            break
    return loaded


def _load(
    place: Path,
    out: str,
    answer_of: Callable[[Recorded], int | Answer],
    *options: object,
    environment: Mapping[str, str] | None,
) -> Loaded:
    with RecordingServer(answer_of) as server:
        words = ("load", server.url, "--profile", "p.yaml", *options, "--json", "--out", out)
        with CommandLine(*words, cwd=place, environment=environment) as command:
            ended = command.ended(60)
        requests, malformed = list(server.requests), list(server.malformed)
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert "Traceback" not in ended.messages
    assert malformed == []
    result = ended.result
    assert_counts_close(result)
    return Loaded(ended, result, requests, place / out)
