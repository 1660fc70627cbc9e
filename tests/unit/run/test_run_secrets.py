"""What a run hides is known before anything of it starts, and what cannot be hidden is told."""

from loadproof.model.profile import DEFAULT_EXPECT, BasicAuth, Operation, Profile
from loadproof.model.scenario import Variable
from loadproof.run.run_secrets import run_secrets
from loadproof.words.catalogue import english


def operation(name: str, *headers: tuple[str, str], basic: BasicAuth | None = None) -> Operation:
    return Operation(name, 1.0, "GET", "/", headers, None, DEFAULT_EXPECT, 10.0, (), basic=basic)


def profile_of(*operations: Operation, tenant: str = "${env:TENANT}") -> Profile:
    return Profile(operations, (), (), 10.0, None, variables=(Variable("tenant", tenant),))


ENVIRONMENT = {"TOKEN": "hunter2", "TENANT": "acme", "HOME": "/root", "OTHER": "other-secret", "EMPTY": ""}


def test_secrets_are_found_wherever_a_profile_names_them() -> None:
    headers = (("Authorization", "Bearer ${env:TOKEN}"), ("X-Literal", "$${env:HOME}"), ("X-Empty", "${env:EMPTY}"))
    found = run_secrets(profile_of(operation("get", *headers)), ENVIRONMENT)
    assert found.texts == ("hunter2", "acme", "Bearer hunter2")


def test_credentials_that_are_written_out_are_hidden_as_they_are_sent() -> None:
    written = operation("get", ("cookie", "sid=1; other"), ("x", "y"))
    made = operation("put", basic=BasicAuth("user", "${env:TENANT}"))
    found = run_secrets(profile_of(written, made), ENVIRONMENT)
    assert set(found.texts) == {"acme", "sid=1; other", "sid\x001", "Basic dXNlcjphY21l", "dXNlcjphY21l"}


def test_a_secret_that_is_too_short_to_be_hidden_is_a_doubt_that_names_the_variable_alone() -> None:
    (doubt,) = run_secrets(profile_of(operation("get", ("X", "${env:TOKEN}"))), ENVIRONMENT).doubts
    assert doubt.code == "short-secret"
    assert not doubt.invalidates
    assert "TENANT" in english(doubt.text)
    assert "acme" not in str(doubt)
