"""The profile section of a study file as it was written: its keys and their kinds, nothing resolved."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.range import parse_decimals, parse_whole
from loadproof.study.flow_spec import FlowSpec, UsersSpec
from loadproof.study.reply_spec import CheckSpec, ExtractSpec
from loadproof.study.written import SLO_WORDS, Scalar, SloTexts, Spec

__all__ = ["AuthSpec", "BasicSpec", "FeederSpec", "OperationSpec", "ProfileSpec", "TlsSpec"]

_Status = Annotated[
    int | str,
    Field(description='a status (201), a class (2xx), a range ("200-299"), or a list of them', examples=[200]),
]
_Text = Annotated[str, Field(description="text (a number goes in quotes)")]
_Column = Annotated[str, Field(description="the name of a column (a number goes in quotes)")]
_FilePath = Annotated[str, Field(description="the path of a PEM file, relative to this file")]
_Timeout = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, 3600.0, kind="timeout"), "1h")]
_HIGHEST = 2**63 - 1
_LONGEST_STRING = 65_536
_Numbers = Annotated[tuple[int, int], Scalar(tuple, lambda written: parse_whole(written, -_HIGHEST - 1, _HIGHEST), "1")]
_Lengths = Annotated[
    tuple[int, int], Scalar(tuple, lambda written: parse_whole(written, 1, _LONGEST_STRING), "1", or_whole=True)
]
_Decimals = Annotated[tuple[float, float, int], Scalar(tuple, parse_decimals, "1-1")]
_AUTH = "{bearer: TOKEN}, {basic: {user: NAME, password: SECRET}} or none; a secret is written ${env:NAME}"


class FeederSpec(Spec):
    """One of csv, range, uuid, timestamp, random_string and random_number."""

    csv: str | None = Field(
        default=None,
        description="the path of a CSV file, relative to this file, or ${workspace}/FILE of one that the stand makes",
    )
    columns: list[_Column] | None = Field(
        default=None, description="a list of the columns of a file that the stand makes, such as [id]"
    )
    range: _Numbers | None = Field(default=None, description="whole numbers, such as 1-500")
    order: Literal["sequential", "random", "shuffled", "unique"] | None = Field(
        default=None, description="sequential, random, shuffled or unique"
    )
    uuid: Literal["v4"] | None = Field(default=None, description="v4")
    timestamp: Literal["unix", "unix_ms", "iso8601"] | None = Field(
        default=None, description="unix, unix_ms or iso8601"
    )
    random_string: _Lengths | None = Field(default=None, description='a length (12) or a range of lengths ("8-16")')
    alphabet: str | None = Field(default=None, description="the letters of a random_string, such as abcdef")
    random_number: _Decimals | None = Field(
        default=None, description="a range with its decimals, such as 1-500 or 0.50-99.99"
    )


class BasicSpec(Spec):
    """A user and a password."""

    user: str = Field(description="text; a secret is written ${env:NAME}")
    password: str = Field(description="a secret, written ${env:NAME}")


class AuthSpec(Spec):
    """Who asks: bearer or basic."""

    bearer: str | None = Field(default=None, description="a token: ${env:NAME}, or a variable such as ${token}")
    basic: BasicSpec | None = Field(default=None, description="a mapping with user and password")


class TlsSpec(Spec):
    """How TLS is spoken with an https target."""

    ca: str | list[_FilePath] | None = Field(
        default=None, description="the path of a PEM file with authorities to trust, or a list of them"
    )
    insecure: bool = Field(default=False, description="true or false; true takes any certificate")
    server_name: str | None = Field(
        default=None, description="the name that the certificate has to have, such as shop.local"
    )


_Check = Annotated[CheckSpec, Field(description="a mapping such as {json: $.id} or {time: <200ms}")]
_Extract = Annotated[ExtractSpec, Field(description="a mapping with json, regex, header or cookie")]


class OperationSpec(Spec):
    """One named request template with its checks. All operations have a rate, or all a weight.

    Unless written the weight is 1; 0 where a flow calls the operation.
    """

    weight: float | None = Field(default=None, description="a number above 0, such as 70")
    rate: float | None = Field(default=None, description="calls per second at N = 1, such as 150")
    request: str = Field(description="a method and a path, such as GET /status/${ids.id}", examples=["GET /"])
    headers: dict[str, _Text] = Field(
        default={}, description="a mapping of header names to text; a secret is written ${env:NAME}"
    )
    body: str | None = Field(default=None, description="text (JSON goes in quotes)")
    body_file: str | None = Field(
        default=None, description="the path of a file that is sent as it is, relative to this file"
    )
    auth: Literal["none"] | AuthSpec | None = Field(default=None, description=_AUTH)
    expect: int | str | list[_Status] | None = Field(
        default=None, description='a status (201), a class (2xx), a range ("200-299"), or a list of them'
    )
    check: dict[str, _Check] = Field(default={}, description="a mapping of names to checks")
    extract: dict[str, _Extract] = Field(
        default={}, description="a mapping of variables to the parts of the reply that they take"
    )
    timeout: _Timeout | None = Field(default=None, description="a duration with its unit, such as 10s")
    slo: SloTexts = Field(default=[], description=SLO_WORDS)
    tags: dict[str, _Text] = Field(default={}, description="a mapping of names to text, by which reports group")


_Feeder = Annotated[FeederSpec, Field(description="a mapping such as {csv: FILE} or {uuid: v4}")]
_Operation = Annotated[OperationSpec, Field(description="a mapping with a request")]
_Flow = Annotated[FlowSpec, Field(description="a mapping with steps")]
_Users = Annotated[UsersSpec, Field(description="a mapping with flow and count")]
_Variable = Annotated[
    str | None, Field(description="text (a number goes in quotes) that a session starts with, or null")
]


class ProfileSpec(Spec):
    """Operations and flows by rate or by weight, users, what feeds them, and what is asked of them."""

    target: str | None = Field(
        default=None, description="the address of the service, such as http://127.0.0.1:8080 or unix:/run/app.sock"
    )
    tls: TlsSpec = Field(default=TlsSpec(), description="a mapping such as {ca: ca.pem}")
    auth: AuthSpec | None = Field(default=None, description=_AUTH)
    cookies: bool = Field(default=False, description="true or false; true keeps the cookies of each session")
    variables: dict[str, _Variable] = Field(default={}, description="a mapping of names to text or null")
    feeders: dict[str, _Feeder] = Field(default={}, description="a mapping of names to feeders")
    operations: dict[str, _Operation] = Field(description="a mapping of names to operations, at least one")
    flows: dict[str, _Flow] = Field(default={}, description="a mapping of names to flows")
    users: dict[str, _Users] = Field(default={}, description="a mapping of names to users")
    base_rate: float | None = Field(
        default=None, description="arrivals per second of the whole profile at N = 1, where it has weights"
    )
    slo: SloTexts = Field(default=[], description=SLO_WORDS)
    timeout: _Timeout | None = Field(default=None, description="a duration with its unit, such as 10s")
