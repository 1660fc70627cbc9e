"""Contents of files that a user names: unpacked, and their encoding found."""

import codecs
import zlib

from loadproof.system.input_file import FileError

__all__ = ["GZIP", "encoding_of", "unpacked"]

GZIP = b"\x1f\x8b"
"""First bytes of a gzip file."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # The mark of UTF-32 begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLED_BYTES = 4096
_LATIN = frozenset(b"\t\n\r") | frozenset(range(0x20, 0x7F))
_LEAST_LATIN = 0.7
_MOST_ZEROS, _FEWEST_ZEROS = 0.3, 0.05
"""Shares of zeros in one and in the other half of the bytes of UTF-16: Latin letters, digits and commas have them."""


def unpacked(content: bytes, largest_bytes: int) -> bytes:
    """The content of a gzip file of up to `largest_bytes`; all other content as it is. Raises FileError.

    >>> import gzip
    >>> unpacked(gzip.compress(b"id,name"), 100), unpacked(b"id,name", 100)
    (b'id,name', b'id,name')
    """
    if not content.startswith(GZIP):
        return content
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        plain = unpacking.decompress(content, largest_bytes + 1)
    except zlib.error as error:
        raise FileError("the file is compressed (gzip), and damaged", "copy it again, or give it unpacked") from error
    if len(plain) > largest_bytes:
        raise FileError(f"unpacked it has more than {largest_bytes // 2**20} MiB", "give a smaller file")
    if not unpacking.eof:
        raise FileError("the file is compressed (gzip), and cut", "copy it again, or give it unpacked")
    if unpacking.unused_data.strip(b"\0"):
        raise FileError("other data follow the end of this gzip file", "copy it again, or give it unpacked")
    return plain


def encoding_of(content: bytes) -> str | None:
    """UTF-8 with a mark, UTF-16 or UTF-32, by their marks; UTF-16 also by the zeros of Latin letters; else None.

    >>> encoding_of("id,name".encode("utf-16")), encoding_of("id,name".encode("utf-16-le")), encoding_of(b"id,name")
    ('utf-16', 'utf-16-le', None)
    """
    marked = next((name for mark, name in _MARKS if content.startswith(mark)), None)
    sample = content[: _SAMPLED_BYTES - _SAMPLED_BYTES % 2]
    pairs = len(sample) // 2
    if marked is not None or pairs < 2:
        return marked
    for zeros, letters, name in (
        (sample[1::2], sample[::2], "utf-16-le"),
        (sample[::2], sample[1::2], "utf-16-be"),
    ):
        if zeros.count(0) > _MOST_ZEROS * pairs and letters.count(0) < _FEWEST_ZEROS * pairs:
            latin = [letter for zero, letter in zip(zeros, letters, strict=False) if zero == 0]
            return name if sum(letter in _LATIN for letter in latin) > _LEAST_LATIN * len(latin) else None
    return None
