"""Parsers under Atheris, which looks for inputs that reach new branches: `python -m eval.faults.fuzz NAME N`.

Prints the counts as JSON. Atheris ends its process, so the harness starts one for each parser.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from eval.faults.tally import Tally

PARSERS = ("json_world", "transcript", "tape_text", "table", "lines", "report_text")


def fuzz(tally: Tally, count: int, folder: Path) -> None:
    """Fuzz each parser with its share of the inputs. Without Atheris, nothing is tried."""
    if find_spec("atheris") is None:
        tally.note("not tried", "Atheris is not installed; run: pip install atheris")
        return
    for name in PARSERS:
        command = [
            sys.executable,
            "-m",
            "eval.faults.fuzz",
            name,
            str(count // len(PARSERS) + 1),
            str(folder),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = folder / f"{name}.json"
        if found.exists():
            tally.add(Tally(**json.loads(found.read_text())))
        else:
            tally.tracebacks += 1
            tally.note(f"{name}: the process ended with {done.returncode}", done.stderr[-200:])


def _targets() -> dict[str, Callable[[bytes], Any]]:
    from eval.faults.inputs import files, parsers

    def text(content: bytes) -> str:
        return content.decode("utf-8", "surrogateescape")

    return {
        "json_world": parsers.json_world,
        "transcript": lambda content: parsers.dialogue(text(content)),
        "tape_text": lambda content: parsers.tape({"tape": text(content)}),
        "table": lambda content: files.read(("bank.csv", content)),
        "lines": lambda content: files.read(("rows.jsonl", content)),
        "report_text": parsers.report,
    }


def main() -> None:
    """Fuzz one parser in this process, and write what happened to a file."""
    import atheris

    name, count, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    with atheris.instrument_imports(include=["cq", "json"]):
        target = _targets()[name]
    tally = Tally()

    def once(content: bytes) -> None:
        tally.call(target, content)
        if tally.tried >= count:
            (folder / f"{name}.json").write_text(json.dumps(asdict(tally)))
            os._exit(0)

    atheris.Setup([sys.argv[0], "-max_len=400", "-seed=1", "-timeout=300"], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
