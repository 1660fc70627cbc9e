"""`python served_while.py COMMAND`: answers every request on 127.0.0.1:18080 after a second while the command runs."""

import asyncio
import sys

_REPLY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers the requests of one connection until it ends."""
    try:
        while True:
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(1.0)
            writer.write(_REPLY)
    except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
        # Cancelled when the command has ended; asyncio of Python 3.11 would print a stack trace for that.
        writer.close()


async def main() -> int:
    """Serves, runs the command, and gives its exit code."""
    async with await asyncio.start_server(answer, "127.0.0.1", 18080):
        command = await asyncio.create_subprocess_exec(*sys.argv[1:])
        return await command.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
