"""Hides secrets in a stream of bytes, also those that come in two pieces."""

from collections.abc import Sequence

__all__ = ["SecretMask"]

_SHOWN = b"***"


class SecretMask:
    """Replaces each secret by `***`; a secret that another holds is hidden within that one."""

    def __init__(self, secrets: Sequence[str]) -> None:
        """Empty ones are left out: there is nothing to hide."""
        encoded = {secret.encode(errors="surrogateescape") for secret in secrets if secret}
        self._secrets = sorted(encoded, key=len, reverse=True)
        self._held = b""

    def masked(self, chunk: bytes) -> bytes:
        r"""What can be shown by now; the start of a secret is held back until its rest has come.

        >>> mask = SecretMask(["hunter2"])
        >>> mask.masked(b"password=hunt"), mask.masked(b"er2\n")
        (b'password=', b'***\n')
        """
        if not self._secrets:
            return chunk
        text = self._held + chunk
        for secret in self._secrets:
            text = text.replace(secret, _SHOWN)
        held = max(_start_at_end(text, secret) for secret in self._secrets)
        self._held = text[len(text) - held :]
        return text[: len(text) - held]

    def rest(self) -> bytes:
        """What was held back, at the end of the stream; hidden as well, being most of a secret."""
        held, self._held = self._held, b""
        return _SHOWN if held else b""


def _start_at_end(text: bytes, secret: bytes) -> int:
    """The length of the longest start of `secret`, without its last byte, that `text` ends with."""
    return next((n for n in range(min(len(secret) - 1, len(text)), 0, -1) if text.endswith(secret[:n])), 0)
