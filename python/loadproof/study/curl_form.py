"""Reads the parts of a form as curl's `--form` and `--form-string` write them (curl(1), -F)."""

import re
from collections.abc import Callable
from pathlib import PurePath

from loadproof.errors import WrittenValueError
from loadproof.model.scenario import FileBody, FormPart
from loadproof.study.request import HEADER_TEXT
from loadproof.study.secret import literal_text

__all__ = ["form_part", "form_words"]

_TYPES = {
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".htm": "text/html",
    ".html": "text/html",
    ".pdf": "application/pdf",
    ".xml": "application/xml",
}
"""The types that curl takes from the name of a file."""
_UNKNOWN_TYPE = "application/octet-stream"
_WORD = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*(?=;|\Z)|([^;]*))', re.DOTALL)
_ATTRIBUTE = re.compile(r"[ \t]*(type|filename|headers|encoder)=", re.IGNORECASE)


def form_part(
    written: str, file_of: Callable[[str], FileBody], remark: Callable[[str], None], *, is_text: bool = False
) -> FormPart:
    """The part that `-F written` makes; with `is_text` that of `--form-string`. Raises WrittenValueError.

    `file_of` opens a file that it names, `remark` takes a line on what is not taken over.

    >>> form_part('a="x;y";type=text/plain', None, print)
    FormPart(name='a', content='x;y', filename=None, media_type='text/plain')
    """
    name, sign, content = written.partition("=")
    if not sign:
        raise WrittenValueError("this part has no =", "give NAME=TEXT, or NAME=@FILE")
    if is_text:
        return FormPart(name, literal_text(content, None))
    if content.startswith("("):
        raise WrittenValueError(
            "parts within parts are not made", "write the body to a file, and give --data-binary @FILE"
        )
    kind = content[0] if content[:1] in ("@", "<") else ""
    text, attributes = _split(content.removeprefix(kind), remark)
    filename, media_type = attributes.get("filename"), attributes.get("type")
    if media_type is not None and not HEADER_TEXT.fullmatch(media_type):
        raise WrittenValueError("the type of a part is no line of ASCII text", "give one such as type=image/png")
    if not kind:
        return FormPart(name, literal_text(text, None), filename, media_type or _type_of(filename))
    if kind == "@" and "," in text and not content.startswith('@"'):
        raise WrittenValueError("a part has several files", "give each file in a --form of its own")
    file = file_of(text)
    if kind == "@" and filename is None:
        filename = PurePath(text).name
    known = _type_of(filename) or (None if filename is None else _UNKNOWN_TYPE)
    return FormPart(name, file, filename, media_type or known)


def form_words(part: FormPart) -> list[str]:
    """The words of curl that make a part.

    >>> form_words(FormPart("a", "x;y", "b.txt"))
    ['-F', 'a="x;y";filename="b.txt"']
    """
    if isinstance(part.content, FileBody):
        value = f"{'<' if part.filename is None else '@'}{_quoted(str(part.content.path))}"
    else:
        value = _quoted(part.content.replace("$${", "${"))
    named = "" if part.filename is None else f";filename={_quoted(part.filename)}"
    typed = "" if part.media_type is None else f";type={part.media_type}"
    return ["-F", f"{part.name}={value}{typed}{named}"]


def _split(text: str, remark: Callable[[str], None]) -> tuple[str, dict[str, str]]:
    """The content, and the attributes behind it."""
    content, rest = _word(text)
    attributes: dict[str, str] = {}
    while rest.startswith(";"):
        match = _ATTRIBUTE.match(rest, 1)
        if match is None:
            value, sign, more = rest[1:].partition(";")
            rest = f"{sign}{more}"
            if "type" in attributes:
                attributes["type"] += f";{value.rstrip()}"
            else:
                remark("text behind a ; in --form, outside of quotes, is left out, as curl does")
            continue
        value, rest = _word(rest[match.end() :])
        if (name := match[1].lower()) in ("headers", "encoder"):
            remark(f"{name}= of a part is not taken over (--form)")
        else:
            attributes[name] = value.strip()
    return content, attributes


def _word(text: str) -> tuple[str, str]:
    """The text up to the next ;, or in quotes, and what follows."""
    match = _WORD.match(text)
    if match is None:
        return text, ""
    if match[1] is not None:
        return re.sub(r'\\([\\"])', r"\1", match[1]), text[match.end() :]
    return match[2], text[match.end() :]


def _type_of(filename: str | None) -> str | None:
    return None if filename is None else _TYPES.get(PurePath(filename.lower()).suffix)


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))
