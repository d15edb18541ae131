"""The page's files agree with the library, and render no HTML that anybody types."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import ROOT

from cq.world.grid import RECORDED_GROUND
from cq.world.palette import COLOURS, RECORDED, hex_of
from cq.world.zone import IGLU

STATIC = ROOT / "cq" / "web" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
PAGES = sorted(STATIC.glob("*.html"))


def test_no_script_makes_html_or_code_of_text():
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    assert SCRIPTS
    assert [path.name for path in SCRIPTS if forbidden.search(path.read_text(encoding="utf-8"))] == []


def test_scripts_and_styles_name_no_other_server():
    files = [*SCRIPTS, *PAGES, STATIC / "style.css"]
    assert [path.name for path in files if "://" in path.read_text(encoding="utf-8")] == []


def test_the_page_uses_the_library_s_colours_and_zone():
    text = (STATIC / "blocks.js").read_text(encoding="utf-8")
    drawn = dict(re.findall(r'(\w+): "(#[0-9a-f]{6})"', text))
    assert drawn == {name: hex_of(name) for name in drawn}
    assert drawn.keys() >= set(COLOURS)
    assert f"GROUND = {RECORDED_GROUND};" in text
    assert f"ZONE = {{ width: {IGLU.width}, depth: {IGLU.depth}, height: {IGLU.height} }};" in text
    for number, name in re.findall(r'(\d\d): "(\w+)"', text):
        assert RECORDED.ids[int(number)] == name


def test_the_bundled_library_has_its_licence():
    assert "MIT" in (STATIC / "vendor" / "three-LICENSE.txt").read_text(encoding="utf-8")


def test_every_sentence_stands_in_one_file():
    pages = [path.read_text(encoding="utf-8") for path in PAGES]
    bodies = [re.findall(r">\s*([^<>\s][^<>]*)<", page[page.index("<body") :]) for page in pages]
    assert bodies == [["CerealBar"], ["cq", *"×××"]]
    named = {*re.findall(r'data-(?:text|label|hint)="(\w+)"', "".join(pages))}
    strings = (STATIC / "strings.js").read_text(encoding="utf-8")
    assert [name for name in named if f"\n  {name}: " not in strings] == []
    # A text of two words in another script is one of the page's, unless it names classes, parts or fonts.
    sentence = re.compile(r"""["`]([A-Z][a-z']+ [a-z][^"`]*|[a-z]+ [a-z]+ [^"`]*\.)["`]""")
    others = [path for path in SCRIPTS if path.name != "strings.js"]
    assert {path.name: found for path in others if (found := sentence.findall(_code(path)))} == {}


def _code(path: Path) -> str:
    return "\n".join(line.split("//")[0] for line in path.read_text(encoding="utf-8").splitlines())
