"""The profile section of a study file as it was written: its keys and their kinds, nothing resolved."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.range import parse_decimals, parse_whole
from loadproof.model.rate import RATE_FORMS
from loadproof.study.flow_spec import ApdexSpec, FlowSpec, UsersSpec
from loadproof.study.reply_spec import CheckSpec, ExtractSpec
from loadproof.study.written import SLO_WORDS, Scalar, SloTexts, Spec

__all__ = ["AuthSpec", "BasicSpec", "FeederSpec", "FormPartSpec", "OperationSpec", "ProfileSpec", "TlsSpec"]

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
    """Rows of a file whose first row names the columns; templates take `${FEEDER.COLUMN}`."""
    columns: list[_Column] | None = Field(
        default=None, description="a list of the columns of a file that the stand makes, such as [id]"
    )
    """The columns of a file that the stand makes, which is not there yet when the study is checked; only there."""
    separator: Literal[",", ";", "tab", "|"] | None = Field(default=None, description='"," or ";" or tab or "|"')
    """The character between the values of the file; the one under which the first rows have most columns unless
    written."""
    range: _Numbers | None = Field(default=None, description="whole numbers, such as 1-500")
    """Whole numbers from the first to the last, both included."""
    order: Literal["sequential", "random", "shuffled", "unique"] | None = Field(
        default=None, description="sequential, random, shuffled or unique"
    )
    """Order in which rows of csv and range are taken: one after the other, at random, each once before any comes again,
    or one for each user; sequential unless written."""
    uuid: Literal["v4"] | None = Field(default=None, description="v4")
    """Random UUIDs of version 4."""
    timestamp: Literal["unix", "unix_ms", "iso8601"] | None = Field(
        default=None, description="unix, unix_ms or iso8601"
    )
    """The time of sending: seconds or milliseconds since 1970, or a date."""
    random_string: _Lengths | None = Field(default=None, description='a length (12) or a range of lengths ("8-16")')
    """Texts of random letters, as long as this, from 1 to 65536 letters."""
    alphabet: str | None = Field(default=None, description="the letters of a random_string, such as abcdef")
    """Letters of a random_string, up to 256; A-Z, a-z and 0-9 unless written."""
    random_number: _Decimals | None = Field(
        default=None, description="a range with its decimals, such as 1-500 or 0.50-99.99"
    )
    """Random numbers, with as many decimals as the range is written with."""


class BasicSpec(Spec):
    """A user and a password."""

    user: str = Field(description="text; a secret is written ${env:NAME}")
    """User name of `Authorization: Basic`."""
    password: str = Field(description="a secret, written ${env:NAME}")
    """The password; one that is written out is refused, as the file is stored with its runs."""


class AuthSpec(Spec):
    """Authentication of the requests: bearer or basic."""

    bearer: str | None = Field(default=None, description="a token: ${env:NAME}, or a variable such as ${token}")
    """The token of `Authorization: Bearer`; one that is written out is refused, as the file is stored with its runs."""
    basic: BasicSpec | None = Field(default=None, description="a mapping with user and password")
    """User and password of `Authorization: Basic`."""


class TlsSpec(Spec):
    """TLS settings for an https target."""

    ca: str | list[_FilePath] | None = Field(
        default=None, description="the path of a PEM file with authorities to trust, or a list of them"
    )
    """Authorities to trust, in place of those of the system; those of the system unless written."""
    insecure: bool = Field(default=False, description="true or false; true takes any certificate")
    """True if any certificate is accepted, which the report then says; false unless written."""
    server_name: str | None = Field(
        default=None, description="the name that the certificate has to have, such as shop.local"
    )
    """The name that is asked for and that the certificate has to have; the host of the target unless written."""


class FormPartSpec(Spec):
    """A part of a form: a field with a text, or a file."""

    name: str = Field(description="the name of a field of the form", examples=["file"])
    """The name of the field."""
    text: str | None = Field(default=None, description="text (a number goes in quotes)")
    """The content, with templates in it; not beside file."""
    file: str | None = Field(
        default=None, description="the path of a file that is sent as it is, relative to this file"
    )
    """A file that is the content, without templates; all files of a form have up to 256 MiB together."""
    filename: str | None = Field(default=None, description="a name such as photo.jpg, or an empty text for none")
    """The name of a file that the service is sent; that of `file` unless written, none beside `text`."""
    type: str | None = Field(default=None, description="a media type, such as image/jpeg")
    """The Content-Type of the part; application/octet-stream for a file unless written, none for a text."""


_Part = Annotated[FormPartSpec, Field(description="a mapping such as {name: title, text: A book}")]
_HeaderTexts = Annotated[
    str | list[_Text],
    Field(description="text (a number goes in quotes), or a list of texts for several headers of one name"),
]
_Check = Annotated[CheckSpec, Field(description="a mapping such as {json: $.id} or {time: <200ms}")]
_Extract = Annotated[ExtractSpec, Field(description="a mapping with json, regex, header or cookie")]


class OperationSpec(Spec):
    """One named request template with its checks. All operations have a rate, or all a weight.

    Unless written the weight is 1; 0 where a flow calls the operation.
    """

    weight: float | None = Field(default=None, description="a number above 0, such as 70")
    """Share of the arrivals, beside the other weights; 1 unless written, 0 if a flow calls the operation."""
    rate: float | str | None = Field(default=None, description=f"the rate at N = 1: {RATE_FORMS}")
    """Calls of the operation that arrive per second at N = 1. All operations and flows have rates, or all have
    weights."""
    request: str = Field(description="a method and a path, such as GET /status/${ids.id}", examples=["GET /"])
    """The method and the path of the call; values that templates put into the path are percent-encoded."""
    headers: dict[str, _HeaderTexts] = Field(
        default={}, description="a mapping of header names to text; a secret is written ${env:NAME}"
    )
    """Headers of the request, with templates in their values. A list sends a header several times."""
    body: str | None = Field(default=None, description="text (JSON goes in quotes)")
    """The body of the request, with templates in it; nothing unless written."""
    body_file: str | None = Field(
        default=None, description="the path of a file that is sent as it is, relative to this file"
    )
    """A file that is the body, without templates; not beside body. Up to 256 MiB."""
    multipart: list[_Part] | None = Field(
        default=None, description="a list of parts such as [{name: title, text: A book}, {name: photo, file: a.jpg}]"
    )
    """The parts of a form with files (multipart/form-data), in order, up to 100; not beside body or body_file. The
    Content-Type with its boundary is written by loadproof."""
    auth: Literal["none"] | AuthSpec | None = Field(default=None, description=_AUTH)
    """Authentication of this operation; that of the profile unless written. none sends calls without authentication."""
    expect: int | str | list[_Status] | None = Field(
        default=None, description='a status (201), a class (2xx), a range ("200-299"), or a list of them'
    )
    """Accepted statuses, all others are errors; 200 to 299 unless written, as redirects are not followed."""
    check: dict[str, _Check] = Field(default={}, description="a mapping of names to checks")
    """Further demands on a reply, by name; a reply that does not meet one counts as the error check-NAME."""
    extract: dict[str, _Extract] = Field(
        default={}, description="a mapping of variables to the parts of the reply that they take"
    )
    """Variables that an accepted reply sets; a reply without the part counts as the error extract-NAME."""
    timeout: _Timeout | None = Field(default=None, description="a duration with its unit, such as 10s")
    """From due to the end of the reply: what takes longer is dropped or fails; that of the profile unless written."""
    slo: SloTexts = Field(default=[], description=SLO_WORDS)
    """SLOs of this operation, beside those of the whole."""
    apdex: Literal["none"] | ApdexSpec | None = Field(
        default=None, description="a mapping such as {target: 3s}, or none"
    )
    """Apdex of this operation; that of the profile unless written, none for no Apdex."""
    tags: dict[str, _Text] = Field(default={}, description="a mapping of names to text, by which reports group")
    """Words by which reports group operations, up to 20."""


_Feeder = Annotated[FeederSpec, Field(description="a mapping such as {csv: FILE} or {uuid: v4}")]
_Operation = Annotated[OperationSpec, Field(description="a mapping with a request")]
_Flow = Annotated[FlowSpec, Field(description="a mapping with steps")]
_Users = Annotated[UsersSpec, Field(description="a mapping with flow and count or share")]
_Variable = Annotated[
    str | None, Field(description="text (a number goes in quotes) that a session starts with, or null")
]


class ProfileSpec(Spec):
    """Operations and flows by rate or by weight, users, what feeds them, and what is asked of them."""

    target: str | None = Field(
        default=None, description="the address of the service, such as http://127.0.0.1:8080 or unix:/run/app.sock"
    )
    """Address that the load goes to, in a profile file for `loadproof load --profile FILE`; in a study the stand has
    it."""
    tls: TlsSpec = Field(default=TlsSpec(), description="a mapping such as {ca: ca.pem}")
    """TLS settings, if the target is https."""
    auth: AuthSpec | None = Field(default=None, description=_AUTH)
    """Authentication of all operations that do not write their own; no authentication unless written."""
    cookies: bool = Field(default=False, description="true or false; true keeps the cookies of each session")
    """True if each session keeps the cookies that it receives; false unless written."""
    variables: dict[str, _Variable] = Field(default={}, description="a mapping of names to text or null")
    """Variables of templates, by name, with values of their own in each session; null is a variable that is set
    later."""
    feeders: dict[str, _Feeder] = Field(default={}, description="a mapping of names to feeders")
    """Sources of the values of templates, by name."""
    operations: dict[str, _Operation] = Field(description="a mapping of names to operations, at least one")
    """The calls, by name, up to 1000."""
    flows: dict[str, _Flow] = Field(default={}, description="a mapping of names to flows")
    """Sequences of calls, by name, up to 100."""
    users: dict[str, _Users] = Field(default={}, description="a mapping of names to users")
    """Closed users: each goes through its flow again and again, beside the arrivals. At most 1000000 in all."""
    base_rate: float | str | None = Field(
        default=None, description=f"the rate of the whole profile at N = 1, where it has weights: {RATE_FORMS}"
    )
    """Arrivals per second at N = 1, where weights say only shares; multiples such as 2N need it. The sum of the rates
    where there are rates."""
    apdex: ApdexSpec | None = Field(default=None, description="a mapping such as {target: 3s}")
    """Apdex of every operation that does not write its own; none unless written."""
    slo: SloTexts = Field(default=[], description=SLO_WORDS)
    """SLOs of the whole profile; in a study the SLOs of the study are added."""
    timeout: _Timeout | None = Field(default=None, description="a duration with its unit, such as 10s")
    """From due to the end of the reply: what takes longer is dropped or fails; 10s unless written."""
