"""Downloads, from a server on the loopback address that cuts connections, lies and refuses; and unpacking."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cq.data import fetch, unpack
from cq.data.storage import sources
from cq.data.storage.sources import SOURCES, Source
from cq.errors import CqError, DownloadError, InputError, MissingFileError

CONTENT = bytes(range(256)) * 4096


class Server(ThreadingHTTPServer):
    """Serves CONTENT; `cut_after` bytes it drops the connection, the first `cuts` times."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content, self.cut_after, self.cuts = CONTENT, 0, 0
        self.status, self.ranges = 200, True
        self.endless, self.sent = False, 0
        self.asked: list[tuple[str, str | None]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/mirror/"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        self.server.asked.append((self.path, asked))
        first = int(asked.split("=")[1].rstrip("-")) if asked and self.server.ranges else 0
        if self.server.status != 200 or first >= len(self.server.content):
            self.send_error(self.server.status if self.server.status != 200 else 416)
            return
        content = self.server.content[first:]
        if self.server.endless:
            self._send_without_end()
            return
        self.send_response(206 if first else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.server.cuts:
            self.server.cuts -= 1
            content = content[: self.server.cut_after]
        self.wfile.write(content)

    def _send_without_end(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "many")
        self.end_headers()
        try:
            while True:
                self.wfile.write(CONTENT)
                self.server.sent += len(CONTENT)
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch):
    source = Source("sets/a.zip", "c0ffee", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), "a set")
    monkeypatch.setitem(SOURCES, "a", source)
    monkeypatch.setattr(sources, "TRIES", 2)
    with Server() as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield serving
        serving.shutdown()


def _fetch(server: Server, folder: Path, **options) -> Path:
    return fetch("a", folder, base=server.address, progress=False, **options)


def test_a_file_comes_from_its_commit_and_is_not_asked_for_again(server, tmp_path):
    path = _fetch(server, tmp_path / "new")
    assert path.read_bytes() == CONTENT
    assert server.asked == [("/mirror/c0ffee/sets/a.zip", None)]
    assert _fetch(server, tmp_path / "new") == path
    assert len(server.asked) == 1
    _fetch(server, tmp_path / "new", force=True)
    assert len(server.asked) == 2


def test_a_file_is_on_the_disk_before_it_gets_its_name(server, tmp_path, monkeypatch):
    flushed: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda file: flushed.append(os.pread(file, 2 * len(CONTENT), 0)))
    _fetch(server, tmp_path / "new")
    assert flushed == [CONTENT]


def test_the_mirror_is_a_setting(server, tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_MIRROR", server.address)
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    assert fetch("a", progress=False) == tmp_path / "a.zip"


def test_a_lost_connection_is_resumed(server, tmp_path):
    server.cuts, server.cut_after = 3, 300_000
    assert _fetch(server, tmp_path).read_bytes() == CONTENT
    assert [asked for _, asked in server.asked] == [None, "bytes=300000-", "bytes=600000-", "bytes=900000-"]
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_a_later_call_resumes_a_partial_download(server, tmp_path):
    server.cuts, server.cut_after = 9, 0
    (tmp_path / "a.zip.cq-part").write_bytes(CONTENT[:1000])
    with pytest.raises(DownloadError, match="cannot download a set"):
        _fetch(server, tmp_path)
    assert (tmp_path / "a.zip.cq-part").read_bytes() == CONTENT[:1000]
    server.cuts = 0
    assert _fetch(server, tmp_path).read_bytes() == CONTENT
    assert server.asked[-1][1] == "bytes=1000-"


def test_a_server_without_ranges_restarts_the_download(server, tmp_path):
    server.ranges = False
    (tmp_path / "a.zip.cq-part").write_bytes(b"something else")
    assert _fetch(server, tmp_path).read_bytes() == CONTENT


def test_a_partial_file_that_is_too_long_is_discarded(server, tmp_path):
    (tmp_path / "a.zip.cq-part").write_bytes(CONTENT + b"more")
    assert _fetch(server, tmp_path).read_bytes() == CONTENT


def test_a_file_with_another_checksum_is_refused(server, tmp_path):
    (tmp_path / "a.zip").write_bytes(b"what was there")
    server.content = CONTENT[:-1] + b"!"
    with pytest.raises(DownloadError, match=r"has the SHA-256 \w{64}, not \w{64}"):
        _fetch(server, tmp_path)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"what was there"]


def test_a_refusal_says_what_to_fetch_and_where_to_put_it(server, tmp_path):
    server.status = 404
    with pytest.raises(DownloadError, match=r"Not Found.*fetch https:.*/c0ffee/sets/a.zip and put it at"):
        _fetch(server, tmp_path)
    assert len(server.asked) == 1
    server.server_close()
    with pytest.raises(DownloadError, match="cannot download a set"):
        _fetch(server, tmp_path)


def test_a_mirror_that_never_stops_is_left_after_the_files_size(server, tmp_path):
    server.endless = True
    with pytest.raises(DownloadError, match="has the SHA-256"):
        _fetch(server, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert server.sent < 30 * len(CONTENT)


def test_two_downloads_at_once_both_get_the_file(server, tmp_path):
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(lambda _: _fetch(server, tmp_path), range(4)))
    assert {path.read_bytes() for path in paths} == {CONTENT}
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "base",
    ["ftp://x", "http://", "http://[::1", "http://a b", "http://x:99999", "http://\n", "http://" + "x" * 70],
)
def test_malformed_mirrors_are_named(tmp_path, monkeypatch, base):
    monkeypatch.setattr(sources, "TRIES", 1)
    with pytest.raises((InputError, DownloadError), match=r"is not the address|cannot download"):
        fetch("feedback", tmp_path, base=base, progress=False)


def test_unknown_sources_and_mirrors_are_named(tmp_path):
    with pytest.raises(InputError, match="no source 'b'; there are multiturn, singleturn"):
        fetch("b", tmp_path)
    with pytest.raises(InputError, match="mirror 'ftp://x' is not the address"):
        fetch("feedback", tmp_path, base="ftp://x")


def test_sources_are_pinned():
    for source in SOURCES.values():
        assert len(source.commit) == 40
        assert len(source.sha256) == 64
        assert source.size > 0


def _zip(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as zipped:
        for name in names:
            zipped.writestr(name, "content")
    return path


def _tar(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for member in members:
            content = b"content" if member.isfile() else b""
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def _link(name: str, to: str) -> tarfile.TarInfo:
    link = tarfile.TarInfo(name)
    link.type, link.linkname = tarfile.SYMTYPE, to
    return link


def test_archives_are_unpacked_whole(tmp_path):
    zipped = _zip(tmp_path / "a.zip", "a/b", "c")
    tarred = _tar(tmp_path / "a.tar.gz", tarfile.TarInfo("a/b"), tarfile.TarInfo("c"))
    for number, archive in enumerate((zipped, tarred)):
        folder = unpack(archive, tmp_path / str(number))
        files = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
        assert files == ["a/b", "c"]


@pytest.mark.parametrize(
    "name", ["../out", "a/../../out", "/tmp/out", "..\\out", "C:\\out", "\\out"], ids=lambda name: repr(name)
)
def test_archive_members_outside_the_folder_are_refused(tmp_path, name):
    for archive in (
        _zip(tmp_path / "a.zip", "fine", name),
        _tar(tmp_path / "a.tar.gz", tarfile.TarInfo("fine"), tarfile.TarInfo(name)),
    ):
        with pytest.raises(InputError, match="nothing was unpacked"):
            unpack(archive, tmp_path / "in" / "folder")
    assert not (tmp_path / "in").exists()


def test_links_are_refused(tmp_path):
    info = zipfile.ZipInfo("link")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr(info, "/etc/passwd")
    for archive in (tmp_path / "a.zip", _tar(tmp_path / "a.tar.gz", _link("link", "/etc/passwd"))):
        with pytest.raises(InputError, match="'link', which is"):
            unpack(archive, tmp_path / "folder")


def test_damaged_and_missing_archives_are_named(tmp_path):
    damaged = _zip(tmp_path / "a.zip", "a", "b")
    damaged.write_bytes(damaged.read_bytes()[:-20])
    with pytest.raises(InputError, match="truncated or damaged"):
        unpack(damaged, tmp_path / "folder")
    with pytest.raises(MissingFileError, match="no archive at"):
        unpack(tmp_path / "none.zip", tmp_path / "folder")
    (tmp_path / "there").mkdir()
    with pytest.raises(CqError, match="already exists"):
        unpack(_zip(tmp_path / "b.zip", "a"), tmp_path / "there")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "b.zip", "there"]
