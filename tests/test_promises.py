"""What SECURITY.md promises of the library as a whole: no network, and no files but its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

WATCHED = """
import json, os, sys
seen = []
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

def watch(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        seen.append(("network", repr(given[1:])))
    elif event == "open" and isinstance(given[0], (str, bytes)) and given[2] & WRITES:
        seen.append(("write", os.path.abspath(os.fsdecode(given[0]))))
    elif event in ("os.remove", "os.rmdir") and given[-1] != -1:
        return  # In a folder that is open: one of its own that it removes.
    elif event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink"):
        seen.append(("write", os.path.abspath(os.fsdecode(given[0]))))

sys.addaudithook(watch)
import cq
from cq.cli.runner import run
from cq.jobs import predict
for text in ("Break the yellow one", "Put a red block in the middle", "My printer is broken"):
    cq.classify(text), cq.rank(["Which one?", "Where?"], text), cq.build(text), cq.ask(text)
cq.Dialogue().say("Put a red block in the middle")
sys.argv = ["predict", "--input", sys.argv[1], "--output", sys.argv[2]]
try:
    run(predict.app)
except SystemExit as stopped:
    seen.append(("exit", str(stopped.code)))
print(json.dumps(seen))
"""


def test_no_network_and_no_files_but_its_own(tmp_path):
    """The four functions, a dialogue and a job, as a user whose home and place are empty. Arrow's own files
    are no events of Python's, so the folders are looked at too.
    """
    home, place, out, cache, temporary = (
        tmp_path / name for name in ("home", "place", "out", "cache", "tmp")
    )
    for folder in (home, place, out, cache, temporary):
        folder.mkdir()
    (tmp_path / "rows.csv").write_text("instruction\nBuild a wall\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "HF_"))}
    environment |= {"HOME": str(home), "CQ_CACHE": str(cache), "TMPDIR": str(temporary)}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "ignore", "-c", WATCHED, tmp_path / "rows.csv", out / "out.parquet"]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=True)
    seen = json.loads(done.stdout.splitlines()[-1])
    assert ["exit", "0"] in seen
    assert not [given for kind, given in seen if kind == "network"]
    mine = (out, cache, temporary, Path("/dev"))
    others = [
        path for kind, path in seen if kind == "write" and not any(map(Path(path).is_relative_to, mine))
    ]
    assert not others
    assert not list(home.iterdir())
    assert not list(place.iterdir())
    assert [path.name for path in out.iterdir()] == ["out.parquet"]
