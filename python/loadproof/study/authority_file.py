"""Files of authorities whose certificates are trusted."""

from contextlib import closing
from pathlib import Path

from loadproof.system.input_file import FileError, open_regular_file

__all__ = ["check_authority"]

_LARGEST_BYTES = 16 * 2**20
_BEGIN = b"-----BEGIN CERTIFICATE-----"


def check_authority(file: Path) -> None:
    """Raises FileError unless `file` can be read and has a certificate in PEM."""
    try:
        with closing(open_regular_file(file, _LARGEST_BYTES)) as opened:
            content = opened.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise FileError(f"the file cannot be read ({error.strerror})", "check the disk and try again") from error
    if _BEGIN not in content:
        raise FileError("there is no certificate in it", "name a PEM file, with lines of -----BEGIN CERTIFICATE-----")
