"""Sessions as a server sees them: values of a reply in the next request, cookies of each user, secrets."""

import base64
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from .recording_server import Answer, Recorded
from .scenario_load import Loaded, load_scenario

PROFILE = """\
cookies: true
operations:
  login:
    request: POST /login/kept
    body: '{}'
    extract:
      token: {json: $.session.token}
      id: {regex: 'id=(\\d+)'}
      place: {header: X-Place}
      sid: {cookie: sid}
      nothing: {json: $.none, default: not there}
  login_anew:
    request: POST /login/fresh
    body: '{}'
    extract:
      token: {json: $.session.token}
      id: {regex: 'id=(\\d+)'}
      place: {header: X-Place}
      sid: {cookie: sid}
      nothing: {json: $.none, default: not there}
  cart:
    request: GET /cart/${id}?nothing=${nothing}
    headers: {Authorization: "Bearer ${token}", X-Place: "${place}", X-Sid: "${sid}"}
flows:
  keeps: {steps: [login, {think: 20ms}, cart, cart]}
  forgets: {steps: [login_anew, cart]}
users:
  loyal: {flow: keeps, count: 4, pacing: 250ms}
  passing: {flow: forgets, count: 4, pacing: 250ms, iterations_per_session: 1}
"""


def shop() -> Iterator[Answer]:
    for number in itertools.count(1):
        body = {"session": {"token": f"token-{number}"}, "note": f"id={number};"}
        headers = (("X-Place", f"place-{number}"), ("Set-Cookie", f"sid=sid-{number}; Path=/; HttpOnly"))
        yield Answer(201, json.dumps(body).encode(), headers)


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    logins = shop()

    def answer(request: Recorded) -> int | Answer:
        return next(logins) if request.method == "POST" else 200

    return load_scenario(tmp_path_factory.mktemp("shop"), PROFILE, answer, "--for", "2s")


def test_values_of_a_reply_are_in_the_next_request(visited: Loaded) -> None:
    carts = visited.of("/cart/")
    assert carts
    for cart in carts:
        number = cart.path.removeprefix("/cart/").partition("?")[0]
        assert cart.path == f"/cart/{number}?nothing=not%20there"
        assert cart.headers["authorization"] == f"Bearer token-{number}"
        assert cart.headers["x-place"] == f"place-{number}"
        assert cart.headers["x-sid"] == f"sid-{number}"
    assert visited.result["errors_by_kind"] == {}


def test_cookies_of_users_do_not_mix(visited: Loaded) -> None:
    for cart in visited.of("/cart/"):
        number = cart.path.removeprefix("/cart/").partition("?")[0]
        assert cart.headers["cookie"] == f"sid=sid-{number}"
    # A session is one user's: nobody else goes on with it, so that no number is asked for more than a flow does.
    asked = Counter(cart.path for cart in visited.of("/cart/"))
    assert max(asked.values()) <= 2


def test_a_session_keeps_its_cookies_until_it_is_a_new_one(visited: Loaded) -> None:
    kept = [login.headers.get("cookie") for login in visited.of("/login/kept")]
    assert kept.count(None) == 4
    own = [cookie for cookie in kept if cookie is not None]
    assert own
    # Each login follows the last one of the same user.
    assert len(set(own)) == len(own)
    fresh = [login.headers.get("cookie") for login in visited.of("/login/fresh")]
    assert len(fresh) > 4
    assert set(fresh) == {None}


SECRETS = {"SHOP_TOKEN": "tok-5f2c9e71aa", "SHOP_PASSWORD": "pw-93be0d-ö"}
ENCODED = base64.b64encode(f"bob:{SECRETS['SHOP_PASSWORD']}".encode()).decode()
WITH_SECRETS = """\
auth: {bearer: "${env:SHOP_TOKEN}"}
variables: {hidden: "${env:SHOP_TOKEN}"}
operations:
  bearer: {request: GET /bearer}
  basic: {request: GET /basic, auth: {basic: {user: bob, password: "${env:SHOP_PASSWORD}"}}}
  header: {request: GET /header, auth: none, headers: {X-Key: "key ${env:SHOP_TOKEN}"}}
  nobody: {request: GET /nobody, auth: none}
  echoes: {request: GET /echoes}
  echoes_basic: {request: GET /echoes, auth: {basic: {user: bob, password: "${env:SHOP_PASSWORD}"}}}
"""


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    def answer(request: Recorded) -> int | Answer:
        if request.path != "/echoes":
            return 200
        # What a debugging page of a service may show.
        said = request.headers["authorization"]
        return Answer(500, f"you said {said}, {SECRETS['SHOP_PASSWORD']}".encode(), (("X-Said", said),))

    place = tmp_path_factory.mktemp("secret")
    return load_scenario(place, WITH_SECRETS, answer, "--rate", 100, "--for", "1s", environment=SECRETS)


def test_secrets_arrive(secret: Loaded) -> None:
    token = SECRETS["SHOP_TOKEN"]
    assert {request.headers.get("authorization") for request in secret.of("/bearer")} == {f"Bearer {token}"}
    assert {request.headers.get("authorization") for request in secret.of("/basic")} == {f"Basic {ENCODED}"}
    assert {request.headers.get("x-key") for request in secret.of("/header")} == {f"key {token}"}
    assert {request.headers.get("authorization") for request in secret.of("/nobody")} == {None}
    assert {request.headers.get("authorization") for request in secret.of("/header")} == {None}


def test_secrets_are_in_no_file_and_on_no_terminal(secret: Loaded) -> None:
    files = [path for path in secret.run.rglob("*") if path.is_file()]
    assert {"run.db", "result.json", "report.md"} <= {path.name for path in files}
    texts = {path.name: path.read_bytes() for path in files}
    texts |= {"output": secret.ended.output.encode(), "messages": secret.ended.messages.encode()}
    for value in (*SECRETS.values(), ENCODED):
        assert [name for name, text in texts.items() if value.encode() in text] == []
    # The reply that repeats them was kept, without them.
    assert b"you said " in texts["result.json"]


@pytest.mark.parametrize("missing", SECRETS)
def test_a_secret_that_the_environment_lacks(tmp_path: Path, missing: str) -> None:
    from .command_line import CommandLine

    (tmp_path / "p.yaml").write_text(WITH_SECRETS)
    environment = {name: value for name, value in SECRETS.items() if name != missing}
    with CommandLine(
        "load", "http://127.0.0.1:9/", "--profile", "p.yaml", cwd=tmp_path, environment=environment
    ) as command:
        ended = command.ended(30)
    assert ended.exit_code == 2
    assert missing in ended.messages
    assert not any(value in ended.messages for value in SECRETS.values())
