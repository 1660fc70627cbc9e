"""`loadproof`, and `python -m loadproof`."""

import gc

__all__ = ["main"]


def main() -> None:
    """Runs the command line."""
    # What the start makes is there to stay: the collector would look through it again and again and find nothing.
    gc.set_threshold(50_000, 20, 20)
    from loadproof.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main()
