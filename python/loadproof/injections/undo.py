"""Undo of an injection as a process of its own, started by a supervisor; its arguments come through the environment.

Every user can see the arguments of a process, its environment only its owner.
"""

import json
import os
import shutil
import signal
import stat
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from loadproof.system.process_identity import ProcessIdentity, state_of

__all__ = ["continue_processes", "main", "remove_directories", "stopped_processes", "undo_words"]

_VARIABLE = "LOADPROOF_UNDO"
_PACKAGES = str(Path(__file__).resolve().parents[2])
_RUN = "import sys; sys.path.insert(0, sys.argv[1]); from loadproof.injections.undo import main; main()"
_ACTIONS: Mapping[str, str] = {
    "continue": "loadproof.injections.undo:undo_stop",
    "remove": "loadproof.injections.undo:undo_pressure",
    "run": "loadproof.injections.undo:undo_command",
    "sql": "loadproof.injections.kinds.sql_termination:undo_sessions",
    # A line for each further kind, as "module:function", which takes the arguments and returns True if it succeeded.
}
_ROUND_S = 0.02
_STOPPED = "T"
_MARKED_PATIENCE_S = 3.0


def undo_words(action: str, arguments: Mapping[str, Any]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the words and the environment of the command that undoes: the two things that `Hold.take` asks for.

    `arguments` go through JSON, and may hold secrets.
    """
    if action not in _ACTIONS:
        raise ValueError(f"no undo is called {action!r}")
    environment = {_VARIABLE: json.dumps({"action": action, "arguments": arguments}), "PATH": os.defpath}
    return (sys.executable, "-I", "-c", _RUN, _PACKAGES), environment


def main() -> None:
    """Undo what the environment says; exit code 0 if nothing is left."""
    told = json.loads(os.environ.pop(_VARIABLE))
    module, _, function = _ACTIONS[told["action"]].partition(":")
    undo: Callable[[Mapping[str, Any]], bool] = getattr(import_module(module), function)
    sys.exit(0 if undo(told["arguments"]) else 1)


def undo_stop(arguments: Mapping[str, Any]) -> bool:
    """Continue `processes` ([id, start ticks]). Return True once none of them stands still."""
    found = [ProcessIdentity(int(process_id), int(ticks)) for process_id, ticks in arguments["processes"]]
    return continue_processes(found, float(arguments["within_s"]))


def undo_pressure(arguments: Mapping[str, Any]) -> bool:
    """Remove `directories` of the `token`, once the processes of `mark` have ended. Return True if none is left."""
    _end_marked(str(arguments["mark"]))
    return remove_directories(arguments["directories"], str(arguments["token"]), float(arguments["within_s"]))


def undo_command(arguments: Mapping[str, Any]) -> bool:
    """Become the command `words` of the study, once the processes of `mark` have ended."""
    _end_marked(str(arguments["mark"]))
    words = list(map(str, arguments["words"]))
    os.execvp(words[0], words)  # noqa: S606 - without a shell on purpose


def continue_processes(processes: Collection[ProcessIdentity], within_s: float) -> bool:
    """Continue the processes that stand still (SIGCONT). Return True once none of them does.

    A process that has the id of another one by now gets no signal.
    """
    deadline_s = time.monotonic() + within_s
    while still := stopped_processes(processes):
        for process in still:
            process.send(signal.SIGCONT)
        if time.monotonic() > deadline_s:
            return not stopped_processes(processes)
        time.sleep(_ROUND_S)
    return True


def stopped_processes(processes: Collection[ProcessIdentity]) -> list[ProcessIdentity]:
    """Return the processes that stand still, stopped by a signal (state T of proc(5))."""
    return [one for one in processes if state_of(one.process_id) == _STOPPED and one.alive]


def remove_directories(directories: Sequence[str], token: str, within_s: float) -> bool:
    """Remove the directories whose last part begins with `token`. Return True once none of them is there.

    A directory of another user, or a link, stays.
    """
    deadline_s = time.monotonic() + within_s
    ours = [Path(directory) for directory in directories if _is_ours(directory, token)]
    while True:
        for place in ours:
            if _is_own_directory(place):
                shutil.rmtree(place, ignore_errors=True)
        left = [place for place in ours if os.path.lexists(place)]
        if not left or time.monotonic() > deadline_s:
            return not left
        # A process that is just ending may have written into it.
        time.sleep(_ROUND_S)


def _is_ours(directory: str, token: str) -> bool:
    begins = token.startswith("loadproof-") and os.path.basename(directory).startswith(token)
    return begins and os.path.isabs(directory) and ".." not in Path(directory).parts


def _is_own_directory(place: Path) -> bool:
    try:
        seen = place.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid()


def _end_marked(mark: str) -> None:
    """Wait until the supervisor of the command has ended its tree, as it does without us; then kill what is left."""
    from loadproof.stand.lease import kill_marked, marked_processes

    deadline_s = time.monotonic() + _MARKED_PATIENCE_S
    while marked_processes(mark) and time.monotonic() < deadline_s:
        time.sleep(_ROUND_S)
    kill_marked(mark)


if __name__ == "__main__":
    main()
