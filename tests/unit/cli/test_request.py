"""What the command line asks of profiles with users, and how it asks for TLS."""

from pathlib import Path

import pytest
from loadproof.cli.request import read_request
from loadproof.errors import InputError
from loadproof.model.profile import Profile, Tls
from loadproof.model.stage import parse_stages
from loadproof.run.request import check_arrivals, held_load, with_tls
from loadproof.study.load import load_profile, profile_of_url

USERS = "operations: {get: {request: GET /}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}\n"


@pytest.fixture
def users_alone(tmp_path: Path) -> Profile:
    (tmp_path / "p.yaml").write_text(USERS)
    return load_profile(tmp_path / "p.yaml")


def test_users_alone_take_no_rate(users_alone: Profile) -> None:
    assert held_load(users_alone, False, None, 10.0).rate == 0.0
    for rate in (5.0, None):
        with pytest.raises(InputError, match=r"--rate: users alone .* Cure: leave --rate out"):
            held_load(users_alone, True, rate, 10.0)
    with pytest.raises(InputError, match=r"--stages: users alone .* Cure: leave --stages out"):
        held_load(users_alone, False, None, 10.0, parse_stages("5s:9,5s:9"))
    with pytest.raises(InputError, match="nothing arrives by rate"):
        check_arrivals(users_alone)


@pytest.mark.parametrize(
    ("users", "message"),
    [
        (0, r"--users: 0 is not from 1 to 1000000\. Cure: give a number such as 300"),
        (1_000_001, "1000001 is not from 1 to 1000000"),
        (None, "the users of the profile have shares of a total. Cure: give it, such as --users 300"),
        (4, "of 4 users none is of the kind v. Cure: give 6 or more"),
    ],
)
def test_a_number_of_users_that_cannot_be(tmp_path: Path, users: int | None, message: str) -> None:
    (tmp_path / "p.yaml").write_text(USERS.replace("count: 3}", "share: 90%}, v: {flow: a, share: 10%}"))
    profile = load_profile(tmp_path / "p.yaml")
    with pytest.raises(InputError, match=message):
        held_load(profile, False, None, 10.0, users=users)
    assert held_load(profile, False, None, 10.0, users=6).users == 6


def test_a_profile_without_users_has_no_number_of_them(users_alone: Profile) -> None:
    _, profile = profile_of_url("http://h/")
    with pytest.raises(InputError, match="--users: the profile has no users"):
        held_load(profile, False, None, 10.0, users=300)
    assert held_load(users_alone, False, None, 10.0, users=300).users == 300


def test_the_rate_of_others(tmp_path: Path) -> None:
    _, profile = profile_of_url("http://h/")
    assert held_load(profile, False, None, 10.0).rate == 100
    assert held_load(profile, True, None, 10.0).rate is None
    assert held_load(profile, True, 7.0, 10.0).rate == 7
    staged = held_load(profile, False, None, 10.0, parse_stages("5s:9,7s:9,3s:50"))
    assert (staged.rate, staged.hold_s) == (50.0, 15.0)
    check_arrivals(profile)


def test_tls_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    request = read_request("https://h/", None, None, None)
    assert with_tls(request, None, False).profile.tls == Tls()
    assert with_tls(request, tmp_path / "ca.pem", False).profile.tls == Tls((tmp_path / "ca.pem",))
    assert with_tls(request, None, True).profile.tls == Tls((), True)


@pytest.mark.parametrize(
    ("url", "ca", "insecure", "message"),
    [
        ("http://h/", None, True, "--insecure: the target http://h:80 speaks no TLS"),
        ("http://h/", "ca.pem", False, "--ca: the target"),
        ("https://h/", "ca.pem", True, "--ca says nothing"),
        ("https://h/", "none.pem", False, "--ca: .*no such file"),
        ("https://h/", "empty.pem", False, "--ca: .*no certificate"),
    ],
)
def test_tls_that_cannot_be(tmp_path: Path, url: str, ca: str | None, insecure: bool, message: str) -> None:
    (tmp_path / "ca.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    (tmp_path / "empty.pem").write_text("")
    with pytest.raises(InputError, match=message):
        with_tls(read_request(url, None, None, None), tmp_path / ca if ca else None, insecure)
