"""Draws the terminal report of a run as an SVG for the README: `report_picture.py RUN_DIRECTORY FILE.svg`."""

import io
import sys
from pathlib import Path

from loadproof.report.terminal import terminal_report
from loadproof.run.outcome import reported
from rich.console import Console


def main(run: Path, picture: Path) -> None:
    """Writes the picture."""
    console = Console(record=True, width=132, file=io.StringIO(), force_terminal=True)
    console.print(terminal_report(reported(run).result))
    picture.parent.mkdir(parents=True, exist_ok=True)
    console.save_svg(str(picture), title="loadproof demo")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
