"""Reads the file that a draft is made of: JSON or YAML of bounded size, which nothing in it can make larger."""

import json
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

from loadproof.errors import InputError, StudyFaults
from loadproof.model.json_text import JsonTooDeep, read_json
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog
from loadproof.study.text_file import encoding_of, unpacked
from loadproof.system.input_file import FileError, open_file_or_pipe
from loadproof.tools.drafts.foreign_document import foreign_text
from loadproof.tools.drafts.left_out import LeftOut

__all__ = ["json_of", "yaml_or_json_of"]

_LARGEST_YAML_BYTES = 8 * 2**20
_MOST_YAML_NODES = 300_000
_DEEPEST_YAML = 64
_MOST_JSON_VALUES = 8_000_000
"""Counted by the signs between them, also those within texts: what is read takes some 100 bytes of memory for each."""
_ZIP = b"PK\x03\x04"
_TRAILING_COMMA = re.compile(r",\s*[}\]]")


def json_of(option: str, path: Path, largest_bytes: int, cure: str) -> Any:
    """Return the value of the JSON file `path`; `cure` is for one that is too large. Raises InputError.

    A key that stands twice in a mapping is refused, and so are numbers that JSON does not have.
    """
    return _json(option, path, _text(option, path, _content(option, path, largest_bytes, cure)))


def yaml_or_json_of(option: str, path: Path, largest_bytes: int, left_out: LeftOut) -> Any:
    """Return the value of the file `path`: JSON of up to `largest_bytes`, or YAML of up to 8 MiB. Raises InputError.

    Text of another format is refused by its name. A doubt whether the file is whole goes to `left_out`.
    """
    place = f"{option}: {quoted(str(path))}"
    text = _text(option, path, _content(option, path, largest_bytes, "give a part of it"))
    if text.lstrip()[:1] in ("{", "["):
        return _json(option, path, text)
    if (told := foreign_text(text)) is not None:
        raise InputError(f"{place}: {told}")
    if len(text.encode("utf-8", "surrogatepass")) > _LARGEST_YAML_BYTES:
        raise InputError(
            f"{place}: the file has more than {_LARGEST_YAML_BYTES // 2**20} MiB of YAML, which is slow to read. "
            "Cure: convert it to JSON, and give that"
        )
    from loadproof.study.yaml_document import YamlBounds, read_yaml_text

    log = FaultLog(place)
    bounds = YamlBounds(
        _LARGEST_YAML_BYTES, _MOST_YAML_NODES, _DEEPEST_YAML, keeps_leading_zeros=True, follows_aliases=True
    )
    try:
        value = read_yaml_text(text, log, bounds)
        log.raise_if_any()
    except StudyFaults as error:
        others = f" ({len(error.faults) - 1} more faults)" if len(error.faults) > 1 else ""
        raise InputError(f"{error.faults[0]}{others}") from error
    if not text.endswith(("\n", "\r")):
        # YAML that is cut is YAML still.
        left_out.add("the file ends within a line: check that it is whole")
    return value


def _content(option: str, path: Path, largest_bytes: int, cure: str) -> bytes:
    """The bytes of the file, unpacked if they are compressed (gzip). Raises InputError."""
    place = f"{option}: {quoted(str(path))}"
    try:
        with closing(open_file_or_pipe(path, largest_bytes)) as file:
            content = file.read(largest_bytes + 1)
        if len(content) > largest_bytes:
            raise FileError(f"the file has more than {largest_bytes // 2**20} MiB", "give a part of it")
        if content.startswith(_ZIP):
            told = "this is a zip archive (Fiddler saves .saz so)"
            raise InputError(f"{place}: {told}. Cure: give the file that is in it")
        return unpacked(content, largest_bytes)
    except FileError as error:
        told = cure if "more than" in error.message else error.cure
        raise InputError(f"{place}: {error.message}. Cure: {told}") from error
    except OSError as error:
        raise InputError(f"{place}: it cannot be read ({error.strerror}). Cure: check it") from error


def _text(option: str, path: Path, content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or UTF-32, which its first bytes tell. Raises InputError."""
    encoding = encoding_of(content) or "utf-8"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        told = "the file is not UTF-8 text" if encoding.startswith("utf-8") else f"the file is no text in {encoding}"
        raise InputError(f"{option}: {quoted(str(path))}:{line}: {told}. Cure: save it as UTF-8") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(
            f"{option}: {quoted(str(path))}:{line}: the file is binary: it has a NUL character. Cure: save it as text"
        )
    return text


def _json(option: str, path: Path, text: str) -> Any:
    place = f"{option}: {quoted(str(path))}"
    if sum(map(text.count, ",{[")) > _MOST_JSON_VALUES:
        raise InputError(f"{place}: the file has more than {_MOST_JSON_VALUES:,} values. Cure: give a part of it")
    hint = "write the file anew, with the tool that made it"
    try:
        return read_json(text, object_pairs_hook=_mapping, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        message = f"line {error.lineno}: this is not JSON ({error.msg})"
        if foreign := _foreign_json(text, error.pos):
            message, hint = f"line {error.lineno}: {foreign}, which JSON does not have", "take them out, or give YAML"
    except JsonTooDeep:
        message = "values are nested too deeply"
    except ValueError as error:
        # A number of more digits than Python reads, a key that stands twice, or NaN.
        message = f"this JSON cannot be read ({str(error).partition(';')[0]})"
    raise InputError(f"{place}: {message}. Cure: {hint}")


def _foreign_json(text: str, at: int) -> str | None:
    """Name a construct at `at` that only JSON5 or JSONC allow; None if there is none."""
    if text[at : at + 2] in ("//", "/*") or text[at : at + 1] == "#":
        return "there are comments"
    before = text[:at].rstrip()
    if _TRAILING_COMMA.match(text, at) or (before.endswith(",") and text[at : at + 1] in ("}", "]")):
        return "there is a comma after the last value"
    if text[at : at + 1] == "'":
        return "there are texts in single quotes"
    return None


def _mapping(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {quoted(twice)} stands twice in a mapping")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")
