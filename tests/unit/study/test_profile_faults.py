import os
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load import load_profile

FaultsOf = Callable[..., list[tuple[str, int, str]]]

ONE = "operations:\n  get:\n    request: GET /\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (ONE + "slos: [p99<1s]", 4, "slos: this key is not known. Cure: did you mean slo?"),
        (
            ONE + "    wieght: 3",
            4,
            "operations.get.wieght: this key is not known. Cure: did you mean weight?",
        ),
        (ONE + "    zzz: 3", 4, "Cure: use weight, rate, request, headers"),
        (ONE + "    weight: seventy", 4, "operations.get.weight: 'seventy' is text"),
        (ONE + "    weight: 0", 4, "operations.get.weight: 0 is not above 0"),
        (ONE + "    weight: -1", 4, "-1 is not above 0"),
        (ONE + "    weight: .nan", 4, "nan is not above 0"),
        (ONE + "    weight: .inf", 4, "inf is not above 0"),
        (ONE + "    weight: true", 4, "true is true or false, which cannot stand here"),
        (ONE + "timeout: 10", 4, "timeout: 10 is a number, which cannot stand here. Cure: give a duration"),
        (ONE + "timeout: 10sec", 4, "timeout: '10sec' has the unknown unit 'sec'"),
        (ONE + "timeout: 0s", 4, "timeout: '0s' is not above 0"),
        (ONE + "timeout: 2h", 4, "at most 1h"),
        (ONE + "    timeout: '5'", 4, "operations.get.timeout: '5' has no unit"),
        ("slo: p99<1s\n", 1, "operations: this key is missing"),
        ("\noperations: {}\n", 2, "operations: there are no operations"),
        ("operations:\n", 1, "operations: nothing cannot stand here. Cure: give a mapping"),
        ("operations: [a]\n", 1, "operations: a list cannot stand here"),
        ("operations:\n  get: 5\n", 2, "operations.get: 5 is a number"),
        ("operations:\n  get:\n    weight: 3\n", 2, "operations.get.request: this key is missing"),
        (
            "operations:\n  get:\n    reqest: GET /\n",
            3,
            "operations.get.reqest: this key is not known. Cure: did you mean request?",
        ),
        (ONE + "  'a:b':\n    request: GET /", 4, "'a:b' cannot name an operation"),
        (ONE + "slo:\n- errors<1%\n- p99<50\n", 6, "slo[1]: 'p99<50': '50' has no unit"),
        (ONE + "slo: [p99<50ms, 7]", 4, "slo[1]: 7 is a number"),
        (ONE + "slo: [gte:p99<50ms]", 4, "'gte', which is not there. Cure: did you mean get?"),
        (ONE + "    slo: [p99<50]", 4, "operations.get.slo[0]"),
        (ONE + "    slo: ['put:p99<50ms']", 4, "names 'put'"),
        (ONE + "    expect: 99", 4, "operations.get.expect: 99 is no status"),
        (ONE + "    expect: [200, 5x]", 4, "'5x' is no status"),
        (ONE + "    expect: 700", 4, "700 is not within 200 to 599"),
        (ONE + "    expect: 300-200", 4, "ascending"),
        (ONE + "    expect: []", 4, "empty list expects nothing"),
        (ONE + "    expect: [200, {a: 1}]", 4, "operations.get.expect[1]: a mapping cannot stand here"),
        (ONE + "    expect: 2.5", 4, "operations.get.expect: 2.5 is a number, which cannot"),
        (ONE + "    body: {a: 1}", 4, "operations.get.body: a mapping cannot stand here. Cure: give text"),
        (ONE + "    headers: {a: []}", 4, "operations.get.headers.a: the number of values is 0"),
        (ONE + "    headers: {a: ['1', \"\\n\"]}", 4, "operations.get.headers.a[1]: the value '\\n' has a line break"),
        (ONE + "    headers: {a: ['1', 2]}", 4, "operations.get.headers.a[1]: 2 is a number"),
        (ONE + "    multipart: []", 4, "operations.get.multipart: the number of parts is 0"),
        (ONE + "    multipart: [{text: a}]", 4, "operations.get.multipart[0].name: this key is missing"),
        (ONE + "    multipart: [{name: a}]", 4, "operations.get.multipart[0]: neither text nor file is there"),
        (ONE + "    multipart: [{name: a, text: b, file: c}]", 4, "multipart[0]: text and file are both there"),
        (ONE + "    multipart: [{name: a, file: none}]", 4, "multipart[0].file: '"),
        (ONE + "    multipart: [{name: a, text: '${x}'}]", 4, "multipart[0].text: "),
        (ONE + '    multipart: [{name: a, text: b, type: "a\\nb"}]', 4, "multipart[0].type: 'a\\nb' is no media type"),
        (ONE + "    body: a\n    multipart: [{name: a, text: b}]", 5, "operations.get.multipart: body is there, too"),
        (
            ONE + "    headers: {content-type: a}\n    multipart: [{name: a, text: b}]",
            4,
            "operations.get.headers: the Content-Type of a form with parts is written by loadproof",
        ),
        (ONE + "    headers: [a]", 4, "operations.get.headers: a list cannot stand here"),
        (
            ONE + "    headers:\n      A: b\n      X-N: 3",
            6,
            "headers.X-N: 3 is a number, which cannot stand here. Cure: give text (a number",
        ),
        (ONE + "    headers:\n      'X Y': a", 5, "'X Y' is no header name"),
        (ONE + '    headers:\n      X: "a\\r\\nY: b"', 5, "line break"),
        (ONE + "    headers:\n      Content-Length: '3'", 5, "written by the engine"),
        (ONE + "    headers: {A: b, a: c}", 4, "are one header"),
        ("operations:\n  get:\n    request: GTE /\n", 3, "'GTE' is no method. Cure: write GET"),
        ("operations:\n  get:\n    request: get /\n", 3, "'get' is no method. Cure: write GET"),
        ("operations:\n  get:\n    request: GET status\n", 3, "no path that begins with /"),
        ("operations:\n  get:\n    request: GET\n", 3, "no path that begins with /"),
        ("operations:\n  get:\n    request: GET /a b\n", 3, "has a space"),
        ("operations:\n  get:\n    request: GET /a#b\n", 3, "a #"),
        (ONE + "target: ftp://h", 4, "target: 'ftp://h' has the unknown scheme"),
        (ONE + "target: http://h/x", 4, "target: the target has the path '/x'"),
        (ONE + "timeout: 1s\nslo: p99<1s", 4, "timeout: 1s is not above the limit of the SLO 'p99<1s'"),
        (ONE + "slo: p99<15s", 4, "'p99<15s' is not under the timeout of 10s. Cure: set a timeout above 15s"),
        (ONE + "    timeout: 1s\nslo: p99<2s", 4, "operations.get.timeout: 1s is not above"),
        (
            ONE + "    slo: p99<2s\ntimeout: 500ms",
            5,
            "timeout: 500ms is not above the limit of the SLO 'get:p99<2s'",
        ),
        (ONE + "    weight: 1\n    weight: 2", 5, "operations.get.weight: this key stands in line 4 already"),
    ],
)  # fmt: skip
def test_one_fault(faults_of: FaultsOf, text: str, line: int, message: str) -> None:
    (fault,) = faults_of(text)
    assert fault[:2] == ("p.yaml", line)
    assert message in fault[2]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "the file is empty"),
        (b"# only a comment\n", 1, "the file is empty"),
        (b"- a\n", 1, "holds a list, not a mapping"),
        (b"just words\n", 1, "holds text, not a mapping"),
        (b"operations:\n\tget: 1\n", 2, "spaces, not tabs"),
        (b"operations:\n  get: [1,\n", 3, "this is not YAML"),
        (b"operations:\n  get: 'x\n", 3, "this is not YAML"),
        (b"a: 1\n---\nb: 2\n", 2, "a second document"),
        (b"a: 1\nb: \x01\n", 2, "U+0001 cannot stand"),
        (b"a: 1\nb: \x00\n", 2, "binary"),
        (b"\x7fELF\x00\x01\xff", 1, "not UTF-8 text"),
        (b"a: 1\n\xff\xfe\n", 2, "not UTF-8 text"),
        (b'a: "\\UFFFFFFFF"\n', 1, "OverflowError"),
        (b'a: "\\ud800"\n', 1, "surrogate"),
        (b"? [a]\n: 1\n", 1, "a key is not plain text"),
        (b"a: " + b"[" * 50 + b"]" * 50, 1, "more than 32 deep"),
        (b"a: [" + b"1," * 50_001 + b"]", 1, "more than 50000 values"),
        (b"#" * (4 * 2**20 + 1), 1, "more than 4 MiB"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_file_that_is_no_document(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_bytes(content)
    with pytest.raises(StudyFaults) as raised:
        load_profile(path)
    (fault,) = raised.value.faults
    assert (fault.file, fault.line) == (str(path), line)
    assert message in str(fault)


def test_aliases_and_tags_are_refused_where_they_stand(faults_of: FaultsOf) -> None:
    told = faults_of("operations:\n  a: &a {request: GET /}\n  b: *a\n  c:\n    request: !!str GET /\n")
    assert [(line, "alias" in text, "tag" in text) for _, line, text in told] == [
        (3, True, False),
        (5, False, True),
    ]


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, message in [
        ("none.yaml", "no such file"),
        (".", "a directory"),
        ("pipe", "not a regular file"),
        ("a\0b", "a NUL character"),
    ]:
        with pytest.raises(StudyFaults, match=message) as raised:
            load_profile(tmp_path / name)
        assert raised.value.faults[0].line == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_rights(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(ONE)
    (tmp_path / "p.yaml").chmod(0)
    with pytest.raises(StudyFaults, match="permission denied"):
        load_profile(tmp_path / "p.yaml")


def test_faults_of_the_command_line_have_no_line(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(ONE)
    with pytest.raises(StudyFaults) as raised:
        load_profile(tmp_path / "p.yaml", ["p99<50", "put:p99<1s", "p99<20s"])
    assert [(fault.file, fault.line) for fault in raised.value.faults] == [("--slo", 0)] * 3
    assert str(raised.value).startswith("--slo: 'p99<50': '50' has no unit")


def test_a_hostile_number_of_operations_or_slos_is_refused_at_once(faults_of: FaultsOf) -> None:
    many = "operations:\n" + "".join(f"  o{number}: {{request: GET /}}\n" for number in range(1001))
    assert faults_of(many) == [("p.yaml", 1, "operations: the number of operations is 1001. Cure: keep to 1000")]
    slos = ", ".join(f"p99<{number}ms" for number in range(1, 102))
    assert faults_of(f"{ONE}slo: [{slos}]") == [("p.yaml", 4, "slo: the number of SLOs is 101. Cure: keep to 100")]


def test_ten_faults_are_told_at_once(faults_of: FaultsOf) -> None:
    told = faults_of("""\
feeders:
  ids: {csv: missing.csv}
  new: {uuid: v7}
operations:
  get:
    weight: 0
    request: GET /status/${idz.id}
  put:
    wieght: 3
    request: PUT /${new.x
    timeout: 5
  post:
    request: PSOT /
    headers: {"a b": c}
    expect: 9xx
slo: [p99<50, nobody:errors<1%]
""")
    assert [line for _, line, _ in told] == [2, 3, 6, 7, 9, 10, 11, 13, 14, 15, 16, 16]
    assert len({text for _, _, text in told}) == 12
