"""Whatever a text of a JVM was shipped in, its lines come out; the front end of `gc` and of `threads`."""

import gzip
import json
import zlib
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.jvm.line_envelopes import LineEnvelopes
from loadproof.jvm.remark import is_read_in_part
from loadproof.jvm.text import JvmText
from loadproof.jvm.threads.dump_files import read_dumps

from tests.mutilations import MUTILATIONS

HERE = Path(__file__).parent
G1 = (HERE / "logs/g1.log").read_bytes()
DEADLOCK = (HERE / "dumps/jdk17-deadlock.txt").read_bytes()
LINE = '"main" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 waiting on condition  [0x3]'
STAMP = "2026-11-20T10:00:00.123456789Z"


@pytest.mark.parametrize(
    "prefix",
    [
        f"{STAMP} ",
        f"{STAMP} stdout F ",
        "shop-1  | ",
        f"shop-1  | {STAMP} ",
        "shop.1.abc12@node    | ",
        "10:00:00 web.1  | ",
        "\x1b[36mshop-1  |\x1b[0m ",
        "[pod/shop-7d9c-abcde/shop] ",
        f"[pod/shop-7d9c-abcde/shop] {STAMP} ",
        "Nov 20 10:00:00 host java[4711]: ",
        "Nov  2 10:00:00 host java: ",
        "<14>Nov 20 10:00:00 host java[4711]: ",
        f"<14>1 {STAMP} host java 4711 - - ",
        f'<14>1 {STAMP} host java 4711 ID7 [a@1 b="c"][d e="f"] \ufeff',
        "2026-11-20T10:00:00+0100 host java[4711]: ",
        "[12345.678901] host java[4711]: ",
        "2026-11-20T10:00:00.123456+00:00 app[web.1]: ",
        f"{STAMP} INFO  [main] c.e.Dump - ",
        "2026-11-20 10:00:00,123 [main] INFO  c.e.Dump:12 - ",
        "2026-11-20T10:00:00.123+01:00  INFO 4711 --- [shop] [   main] c.e.Dump   : ",
        "2026-11-20 10:00:00.123  INFO 1 --- [nio-8080-exec-1] c.e.Dump                : ",
        "10:00:00.123 [main] DEBUG c.e.Dump - ",
        "2026-11-20 10:00:00,123 INFO  [c.e.Dump] (main) ",
    ],
)
def test_a_prefix_is_removed(prefix: str) -> None:
    envelopes = LineEnvelopes()
    for line in (
        LINE,
        "\t- locked <0x01> (a java.lang.Object)",
        "Full thread dump OpenJDK 64-Bit Server VM (17 mixed mode):",
    ):
        assert envelopes.opened(prefix + line) == [line]


@pytest.mark.parametrize(
    "record",
    [
        {"log": LINE + "\n", "stream": "stdout", "time": STAMP},
        {"@timestamp": STAMP, "log.level": "INFO", "message": LINE, "ecs.version": "1.2.0"},
        {"level": "info", "msg": LINE, "ts": 1},
        {"insertId": "abc", "resource": {"labels": {"pod_name": "shop-1"}}, "textPayload": LINE, "timestamp": STAMP},
        {"event": {"original": LINE}, "message": "parsed", "tags": ["gc"]},
        {
            "kubernetes": {
                "pod_name": "shop-1",
                "labels": {"app": "a longer text than the line, which is no line of a JVM" * 3},
            },
            "log": LINE,
        },
        {"__REALTIME_TIMESTAMP": "1", "_PID": "4711", "MESSAGE": LINE},
        {"__REALTIME_TIMESTAMP": "1", "MESSAGE": list(LINE.encode())},
        {"short_message": LINE, "version": "1.1", "host": "h"},
        {"timeUnixNano": "1", "body": {"stringValue": LINE}},
        {"result": {"_raw": LINE, "source": "x"}},
        {"whoever": {"named": {"this": LINE}}, "n": 1},
        {"log": json.dumps({"message": LINE}) + "\n", "stream": "stdout"},
    ],
    ids=lambda record: next(iter(record)),
)
def test_the_text_of_a_record_is_its_lines(record: dict[str, object]) -> None:
    written = json.dumps(record)
    assert LineEnvelopes().opened(written) == [LINE]
    assert LineEnvelopes().opened(f"shop-1  | {written}") == [LINE]
    assert LineEnvelopes().opened(f"{STAMP} stdout F {written}") == [LINE]


def test_lines_that_a_container_runtime_cut_are_joined() -> None:
    text = json.dumps({"message": LINE + "\n" + "x" * 40_000})
    parts = [text[place : place + 16_384] for place in range(0, len(text), 16_384)]
    expected = [LINE, "x" * 40_000]
    docker = LineEnvelopes()
    records = [{"log": part + "\n" * (part is parts[-1]), "stream": "stdout"} for part in parts]
    assert [line for record in records for line in docker.opened(json.dumps(record))] == expected
    runtime = LineEnvelopes()
    written = [f"{STAMP} stdout {'F' if part is parts[-1] else 'P'} {part}" for part in parts]
    assert [line for part in written for line in runtime.opened(part)] == expected


def test_streams_that_are_mixed_are_joined_each_by_itself() -> None:
    envelopes = LineEnvelopes()
    written = ("stdout P Using ", "stderr P No ", "stdout F G1", "stderr F more")
    assert [envelopes.opened(f"{STAMP} {line}") for line in written] == [[], [], ["Using G1"], ["No more"]]


def test_plain_lines_of_a_dump_stay_as_they_are() -> None:
    lines = DEADLOCK.decode().splitlines()
    envelopes = LineEnvelopes()
    changed = {line: envelopes.opened(line) for line in lines if envelopes.opened(line) != [line]}
    # The time before the title.
    assert [line for line in changed if not line.startswith("2026-")] == []


@pytest.mark.parametrize("name", [name for name in MUTILATIONS if not name.startswith("cut")])
def test_what_loses_nothing_changes_no_finding(tmp_path: Path, name: str) -> None:
    if "folded" in name or "cut" in name:
        pytest.skip("loses text")
    (tmp_path / "gc.log").write_bytes(MUTILATIONS[name](G1))
    log = report_of_logs([str(tmp_path / "gc.log")]).logs[0]
    assert (log.collector, log.pauses.count, log.version) == ("G1", 9, "17.0.9+9 (release)")
    assert not is_read_in_part(log.remarks)
    (tmp_path / "threads.txt").write_bytes(MUTILATIONS[name](DEADLOCK))
    (whole,), (dump,) = read_dumps(str(HERE / "dumps/jdk17-deadlock.txt")), read_dumps(str(tmp_path / "threads.txt"))
    assert [(one.name, one.state, one.wait, one.holds) for one in dump.threads] == [
        (one.name, one.state, one.wait, one.holds) for one in whole.threads
    ]
    assert (dump.unread, dump.is_cut) == ((), False)


def test_a_dump_of_two_pods_that_are_mixed_is_two_dumps(tmp_path: Path) -> None:
    lines = DEADLOCK.decode().splitlines()
    mixed = "".join(f"[pod/a-1/app] {line}\n[pod/a-2/app] {line}\n" for line in lines)
    (tmp_path / "pods.txt").write_text(mixed, encoding="utf-8")
    dumps = read_dumps(str(tmp_path / "pods.txt"))
    assert [len(dump.threads) for dump in dumps] == [18, 18]
    assert not any(dump.unread or dump.is_cut for dump in dumps)


def test_lines_of_other_programs_are_passed_over(tmp_path: Path) -> None:
    lines = [f"app-1  | {line}\ndb-1   | LOG:  checkpoint starting\n" for line in DEADLOCK.decode().splitlines()]
    (tmp_path / "compose.txt").write_text("".join(lines), encoding="utf-8")
    (dump,) = read_dumps(str(tmp_path / "compose.txt"))
    assert (len(dump.threads), dump.unread) == (18, ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_document_of_json_stays_one(tmp_path: Path, encoding: str, pack: type[bytes]) -> None:
    text = (HERE / "dumps/deadlock.json").read_text(encoding="utf-8")
    for form in (text, json.dumps(json.loads(text)), json.dumps(json.loads(text), indent=2)):
        (tmp_path / "d").write_bytes(pack(form.encode(encoding)))
        (dump,) = read_dumps(str(tmp_path / "d"))
        assert len(dump.threads) == len(read_dumps(str(HERE / "dumps/deadlock.json"))[0].threads)


@pytest.mark.parametrize(
    ("content", "damage", "lines"),
    [
        (gzip.compress(G1), None, G1.count(b"\n")),
        (gzip.compress(G1[:800]) + gzip.compress(G1[800:]) + b"\0" * 512, None, G1.count(b"\n")),
        (gzip.compress(G1)[:-4], "cut", G1.count(b"\n")),
        (gzip.compress(G1) + b"more", "trailing", G1.count(b"\n")),
        (gzip.compress(G1)[:-8] + b"\1\2\3\4" + gzip.compress(G1)[-4:], "broken", None),
    ],
    ids=["whole", "members", "cut", "trailing", "wrong checksum"],
)
def test_damage_of_a_compressed_file_is_known(
    tmp_path: Path, content: bytes, damage: str | None, lines: int | None
) -> None:
    (tmp_path / "gc.log").write_bytes(content)
    text = JvmText(str(tmp_path / "gc.log"))
    read = b"".join(text.blocks())
    assert text.damage == damage
    assert lines is None or read.count(b"\n") == lines
    if lines is not None:
        log = report_of_logs([str(tmp_path / "gc.log")]).logs[0]
        assert is_read_in_part(log.remarks) is (damage is not None)


def test_a_file_that_expands_without_end_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with (tmp_path / "bomb.gz").open("wb") as file:
        for _ in range(400):
            file.write(packer.compress(b"\0" * (1 << 20)))
        file.write(packer.flush())
    with pytest.raises(InputError, match="expands to more than"):
        report_of_logs([str(tmp_path / "bomb.gz")])
    (tmp_path / "twice.gz").write_bytes(gzip.compress(gzip.compress(G1)))
    with pytest.raises(InputError, match="compressed twice"):
        report_of_logs([str(tmp_path / "twice.gz")])


def test_rotated_parts_may_be_compressed(tmp_path: Path) -> None:
    lines = G1.splitlines(keepends=True)
    (tmp_path / "gc.log.1.gz").write_bytes(gzip.compress(b"".join(lines[:9])))
    (tmp_path / "gc.log.0.gz").write_bytes(gzip.compress(b"".join(lines[9:16])))
    (tmp_path / "gc.log").write_bytes(b"".join(lines[16:]))
    names = [str(tmp_path / name) for name in ("gc.log", "gc.log.0.gz", "gc.log.1.gz")]
    log = report_of_logs(names).logs[0]
    assert [Path(file).name for file in log.files] == ["gc.log.1.gz", "gc.log.0.gz", "gc.log"]
    assert (log.pauses.count, is_read_in_part(log.remarks)) == (9, False)


@pytest.mark.parametrize("name", ["JSON lines of docker", "prefix of compose", "compressed", "HTML escapes"])
def test_the_old_format_is_refused_by_name_in_any_envelope(tmp_path: Path, name: str) -> None:
    content = (HERE / "logs/old-format.log").read_bytes()
    (tmp_path / "gc.log").write_bytes(MUTILATIONS[name](content))
    with pytest.raises(InputError, match="JDK 8 or older"):
        report_of_logs([str(tmp_path / "gc.log")])
