"""A web server in front of the app, as an institution has it: another port, a prefix that the app knows nothing of."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


@contextmanager
def proxy(address: str, prefix: str = "") -> Iterator[str]:
    """Forward http and websockets to the server at `address`, without the prefix; gives the address to visit."""
    upstream = urlsplit(address)
    loop, started = asyncio.new_event_loop(), threading.Event()
    ports: list[int] = []

    async def serve() -> None:
        async def answer(reader, writer) -> None:
            await _forward(reader, writer, upstream.hostname, upstream.port, prefix)

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        started.set()

    def run() -> None:
        loop.create_task(serve())
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(120), "the proxy did not start"
    yield f"http://localhost:{ports[0]}{prefix}{upstream.path}".rstrip("/")
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


async def _forward(reader, writer, host: str, port: int, prefix: str) -> None:
    """One connection of the browser: each request's first line loses the prefix, all else passes as it is."""
    there, back = await asyncio.open_connection(host, port)
    answers = asyncio.create_task(_pass(there, writer))
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, rest = head.split(b" ", 2)
            if not path.startswith(prefix.encode() + b"/"):
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                continue
            back.write(b" ".join([method, path[len(prefix) :], rest]))
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
            if b"upgrade" in fields:  # a websocket: from here on no requests
                await _pass(reader, back)
                break
            back.write(await reader.readexactly(int(fields.get(b"content-length", 0))))
    back.close()
    await answers


async def _pass(reader, writer) -> None:
    with suppress(ConnectionError):
        while content := await reader.read(65536):
            writer.write(content)
            await writer.drain()
    writer.close()
