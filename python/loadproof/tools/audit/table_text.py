"""Text of a table file: compression, encoding, colors, and prefixes that shippers of logs put before each line."""

import re
from collections.abc import Sequence

from loadproof.errors import InputError
from loadproof.model.json_text import read_json
from loadproof.model.message import Message
from loadproof.model.quoting import quoted
from loadproof.study.text_file import encoding_of, unpacked
from loadproof.system.input_file import FileError

__all__ = ["LARGEST_BYTES", "plain_text", "without_prefixes"]

LARGEST_BYTES = 256 * 2**20
_CYRILLIC = frozenset({0xA8, 0xB8, *range(0xC0, 0x100)})
_BINARIES = (
    (b"PK\x03\x04", "a ZIP archive or a spreadsheet (XLSX, ODS)"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet of Excel 97 (XLS)"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"BZh", "compressed with bzip2"),
    (b"\xfd7zXZ", "compressed with xz"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
    (b"7z\xbc\xaf", "a 7z archive"),
)
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"
_PREFIXES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_STAMP} std(?:out|err) [FP] ?",
        rf"{_STAMP} +(?:TRACE|DEBUG|INFO|WARN|ERROR) +\[[^\]]*\] \S+ - ?",
        rf"<\d{{1,3}}>1 {_STAMP} \S+ \S+ \S+ \S+ (?:-|\[[^\]]*\]) ?",
        rf"{_STAMP}(?: |$)",
        r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w./-]+(?:\[\d+\])?: ?",
        r"\[pod/[^\]]*\] ?",
        r"[\w.-]+-\d+ +\| ?",
    )
)
_NUMBERED = re.compile(r"[ \t]*(\d{1,7})(?:\t|: |  ?)")
_KEYS_OF_LINES = ("log", "message", "msg")
_MOST_PREFIXES = 3
_FIRST_LINES = 50


def plain_text(content: bytes, name: str, encoding: str | None) -> tuple[str, list[Message]]:
    """Text of `content` without colors and prefixes, and how it was read. Raises InputError."""
    text, notes = _decoded(_unpacked(content, name), name, encoding)
    if "\0" in text:
        raise InputError(
            f"{quoted(name)}: the file has NUL bytes, so that it is no text, or damaged. "
            "Cure: export the table again as CSV in UTF-8, or give --encoding"
        )
    text = _ANSI.sub("", text)
    if "\\n" in text and "\n" not in text.rstrip():
        raise InputError(
            f"{quoted(name)}: line feeds are written as two characters, \\ and n. "
            "Cure: write them as line feeds, as printf '%b' does"
        )
    return _unwrapped(text), notes


def _unwrapped(text: str) -> str:
    """The lines inside of JSON lines, as loggers of containers write them; other texts as they are."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        return text
    found = []
    for line in lines:
        try:
            entry = read_json(line)
        except ValueError:
            return text
        event = entry.get("event")
        held = [entry.get(key) for key in _KEYS_OF_LINES] + [event.get("original") if isinstance(event, dict) else None]
        inside = next((one for one in held if isinstance(one, str)), None)
        if inside is None:
            return text
        found.append(inside.rstrip("\n"))
    return "\n".join([*found, ""])


def _unpacked(content: bytes, name: str) -> bytes:
    kind = next((kind for magic, kind in _BINARIES if content.startswith(magic)), None)
    if kind is not None:
        raise InputError(f"{quoted(name)}: the file is {kind}, and no text. Cure: export the table as CSV")
    try:
        return unpacked(content, LARGEST_BYTES)
    except FileError as error:
        raise InputError(f"{quoted(name)}: {error}") from error


def _decoded(content: bytes, name: str, encoding: str | None) -> tuple[str, list[Message]]:
    if encoding is not None:
        try:
            return content.decode(encoding), []
        except LookupError as error:
            raise InputError(f"--encoding: {encoding!r:.40} is not known. Cure: give such as windows-1251") from error
        except ValueError as error:
            raise InputError(f"{quoted(name)}: this is not {encoding:.40}. Cure: give another --encoding") from error
    marked = encoding_of(content)
    try:
        return content.decode(marked or "utf-8"), []
    except ValueError as error:
        if marked is not None:
            raise InputError(
                f"{quoted(name)}: the file looks like {marked.removesuffix('-sig').upper()}, and is cut or damaged "
                f"({error.__class__.__name__}). Cure: copy the file again, or give --encoding"
            ) from error
        guessed = _older_encoding(content)
        return content.decode(guessed, errors="replace"), [Message("audit-not-utf-8", encoding=guessed)]


def _older_encoding(content: bytes) -> str:
    """A guess at an older encoding: Russian, Chinese, Japanese, or that of Western Europe."""
    runs = re.findall(rb"[\x80-\xff]{3,}", content)
    if runs and all(byte in _CYRILLIC for run in runs for byte in run):
        return "windows-1251"
    if not runs:
        return "windows-1252"
    if _is_japanese(content):
        return "shift_jis"
    try:
        content.decode("gb18030")
    except ValueError:
        return "windows-1252"
    return "gb18030"


def _is_japanese(content: bytes) -> bool:
    """True if it is Shift JIS with kana: texts of other encodings have none where they can be decoded so."""
    try:
        others = [character for character in content.decode("shift_jis") if character > "\x7f"]
    except ValueError:
        return False
    return 5 * sum("\u3041" <= character <= "\u30fa" for character in others) >= len(others) > 0


def without_prefixes(lines: Sequence[str]) -> list[str]:
    r"""Lines without the prefixes that all of them have: time stamps of containers, `> ` of a mail, line numbers.

    >>> without_prefixes(["> a,b", "> 1,2"]), without_prefixes(["  1\ta,b", "  2\t1,2"])
    (['a,b', '1,2'], ['a,b', '1,2'])
    """
    found = list(lines)
    for _ in range(_MOST_PREFIXES):
        stripped = _unnumbered(found) or _without_known(found) or _without_common(found)
        if stripped is None:
            break
        found = stripped
    return found


def _without_known(lines: Sequence[str]) -> list[str] | None:
    first = [line for line in lines[:_FIRST_LINES] if line.strip()]
    for prefix in _PREFIXES:
        if not all(map(prefix.match, first)):
            continue
        matches = [prefix.match(line) for line in lines]
        kept = [line if match is None else line[match.end() :] for line, match in zip(lines, matches, strict=True)]
        is_everywhere = all(match is not None or not line.strip() for line, match in zip(lines, matches, strict=True))
        if is_everywhere and any(matches) and any(line.strip() for line in kept):
            return kept
    return None


def _unnumbered(lines: Sequence[str]) -> list[str] | None:
    """Lines that are numbered from 1, the headers too, without their numbers."""
    if not lines or (first := _NUMBERED.match(lines[0])) is None or first[1] != "1":
        return None
    matches = [_NUMBERED.match(line) for line in lines]
    numbers = [int(match[1]) for match in matches if match is not None]
    if len(lines) < 2 or numbers != list(range(1, len(lines) + 1)):
        return None
    return [line[match.end() :] for line, match in zip(lines, matches, strict=True) if match is not None]


def _without_common(lines: Sequence[str]) -> list[str] | None:
    """Lines without the marks and words that all of them begin with, to the last blank; frames of Markdown stay."""
    held = [f"{line.rstrip()} " for line in lines if line.strip()]
    if len(held) < 2:
        return None
    # Between the first and the last line in their order lie all the others.
    first, last = min(held), max(held)
    same = next((at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    common = first[:same]
    common = common[: common.rfind(" ") + 1]
    if not common.strip() or not common.strip(" |\t+-=") or any(mark in common for mark in ",;\t"):
        return None
    return [line[len(common) :] if line.startswith(common) else "" for line in lines]
