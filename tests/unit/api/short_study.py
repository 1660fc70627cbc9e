"""Studies on simulated services, which take a second or two."""

from pathlib import Path

__all__ = ["study_file"]

_SERVICE = "workers: 2, service_time: {exponential: 5ms}"
LOAD = "{load: {rate: 50, hold: 10s}}"


def study_file(place: Path, methods: str = LOAD, *, variants: str = "{}", starts: int = 1, more: str = "") -> Path:
    """A study of two operations in `place`."""
    file = place / "study.yaml"
    file.write_text(
        "name: model\n"
        f"stand: {{driver: simulate, simulated: {{{_SERVICE}}}}}\n"
        f"variants: {variants}\n"
        f"starts: {starts}\n"
        "profile: {operations: {read: {request: GET /}, write: {weight: 0.5, request: POST /}}, slo: p99<200ms}\n"
        f"methods: {methods}\n{more}",
        encoding="utf-8",
    )
    return file
