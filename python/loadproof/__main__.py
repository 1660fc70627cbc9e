"""`loadproof`, and `python -m loadproof`."""

# The module `signal` takes 3 ms to import, in which Ctrl-C would end the process with a stack trace.
import _signal  # type: ignore[import-not-found]
import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line."""
    _die_of_ctrl_c()
    # What the start makes is there to stay: the collector would look through it again and again and find nothing.
    gc.set_threshold(50_000, 20, 20)
    try:
        # Imported one after the other: the command line takes more than a low limit allows.
        from loadproof.system.process_limits import check_memory_limits, keep_algebra_to_one_thread

        check_memory_limits()
        keep_algebra_to_one_thread()
        from loadproof.cli.main import main as command_line
    except Exception as error:
        sys.stderr.write(f"error: {_sentence(error)}\n")
        sys.exit(2)
    command_line()


def _die_of_ctrl_c() -> None:
    """Lets Ctrl-C end the process by the signal, silently, until the command line handles it.

    A parent that ignores SIGINT (`nohup`, a job in the background of a script) is respected.
    """
    try:
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    except KeyboardInterrupt:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
        _signal.raise_signal(_signal.SIGINT)


def _sentence(error: Exception) -> str:
    """The limit of this process that keeps the command line from being imported; raises `error` where it is none."""
    try:
        from loadproof.errors import InputError
        from loadproof.system.exhausted_resource import exhausted_resource

        exhausted = exhausted_resource(error)
    except (ImportError, OSError, MemoryError):
        return f"this process cannot be started ({error}). Cure: raise its limits (ulimit -a)"
    if exhausted is not None:
        return exhausted.sentence
    if isinstance(error, InputError):
        return str(error)
    raise error


if __name__ == "__main__":
    main()
