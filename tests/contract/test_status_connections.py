"""Kept connections go on being read, whatever mix of requests each has had."""

import httpx

from .status_stand import Running

CONNECTIONS = 64


def test_a_kept_connection_is_read_on(running: Running) -> None:
    # What the database answers is written by another thread than what the service answers at once; a server that
    # lost track between the two stopped reading from one connection in ten (reactor-netty 1.2.18).
    paths = [f"/status/{running.ids[0]}", "/metrics", f"/status/{running.ids[1]}", "/healthz", "/metrics", "/healthz"]
    for _ in range(CONNECTIONS):
        with httpx.Client(base_url=running.client.base_url, timeout=4) as client:
            assert [client.get(path).status_code for path in paths] == [200] * len(paths)
