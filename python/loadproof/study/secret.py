"""Secrets in texts: `${env:NAME}` stands for a variable of the user's environment, and is what is stored and shown."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from loadproof.errors import WrittenValueError
from loadproof.model.profile import BasicAuth, Operation, Profile
from loadproof.model.scenario import Variable
from loadproof.study.request import HEADER_TEXT
from loadproof.system.credential_name import is_credential_name
from loadproof.system.hidden_credentials import HIDDEN, hidden_text, hidden_words

__all__ = [
    "SecretError",
    "asks_secret",
    "check_plain_secrets",
    "check_secrets",
    "is_credential",
    "literal_text",
    "masked",
    "masked_words",
    "named_secrets",
    "profile_with_secrets",
    "secret_names",
    "without_secrets",
]

_SECRET = re.compile(r"(?<!\$)\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}")


class SecretError(WrittenValueError):
    """A secret is missing or cannot stand where it is asked for; the message never holds its value."""


def masked(text: str) -> str:
    """`text` as it may be stored and shown: each secret is `***`, also one that was typed.

    >>> masked("--token=${env:TOKEN} --port ${port}")
    '--token=*** --port ${port}'
    >>> masked("postgresql://bench:hunter2@127.0.0.1:${db.port}/bench")
    'postgresql://bench:***@127.0.0.1:${db.port}/bench'
    """
    return hidden_text(_SECRET.sub(HIDDEN, text))


def masked_words(words: Sequence[str]) -> list[str]:
    """The words of a command as `masked`; the value of an option may be the word behind it.

    >>> masked_words(["serve", "--token", "${env:TOKEN}", "--pin", "1234"])
    ['serve', '--token', '***', '--pin', '***']
    """
    return hidden_words([_SECRET.sub(HIDDEN, word) for word in words])


def asks_secret(text: str) -> bool:
    """Return True if there is a secret in `text`.

    >>> asks_secret("${env:TOKEN}"), asks_secret("hunter2")
    (True, False)
    """
    return _SECRET.search(text) is not None


def is_credential(header: str) -> bool:
    """Return True if the value of `header` identifies its sender, and is to be hidden wherever it was written.

    >>> [is_credential(name) for name in ("Cookie", "X-API-Key", "proxy-authorization", "Accept", "authority")]
    [True, True, True, False, False]
    """
    return is_credential_name(header)


def literal_text(text: str, environment: Mapping[str, str] | None) -> str:
    """The template that sends `text` as it is; with an `environment` a secret in it stays one.

    >>> literal_text("${a} ${env:TOKEN}", None), literal_text("${a} ${env:TOKEN}", {})
    ('$${a} $${env:TOKEN}', '$${a} ${env:TOKEN}')
    """
    at, parts = 0, []
    for match in _SECRET.finditer(text) if environment is not None else ():
        parts += [text[at : match.start()].replace("${", "$${"), match[0]]
        at = match.end()
    return "".join((*parts, text[at:].replace("${", "$${")))


def secret_names(text: str) -> list[str]:
    """The variables of the environment that `text` names.

    >>> secret_names("${env:USER}:${env:PASSWORD} $${env:HOME}")
    ['USER', 'PASSWORD']
    """
    return _SECRET.findall(text)


def named_secrets(value: Any, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the non-empty values in `environment` of all variables that the fields and items of `value` name.

    >>> named_secrets({"Authorization": ("Bearer ${env:TOKEN}",)}, {"TOKEN": "hunter2", "HOME": "/home/me"})
    {'TOKEN': 'hunter2'}
    """
    names = dict.fromkeys(name for text in _texts(value) for name in secret_names(text))
    return {name: environment[name] for name in names if environment.get(name)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def without_secrets(text: str) -> str:
    """`text` with each secret replaced by one character that no template knows, to check the rest of it."""
    return _SECRET.sub("\x7f", text)


def check_secrets(text: str, environment: Mapping[str, str]) -> None:
    """Raises SecretError for the first secret of the header value `text` that `environment` cannot give."""
    _filled(text, environment)


def check_plain_secrets(text: str, environment: Mapping[str, str]) -> None:
    """Raises SecretError where `text`, which is no template, has a gap or a secret that `environment` cannot give."""
    if "${" in without_secrets(text):
        raise SecretError("this text has a gap, and is not a template", "write plain text and ${env:NAME}")
    _plain(text, environment)


def profile_with_secrets(profile: Profile, environment: Mapping[str, str]) -> Profile:
    """`profile` as it is sent: for the engine alone, never to be stored. Raises SecretError."""

    def filled(operation: Operation) -> Operation:
        headers = [(name, _filled(value, environment)) for name, value in operation.headers]
        if operation.basic is not None:
            headers.append(("Authorization", _basic(operation.basic, environment)))
        return replace(operation, headers=tuple(headers), basic=None)

    def filled_variable(variable: Variable) -> Variable:
        return variable if variable.value is None else replace(variable, value=_plain(variable.value, environment))

    return replace(
        profile,
        operations=tuple(map(filled, profile.operations)),
        variables=tuple(map(filled_variable, profile.variables)),
    )


def _basic(basic: BasicAuth, environment: Mapping[str, str]) -> str:
    """The header value of RFC 7617, in UTF-8; base64 has no letter that a template knows."""
    text = f"{_plain(basic.user, environment)}:{_plain(basic.password, environment)}"
    return f"Basic {b64encode(text.encode()).decode()}"


def _plain(text: str, environment: Mapping[str, str]) -> str:
    """The plain text `text` with its secrets in it."""
    return _SECRET.sub(lambda match: _value(match[1], environment), text)


def _value(variable: str, environment: Mapping[str, str]) -> str:
    if variable not in environment:
        raise SecretError(f"the environment has no variable {variable}", f"set {variable} before the run")
    value = environment[variable]
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise SecretError(f"the value of {variable} is not UTF-8 text", "set it to text") from error
    return value


def _filled(text: str, environment: Mapping[str, str]) -> str:
    """The template `text` of a header with its secrets in it, as literal text."""

    def value(match: re.Match[str]) -> str:
        variable = match[1]
        secret = _value(variable, environment)
        if not HEADER_TEXT.fullmatch(secret) or (secret.endswith("$") and text[match.end() :].startswith(("{", "$"))):
            raise SecretError(f"the value of {variable} cannot stand in this header", "give one line of ASCII text")
        return secret.replace("${", "$${")

    return _SECRET.sub(value, text)
