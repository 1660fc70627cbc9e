"""Standard streams without the secrets that were typed: whatever is written, also by click, rich and a stack trace."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, TextIO

from loadproof.system.secret_mask import SecretMask

__all__ = ["HiddenOutput", "hidden", "hide", "hide_in_errors", "hide_typed"]


class _Mask:
    """The mask of this process; words of the command line are read when the first text is written."""

    def __init__(self) -> None:
        self.mask = SecretMask()
        self.words: list[str] = []

    def ready(self) -> SecretMask:
        if self.words:
            # Not at the top: most commands write nothing before they have ended.
            from loadproof.study.typed_secret import typed_secrets

            words, self.words = self.words, []
            self.mask.add(typed_secrets(words))
        return self.mask


_OF_PROCESS = _Mask()


def hide_typed(words: Iterable[str]) -> None:
    """Has `***` in place of each secret in the words of a command line, in all that is written from now on."""
    _OF_PROCESS.words += words


def hide(secrets: Iterable[str]) -> None:
    """Has `***` in place of each of `secrets` too, see `SecretMask`."""
    _OF_PROCESS.mask.add(secrets)


def hidden(text: str) -> str:
    """`text` as it may be written."""
    if not text.strip():
        return text
    mask = _OF_PROCESS.ready()
    return mask.text(text) if mask.hides else text


class HiddenOutput:
    """A stream that writes texts without secrets, and else is the stream that it writes to."""

    def __init__(self, stream: TextIO) -> None:
        """Writes to `stream`."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write `text` without secrets."""
        self._stream.write(hidden(text))
        return len(text)

    @property
    def drawn(self) -> HiddenOutput:
        """The stream of a console (see `console_on`), without secrets too."""
        return HiddenOutput(getattr(self._stream, "drawn", self._stream))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of `lines`."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Whatever else the stream has."""
        return getattr(self._stream, name)

    def __enter__(self) -> HiddenOutput:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stream.flush()

    def __iter__(self) -> Any:
        return iter(self._stream)


def hide_in_errors() -> None:
    """Standard error has no secrets from now on."""
    if not isinstance(sys.stderr, HiddenOutput):
        sys.stderr = HiddenOutput(sys.stderr)
