"""The report's section on how long a user waits, and how much memory it takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from eval.report.markdown import Report
from eval.speed.latency import FRESH, INSTRUCTION, WORLD, fresh, later, median_seconds

ALL = f"cq.classify({INSTRUCTION!r}, w); cq.rank(None, {INSTRUCTION!r}, w); cq.build({INSTRUCTION!r}, w)"
MEMORY = {
    "import cq": "import cq",
    "classify, rank and build": f"import cq; w = cq.World.parse({str(WORLD)!r}); {ALL}",
}


# Not ru_maxrss: on Linux that of a new process begins with what its parent held.
PEAK = """
import re
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


def waiting_section(report: Report, data: Path | None) -> None:
    """Seconds of first and later calls, megabytes of a fresh process."""
    report.section("Waiting time and memory", "python -m eval.speed.latency")
    seconds = {name: fresh(code) for name, code in FRESH.items()}
    seconds |= {name: median_seconds(call) for name, call in later(data).items()}
    report.table("call", {name: {"seconds": f"{value:.3f}"} for name, value in seconds.items()})
    if Path("/proc/self/status").exists():
        report.table("process", {name: {"peak, MB": _peak(code)} for name, code in MEMORY.items()})


def _peak(code: str) -> int:
    """Peak resident memory of a new process that runs `code`, in MB."""
    done = subprocess.run([sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) // 1024
