"""The depot: files, entity tags, ranges, deploys of Maven, and what a full disk, a crash and a restart leave."""

import base64
import hashlib
import os
import signal
import socket
import subprocess
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .depot_service import (
    ADMIN,
    DEPLOYER,
    LONGEST_WAIT_S,
    PLACE,
    SMALL,
    Depot,
    changed_meanwhile,
    depot_command,
    parsed,
    reset_depot,
    run_depot,
)
from .postgres_server import PostgresServer, free_port
from .stand_process import StandProcess

RAW = "/repository/raw-hosted"
MAVEN = "/repository/maven-releases"
SNAPSHOTS = "/repository/maven-snapshots"
CONTENT = bytes(range(256)) * 40


def test_a_file_comes_back_with_its_tag_and_is_not_sent_again(depot: Depot) -> None:
    path = f"{RAW}/folder/a b%2Bc.bin"
    assert depot.put(path, CONTENT).status_code == 201
    answer = depot.get(path, auth=None)
    assert (answer.status_code, answer.content) == (200, CONTENT)
    assert answer.headers["content-length"] == str(len(CONTENT))
    tag = answer.headers["etag"]
    assert tag == f'"{hashlib.sha1(CONTENT, usedforsecurity=False).hexdigest()}"'
    assert depot.ask("HEAD", path).headers["content-length"] == str(len(CONTENT))
    for condition in (
        {"If-None-Match": tag},
        {"If-None-Match": f'"other", W/{tag}'},
        {"If-Modified-Since": answer.headers["last-modified"]},
    ):
        unchanged = depot.get(path, headers=condition)
        assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert depot.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "sent"),
    [
        ("bytes=0-9", 206, CONTENT[:10]),
        ("bytes=100-", 206, CONTENT[100:]),
        ("bytes=-5", 206, CONTENT[-5:]),
        ("bytes=10000-99999", 206, CONTENT[10000:]),
        ("bytes=0-0", 206, CONTENT[:1]),
        (f"bytes={len(CONTENT)}-", 416, b""),
        ("bytes=-0", 416, b""),
        ("bytes=9-2", 200, CONTENT),
        ("bytes=0-1,5-6", 200, CONTENT),
        ("lines=0-1", 200, CONTENT),
        ("bytes=-", 200, CONTENT),
    ],
)
def test_a_range_is_a_part_of_the_file(depot: Depot, asked: str, status: int, sent: bytes) -> None:
    depot.put(f"{RAW}/range.bin", CONTENT)
    answer = depot.get(f"{RAW}/range.bin", headers={"Range": asked})
    assert (answer.status_code, answer.content) == (status, sent)
    if status == 416:
        assert answer.headers["content-range"] == f"bytes */{len(CONTENT)}"
    if status == 206:
        first = CONTENT.index(sent) if len(sent) > 256 else None
        assert first is None or answer.headers["content-range"].startswith(f"bytes {len(CONTENT) - len(sent)}-")
        assert answer.headers["content-range"].endswith(f"/{len(CONTENT)}")


def test_a_range_of_another_file_is_the_whole(depot: Depot) -> None:
    depot.put(f"{RAW}/range.bin", CONTENT)
    answer = depot.get(f"{RAW}/range.bin", headers={"Range": "bytes=0-9", "If-Range": '"other"'})
    assert (answer.status_code, answer.content) == (200, CONTENT)


def test_a_replaced_or_deleted_file_takes_its_blob_with_it(depot: Depot) -> None:
    path = f"{RAW}/replaced.txt"
    assert changed_meanwhile(depot, lambda: depot.put(path, b"one"))[1:] == (1, 1)
    assert changed_meanwhile(depot, lambda: depot.put(path, b"two"))[1:] == (0, 0)
    assert depot.get(path).content == b"two"
    answer, files, rows = changed_meanwhile(depot, lambda: depot.ask("DELETE", path, auth=DEPLOYER))
    assert (answer.status_code, files, rows) == (204, -1, -1)
    assert depot.get(path).status_code == 404
    assert depot.ask("DELETE", path).status_code == 404


def test_a_file_that_arrives_as_another_is_refused(depot: Depot) -> None:
    for digest in ("md5", "sha1", "sha256", "sha512"):
        right = hashlib.new(digest, b"content").hexdigest()
        for value, status, files in ((right, 201, 1), ("0" * len(right), 400, 0)):
            headers = {f"X-Checksum-{digest.capitalize()}": value}
            path = f"{RAW}/{digest}-{status}.bin"
            answer, made, _ = changed_meanwhile(
                depot,
                lambda path=path, headers=headers: depot.ask("PUT", path, content=b"content", headers=headers),  # type: ignore[misc]
            )
            assert (answer.status_code, made) == (status, files)


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fetc%2fpasswd",
        "a/%2e%2e/b",
        "a//b",
        "a/./b",
        "a%00b",
        "a%5cb",
        "a%zz",
        "a%c3",
        "a%0d%0ab",
        "x" * 1100,
        "folder/",
    ],
)
def test_a_path_that_no_file_has_is_refused(depot: Depot, path: str) -> None:
    # Raw: httpx would tidy the path up.
    host, port = depot.process.address
    command = ["curl", "-s", "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}", "-u", ":".join(DEPLOYER)]
    words = [*command, "-T", "-", f"http://{host}:{port}{RAW}/{path}"]
    files = depot.blob_files()
    done = subprocess.run(words, input=b"x", capture_output=True, check=True)
    assert done.stdout == b"400"
    assert depot.blob_files() == files


def deploy(depot: Depot, version: str, content: bytes = b"jar", artifact: str = "lib") -> httpx.Response:
    return depot.put(f"{MAVEN}/com/acme/{artifact}/{version}/{artifact}-{version}.jar", content)


def versions(depot: Depot, artifact: str = "lib") -> ET.Element:
    answer = depot.get(f"{MAVEN}/com/acme/{artifact}/maven-metadata.xml")
    assert answer.status_code == 200
    return parsed(answer.content)


def test_a_deploy_shows_in_the_metadata_in_the_order_of_maven(depot: Depot) -> None:
    for version in ("1.10", "1.9", "2.0-beta-1", "1.9.1"):
        assert deploy(depot, version).status_code == 201
    found = versions(depot)
    assert [one.text for one in found.iter("version")] == ["1.9", "1.9.1", "1.10", "2.0-beta-1"]
    assert (found.findtext("versioning/latest"), found.findtext("versioning/release")) == ("2.0-beta-1", "2.0-beta-1")
    assert (found.findtext("groupId"), found.findtext("artifactId")) == ("com.acme", "lib")
    depot.ask("DELETE", f"{MAVEN}/com/acme/lib/2.0-beta-1/lib-2.0-beta-1.jar")
    assert versions(depot).findtext("versioning/latest") == "1.10"


def test_checksums_are_had_by_their_suffix_and_held_against_those_sent(depot: Depot) -> None:
    deploy(depot, "1.0", CONTENT, "sums")
    path = f"{MAVEN}/com/acme/sums/1.0/sums-1.0.jar"
    metadata = f"{MAVEN}/com/acme/sums/maven-metadata.xml"
    for digest in ("md5", "sha1", "sha256", "sha512"):
        right = hashlib.new(digest, CONTENT).hexdigest()
        assert depot.get(f"{path}.{digest}").text == right
        assert depot.put(f"{path}.{digest}", right.encode()).status_code == 201
        assert depot.put(f"{path}.{digest}", f"{right}  sums-1.0.jar\n".encode()).status_code == 201
        assert depot.put(f"{path}.{digest}", b"0" * len(right)).status_code == 400
        expected = hashlib.new(digest, depot.get(metadata).content).hexdigest()
        assert depot.get(f"{metadata}.{digest}").text == expected
    assert depot.get(f"{path}.sha3").status_code == 404


def test_a_release_is_deployed_once(depot: Depot) -> None:
    assert deploy(depot, "1.0", b"first", "once").status_code == 201
    answer, files, rows = changed_meanwhile(depot, lambda: deploy(depot, "1.0", b"second", "once"))
    assert (answer.status_code, [*answer.json()], files, rows) == (409, ["error"], 0, 0)
    assert depot.get(f"{MAVEN}/com/acme/once/1.0/once-1.0.jar").content == b"first"


def test_policies_and_paths_of_versions_are_kept(depot: Depot) -> None:
    assert deploy(depot, "1.0-SNAPSHOT").status_code == 400
    release = f"{SNAPSHOTS}/com/acme/lib/1.0/lib-1.0.jar"
    assert depot.put(release, b"jar").status_code == 400
    for path in ("lib.jar", "com/acme/lib/1.0/other-1.0.jar", "com/acme/lib/1.0/lib-2.0.jar"):
        assert depot.put(f"{MAVEN}/{path}", b"jar").status_code == 400
    assert depot.put(f"{MAVEN}/com/acme/lib/maven-metadata.xml", b"<metadata><versioning>").status_code == 400


def test_snapshots_name_their_newest_build(depot: Depot) -> None:
    folder = f"{SNAPSHOTS}/com/acme/snap/1.0-SNAPSHOT"
    for build, files in (("20251219.101010-1", (".jar", ".pom")), ("20251219.111111-2", (".jar", "-sources.jar"))):
        for file in files:
            assert depot.put(f"{folder}/snap-1.0-{build}{file}", build.encode()).status_code == 201
    found = parsed(depot.get(f"{folder}/maven-metadata.xml").content)
    assert found.findtext("versioning/snapshot/timestamp") == "20251219.111111"
    assert found.findtext("versioning/snapshot/buildNumber") == "2"
    entries = {
        (one.findtext("classifier") or "", one.findtext("extension")): one.findtext("value")
        for one in found.iter("snapshotVersion")
    }
    assert entries == {
        ("", "jar"): "1.0-20251219.111111-2",
        ("", "pom"): "1.0-20251219.101010-1",
        ("sources", "jar"): "1.0-20251219.111111-2",
    }
    base = parsed(depot.get(f"{SNAPSHOTS}/com/acme/snap/maven-metadata.xml").content)
    assert [one.text for one in base.iter("version")] == ["1.0-SNAPSHOT"]
    assert base.findtext("versioning/release") is None


def test_deploys_of_one_artifact_at_once_keep_its_metadata_whole(depot: Depot) -> None:
    wanted = [f"1.{number}" for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda version: deploy(depot, version, b"jar", "crowd").status_code, wanted)]
    assert answers == [201] * len(wanted)
    assert [one.text for one in versions(depot, "crowd").iter("version")] == wanted


def test_of_deploys_of_one_file_at_once_one_is_taken(depot: Depot) -> None:
    def race() -> list[int]:
        with ThreadPoolExecutor(8) as pool:
            return sorted(pool.map(lambda number: deploy(depot, "1.0", bytes([number]), "race").status_code, range(8)))

    files = len(depot.blob_files())
    assert race() == [201] + [409] * 7
    assert len(depot.blob_files()) == files + 1
    assert depot.blob_files() == depot.blob_rows()


@contextmanager
def full_disk(kind: str, directory: Path) -> Iterator[Path]:
    """A directory of blobs on a file system of 3 MiB; the other kind is made by `limit`."""
    blobs = directory / "blobs"
    blobs.mkdir()
    if kind == "limit":
        yield blobs
        return
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(blobs)], capture_output=True, check=False
    )
    if done.returncode != 0:
        pytest.skip("a file system cannot be mounted here; the same by a limit of the process runs everywhere")
    try:
        yield blobs
    finally:
        subprocess.run(["umount", str(blobs)], check=True)


@pytest.mark.parametrize("kind", ["tmpfs", "limit"])
def test_a_full_disk_is_507_and_leaves_nothing(postgres: PostgresServer, tmp_path: Path, kind: str) -> None:
    database = f"depot_full_{kind}"
    with full_disk(kind, tmp_path) as blobs:
        reset_depot(postgres, database, blobs)
        with StandProcess(depot_command(postgres, database, blobs)) as process:
            depot = Depot(process, postgres, database, blobs)
            if kind == "limit":
                subprocess.run(["prlimit", "--fsize=2000000", "--pid", str(process.process.pid)], check=True)
            large = os.urandom(8_000_000)
            answer, files, rows = changed_meanwhile(depot, lambda: depot.put(f"{RAW}/large.bin", large))
            assert (answer.status_code, [*answer.json()]) == (507, ["error"])
            assert (files, rows) == (0, 0)
            # It goes on where there is room.
            assert depot.put(f"{RAW}/small.bin", b"small").status_code == 201
            assert depot.get(f"{RAW}/small.bin").content == b"small"


def test_an_upload_that_is_too_large_is_refused(postgres: PostgresServer, tmp_path: Path) -> None:
    reset_depot(postgres, "depot_large", tmp_path / "blobs")
    command = depot_command(postgres, "depot_large", tmp_path / "blobs", "--most-upload-mib", "1")
    with StandProcess(command) as process:
        depot = Depot(process, postgres, "depot_large", tmp_path / "blobs")

        def chunks() -> Iterator[bytes]:
            yield from [bytes(65536)] * 20

        for content in (bytes(1_100_000), chunks()):
            answer = depot.ask("PUT", f"{RAW}/large.bin", content=content)
            assert answer.status_code == 413
        assert depot.blob_files() == depot.blob_rows()


def test_a_killed_depot_has_all_that_it_took_and_clears_what_it_left(postgres: PostgresServer, tmp_path: Path) -> None:
    blobs = tmp_path / "blobs"
    reset_depot(postgres, "depot_killed", blobs)
    command = depot_command(postgres, "depot_killed", blobs)
    with StandProcess(command) as process:
        depot = Depot(process, postgres, "depot_killed", blobs)
        for number in range(20):
            assert deploy(depot, f"1.{number}").status_code == 201
        # The head and a part of the body, and then the end of the service.
        head = f"PUT {RAW}/cut.bin HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n"
        basic = "Basic " + base64.b64encode(":".join(ADMIN).encode()).decode()
        with socket.create_connection(process.address) as sent:
            sent.sendall(f"{head}Authorization: {basic}\r\n\r\n".encode() + bytes(100_000))
            _until(lambda: any((blobs / "uploads").iterdir()))
            process.stop(signal.SIGKILL)
    orphan = blobs / "content" / "00" / "00000000-0000-4000-8000-000000000000"
    orphan.write_bytes(b"nobody points to it")
    assert any((blobs / "uploads").iterdir())
    with StandProcess(command) as process:
        depot = Depot(process, postgres, "depot_killed", blobs)
        assert [one.text for one in versions(depot).iter("version")] == [f"1.{number}" for number in range(20)]
        assert not any((blobs / "uploads").iterdir())
        _until(lambda: not orphan.exists())
        assert depot.blob_files() == depot.blob_rows()
        assert process.stop() == 0
        assert process.ready["rows"] == len(depot.blob_rows())


def _until(holds: Callable[[], bool], within_s: float = LONGEST_WAIT_S) -> None:
    deadline_s = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < deadline_s
        time.sleep(0.02)


def test_a_database_that_goes_away_is_500_or_503_until_it_is_back(spare_data: Path, tmp_path: Path) -> None:
    with PostgresServer(spare_data) as server:
        reset_depot(server, "depot_away", tmp_path / "blobs")
        command = depot_command(server, "depot_away", tmp_path / "blobs", "--acquire-timeout-ms", "500")
        with StandProcess(command) as process:
            depot = Depot(process, server, "depot_away", tmp_path / "blobs")
            assert depot.put(f"{RAW}/before.txt", b"x").status_code == 201
            server.kill()
            for _ in range(5):
                assert depot.put(f"{RAW}/during.txt", b"x").status_code in (500, 503)
                assert depot.get(f"{RAW}/before.txt", auth=None).status_code in (500, 503)
            server.start()
            _until(lambda: depot.put(f"{RAW}/after.txt", b"x").status_code == 201)
            assert depot.get(f"{RAW}/before.txt").content == b"x"
            assert depot.blob_rows() <= depot.blob_files()


def test_the_same_data_on_every_machine(postgres: PostgresServer, tmp_path: Path) -> None:
    for database in ("depot_a", "depot_b"):
        reset_depot(postgres, database, tmp_path / database)
    sums = "SELECT md5(string_agg(path || sha512, ',' ORDER BY path)) FROM asset"
    assert postgres.ask("depot_a", sums) == postgres.ask("depot_b", sums)
    # Of this version of the data: another one changes the figures that were measured on them.
    formats = postgres.ask(
        "depot_a",
        "SELECT r.format, count(*) FROM asset a JOIN repository r ON r.id = repository_id GROUP BY 1 ORDER BY 1",
    )
    assert formats == ["maven2|124", "npm|40", "nuget|10", "pypi|10", "raw|10", "yum|6"]
    out = tmp_path / "paths.csv"
    paths = ("paths", "--port", postgres.port, "--database", "depot_a", "--format", "npm", "--out", out)
    assert run_depot(*map(str, paths), "--count", 5).returncode == 0
    first = out.read_text()
    assert len(first.splitlines()) == 6
    assert run_depot(*map(str, paths), "--count", 5).returncode == 0
    assert out.read_text() == first
    assert run_depot(*map(str, paths), "--count", 41).returncode == 2


def test_faults_of_the_start_are_one_line(postgres: PostgresServer, tmp_path: Path) -> None:
    postgres.ensure("depot_none")
    start = str(PLACE / "start")
    nobody = f"postgresql://bench:hunter2@127.0.0.1:{free_port()}/depot"
    reset = [str(PLACE / "reset"), "--port", str(postgres.port), *SMALL]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "one").touch()
    for words, code, told in [
        ([start], 2, "--database is missing"),
        ([start, "--database", nobody], 2, "--blobs is missing"),
        ([start, "--database", nobody, "--blobs", str(tmp_path)], 1, "cannot use PostgreSQL"),
        ([start, "--database", postgres.url("depot_none"), "--blobs", str(tmp_path)], 1, "none of a depot"),
        ([*reset, "--blobs", str(tmp_path / "files")], 2, "none of a depot"),
    ]:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        assert (ended.returncode, ended.stdout) == (code, ""), ended.stderr
        assert told in ended.stderr
        assert "hunter2" not in ended.stderr
        assert "Traceback" not in ended.stderr


def test_its_metrics_count_requests_by_format(depot: Depot) -> None:
    depot.get(f"{RAW}/nothing-here")
    assert depot.process.metric("http_requests_total", method="GET", route="/repository/raw", status="404") >= 1
    for name in ("pool_connections", "threads_busy", "heap_used_bytes", "process_cpu_seconds_total"):
        assert any(sample.name == name for sample in depot.process.metrics())
