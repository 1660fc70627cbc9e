"""The demo study, which the package carries; studies/demo.yaml of a checkout is the same file."""

from pathlib import Path

__all__ = ["DEMO_STUDY"]

DEMO_STUDY = Path(__file__).resolve().parent.parent / "studies/demo.yaml"
