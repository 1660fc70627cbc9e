"""Credentials are known by name and shape; what other texts may have by chance is hidden in its place alone."""

import pytest
from loadproof.study.typed_secret import typed_secrets
from loadproof.system.credential_name import is_credential_name, is_secret_field
from loadproof.system.hidden_credentials import hidden_text, hidden_words
from loadproof.system.secret_mask import SecretMask

NAMES = (
    "token access_token refreshToken ID-TOKEN api_key apikey X-Api-Key secret client_secret password userPassword"
    " passwd pwd pass auth Authorization Proxy-Authorization session sessionid JSESSIONID PHPSESSID sid cookie"
    " credential signature sig X-Amz-Signature X-Amz-Security-Token X-Amz-Credential jwt otp pin private_key"
    " PGPASSWORD MYSQL_PWD DB_PASS user[password] auth.token authtoken csrf_token Ocp-Apim-Subscription-Key"
    " --db-password AWS_SECRET_KEY"
)
INNOCENT = (
    "author authority Authored-By keyboard monkey passport passenger compass bypass passed tokenizer page_token"
    " nextPageToken continuation-token sync_token max_tokens token_type token_count PASSWORD_FILE signature_algorithm"
    " spin pinned opinion sigma signal assign design obsession jurisdiction public_key primary-key Idempotency-Key"
    " session_timeout cookie_policy outsider beside inside secretary_name"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_names_of_credentials(name: str) -> None:
    assert is_credential_name(name)
    assert typed_secrets([f"http://h/?{name.lstrip('-')}=Va1ue-of-it"]) != ()


@pytest.mark.parametrize("name", INNOCENT.split())
def test_names_of_other_things(name: str) -> None:
    assert not is_credential_name(name)
    assert not is_secret_field(name, "value")
    assert hidden_text(f"http://h/?a=1&{name}=value&b=2") == f"http://h/?a=1&{name}=value&b=2"


@pytest.mark.parametrize(
    "value",
    [
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "xox" + "b-123456789012-abcdef",
        "AIza" + "SyA-1234567890abcdefghijklmnopqrstu",
        "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc",
    ],
)
def test_shapes_of_credentials(value: str) -> None:
    assert hidden_text(f"see {value} there") == "see *** there"
    assert typed_secrets(f"see {value} there") == (value,)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://user:pass@host/a", "https://user:***@host/a"),
        ("Bearer abc123", "Bearer ***"),
        ("Bearer of bad news, a Basic course", "Bearer of bad news, a Basic course"),
        ("Authorization: Basic dTpw", "Authorization: Basic ***"),
        ("password: ${env:PASSWORD} token=${login.token}", "password: ${env:PASSWORD} token=${login.token}"),
        ("auth: none, cookies: true, tokens: 100", "auth: none, cookies: true, tokens: 100"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----",
        ),
        ("login-session: p99<50ms", "login-session: p99<50ms"),
    ],
)
def test_texts_as_they_may_be_shown(text: str, shown: str) -> None:
    assert hidden_text(text) == shown


def test_words_of_a_command_as_they_may_be_shown() -> None:
    words = [
        "x",
        "--token",
        "abc",
        "-u",
        "me:pw",
        "--password=a b",
        "-d",
        "pin=1&a=2",
        "-H",
        "Cookie: a=1; b=2",
        "--port",
        "1",
    ]
    shown = [
        "x",
        "--token",
        "***",
        "-u",
        "me:***",
        "--password=***",
        "-d",
        "pin=***&a=2",
        "-H",
        "Cookie: ***",
        "--port",
        "1",
    ]
    assert hidden_words(words) == shown


@pytest.mark.parametrize("value", ["12345", "abc", "100000", "12.5000", "2026-11-27", "requests", "postgres"])
def test_a_value_that_other_texts_have_by_chance_is_hidden_in_its_place_alone(value: str) -> None:
    mask = SecretMask(typed_secrets(["postgres://h/d", f"--password={value}"]))
    assert mask.text(f"{value} and password={value}") == f"{value} and password=***"


@pytest.mark.parametrize("value", ["hunter2", "swordfish", "123456789012", "a b c d", "100000x"])
def test_any_other_value_is_hidden_everywhere(value: str) -> None:
    mask = SecretMask(typed_secrets(["postgres://h/d", f"--password={value}"]))
    assert mask.text(f"{value} and password={value}") == "*** and password=***"


def test_of_cookies_whose_values_stand_in_variables_nothing_is_hidden() -> None:
    assert typed_secrets(["-H", "Cookie: a=${env:TOKEN}; b=${env:USER}"]) == ()
    assert "hunter2-long-one" in typed_secrets(["-H", "Cookie: a=${env:TOKEN}; b=hunter2-long-one"])
    assert typed_secrets(["-H", "Cookie: hunter2-long-one"]) == ("hunter2-long-one",)


def test_a_note_is_prose() -> None:
    assert typed_secrets(["load", "--note", "token: keycloak", "--note=auth: keycloak"]) == ()
