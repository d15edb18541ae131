"""Mirrors that lie, stall, cut off or never stop: a download ends with the pinned file, or with one error."""

from __future__ import annotations

import hashlib
import random
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

from cq.data import SOURCES, fetch
from cq.data.storage import download
from cq.data.storage.download import Source
from eval.faults.tally import check

CONTENT = bytes(range(256)) * 256
NAME = "faults"
PATIENCE = 0.5
"""Seconds of silence after which a connection counts as lost, in place of half a minute."""

Answer = Callable[[socket.socket, int], None]


def mirrors(folder: Path, rng: random.Random) -> Callable[[int], None]:
    """A function that downloads from one hostile mirror, with a part of the file there or not."""
    source = Source("sets/a.bin", "c0ffee", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), "a set")

    def once(number: int) -> None:
        answer = ANSWERS[number % len(ANSWERS)]
        own = folder / f"mirror-{number}"
        own.mkdir()
        if rng.random() < 0.5:
            (own / "a.bin.cq-part").write_bytes(CONTENT[: rng.randrange(len(CONTENT))])
        saved, tries, timeout = dict(SOURCES), download.TRIES, download.TIMEOUT
        SOURCES[NAME], download.TRIES, download.TIMEOUT = source, 2, PATIENCE
        try:
            with _Server(answer) as address:
                try:
                    path = fetch(NAME, own, base=address, progress=False)
                    check(path.read_bytes() == CONTENT, "another file than the pinned one")
                finally:
                    sizes = [one.stat().st_size for one in own.iterdir()]
                    check(all(size <= len(CONTENT) + 1 for size in sizes), "more bytes than the file has")
        finally:
            SOURCES.clear()
            SOURCES.update(saved)
            download.TRIES, download.TIMEOUT = tries, timeout

    return once


def _head(status: str = "200 OK", **headers: object) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def _good(client: socket.socket, first: int) -> None:
    status = "206 Partial Content" if first else "200 OK"
    client.sendall(_head(status, Content_Length=len(CONTENT) - first) + CONTENT[first:])


def _endless(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length="many"))
    while True:
        client.sendall(CONTENT)


def _endless_chunks(client: socket.socket, _: int) -> None:
    client.sendall(_head(Transfer_Encoding="chunked"))
    while True:
        client.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")


def _bad_chunks(client: socket.socket, _: int) -> None:
    client.sendall(_head(Transfer_Encoding="chunked") + b"zz\r\nnonsense")


def _cut(client: socket.socket, first: int) -> None:
    client.sendall(_head(Content_Length=len(CONTENT) - first) + CONTENT[first : first + 5000])


def _short_length(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=10) + CONTENT)


def _long_length(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=10**15) + CONTENT)


def _negative_length(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=-5) + CONTENT)


def _huge_length(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length="9" * 5000) + CONTENT)


def _other_content(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=len(CONTENT)) + CONTENT[::-1])


def _other_range(client: socket.socket, first: int) -> None:
    client.sendall(_head("206 Partial Content", Content_Length=len(CONTENT)) + CONTENT)


def _packed(client: socket.socket, _: int) -> None:
    import gzip

    packed = gzip.compress(CONTENT)
    client.sendall(_head(Content_Length=len(packed), Content_Encoding="gzip") + packed)


def _loop(client: socket.socket, _: int) -> None:
    client.sendall(_head("302 Found", Location="/again", Content_Length=0))


def _to_file(client: socket.socket, _: int) -> None:
    client.sendall(_head("302 Found", Location="file:///etc/passwd", Content_Length=0))


def _to_elsewhere(client: socket.socket, _: int) -> None:
    client.sendall(_head("302 Found", Location="http://a b\\c/", Content_Length=0))


def _garbage(client: socket.socket, _: int) -> None:
    client.sendall(b"\0\xff" * 200)


def _many_headers(client: socket.socket, _: int) -> None:
    client.sendall(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 5000 + b"\r\n")


def _long_header(client: socket.socket, _: int) -> None:
    client.sendall(b"HTTP/1.1 200 OK\r\nA: " + b"b" * 200_000 + b"\r\n\r\n")


def _silence(client: socket.socket, _: int) -> None:
    time.sleep(4 * PATIENCE)


def _stall(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=len(CONTENT)) + CONTENT[:100])
    time.sleep(4 * PATIENCE)


def _trickle(client: socket.socket, _: int) -> None:
    client.sendall(_head(Content_Length=len(CONTENT)))
    for byte in CONTENT:
        client.sendall(bytes([byte]))
        time.sleep(PATIENCE / 5)


def _trickle_of_headers(client: socket.socket, _: int) -> None:
    client.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        client.sendall(b"A: b\r\n")
        time.sleep(PATIENCE / 5)


def _refusal(client: socket.socket, _: int) -> None:
    client.sendall(_head("503 Busy", Content_Length=0))


def _no_content(client: socket.socket, _: int) -> None:
    client.sendall(_head("204 No Content"))


def _no_range(client: socket.socket, _: int) -> None:
    client.sendall(_head("416 Range Not Satisfiable", Content_Length=0))


ANSWERS: tuple[Answer, ...] = (
    *(
        _good,
        _huge_length,
        _endless,
        _endless_chunks,
        _bad_chunks,
        _cut,
        _short_length,
        _long_length,
        _negative_length,
    ),
    *(_other_content, _other_range, _packed, _loop, _to_file, _to_elsewhere, _garbage, _many_headers),
    *(_long_header, _silence, _stall, _trickle, _trickle_of_headers, _refusal, _no_content, _no_range),
)


class _Server:
    """Serves one answer to everyone; `with` gives its address."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._socket = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> str:
        threading.Thread(target=self._serve, daemon=True).start()
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/"

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=[client], daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        with client:
            try:
                asked = client.recv(65536).decode("latin-1")
                first = asked.partition("Range: bytes=")[2].partition("-")[0]
                self._answer(client, int(first) if first.isdecimal() else 0)
                client.shutdown(socket.SHUT_WR)
            except OSError:
                return
