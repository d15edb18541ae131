"""What a terminal shows: text is text. No markup, no links, no control characters, no formulas."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

import cq
from cq.cli import show, tables
from cq.cli.output import print_json
from cq.data import LoadReport
from cq.plain_text import plain, without_formula
from cq.world.drawing.picture import save_picture

HOSTILE = [
    *("[/]", "[link=http://x]a[/link]", "[bold", "\x1b]0;title\x07", "\x1b[31m"),
    *("\x9b31m", "\u202ea", "\ud800"),
]


@pytest.fixture
def shown(monkeypatch):
    """What rich writes to a terminal."""
    written = io.StringIO()

    def console(*_, **__) -> Console:
        return Console(file=written, force_terminal=True, color_system=None, width=200)

    monkeypatch.setattr(show, "Console", console)
    monkeypatch.setattr(tables, "Console", console)
    return written


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_text_is_shown_and_never_obeyed(shown, text, capsys):
    show.clarity(cq.Clarity(True, 0.1, 0.3, (text,)))
    show.questions([cq.RankedQuestion(1, text, text, 1.0)])
    show.report(LoadReport("x", dropped_rows={text: text}, unreadable_files={text: text}))
    tables.print_table(text, {text: {text: text, "n": 3}})
    written = shown.getvalue()
    assert written.count(plain(text)) >= 6
    for character in ("\x1b", "\x07", "\x9b", "\u202e"):
        assert character not in written
    print_json({"text": text})
    line = capsys.readouterr().out
    assert json.loads(line) == {"text": text}
    assert all(letter.isprintable() for letter in line.strip())


def test_lines_and_tabs_stay():
    assert plain("a\n\tb") == "a\n\tb"
    assert plain("\x00\x1b\x7f\x85") == "␀␛␡\ufffd"


@pytest.mark.parametrize("title", [r"$\undefined$", "$x", "\x1b[31m", "a" * 3000, "[/]"])
def test_a_title_is_no_formula(tmp_path, title):
    save_picture(cq.World.parse([(0, 63, 0, "red")]).grid, tmp_path / "a.svg", title)
    assert (tmp_path / "a.svg").stat().st_size > 1000


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_formulas_are_neutralised_on_request(cell):
    assert without_formula(cell) == f"'{cell}"
    assert without_formula("a=1") == "a=1"
    assert without_formula(-1) == -1
