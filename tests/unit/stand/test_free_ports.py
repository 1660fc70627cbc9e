"""Ports are free, different, and outside of those that outgoing connections take."""

import socket
from pathlib import Path

import pytest
from loadproof.stand import free_ports as module
from loadproof.stand.free_ports import free_ports, is_free


def test_they_are_free_different_and_not_among_those_taken() -> None:
    ports = free_ports(40)
    assert len(set(ports)) == 40
    assert all(map(is_free, ports))
    assert not set(free_ports(40, ports)) & set(ports)


def test_they_stand_outside_of_the_range_of_outgoing_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranges = tmp_path / "range"
    ranges.write_text("20000\t32000\n")
    monkeypatch.setattr(module, "_RANGE", ranges)
    assert min(free_ports(20)) > 32000


def test_where_that_range_leaves_no_room_they_are_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = tmp_path / "range"
    ranges.write_text("1024\t65535\n")
    monkeypatch.setattr(module, "_RANGE", ranges)
    assert len(set(free_ports(20))) == 20


def test_a_port_that_is_listened_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert not is_free(server.getsockname()[1])
