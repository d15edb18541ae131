"""The tables of the docs and the figures of the README come from `results/*.json`."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from conftest import ROOT

from cq.errors import InputError
from eval.report import readme, tables
from eval.report.check import main
from eval.report.tables import RESULTS, rendered, shown

PAGE = "Before.\n\n<!-- table talks: Talks -->\n| old |\n\nBehind.\n"


def test_all_pages_show_what_the_results_hold(monkeypatch):
    monkeypatch.chdir(ROOT)
    main()
    assert {page.name for page in shown(RESULTS)} >= {"README.md", "results.md", "corpora.md", "guard.md"}


def test_a_figure_that_differs_is_told_and_filled_in(monkeypatch, tmp_path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("images"))
    shutil.copy(ROOT / "README.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    places = [*re.finditer(r"(?<=\*\*)\d[\d.]*(?=\*\*| %\*\*)", readme)]
    assert len(places) >= 10
    for place in places:
        (tmp_path / "README.md").write_text(readme[: place.start()] + "0.999" + readme[place.end() :])
        with pytest.raises(InputError, match=r"README.md: older than .*run: python -m eval report"):
            main(ROOT / "results")
    tables.main(ROOT / "results")
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == readme
    (tmp_path / "README.md").write_text(readme.replace("pools of 116", "pools"))
    with pytest.raises(InputError, match="0 lines of the README hold 'pools of 116'"):
        main(ROOT / "results")


def test_a_result_is_added_and_shown(monkeypatch, tmp_path):
    page, file = tmp_path / "docs" / "page.md", tmp_path / "out.json"
    page.parent.mkdir()
    page.write_text(PAGE)
    (tmp_path / "README.md").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(readme, "FIGURES", ())
    file.write_text(json.dumps({"tables": {"Talks": {"dev": {"cases": 3, "right": 2}, "all": {"cases": 3}}}}))
    tables.main(tmp_path, add=("talks", file))
    assert (
        "| Talks | cases | right |\n| --- | --- | --- |\n| dev | 3 | 2 |\n| all | 3 | – |" in page.read_text()
    )
    assert json.loads((tmp_path / "talks.json").read_text())["command"] == "python -m eval talks"
    main(tmp_path)
    some = rendered("<!-- table talks: Talks | all -->\n", tmp_path)
    assert some.splitlines()[-2:] == ["| --- | --- |", "| all | 3 |"]
    file.write_text(json.dumps({"tables": {"Talks": {"all": {"cases": 4}}, "By kind": {}}}))
    tables.main(tmp_path, add=("talks", file), command="mine")
    assert "| dev | 3 | 2 |\n| all | 4 | – |" in page.read_text()
    (tmp_path / "talks.json").write_text(json.dumps({"tables": {"Talks": {"dev": {"cases": 4}}}}))
    with pytest.raises(InputError, match="run: python -m eval report"):
        main(tmp_path)
    with pytest.raises(InputError, match="no table 'Other'; it has Talks"):
        rendered(PAGE.replace(": Talks", ": Other"), tmp_path)
