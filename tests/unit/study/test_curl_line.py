"""A line of curl is read as its shell and curl read it, and every option is used or named."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.model.profile import BasicAuth
from loadproof.model.scenario import FileBody, FormBody, FormPart
from loadproof.run.run_secrets import header_shown
from loadproof.study.curl_line import CurlLine, read_curl
from loadproof.study.curl_options import find_option, short_option

URL = "http://127.0.0.1:1/a"
FORM = ("Content-Type", "application/x-www-form-urlencoded")


def path_of(line: str) -> str:
    url = read_curl(line).url
    assert url.startswith("http://h/")
    return url.removeprefix("http://h")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (
            "curl -G http://h/search --data-urlencode 'q=café & bar' -d lang=de",
            "/search?q=caf%C3%A9%20%26%20bar&lang=de",
        ),
        ("curl --get 'h/s?x=1#part' -d a=1 --url-query 'z=b c' --url-query +raw=%31", "/s?x=1&a=1&z=b%20c&raw=%31"),
        ("curl 'h?q' -G -d r", "/?q&r"),
        ("curl 'h/?' -G -d r -d ''", "/?r&"),
        ("curl h/ -G", "/"),
        ("curl h/a/../b/./c/..", "/b/"),
        ("curl --path-as-is h/a/../b", "/a/../b"),
        ("curl 'h/{a}/é'", "/a/%C3%A9"),
        ("curl -g 'h/{a}?f[x]=1'", "/{a}?f[x]=1"),
        ("curl 'h/?f[name]=1'", "/?f[name]=1"),
        ("curl h/a --request-target /b?c", "/b?c"),
        ("curl h/a/ -T {file}", "/a/file.txt"),
        ("curl h/a -T {file}", "/a"),
    ],
)
def test_the_url(tmp_path: Path, line: str, path: str) -> None:
    file = tmp_path / "file.txt"
    file.write_text("x", encoding="utf-8")
    assert path_of(line.replace("{file}", str(file)) if "-T" in line else line) == path


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("-d a=1 --data b=2 --data-ascii c --data-raw @d --data-binary e", "a=1&b=2&c&@d&e"),
        ("--data-urlencode a@b=c", "a@b=c"),
        ("--data-urlencode '=a=b' --data-urlencode 'a b'", "a%3Db&a%20b"),
        ("--data-urlencode n@{file} --data-urlencode @{file}", "n=x%0D%0Ay%20%C3%A9%0A&x%0D%0Ay%20%C3%A9%0A"),
        ("-d @{file}", "xy é"),
        ("-d@{file} -d z", "xy é&z"),
        ("--data-binary @{file} -d z", "x\r\ny é\n&z"),
        ("""--json '{"a":1}' --json '{"b":2}'""", '{"a":1}{"b":2}'),
        ("-d ''", ""),
        ("-d '${HOME}'", "$${HOME}"),
    ],
)
def test_the_body(tmp_path: Path, line: str, body: str) -> None:
    file = tmp_path / "file"
    file.write_bytes("x\r\ny é\n".encode())
    assert read_curl(f"curl {URL} {line.replace('{file}', str(file))}").request.body == body


def test_a_file_stays_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\xff")
    for line in (f"-d @{file}", f"--data-binary @{file}", f"--json @{file}", f"-T {file}"):
        assert read_curl(f"curl {URL} {line}").request.body == FileBody(file)
    file.write_bytes(b"\xff\n")
    with pytest.raises(InputError, match="--data: the file is not UTF-8 text"):
        read_curl(f"curl {URL} -d @{file}")
    file.write_bytes(b"x" * (2**20 + 1))
    with pytest.raises(InputError, match="curl takes line breaks out of it"):
        read_curl(f"curl {URL} -d @{file}")


@pytest.mark.parametrize(
    ("line", "method"),
    [
        ("", "GET"),
        ("-I", "HEAD"),
        ("--head -G -d a", "HEAD"),
        ("-d a", "POST"),
        ("-F a=b", "POST"),
        ("-XPATCH -d a", "PATCH"),
        ("-G -d a -X DELETE", "DELETE"),
        ("--get --no-get -d a", "POST"),
    ],
)
def test_the_method(line: str, method: str) -> None:
    assert read_curl(f"curl {URL} {line}").request.method == method


@pytest.mark.parametrize(
    ("line", "headers"),
    [
        ("-H 'X-Empty;' -H 'Accept:'", [("X-Empty", "")]),
        ("-H 'A: 1' -H 'B: 2' -H 'a: 3'", [("A", "1"), ("B", "2"), ("a", "3")]),
        ("-d x -H 'Content-Type:'", []),
        ("-b a=1 -b b=2 -A x -A y -e 'r;auto'", [("User-Agent", "y"), ("Referer", "r"), ("Cookie", "a=1;b=2")]),
        ("-b a=1 -H 'Cookie: c=3'", [("Cookie", "c=3")]),
        ("-u u:p", [("Authorization", "Basic dTpw")]),
        ("-u u:p --oauth2-bearer tok", [("Authorization", "Bearer tok")]),
        ("-r 0-9", [("Range", "bytes=0-9")]),
        ("-H @{file}", [("X-File", "1"), ("X-2", "")]),
        ("--json x", [("Content-Type", "application/json"), ("Accept", "application/json")]),
        ("--json x -H 'content-type: a/b'", [("content-type", "a/b"), ("Accept", "application/json")]),
        ("""-H "Authorization: Bearer $TOKEN" """, [("Authorization", "Bearer ${env:TOKEN}")]),
        ("""-H "X: ${TOKEN} \\${a}" """, [("X", "${env:TOKEN} $${a}")]),
        ("""-H 'X: $TOKEN ${env:A}'""", [("X", "$TOKEN $${env:A}")]),
        ("-H 'Connection: close' -H 'Content-Length: 3'", []),
    ],
)
def test_the_headers(tmp_path: Path, line: str, headers: list[tuple[str, str]]) -> None:
    file = tmp_path / "file"
    file.write_text("X-File: 1\n\nX-2;\n", encoding="utf-8")
    found = read_curl(f"curl {URL} {line.replace('{file}', str(file))}").request.headers
    assert [header for header in found if header != FORM] == headers


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("-b a=1 -H 'Cookie: c=3'", "--cookie"),
        ("-A x -H 'User-Agent: y'", "--user-agent"),
        ("-A x -A y", "--user-agent"),
        ("-X PUT -X POST", "--request"),
        ("-u u:p -H 'Authorization: Bearer x'", "--user"),
        ("-u u:p --oauth2-bearer x", "--user"),
        ("--compressed -H 'Accept-Encoding: br'", "--compressed"),
    ],
)
def test_what_gives_way_to_another_option_is_named(line: str, option: str) -> None:
    (remark,) = read_curl(f"curl {URL} {line}").remarks
    assert option in remark


def test_user_and_password_of_the_url_and_of_variables() -> None:
    line = read_curl("curl http://us%40er:pw@127.0.0.1:1/a")
    assert (line.url, line.request.headers) == (URL, (("Authorization", "Basic dXNAZXI6cHc="),))
    line = read_curl(f'curl {URL} -u "bob:$PASS"')
    assert (line.request.headers, line.request.basic) == ((), BasicAuth("bob", "${env:PASS}"))
    assert '-u "bob:${PASS}"' in line.shown(header_shown)


def test_a_form(tmp_path: Path) -> None:
    file = tmp_path / "a,b.PNG"
    file.write_bytes(b"\xff")
    line = read_curl(
        f"""curl {URL} -F a=1 -F 'f=@"{file}"' -F 'c=<{file};type=text/x; charset=utf-8' """
        """-F 'd="x;\\"y";filename=d.txt' --form-string 'e=@x;type=y' -F 'g=${h};zzz' """
        "-H 'Content-Type: multipart/form-data; boundary=abc'"
        ""
    )
    assert line.request.body == FormBody(
        (
            FormPart("a", "1"),
            FormPart("f", FileBody(file), "a,b.PNG", "image/png"),
            FormPart("c", FileBody(file), None, "text/x; charset=utf-8"),
            FormPart("d", 'x;"y', "d.txt", "text/plain"),
            FormPart("e", "@x;type=y"),
            FormPart("g", "$${h}"),
        )
    )
    assert line.request.headers == (("Content-Type", line.request.body.media_type),)
    assert any("outside of quotes" in remark for remark in line.remarks)
    again = read_curl(line.shown(header_shown))
    assert again.request == line.request


def test_addresses_sockets_tls_and_times() -> None:
    line = read_curl("curl --resolve shop.example:443:127.0.0.1 https://shop.example/a -k")
    assert (line.url, line.server_name, line.insecure) == ("https://127.0.0.1:443/a", "shop.example", True)
    assert line.request.headers == (("Host", "shop.example"),)
    assert read_curl(line.shown(header_shown)).url == line.url
    assert read_curl("curl --resolve '*:80:[::1]' http://shop.example/").url == "http://[::1]:80/"
    assert read_curl("curl --connect-to ::h2:81 http://shop.example/").url == "http://h2:81/"
    other = read_curl("curl --resolve h:80:::1 http://shop.example/")
    assert other.url == "http://shop.example/"
    assert any("--resolve" in remark for remark in other.remarks)
    local = read_curl("curl --unix-socket /run/a.sock http://localhost/v1?x=1")
    assert (local.url, local.request.headers) == ("unix:/run/a.sock:/v1?x=1", ())
    assert read_curl("curl --cacert ca.pem https://h/").authority == Path("ca.pem")
    assert read_curl(f"curl --cacert ca.pem -k {URL}").authority is None
    assert read_curl(f"curl -m 2.5 {URL}").timeout_s == 2.5
    assert read_curl(f"curl -m 0 {URL}").timeout_s is None


CHROME = r"""curl ^"http://h/a?b=1^&c=^%^20^" ^
  -H ^"accept: */*^" ^
  -H ^"x-quote: ^\^"a^\^" \\b^" ^
  --data-raw ^"^{^\^"a^\^":^\^"l1^

l2^^^\^"^}^" ^
  --compressed"""
POWERSHELL = """curl.exe 'http://h/a?b=1&c=$d' `
  -H "accept: */*" -H 'x-its: it''s' `
  --data-raw "{\\`"a\\`":`"$ID`"}"
"""


def test_lines_of_the_shells_of_windows() -> None:
    cmd = read_curl(CHROME)
    assert cmd.url == "http://h/a?b=1&c=%20"
    assert cmd.request.headers[:2] == (("accept", "*/*"), ("x-quote", '"a" \\\\b'))
    assert cmd.request.body == '{"a":"l1\nl2^"}'
    old = read_curl('curl "http://h/a" ^\r\n -d "{\\"a\\": \\"it\'s\\"}" ^\r\n -H "x: a^b"\r\n')
    assert (old.request.body, old.request.headers[0]) == ('{"a": "it\'s"}', ("x", "a^b"))
    powershell = read_curl(POWERSHELL)
    assert powershell.url == "http://h/a?b=1&c=$d"
    assert powershell.request.headers[:2] == (("accept", "*/*"), ("x-its", "it's"))
    assert powershell.request.body == '{"a":"$ID"}'
    assert any("$ID" in remark for remark in powershell.remarks)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("$ curl {}", ""),
        ("me@host:~/a$ curl {}", ""),
        ("PS C:\\Users\\me> curl.exe {}", ""),
        ("!curl {}", ""),
        ("/usr/bin/curl {}", ""),
        ("A=1 http_proxy=x sudo curl {}", "A, http_proxy"),
        ("# a comment\ncurl {} # another", ""),
        ("curl {} | jq .", "what follows |"),
        ("curl {} > out.json 2>&1", "the redirection >"),
        ("curl {} ;", ""),
        ("curl \\\n  {} \\\r\n  -H 'a: b'\n\n", ""),
        ('curl $"{}"', ""),
        ("curl {}?a=1&b=2", "an & or ; without quotes"),
        ('curl "{}?a=$(id)"', "a shell would run it"),
        ('curl "{}?a=${{ID}}"', "${ID} of the URL"),
    ],
)
def test_what_stands_around_a_command(line: str, words: str) -> None:
    read = read_curl(line.format(URL))
    assert read.url.startswith(URL)
    assert words in "; ".join(read.remarks)
    assert bool(read.remarks) == bool(words)


def test_text_in_ansi_quotes() -> None:
    line = read_curl(f"curl {URL} -d " + r"$'a\u0021\x41\303\251 \xc3\xa9 \ud83d\ude00 it\'s\n\q'")
    assert line.request.body == "a!Aé é 😀 it's\n\\q"


OPTIONS = (Path(__file__).parent / "curl_options.txt").read_text(encoding="utf-8").split()
VALUES = {
    "--url": None,
    "--request": "PUT",
    "--header": "X-A: 1",
    "--user": "bob:secret",
    "--cookie": "a=b",
    "--form": "a=b",
    "--form-string": "a=b",
    "--max-time": "5",
    "--resolve": "127.0.0.1:1:127.0.0.2",
    "--connect-to": "::127.0.0.2:2",
    "--request-target": "/target",
    "--unix-socket": "/run/a.sock",
    "--proto-default": "https",
}
ON_TLS = ("--insecure", "--cacert")
BESIDE = {"--get": "-d x=1", "--json": "", "--globoff": "", "--path-as-is": ""}


def outcome(line: str) -> CurlLine | str:
    try:
        return read_curl(line)
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_used_or_named(name: str, tmp_path: Path) -> None:
    """curl(1) of 8.x, and options that it had before."""
    option = find_option(f"--{name}")
    assert option is not None
    if option.name == "--url":
        return
    (tmp_path / "file").write_text("a=b", encoding="utf-8")
    url = {"--globoff": "h/{a}", "--path-as-is": "h/a/../b", "--proto-default": "h/"}.get(option.name, URL)
    url = "https://h/" if option.name in ON_TLS else url
    beside = BESIDE.get(option.name, "")
    value = VALUES.get(option.name, str(tmp_path / "file") if option.name == "--upload-file" else "value")
    words = f"{option.name} '{value}'" if option.takes_value else option.name
    without, made = outcome(f"curl {url} {beside}"), outcome(f"curl {url} {beside} {words}")
    assert isinstance(without, CurlLine)
    told = made if isinstance(made, str) else "; ".join(made.remarks)
    is_named = option.name in told
    is_used = isinstance(made, CurlLine) and made != without and made.remarks == without.remarks
    if isinstance(made, CurlLine) and option.name in ("--globoff", "--path-as-is"):
        is_used = made.url != without.url
    assert is_named or is_used, (option.name, made)
    assert "value" not in told.replace("no value", "").replace("values", "").replace("its value", "")


def test_short_options_and_abbreviations() -> None:
    options = [short_option(letter) for letter in "0123456789#:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]
    names = [option.name.removeprefix("--") for option in options if option is not None]
    assert len(names) == len(set(names)) == 59
    assert set(names) <= set(OPTIONS)
    assert read_curl(f"curl -sSXPUT -Lkd@{__file__} --insec {URL}").request.method == "PUT"
    assert read_curl(f"curl --request=PUT {URL}").request.method == "PUT"


@settings(deadline=None)
@given(st.text(alphabet="abc '\"\\^`$\n{}()|;&<>#-FHdX@=:%", max_size=40))
def test_any_text_is_a_request_or_one_line(text: str) -> None:
    told = outcome(f"curl {URL} {text}")
    if isinstance(told, str):
        assert "\n" not in told
        assert ". Cure: " in told
    else:
        assert all(remark.isprintable() for remark in told.remarks)
        told.shown(header_shown)


@settings(deadline=None)
@given(st.text(alphabet="ab '\"\\$`{}\n é;&|", max_size=30), st.text(alphabet="ab '\"\\$`{}:; ", max_size=20))
def test_what_is_shown_sends_the_same(body: str, value: str) -> None:
    import shlex

    words = ["curl", URL, "--data-raw", body, "-H", f"X-A: {value}", "-H", "Y;", "-b", "a=b"]
    line = read_curl(shlex.join(words))
    assert read_curl(line.shown(lambda _, text: text)).request == line.request
