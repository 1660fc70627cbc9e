"""The template database, made once in a data directory of its own."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from stand_server.account import Account
from stand_server.directory import check_reach
from stand_server.fault import BAD_INPUT, Fault

from postgres_stand.data_directory import DataDirectory
from postgres_stand.programs import Programs
from postgres_stand.session import Session
from postgres_stand.settings import server_command
from postgres_stand.template_database import TemplateDatabase

__all__ = ["make_template"]

_NOTE = "made-of"
_LONGEST_START_S = 60.0
_ROUND_S = 0.05
# Until the directory has its name a crash costs nothing: it is made again.
_IN_HASTE = {
    "listen_addresses": "",
    "port": "5432",
    "fsync": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


def make_template(programs: Programs, account: Account, directory: DataDirectory) -> None:
    """Makes the data directory with the template database where it is not there.

    The caller holds the directory. It is made beside its place and moved there when it is whole and on the disk; how
    long that took is said on standard error.
    """
    check_reach(directory.path, ".s.PGSQL.65535", account)
    if directory.is_whole:
        _check_same(directory)
        return
    began_s = time.monotonic()
    making = directory.being_made
    if directory.path.exists() and any(directory.path.iterdir()):
        cure = "Cure: give the name of a directory that is not there"
        raise Fault(f"{directory.path} has files, and no template in it. {cure}", BAD_INPUT)
    _check_room(directory)
    print(f"making the template of {directory.template.size} in {directory.path}", file=sys.stderr, flush=True)
    try:
        _emptied(making)
        making.mkdir(mode=0o700)
        if account.dropped:
            os.chown(making, account.user, account.group)
        _make(programs, account, making, directory.template)
        (making / _NOTE).write_text(directory.template.made_of)
        making.rename(directory.path)
    except OSError as error:
        raise Fault(
            f"{directory.path} cannot be made: {error.strerror}. Cure: give another --data", BAD_INPUT
        ) from error
    print(f"the template took {time.monotonic() - began_s:.1f} s", file=sys.stderr, flush=True)


def _check_same(directory: DataDirectory) -> None:
    note = directory.path / _NOTE
    if not note.exists() or note.read_text() != directory.template.made_of:
        cure = "Cure: remove it, or give another --data"
        raise Fault(
            f"{directory.path} is not a template of {directory.template.size} of this version. {cure}", BAD_INPUT
        )


def _check_room(directory: DataDirectory) -> None:
    needed = directory.template.needed_bytes
    parent = directory.path.parent
    free = shutil.disk_usage(parent).free
    if free < needed:
        text = f"the template needs {needed / 1e6:.0f} MB, and {parent} has {free / 1e6:.0f} MB free"
        raise Fault(f"{text}. Cure: make room, or give a --data elsewhere")


def _emptied(making: Path) -> None:
    """Without what a maker that was killed left; its server may take a moment to see that."""
    deadline_s = time.monotonic() + 5
    while making.exists():
        shutil.rmtree(making, ignore_errors=time.monotonic() < deadline_s)


def _make(programs: Programs, account: Account, making: Path, template: TemplateDatabase) -> None:
    cluster = [
        "--username=postgres",
        "--encoding=UTF8",
        "--locale=C",
        "--auth-local=trust",
        "--auth-host=scram-sha-256",
    ]
    initdb = [programs.path("initdb"), "--pgdata", str(making), *cluster, "--no-sync", "--no-instructions"]
    _run(account.command(initdb))
    command = account.command(server_command(programs.path("postgres"), making, _IN_HASTE))
    log = making.with_name(making.name + ".log")
    with log.open("wb") as written, subprocess.Popen(command, stdout=written, stderr=written) as server:
        try:
            session = _reached(Session(programs, str(making), 5432, user="postgres"), server, log)
            session.ask(f"CREATE DATABASE {template.name}")
            session.on(template.name).ask(template.sql, **template.variables)
            session.ask(f"ALTER DATABASE {template.name} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false")
        finally:
            if server.poll() is None:
                server.terminate()
            ended = server.wait()
    if ended != 0:
        raise Fault(_last_words(log))
    log.unlink()
    _run(account.command([programs.path("initdb"), "--sync-only", "--pgdata", str(making)]))


def _reached(session: Session, server: subprocess.Popen[bytes], log: Path) -> Session:
    deadline_s = time.monotonic() + _LONGEST_START_S
    while True:
        try:
            session.ask("SELECT 1")
        except Fault:
            if server.poll() is not None or time.monotonic() > deadline_s:
                raise Fault(_last_words(log)) from None
            time.sleep(_ROUND_S)
        else:
            return session


def _last_words(log: Path) -> str:
    lines = log.read_text(errors="replace").split("\n")
    told = [line for line in lines if "FATAL" in line or "PANIC" in line or "ERROR" in line] or lines
    return f"the server that makes the template ended: {' '.join(told[-3:]).strip()}. Cure: see {log}"


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise Fault(f"{' '.join(command)} failed: {' '.join(done.stderr.split())}. Cure: what it says")
