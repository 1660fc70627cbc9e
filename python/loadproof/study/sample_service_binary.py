"""Where the binary of the built-in sample service is: in the wheel, or in the checkout that built it."""

from pathlib import Path

from loadproof.errors import WrittenValueError

__all__ = ["sample_service_binary"]

_PACKAGE = Path(__file__).resolve().parent.parent
_CANDIDATES = (
    _PACKAGE / "_bin/known-truth",
    _PACKAGE.parent.parent / "stands/known-truth/target/release/known-truth",
)


def sample_service_binary() -> Path:
    """The binary of stands/known-truth. Raises WrittenValueError where it was not built."""
    for candidate in _CANDIDATES:
        if candidate.is_file():
            return candidate
    raise WrittenValueError(
        "the sample service is not built", "run make stands in a checkout, or install loadproof from its wheel"
    )
