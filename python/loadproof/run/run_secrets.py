"""Secrets that a run hides wherever it writes: those that its study or profile names, and those that were typed."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loadproof.model.message import Message, count
from loadproof.model.profile import Operation, Profile
from loadproof.model.scenario import FormBody, Variable
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.study.secret import is_credential, named_secrets, profile_with_secrets
from loadproof.study.typed_secret import typed_secrets
from loadproof.system.credential_name import is_secret_field
from loadproof.system.hidden_credentials import (
    HIDDEN,
    hidden_body,
    hidden_command,
    hidden_header,
    hidden_path,
    hidden_text,
    literal_parts,
)
from loadproof.system.secret_mask import SHORTEST_HIDDEN, SecretMask, is_hidden

if TYPE_CHECKING:
    # A load has no study, and does not wait for what makes one.
    from loadproof.records.run import RunOperation
    from loadproof.store.description import RunDescription
    from loadproof.study.study import Study

__all__ = ["RunSecrets", "header_shown", "profile_shown", "run_secrets"]

_LONG_COOKIE = 16
"""Letters of a cookie's value that no other text has by chance."""


@dataclass(frozen=True, slots=True)
class RunSecrets:
    """Texts for a `SecretMask`, and a doubt for each secret that none can hide."""

    texts: tuple[str, ...]
    doubts: tuple[Doubt, ...]

    def and_typed(self, command: Sequence[str]) -> RunSecrets:
        """The same and the secrets that the words of a command hold."""
        return replace(self, texts=tuple(dict.fromkeys((*self.texts, *typed_secrets(list(command))))))

    def hidden_in(self, description: RunDescription) -> RunDescription:
        """`description` as it may be stored: without secrets, but for `source`, which says what is read again."""
        mask = SecretMask(self.texts)
        text = description.profile_text
        return replace(
            description,
            command=tuple(mask.text(word) for word in hidden_command(description.command)),
            target=mask.text(hidden_text(description.target)),
            operations=_distinct(
                replace(
                    one,
                    name=mask.text(one.name),
                    request=mask.text(hidden_text(one.request)),
                    tags=_masked(one.tags, mask),
                )
                for one in description.operations
            ),
            slos=tuple(
                replace(
                    slo, text=mask.text(slo.text), operation=None if slo.operation is None else mask.text(slo.operation)
                )
                for slo in description.slos
            ),
            method=_masked(description.method, mask),
            plan=_masked(description.plan, mask),
            study=_masked(description.study, mask),
            profile_text=None if text is None else mask.text(text),
        )


def run_secrets(written: Study | Profile, environment: Mapping[str, str]) -> RunSecrets:
    """All of a run, before anything of it is started: of the stands too, and of the probes. Raises SecretError."""
    named = named_secrets(written, environment)
    profile = written if isinstance(written, Profile) else written.profile
    sent = profile_with_secrets(profile, environment)
    texts = (*named.values(), *_credentials(profile, sent), *typed_secrets(written))
    return RunSecrets(
        tuple(dict.fromkeys(filter(None, texts))),
        tuple(
            Doubt(
                DoubtCode.SHORT_SECRET,
                Message("secret-too-short", name=name, least=count(SHORTEST_HIDDEN)),
            )
            for name, value in named.items()
            if not is_hidden(value)
        ),
    )


def header_shown(name: str, value: str) -> str:
    """The value of a header, a template, as it may be shown: a credential that was written out is hidden.

    >>> header_shown("Cookie", "sid=1"), header_shown("Cookie", "sid=${env:SID}"), header_shown("Accept", "*/*")
    ('***', 'sid=${env:SID}', '*/*')
    """
    if is_credential(name) and not _has_gap(value):
        return HIDDEN
    return hidden_header(name, value)


def profile_shown(profile: Profile) -> Profile:
    """`profile` as its plan may be stored: without the credentials that were written out."""
    return replace(
        profile,
        operations=tuple(map(_operation_shown, profile.operations)),
        variables=tuple(map(_variable_shown, profile.variables)),
    )


def _operation_shown(operation: Operation) -> Operation:
    media_type = next((value for name, value in operation.headers if name.lower() == "content-type"), "")
    body = operation.body
    if isinstance(body, str):
        body = hidden_body(body, media_type)
    elif isinstance(body, FormBody):
        parts = (
            replace(part, content=_value_shown(part.name, part.content)) if isinstance(part.content, str) else part
            for part in body.parts
        )
        body = replace(body, parts=tuple(parts))
    return replace(
        operation,
        path=hidden_path(operation.path),
        headers=tuple((name, header_shown(name, value)) for name, value in operation.headers),
        body=body,
    )


def _variable_shown(variable: Variable) -> Variable:
    return variable if variable.value is None else replace(variable, value=_value_shown(variable.name, variable.value))


def _value_shown(name: str, value: str) -> str:
    return HIDDEN if is_secret_field(name, value) and literal_parts(value) else hidden_body(value, "")


def _distinct(operations: Iterable[RunOperation]) -> tuple[RunOperation, ...]:
    """Operations whose names differed in a secret alone get numbers."""
    known: set[str] = set()
    named = []
    for one in operations:
        name, number = one.name, 1
        while name in known:
            number += 1
            name = f"{one.name}-{number}"
        known.add(name)
        named.append(replace(one, name=name))
    return tuple(named)


def _has_gap(value: str) -> bool:
    return "${" in value.replace("$${", "")


def _masked(value: Any, mask: SecretMask) -> Any:
    """Every text in JSON values masked, but for keys, which are ours."""
    if isinstance(value, str):
        return mask.text(value)
    if isinstance(value, Mapping):
        return {key: _masked(inner, mask) for key, inner in value.items()}
    return [_masked(inner, mask) for inner in value] if isinstance(value, list | tuple) else value


def _credentials(profile: Profile, sent: Profile) -> Iterator[str]:
    """Values of headers that secrets of the environment fill, as they are sent, and what a service makes of them."""
    for written, operation in zip(profile.operations, sent.operations, strict=True):
        for name, template in operation.headers:
            # A template is filled anew for each call: what comes into it is no secret of the file.
            if not is_credential(name) or _has_gap(template) or (name, template) in written.headers:
                continue
            value = template.replace("$${", "${")
            yield value
            scheme, _, rest = value.partition(" ")
            yield rest
            if scheme.lower() == "basic":
                yield _password(rest)
            elif "cookie" in name.lower():
                yield from _cookies(value)


def _password(coded: str) -> str:
    try:
        return b64decode(coded, validate=True).decode().partition(":")[2]
    except ValueError:
        return ""


def _cookies(value: str) -> Iterator[str]:
    for pair in map(str.strip, value.split(";")):
        yield pair
        if len(cookie := pair.partition("=")[2]) >= _LONG_COOKIE:
            yield cookie
