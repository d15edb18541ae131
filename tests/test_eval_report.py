"""The report: both forms hold the same, figures inside, and nobody's words are read as markup."""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pytest

from cq.errors import InputError
from eval.figures import by_cutoff, precision_recall, reliability, worlds
from eval.report import Report, quoted
from eval.sections.slices import by_length
from eval.sections.waiting import _peak

RNG = np.random.default_rng(0)


def test_a_report_is_written_as_markdown_and_as_html(tmp_path):
    truth, grid = RNG.random(200) < 0.3, np.zeros((9, 11, 11), dtype=np.int8)
    grid[0, 3:6, 4] = 2
    p = np.clip(truth + RNG.normal(0, 0.4, 200), 0, 1)
    report = Report("Toy", tmp_path)
    report.section("One", "python -m eval.all")
    report.text("Some words.")
    words = quoted("a | b <script>`x`\n**c**")
    report.table("row", {words: {"x": 1, "y": "0.5 [0.4, 0.6]"}, "other": {"x": 2}})
    report.figure("reliability", "Reliability", partial(reliability, truth=truth, p=p))
    report.figure("curve", "Curve", partial(precision_recall, truth=truth, by_name={"toy": p}))
    report.figure("ranks", "Ranks", partial(by_cutoff, ranks={"toy": RNG.integers(1, 80, 50)}), 9, 4)
    report.figure("worlds", "Worlds", partial(worlds, grids={"before": grid, "built": grid}), 9, 4)
    report.write()
    markdown, html = ((tmp_path / name).read_text() for name in ("report.md", "report.html"))
    assert "| row | x | y |" in markdown
    assert "| other | 2 | – |" in markdown
    assert "    python -m eval.all" in markdown
    assert html.count("<img") == 4
    assert len(re.findall(r'src="data:image/png;base64,[^"]{1000,}"', html)) == 4
    assert "<script>" not in html
    assert html.count("<tr>") == 3
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        f"{name}.png" for name in ("reliability", "curve", "ranks", "worlds")
    }


def test_every_row_is_of_one_length():
    texts = ["word " * n for n in (1, 8, 9, 14, 15, 22, 23, 90)]
    table = by_length(texts, lambda of: {"rows": int(of.sum())})
    assert table == {name: {"rows": 2} for name in ("1 to 8", "9 to 14", "15 to 22", "23 and more")}


def test_sections_that_are_not_there_are_named(tmp_path):
    from eval.all import main

    with pytest.raises(InputError, match="no section 'clearness'; there are clarity, ranking"):
        main(out=tmp_path, parts="clearness")


def test_peak_memory_is_the_new_processes_own():
    held = np.ones(60_000_000)
    assert 5 < _peak("pass") < held.nbytes / 1024**2 / 2
