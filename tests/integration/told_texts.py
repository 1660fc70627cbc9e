"""Which texts of a run can be told in one language alone."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from loadproof import open_run
from loadproof.model.message import SAID, Message

__all__ = ["messages_in", "texts_without_code"]


def messages_in(value: Any) -> Iterator[Message]:
    """Yield every message of a typed value, also those within others."""
    match value:
        case Message():
            yield from value.within()
        case Mapping():
            for inner in value.values():
                yield from messages_in(inner)
        case list() | tuple():
            for inner in value:
                yield from messages_in(inner)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from messages_in(getattr(value, field.name))


def texts_without_code(run: Path) -> list[str]:
    """The sentences in the result of a run that are English in every language: they came without a code."""
    said = [str(message.values["text"]) for message in messages_in(open_run(run)) if message.code == SAID]
    return [text for text in said if " " in text]
