"""Secrets in texts: `${env:NAME}` stands for a variable of the user's environment, and is what is stored and shown."""

import re
from collections.abc import Mapping
from dataclasses import replace

from loadproof.errors import WrittenValueError
from loadproof.study.profile import Operation, Profile
from loadproof.study.request import HEADER_TEXT

__all__ = ["SecretError", "check_secrets", "masked", "profile_with_secrets", "secret_names", "without_secrets"]

_SECRET = re.compile(r"(?<!\$)\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}")


class SecretError(WrittenValueError):
    """A secret is missing or cannot stand where it is asked for; the message never holds its value."""


def masked(text: str) -> str:
    """`text` as it may be stored and shown: each secret is `***`.

    >>> masked("--token=${env:TOKEN} --port ${port}")
    '--token=*** --port ${port}'
    """
    return _SECRET.sub("***", text)


def secret_names(text: str) -> list[str]:
    """The variables of the environment that `text` names.

    >>> secret_names("${env:USER}:${env:PASSWORD} $${env:HOME}")
    ['USER', 'PASSWORD']
    """
    return _SECRET.findall(text)


def without_secrets(text: str) -> str:
    """`text` with each secret replaced by one character that no template knows, to check the rest of it."""
    return _SECRET.sub("\x7f", text)


def check_secrets(text: str, environment: Mapping[str, str]) -> None:
    """Raises SecretError for the first secret of the header value `text` that `environment` cannot give."""
    _filled(text, environment)


def profile_with_secrets(profile: Profile, environment: Mapping[str, str]) -> Profile:
    """`profile` as it is sent: for the engine alone, never to be stored. Raises SecretError."""

    def filled(operation: Operation) -> Operation:
        headers = tuple((name, _filled(value, environment)) for name, value in operation.headers)
        return replace(operation, headers=headers)

    return replace(profile, operations=tuple(map(filled, profile.operations)))


def _filled(text: str, environment: Mapping[str, str]) -> str:
    """The template `text` of a header with its secrets in it, as literal text."""

    def value(match: re.Match[str]) -> str:
        variable = match[1]
        if variable not in environment:
            raise SecretError(f"the environment has no variable {variable}", f"set {variable} before the run")
        secret = environment[variable]
        if not HEADER_TEXT.fullmatch(secret) or (secret.endswith("$") and text[match.end() :].startswith(("{", "$"))):
            raise SecretError(f"the value of {variable} cannot stand in this header", "give one line of ASCII text")
        return secret.replace("${", "$${")

    return _SECRET.sub(value, text)
