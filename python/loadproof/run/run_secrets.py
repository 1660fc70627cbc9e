"""What a run hides wherever it writes: secrets that its study or profile names, and credentials that it sends."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.model.message import Message, count
from loadproof.model.profile import Profile
from loadproof.study.secret import is_credential, named_secrets, profile_with_secrets
from loadproof.system.secret_mask import SHORTEST_HIDDEN, SecretMask, is_hidden

if TYPE_CHECKING:
    # A load has no study, and does not wait for what makes one.
    from loadproof.store.description import RunDescription
    from loadproof.study.study import Study

__all__ = ["RunSecrets", "header_shown", "profile_shown", "run_secrets"]

_HIDDEN = "***"
_LONG_COOKIE = 16
"""Letters of a cookie's value that no other text has by chance."""


@dataclass(frozen=True, slots=True)
class RunSecrets:
    """Texts for a `SecretMask`, and a doubt for each secret that none can hide."""

    texts: tuple[str, ...]
    doubts: tuple[Doubt, ...]

    def hidden_in(self, description: RunDescription) -> RunDescription:
        """`description` as it may be stored: without the secrets in its command, note, plan and profile."""
        mask = SecretMask(self.texts)
        text = description.profile_text
        return replace(
            description,
            command=tuple(map(mask.text, description.command)),
            method=_masked(description.method, mask),
            plan=_masked(description.plan, mask),
            profile_text=None if text is None else mask.text(text),
        )


def run_secrets(written: Study | Profile, environment: Mapping[str, str]) -> RunSecrets:
    """All of a run, before anything of it is started: of the stands too, and of the probes. Raises SecretError."""
    named = named_secrets(written, environment)
    profile = written if isinstance(written, Profile) else written.profile
    texts = (*named.values(), *_credentials(profile_with_secrets(profile, environment)))
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
    return _HIDDEN if is_credential(name) and not _has_gap(value) else value


def profile_shown(profile: Profile) -> Profile:
    """`profile` as its plan may be stored."""
    operations = (
        replace(one, headers=tuple((name, header_shown(name, value)) for name, value in one.headers))
        for one in profile.operations
    )
    return replace(profile, operations=tuple(operations))


def _has_gap(value: str) -> bool:
    return "${" in value.replace("$${", "")


def _masked(value: Any, mask: SecretMask) -> Any:
    """Every text in JSON values masked, but for keys, which are ours."""
    if isinstance(value, str):
        return mask.text(value)
    if isinstance(value, Mapping):
        return {key: _masked(inner, mask) for key, inner in value.items()}
    return [_masked(inner, mask) for inner in value] if isinstance(value, list | tuple) else value


def _credentials(profile: Profile) -> Iterator[str]:
    """Values of headers that identify the caller, as they are sent, and what a service makes of them."""
    for operation in profile.operations:
        for name, template in operation.headers:
            # A template is filled anew for each call: what comes into it is no secret of the file.
            if not is_credential(name) or _has_gap(template):
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
