"""A log keeps its beginning and its last part, in order, however long it grows and however often it is opened."""

from pathlib import Path

from loadproof.stand.bounded_log import BoundedLog

HEAD, TAIL = 1000, 4000


def write(path: Path, lines: range) -> None:
    log = BoundedLog(path, HEAD, TAIL)
    for number in lines:
        log.write(b"line %06d\n" % number)
    log.close()


def test_a_short_log_is_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write(path, range(200))
    write(path, range(200, 400))
    assert path.read_bytes() == b"".join(b"line %06d\n" % number for number in range(400))


def test_a_long_log_keeps_its_head_and_its_last_part(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write(path, range(10_000))
    text = path.read_text()
    assert len(text) == HEAD + TAIL
    assert text.startswith("line 000000\nline 000001\n")
    assert text.endswith("line 009998\nline 009999\n")
    assert text.count("left out") == 1
    tail = text.partition("left out")[2].splitlines()[2:]
    numbers = [int(line.split()[1]) for line in tail]
    assert numbers == list(range(numbers[0], 10_000))


def test_a_long_log_that_is_opened_again_goes_on_with_its_last_part(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write(path, range(10_000))
    write(path, range(10_000, 10_010))
    text = path.read_text()
    assert len(text) == HEAD + TAIL
    assert text.endswith("".join(f"line {number:06}\n" for number in range(9_900, 10_010)))


def test_it_never_grows_beyond_its_bound_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    log = BoundedLog(path, HEAD, TAIL)
    for _ in range(100):
        log.write(b"x" * 777)
        assert path.stat().st_size <= HEAD + TAIL
    log.close()
