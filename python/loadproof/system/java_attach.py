"""Asks a running Java VM (HotSpot) questions over its attach socket, as `jcmd` does, without starting a VM for each.

The protocol is version 1 of `attachListener_posix.cpp` (`attachListener_linux.cpp` until JDK 21) of OpenJDK: a VM that
finds the file `.attach_pid` of its number when it hears SIGQUIT opens a socket in its /tmp, and answers one question
for each connection. It answers its own user and root. Nothing that it sends is trusted.
"""

import os
import signal
import socket
import stat
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from loadproof.system.java_counters import open_counters, read_counters
from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_files import ProcessKey, read_process_stat

__all__ = ["AttachError", "AttachRefusal", "JavaAttachment", "JavaProcess"]

_OPEN_S, _FIRST_LOOK_S, _LOOK_EACH_S = 5.0, 0.01, 0.1
_PIECE_BYTES = 1 << 16
_LONGEST_CODE = 16
_LONGEST_QUESTION = 1000
"""Most bytes of one argument; a VM takes 1,024 (`AttachOperation::arg_length_max` until JDK 22)."""
_LONGEST_DETAIL = 300
_QUIT_BIT = 1 << (signal.SIGQUIT - 1)
_CAPABILITIES = "sun.rt.jvmCapabilities"
"""A text of digits, the first of which says whether it lets others attach."""


class AttachRefusal(StrEnum):
    """Reason why a VM could not be asked."""

    ENDED = "ended"
    """There is no such process, or it has ended."""
    NOT_JAVA = "not_java"
    """The process has no library of a HotSpot VM in its memory."""
    NO_RIGHTS = "no_rights"
    """The VM is of another user, and this process is not root."""
    SWITCHED_OFF = "switched_off"
    """`-XX:+DisableAttachMechanism`."""
    NOT_LISTENING = "not_listening"
    """SIGQUIT would end it: it begins just now. With `-Xrs` a VM listens from its begin."""
    STOPPED = "stopped"
    """SIGSTOP or a debugger holds it."""
    NO_PLACE = "no_place"
    """Neither its working directory nor its /tmp can be written."""
    SILENT = "silent"
    """The VM opened no socket, or did not answer in time."""
    FOREIGN = "foreign"
    """Another process listens in its place."""
    FAILED = "failed"
    """The VM could not do what it was asked for; `detail` has its words."""


class AttachError(Exception):
    """A VM could not be asked, or did not do it: never leaves the package without being told in words."""

    def __init__(self, refusal: AttachRefusal, detail: str = "") -> None:
        """`detail` is what the kernel or the VM says; empty where neither says anything."""
        super().__init__(f"{refusal}: {detail}" if detail else str(refusal))
        self.refusal = refusal
        self.detail = detail[:_LONGEST_DETAIL]


@dataclass(frozen=True, slots=True)
class JavaProcess:
    """A process that has the library of a Java VM in its memory."""

    key: ProcessKey
    inner_number: int
    """Process id in the namespace where the VM runs, such as in a container."""
    user: int
    group: int
    hears_quit: bool
    is_stopped: bool

    @classmethod
    def of(cls, process_id: int) -> Self:
        """Looks at it now. Raises AttachError: ended, not_java or no_rights."""
        told = read_process_stat(process_id)
        if told is None or told.zombie:
            raise AttachError(AttachRefusal.ENDED)
        try:
            status = _fields(read_kernel_file(f"/proc/{process_id}/status"))
            is_java = b"/libjvm.so" in read_kernel_file(f"/proc/{process_id}/maps")
        except PermissionError as error:
            raise AttachError(AttachRefusal.NO_RIGHTS, str(error.strerror)) from error
        except OSError as error:
            raise AttachError(AttachRefusal.ENDED, str(error.strerror)) from error
        if not is_java:
            raise AttachError(AttachRefusal.NOT_JAVA)
        return cls(
            key=told.key,
            inner_number=int(status.get(b"NSpid", [b"%d" % process_id])[-1]),
            # Real, effective, saved, of files: a VM compares the effective one.
            user=int(status[b"Uid"][1]),
            group=int(status[b"Gid"][1]),
            hears_quit=bool(int(status.get(b"SigCgt", [b"0"])[0], 16) & _QUIT_BIT),
            is_stopped=status.get(b"State", [b""])[0] in (b"T", b"t"),
        )


class JavaAttachment:
    """One VM that answers; each question is a connection of its own, one at a time."""

    def __init__(self, process: JavaProcess) -> None:
        """`open` makes one."""
        self.process = process
        self._place = f"/proc/{process.key[0]}/root/tmp/.java_pid{process.inner_number}"

    @classmethod
    def open(cls, process_id: int, timeout_s: float = _OPEN_S) -> Self:
        """Has the VM listen, unless it does. Its socket, and a thread of it, stay for as long as it lives.

        Raises AttachError.
        """
        attachment = cls(JavaProcess.of(process_id))
        if os.geteuid() not in (0, attachment.process.user):
            raise AttachError(AttachRefusal.NO_RIGHTS)
        attachment._listens_within(timeout_s)
        return attachment

    @classmethod
    def listening(cls, process_id: int) -> Self | None:
        """One that answers already; None: nobody has asked it yet, or it may not be asked. No signal is sent."""
        try:
            attachment = cls(JavaProcess.of(process_id))
            return attachment if attachment._is_open(time.monotonic() + _LOOK_EACH_S) else None
        except AttachError:
            return None

    def ask(self, command: str, *, timeout_s: float, most_bytes: int) -> bytes:
        """Return the output of `jcmd PID COMMAND`, its first `most_bytes`.

        Raises AttachError: ended, foreign, silent, or failed where the VM says that it could not do it.
        """
        until_s = time.monotonic() + timeout_s
        # No argument may have a zero byte in it: it ends one.
        question = os.fsencode(command).replace(b"\0", b"")[:_LONGEST_QUESTION]
        with closing(self._connected(until_s)) as connection:
            code, answer = _answer(connection, b"1\0jcmd\0" + question + b"\0\0\0", until_s, most_bytes)
        if code:
            raise AttachError(AttachRefusal.FAILED, answer.decode("utf-8", "replace").strip())
        return answer

    def _listens_within(self, timeout_s: float) -> None:
        until_s = time.monotonic() + timeout_s
        if self._is_open(until_s):
            return
        process = self.process
        if process.is_stopped:
            raise AttachError(AttachRefusal.STOPPED)
        if _is_switched_off(process.key[0]):
            raise AttachError(AttachRefusal.SWITCHED_OFF)
        if not process.hears_quit:
            raise AttachError(AttachRefusal.NOT_LISTENING)
        self._clear_place()
        with self._trigger():
            _quit(process.key)
            wait_s = _FIRST_LOOK_S
            while not self._is_open(until_s):
                if time.monotonic() >= until_s:
                    raise AttachError(AttachRefusal.SILENT)
                time.sleep(wait_s)
                wait_s = min(2.0 * wait_s, _LOOK_EACH_S)

    def _clear_place(self) -> None:
        """Removes the socket of an earlier VM of that number, of another user: this one may not, and could not listen.

        Only root may. A VM removes those of its own user itself; nobody listens on one that refuses to connect.
        """
        if os.geteuid() or not self.process.user:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            left = os.lstat(self._place)
            if not stat.S_ISSOCK(left.st_mode) or left.st_uid == self.process.user:
                return
            try:
                connection.setblocking(False)
                connection.connect(self._place)
            except ConnectionRefusedError:
                os.unlink(self._place)

    @contextmanager
    def _trigger(self) -> Iterator[None]:
        """The file by which a VM tells this wish from one for a dump of its threads on its standard output."""
        made = self._made_trigger()
        try:
            yield
        finally:
            if made is not None:
                with suppress(OSError):
                    os.unlink(made)

    def _made_trigger(self) -> str | None:
        """Make the trigger file and return its path; None: another process that asks the VM has one there.

        Raises AttachError (no_place) if the file cannot be made.
        """
        process, why = self.process, ""
        for directory in ("cwd", "root/tmp"):
            place = f"/proc/{process.key[0]}/{directory}/.attach_pid{process.inner_number}"
            try:
                descriptor = os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            except FileExistsError:
                if os.lstat(place).st_uid in (0, process.user):
                    return None
                raise AttachError(AttachRefusal.NO_PLACE, "EEXIST") from None
            except OSError as error:
                why = str(error.strerror)
                continue
            try:
                # Within a namespace of users root of the outside is nobody.
                if os.geteuid() == 0:
                    os.fchown(descriptor, process.user, process.group)
            finally:
                os.close(descriptor)
            return place
        raise AttachError(AttachRefusal.NO_PLACE, why)

    def _is_open(self, until_s: float) -> bool:
        try:
            self._connected(until_s).close()
        except AttachError as error:
            if error.refusal is not AttachRefusal.SILENT:
                raise
            return False
        return True

    def _connected(self, until_s: float) -> socket.socket:
        told = read_process_stat(self.process.key[0])
        if told is None or told.zombie or told.key != self.process.key:
            raise AttachError(AttachRefusal.ENDED)
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if not stat.S_ISSOCK(os.lstat(self._place).st_mode):
                raise AttachError(AttachRefusal.FOREIGN)
            connection.settimeout(_left_s(until_s))
            connection.connect(self._place)
            peer, *_ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
            if peer != self.process.key[0]:
                raise AttachError(AttachRefusal.FOREIGN)
        except PermissionError as error:
            connection.close()
            raise AttachError(AttachRefusal.NO_RIGHTS, str(error.strerror)) from error
        except OSError as error:
            # No socket, one that a VM before it has left, or one whose queue is full.
            connection.close()
            raise AttachError(AttachRefusal.SILENT, str(error.strerror)) from error
        except AttachError:
            connection.close()
            raise
        return connection


def _answer(connection: socket.socket, question: bytes, until_s: float, most_bytes: int) -> tuple[int, bytes]:
    """The number in the first line of an answer, 0 where all went well, and the rest of it."""
    pieces: list[bytes] = []
    size = 0
    try:
        connection.sendall(question)
        while size < most_bytes + _LONGEST_CODE:
            connection.settimeout(_left_s(until_s))
            piece = connection.recv(_PIECE_BYTES)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
    except TimeoutError as error:
        raise AttachError(AttachRefusal.SILENT) from error
    except OSError as error:
        # It has ended; who writes on as it does so resets the connection.
        raise AttachError(AttachRefusal.ENDED, str(error.strerror)) from error
    line, end, rest = b"".join(pieces).partition(b"\n")
    if not end or not line.strip().isdigit() or len(line) > _LONGEST_CODE:
        raise AttachError(AttachRefusal.ENDED if not pieces else AttachRefusal.FOREIGN)
    return int(line), rest[:most_bytes]


def _left_s(until_s: float) -> float:
    left_s = until_s - time.monotonic()
    if left_s <= 0.0:
        raise TimeoutError
    return left_s


def _quit(key: ProcessKey) -> None:
    """SIGQUIT to exactly this process: its number may be another's by now."""
    try:
        descriptor = os.pidfd_open(key[0])
    except OSError as error:
        raise AttachError(AttachRefusal.ENDED, str(error.strerror)) from error
    try:
        told = read_process_stat(key[0])
        if told is None or told.key != key:
            raise AttachError(AttachRefusal.ENDED)
        signal.pidfd_send_signal(descriptor, signal.SIGQUIT)
    except PermissionError as error:
        raise AttachError(AttachRefusal.NO_RIGHTS, str(error.strerror)) from error
    except ProcessLookupError as error:
        raise AttachError(AttachRefusal.ENDED) from error
    finally:
        os.close(descriptor)


def _is_switched_off(process_id: int) -> bool:
    """Return True if the VM lets nobody attach: SIGQUIT would only make it print a thread dump among its output."""
    with suppress(OSError, ValueError):
        descriptor = open_counters(process_id)
        if descriptor is not None:
            try:
                told = read_counters(descriptor, (_CAPABILITIES,)).get(_CAPABILITIES)
            finally:
                os.close(descriptor)
            if told is not None:
                return str(told).startswith("0")
    with suppress(OSError):
        return b"-XX:+DisableAttachMechanism" in read_kernel_file(f"/proc/{process_id}/cmdline").split(b"\0")
    return False


def _fields(status: bytes) -> dict[bytes, list[bytes]]:
    r"""Lines of /proc/PID/status: the words behind each name.

    >>> _fields(b"Name:\tjava\nNSpid:\t123\t7\n")[b"NSpid"]
    [b'123', b'7']
    """
    return {name: words.split() for name, _, words in (line.partition(b":") for line in status.splitlines())}
