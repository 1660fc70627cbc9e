"""Credentials are found by their names, in each form in which they are sent, and all other text stays as it is."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from loadproof.study.template import FeederValue, Literal, parse_template
from loadproof.tools.drafts.credentials import CredentialPlace, Credentials, plain_text

JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "media_type", "template"),
    [
        ('{"password":"a\\"b c","n":1.10,"b":true}', JSON, '{"password":"${target_password}","n":1.10,"b":true}'),
        (
            '{"user":{"apiKey" : "k", "Pin":1234}}',
            JSON,
            '{"user":{"apiKey" : "${target_api_key}", "Pin":${target_pin}}}',
        ),
        (
            '{"tokens":["a1","b2"],"max_tokens":7}',
            JSON,
            '{"tokens":["${target_tokens}","${target_tokens_2}"],"max_tokens":7}',
        ),
        ('{"password": "cut off', "text/plain", '{"password": "${target_password}'),
        ('{"a": "b", "password": "cut off\\', JSON, '{"a": "b", "password": "${target_password}\\'),
        (
            "set password = 'two words'; token=x,y",
            "text/plain",
            "set password = '${target_password}'; token=${target_token},y",
        ),
        ('{"note": "the pin: \\"a b\\"", "p": 3}', JSON, '{"note": "the pin: \\"${target_pin}\\"", "p": 3}'),
        (
            '{"query":"mutation { login(password: \\"p4ss\\") }"}',
            JSON,
            '{"query":"mutation { login(password: \\"${target_password}\\") }"}',
        ),
        ("user=bob&pass=a%20b&x=1", "application/x-www-form-urlencoded", "user=bob&pass=${target_pass}&x=1"),
        (
            "<a><s:password t='1'>p w</s:password></a>",
            "text/xml",
            "<a><s:password t='1'>${target_password}</s:password></a>",
        ),
        (
            '--b\r\nContent-Disposition: form-data; name="secret"\r\n\r\nv v\r\n--b\r\n',
            "multipart/form-data; boundary=b",
            '--b\r\nContent-Disposition: form-data; name="secret"\r\n\r\n${target_secret}\r\n--b\r\n',
        ),
        ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "text/plain", "jwt ${target_token}"),
        ("key: value, tokenizer: none, ${x}", "text/plain", "key: value, tokenizer: none, $${x}"),
    ],
)
def test_credentials_of_a_body(body: str, media_type: str, template: str) -> None:
    credentials = Credentials()
    assert credentials.template(credentials.in_body(body, media_type), CredentialPlace.BODY) == template


@pytest.mark.parametrize(
    ("name", "value", "template"),
    [
        ("Authorization", "Bearer abc", "Bearer ${env:TARGET_TOKEN}"),
        ("authorization", "abc def", "${env:TARGET_AUTHORIZATION}"),
        ("X-Api-Key", "$${x}", "${env:TARGET_API_KEY}"),
        ("Cookie", "a=b; c=d", "${env:TARGET_COOKIE}"),
        ("X-Other", "a; token=abc; ${env:HOME}", "a; token=${env:TARGET_TOKEN}; $${env:HOME}"),
        ("Accept", "text/html;q=0.9", "text/html;q=0.9"),
    ],
)
def test_credentials_of_a_header(name: str, value: str, template: str) -> None:
    credentials = Credentials()
    assert credentials.template(credentials.in_header(name, value), CredentialPlace.HEADER) == template


@pytest.mark.parametrize(
    ("path", "template"),
    [
        (
            "/a;jsessionid=77AB?access_token=q%20q&x=$",
            "/a;jsessionid=${target_jsessionid}?access_token=${target_access_token}&x=$",
        ),
        ("/maps?key=AIza8f7sd6f87sd6f87sd6f8&key=short", "/maps?key=${target_key}&key=short"),
        ("/$eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln/ä#", "/%24${target_token}/%C3%A4%23"),
    ],
)
def test_credentials_of_a_path(path: str, template: str) -> None:
    credentials = Credentials()
    assert credentials.template(credentials.in_path(path), CredentialPlace.PATH) == template


def test_a_name_that_is_new_each_time_does_not_make_a_list_without_end() -> None:
    credentials = Credentials()
    for number in range(50):
        credentials.in_header("X-CSRF-Token", f"value-{number}")
    assert list(credentials.places) == ["TARGET_CSRF_TOKEN", "TARGET_CSRF_TOKEN_2", "TARGET_CSRF_TOKEN_3"]


@given(st.text(), st.text())
@example("$", "${a}")
@example("$$${", "}")
def test_text_is_sent_as_it_is_around_a_credential(before: str, after: str) -> None:
    credentials = Credentials()
    before, after = plain_text(before), plain_text(after)
    mark = credentials.found("token", "\0", "here")
    pieces = parse_template(credentials.template(f"{before}{mark}{after}", CredentialPlace.BODY))
    sent = "".join(
        piece.text if isinstance(piece, Literal) else {"dollar": "$"}.get(piece.feeder, "\0") for piece in pieces
    )
    assert sent == f"{before}\0{after}"
    assert FeederValue("target_token", None, None) in pieces
