"""The report's section on waiting time and memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from eval.report.report import Report
from eval.speed.latency import FIRST_CALLS, INSTRUCTION, WORLD, later_calls
from eval.speed.timing import median_seconds, process_seconds

ALL = f"cq.classify({INSTRUCTION!r}, w); cq.rank(None, {INSTRUCTION!r}, w); cq.build({INSTRUCTION!r}, w)"
MEMORY = {
    "import cq": "import cq",
    "classify, rank and build": f"import cq; w = cq.World.parse({str(WORLD)!r}); {ALL}",
}


# On Linux the `ru_maxrss` of a new process starts at its parent's value, so we read VmHWM.
PEAK = """
import re
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


def speed_section(report: Report, data: Path | None) -> None:
    """Seconds of first and later calls, and peak megabytes of a new process."""
    report.section("Waiting time and memory", "python -m eval latency")
    seconds = {name: process_seconds(code) for name, code in FIRST_CALLS.items()}
    seconds |= {name: median_seconds(call) for name, call in later_calls(data).items()}
    report.table("call", {name: {"seconds": f"{value:.3f}"} for name, value in seconds.items()})
    if Path("/proc/self/status").exists():
        report.table("process", {name: {"peak, MB": peak_memory(code)} for name, code in MEMORY.items()})


def peak_memory(code: str) -> int:
    """Peak resident memory, in MB, of a new process that runs `code`."""
    done = subprocess.run([sys.executable, "-c", code + PEAK], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) // 1024
