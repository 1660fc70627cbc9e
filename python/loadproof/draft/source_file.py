"""Reads the file that a draft is made of: JSON or YAML of bounded size, which nothing in it can make larger."""

import json
import zlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

from loadproof.errors import InputError, StudyFaults
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog
from loadproof.study.text_file import FileError, open_regular_file

__all__ = ["json_of", "yaml_or_json_of"]

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
_LARGEST_YAML_BYTES = 8 * 2**20
_MOST_YAML_NODES = 300_000
_DEEPEST_YAML = 64
_MOST_JSON_VALUES = 8_000_000
"""Counted by the signs between them, also those within texts: what is read takes some 100 bytes of memory for each."""


def json_of(option: str, path: Path, largest_bytes: int, cure: str) -> Any:
    """The value of the JSON file `path`; `cure` is for one that is too large. Raises InputError, which names `option`.

    A key that stands twice in a mapping is refused, and so are numbers that JSON does not have.
    """
    return _json(option, path, _content(option, path, largest_bytes, cure))


def yaml_or_json_of(option: str, path: Path, largest_bytes: int) -> Any:
    """The value of the file `path`: JSON of up to `largest_bytes`, or YAML of up to 8 MiB. Raises InputError."""
    content = _content(option, path, largest_bytes, "give a part of it")
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return _json(option, path, content)
    from loadproof.study.yaml_document import YamlBounds, read_yaml

    log = FaultLog(f"{option}: {quoted(str(path))}")
    bounds = YamlBounds(_LARGEST_YAML_BYTES, _MOST_YAML_NODES, _DEEPEST_YAML)
    try:
        value = read_yaml(path, log, bounds)
        log.raise_if_any()
    except StudyFaults as error:
        others = f" ({len(error.faults) - 1} more faults)" if len(error.faults) > 1 else ""
        raise InputError(f"{error.faults[0]}{others}") from error
    return value


def _content(option: str, path: Path, largest_bytes: int, cure: str) -> bytes:
    try:
        with closing(open_regular_file(path, largest_bytes)) as file:
            content = file.read(largest_bytes + 1)
    except FileError as error:
        told = cure if "more than" in error.message else error.cure
        raise InputError(f"{option}: {quoted(str(path))}: {error.message}. Cure: {told}") from error
    except OSError as error:
        raise InputError(
            f"{option}: {quoted(str(path))}: it cannot be read ({error.strerror}). Cure: check it"
        ) from error
    return _unpacked(option, path, content[:largest_bytes], largest_bytes, cure)


def _unpacked(option: str, path: Path, content: bytes, largest_bytes: int, cure: str) -> bytes:
    """The content of a gzip file, of up to `largest_bytes`; all other content as it is."""
    place = f"{option}: {quoted(str(path))}"
    if content.startswith(_ZIP):
        raise InputError(f"{place}: this is a zip archive (Fiddler saves .saz so). Cure: give the file that is in it")
    if not content.startswith(_GZIP):
        return content
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        plain = unpacking.decompress(content, largest_bytes + 1)
    except zlib.error as error:
        raise InputError(f"{place}: this gzip file is damaged. Cure: write the file anew") from error
    if len(plain) > largest_bytes:
        told = f"unpacked it has more than {largest_bytes // 2**20} MiB"
        raise InputError(f"{place}: {told}. Cure: {cure}")
    if not unpacking.eof or unpacking.unused_data.strip(b"\0"):
        told = "is cut off" if not unpacking.eof else "has other data behind its end"
        raise InputError(f"{place}: this gzip file {told}. Cure: copy the file again")
    return plain


def _json(option: str, path: Path, content: bytes) -> Any:
    place = f"{option}: {quoted(str(path))}"
    if sum(map(content.count, (b",", b"{", b"["))) > _MOST_JSON_VALUES:
        raise InputError(f"{place}: the file has more than {_MOST_JSON_VALUES:,} values. Cure: give a part of it")
    try:
        return json.loads(content, object_pairs_hook=_mapping, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        message = f"line {error.lineno}: this is not JSON ({error.msg})"
    except UnicodeDecodeError:
        message = "the file is not UTF-8 text"
    except RecursionError:
        message = "values are nested too deeply"
    except ValueError as error:
        # A number of more digits than Python reads, a key that stands twice, or NaN.
        message = f"this JSON cannot be read ({str(error).partition(';')[0]})"
    raise InputError(f"{place}: {message}. Cure: write the file anew, with the tool that made it")


def _mapping(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {quoted(twice)} stands twice in a mapping")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
