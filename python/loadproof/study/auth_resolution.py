"""Resolves who asks: bearer tokens and basic authentication."""

from dataclasses import dataclass
from typing import Literal

from loadproof.errors import WrittenValueError
from loadproof.model.profile import BasicAuth
from loadproof.model.quoting import quoted
from loadproof.study.csv_file import ValuePlace
from loadproof.study.fault_log import KeyPath
from loadproof.study.gap_use import Gaps
from loadproof.study.profile_spec import AuthSpec, BasicSpec
from loadproof.study.request import check_header
from loadproof.study.secret import asks_secret, check_plain_secrets, check_secrets, without_secrets
from loadproof.study.template import FeederValue, scan_template

__all__ = ["NO_AUTH", "Auth", "resolve_auth"]

_STORED = "a file is stored with its runs, and the secret would stand in it"


@dataclass(frozen=True, slots=True)
class Auth:
    """The value of the Authorization header, or what it is made of once the secrets are known; neither: no header."""

    header: str | None = None
    basic: BasicAuth | None = None


NO_AUTH = Auth()


def resolve_auth(spec: AuthSpec | Literal["none"] | None, path: KeyPath, gaps: Gaps) -> Auth:
    """Return the authentication written at `path`, `NO_AUTH` if there is none; faults go to the log."""
    if spec is None or spec == "none":
        return NO_AUTH
    if (spec.bearer is None) == (spec.basic is None):
        if not gaps.log.is_broken(path):
            gaps.log.add(path, "there is bearer or basic, and one of them", "write {bearer: '${env:TOKEN}'}")
        return NO_AUTH
    if spec.basic is not None:
        return _basic(spec.basic, (*path, "basic"), gaps)
    return _bearer(str(spec.bearer), (*path, "bearer"), gaps)


def _bearer(token: str, path: KeyPath, gaps: Gaps) -> Auth:
    pieces, errors = scan_template(without_secrets(token))
    if not asks_secret(token) and not errors and not any(isinstance(piece, FeederValue) for piece in pieces):
        # The text itself is never repeated.
        gaps.log.add(path, _STORED, "write ${env:NAME}, or a variable such as ${token}")
        return NO_AUTH
    try:
        check_header("Authorization", token)
        check_secrets(token, gaps.environment)
    except WrittenValueError as error:
        gaps.log.add_error(path, error)
    gaps.take(path, without_secrets(token), ValuePlace.HEADER)
    return Auth(header=f"Bearer {token}")


def _basic(spec: BasicSpec, path: KeyPath, gaps: Gaps) -> Auth:
    for key, text in (("user", spec.user), ("password", spec.password)):
        try:
            check_plain_secrets(text, gaps.environment)
        except WrittenValueError as error:
            gaps.log.add_error((*path, key), error)
    if ":" in without_secrets(spec.user):
        gaps.log.add((*path, "user"), f"{quoted(spec.user)} has a colon, which ends a user (RFC 7617)", "leave it out")
    if not asks_secret(spec.password):
        gaps.log.add((*path, "password"), _STORED, "write ${env:PASSWORD}")
    return Auth(basic=BasicAuth(spec.user, spec.password))
