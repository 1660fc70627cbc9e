"""Connections that local ports and memory allow."""

from pathlib import Path

import pytest
from loadproof.system.connection_room import connection_room


@pytest.mark.parametrize(("addresses", "room"), [(["a"], 450), (["a", "b"], 900), (["a", "a"], 450), ([], 450)])
def test_less_than_half_of_the_ports_is_used_for_each_address(tmp_path: Path, addresses: list[str], room: int) -> None:
    (tmp_path / "range").write_text("40000\t40999\n")
    assert connection_room(addresses, ports=tmp_path / "range") == room


def test_a_unix_socket_needs_no_port(tmp_path: Path) -> None:
    (tmp_path / "range").write_text("40000\t40009\n")
    assert connection_room([], "/a.sock", tmp_path / "range") > 100


@pytest.mark.parametrize("told", [None, "nothing\n"])
def test_without_a_range_the_usual_one_counts(tmp_path: Path, told: str | None) -> None:
    if told is not None:
        (tmp_path / "range").write_text(told)
    assert 1000 < connection_room(["a"], ports=tmp_path / "range") <= 12_704
