"""The report: both forms hold the same, figures inside, and nobody's words are read as markup."""

from __future__ import annotations

import json
import re
from functools import partial

import numpy as np
import pytest
from conftest import ROOT

from cq.building.training.recorded_builds import RecordedBuild
from cq.errors import InputError, MissingFileError
from cq.metrics import bootstrap_interval
from cq.world import World
from eval.building.scores import BuildScorer
from eval.building.sessions import by_language, session_table
from eval.loop.tables import CURVE_TITLE
from eval.report.plots import by_cutoff, by_kind, precision_recall, reliability, worlds
from eval.report.report import Report, quoted
from eval.report.sections.slices import by_length
from eval.report.sections.speed import peak_memory

RNG = np.random.default_rng(0)


def test_a_report_is_written_as_markdown_and_as_html(tmp_path):
    truth, grid = RNG.random(200) < 0.3, np.zeros((9, 11, 11), dtype=np.int8)
    grid[0, 3:6, 4] = 2
    p = np.clip(truth + RNG.normal(0, 0.4, 200), 0, 1)
    report = Report("Toy", tmp_path)
    report.section("One", "python -m eval report")
    report.text("Some words.")
    words = quoted("a | b <script>`x`\n**c**")
    report.table("row", {words: {"x": 1, "y": "0.5 [0.4, 0.6]"}, "other": {"x": 2}})
    report.figure("reliability", "Reliability", partial(reliability, truth=truth, p=p))
    report.figure("curve", "Curve", partial(precision_recall, truth=truth, by_name={"toy": p}))
    report.figure("ranks", "Ranks", partial(by_cutoff, ranks={"toy": RNG.integers(1, 80, 50)}), 9, 4)
    scores = {kind: bootstrap_interval(np.mean, p, samples=5) for kind in ("colour", "count")}
    report.figure("kinds", "Kinds", partial(by_kind, scores=scores, score="MRR"))
    report.figure("worlds", "Worlds", partial(worlds, grids={"before": grid, "built": grid}), 9, 4)
    report.write()
    markdown, html = ((tmp_path / name).read_text() for name in ("report.md", "report.html"))
    assert "| row | x | y |" in markdown
    assert "| other | 2 | – |" in markdown
    assert "    python -m eval report" in markdown
    assert html.count("<img") == 5
    assert len(re.findall(r'src="data:image/svg\+xml;base64,[^"]{1000,}"', html)) == 5
    assert "<script>" not in html
    assert html.count("<tr>") == 3
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {
        f"{name}.svg" for name in ("reliability", "curve", "ranks", "kinds", "worlds")
    }


def test_every_row_is_in_one_range_of_lengths():
    texts = ["word " * n for n in (1, 8, 9, 14, 15, 22, 23, 90)]
    table = by_length(texts, lambda of: {"rows": int(of.sum())})
    assert table == {name: {"rows": 2} for name in ("1 to 8", "9 to 14", "15 to 22", "23 and more")}


def test_unknown_sections_are_named(tmp_path):
    from eval.report.write import main

    with pytest.raises(InputError, match="no section 'clearness'; there are clarity, ranking"):
        main(out=tmp_path, sections="clearness")


def test_peak_memory_is_the_new_processes_own():
    held = np.ones(60_000_000)
    assert 5 < peak_memory("pass") < held.nbytes / 1024**2 / 2


def test_a_table_without_a_second_person_or_changes_has_its_figures():
    start = World.parse([(0, 63, 0, "red")]).grid
    target = World.parse([(0, 63, 0, "red"), (0, 64, 0, "blue")]).grid
    rows = [
        RecordedBuild("Put a blue block on it", start, target, None, True, 0),
        RecordedBuild("Leave it so", start, start, None, False, 1),
    ]
    scorer = BuildScorer(rows, samples=5)
    built = np.stack([target, start])
    assert scorer.against_second_person(built, np.array([True, False])) == {}
    table = scorer.by_kind(built)
    assert table["clear (1)"]["changed F1, weighted"].startswith("1.000")
    assert table["unclear (1)"]["changed F1, weighted"].startswith("0.000")
    assert scorer.scores(built, np.zeros(2, dtype=bool)) == {}
    assert session_table([], {"language": by_language}, samples=5) == {}


def test_a_report_on_a_user_table_names_it(tmp_path):
    report = Report("Toy", tmp_path, user_table="my rows.csv")
    report.section("When to ask", "python -m eval clarity")
    report.table_with_published("model", {"others": {"F1": 0.7}}, {"ours": {"F1": 0.8}})
    report.table("nothing", {})
    report.write()
    written = (tmp_path / "report.md").read_text()
    assert "python -m eval clarity --data 'my rows.csv'" in written
    assert "others" not in written
    assert "nothing" not in written


def test_the_curve_of_the_loop_is_drawn_from_what_was_played(tmp_path):
    from eval.report.sections.loop import loop_section

    report, played = Report("Toy", tmp_path), tmp_path / "loop.json"
    with pytest.raises(MissingFileError, match="python -m eval loop"):
        loop_section(report, played)
    played.write_text(json.dumps({"Always asking": {"0 questions": {"exact": 0.2}}}))
    with pytest.raises(InputError, match="has no table"):
        loop_section(report, played)
    played.write_text(json.dumps({CURVE_TITLE: {"at random": {"0%": 0.6, "15%": 0.7, "100%": 0.8}}}))
    loop_section(report, played)
    report.write()
    assert "![Builds after one question" in (tmp_path / "report.md").read_text()
    assert "at random" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "figures" / "loop.svg").is_file()


def test_the_published_curve_can_be_drawn(tmp_path):
    from eval.report.sections.loop import loop_section

    loop_section(Report("Published", tmp_path), ROOT / "docs" / "images" / "loop.json")
