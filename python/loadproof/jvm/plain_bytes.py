"""Bytes of a text as UTF-8 with line feeds: gzip is unpacked, UTF-16 decoded, carriage returns replaced, all in pieces.

What a file is, is known by its bytes and not by its name. Memory is bounded, also for a file that expands without end.
"""

import codecs
import errno
import os
import sys
import zlib
from collections.abc import Generator, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal

from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.study.text_file import GZIP, encoding_of
from loadproof.system.input_file import FileError, open_file_or_pipe

__all__ = ["STANDARD_INPUT", "Damage", "PlainBytes", "opened"]

STANDARD_INPUT = "-"
Damage = Literal["cut", "broken", "trailing"]
"""Damage of a gzip file: it ends early; its bytes are wrong; other bytes follow its end."""
_LARGEST_BYTES = 1 << 40
_READ_BYTES = 1 << 20
_PACKED_BYTES = 1 << 16
"""Read at once of a compressed file: what precedes wrong bytes by more than that is not lost."""
_SNIFFED_BYTES = 1 << 16
_FEWEST_BOMB_BYTES = 1 << 26
_LARGEST_EXPANSION = 500
"""Logs expand to 10 to 100 times their compressed size, a file of one repeated byte to 1000 times."""
_OF_GZIP = zlib.MAX_WBITS | 16
_MARK = "\ufeff"
_ESCAPES = ((b"\\r", b""), (b"\\n", b"\n"), (b"\\t", b"\t"), (b'\\"', b'"'))


def opened(path: str) -> BinaryIO:
    """Open a file, or standard input. Raises InputError where it cannot be read."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return open_file_or_pipe(Path(path), _LARGEST_BYTES)
    except FileError as error:
        raise InputError(f"{quoted(path)}: {error.message}. Cure: {error.cure}") from error


class PlainBytes:
    """The bytes of one file; `damage` is known once all pieces were taken."""

    def __init__(self, path: str) -> None:
        """Nothing is read yet."""
        self.damage: Damage | None = None
        self.first = b""
        """The first bytes of the unpacked file, before they are decoded. Known once a piece was taken."""
        self._path = path

    def pieces(self) -> Generator[bytes]:
        """Yield the text in UTF-8, in pieces of about a mebibyte that end anywhere.

        Raises InputError where the disk fails, and where the file is compressed twice or expands without end.
        """
        file = opened(self._path)
        try:
            pieces = self._unpacked(file)
            self.first = next(pieces, b"")
            yield from _with_line_feeds(_unescaped(_decoded(chain([self.first], pieces))))
        except OSError as error:
            raise InputError(
                f"{quoted(self._path)}: {error.strerror or error}. Cure: check the disk and try again"
            ) from error
        finally:
            if self._path != STANDARD_INPUT:
                file.close()

    def _unpacked(self, file: BinaryIO) -> Iterator[bytes]:
        first = file.read(_PACKED_BYTES)
        if first.startswith(GZIP):
            pieces = self._inflated(chain([first], iter(lambda: file.read(_PACKED_BYTES), b"")))
            inner = next(pieces, b"")
            if inner.startswith(GZIP):
                raise InputError(
                    f"{quoted(self._path)}: it is compressed twice. Cure: gunzip -c FILE | loadproof ... -"
                )
            yield from chain([inner], pieces)
            return
        yield first
        yield from _pieces_of(file)

    def _inflated(self, packed: Iterator[bytes]) -> Iterator[bytes]:
        """Unpack all members of a gzip file, as far as they can be read."""
        inflater, held = zlib.decompressobj(_OF_GZIP), b""
        read = unpacked = 0
        for piece in packed:
            read += len(piece)
            held += piece
            while held:
                if inflater.eof:
                    # Zeros may fill a file up to a block; another member may follow.
                    held = held.lstrip(b"\0")
                    if len(held) < len(GZIP):
                        break
                    inflater = zlib.decompressobj(_OF_GZIP)
                    self.damage = None if held.startswith(GZIP) else "trailing"
                try:
                    out = inflater.decompress(held, _READ_BYTES)
                except zlib.error:
                    self.damage = self.damage or "broken"
                    return
                held = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
                unpacked += len(out)
                self._check_expansion(read, unpacked)
                if out:
                    yield out
        if not inflater.eof:
            self.damage = "cut"
        elif held:
            self.damage = "trailing"

    def _check_expansion(self, read: int, unpacked: int) -> None:
        if unpacked > _FEWEST_BOMB_BYTES and unpacked > _LARGEST_EXPANSION * read:
            raise InputError(
                f"{quoted(self._path)}: it expands to more than {_LARGEST_EXPANSION} times its size, as no log does. "
                "Cure: check what the file is"
            )


def _pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """The rest of a file, without its holes: a log that was cut while it was written begins with one of any size."""
    while True:
        _skip_hole(file)
        piece = file.read(_READ_BYTES)
        if not piece:
            return
        yield piece


def _skip_hole(file: BinaryIO) -> None:
    try:
        place = file.tell()
        data = os.lseek(file.fileno(), place, os.SEEK_DATA)
    except OSError as error:
        # The rest of the file is a hole; a pipe, and a file system that knows of no holes, is read as it is.
        if error.errno == errno.ENXIO:
            file.seek(0, os.SEEK_END)
        return
    file.seek(data)


def _decoded(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Text in UTF-8 without a byte order mark; UTF-16 is known by its mark, or by its zeros."""
    head = _head(pieces)
    encoding = encoding_of(head)
    if encoding in (None, "utf-8-sig"):
        head = head.removeprefix(codecs.BOM_UTF8)
        yield from chain([head] if head else [], pieces)
        return
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    for piece in chain([head], pieces):
        yield decoder.decode(piece).replace(_MARK, "").encode("utf-8", "replace")
    yield decoder.decode(b"", final=True).encode("utf-8", "replace")


def _head(pieces: Iterator[bytes]) -> bytes:
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= _SNIFFED_BYTES:
            break
    return head


def _unescaped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    r"""Text whose line feeds were written as two characters, `\n`, gets its lines; JSON on one line stays as it is."""
    head = _head(pieces)
    is_escaped = (
        head.count(b"\\n") > 1
        and b"\n" not in head.rstrip()
        and b"\r" not in head.rstrip()
        and not head.lstrip().startswith((b"{", b"[{", b'"'))
    )
    if not is_escaped:
        yield from chain([head] if head else [], pieces)
        return
    held = b""
    for piece in chain([head], pieces):
        whole = held + piece
        # An escape has two characters, of which the second may be in the next piece.
        stop = len(whole) - whole.endswith(b"\\")
        held = whole[stop:]
        yield _replaced(whole[:stop])
    yield _replaced(held)


def _replaced(text: bytes) -> bytes:
    for written, meant in _ESCAPES:
        text = text.replace(written, meant)
    return text


def _with_line_feeds(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """A carriage return ends a line, alone or before a line feed."""
    held = b""
    for read in pieces:
        piece = held + read if held else read
        held = b""
        if b"\r" in piece:
            if piece.endswith(b"\r"):
                piece, held = piece[:-1], b"\r"
            piece = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if piece:
            yield piece
    if held:
        yield b"\n"
