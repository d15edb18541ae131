"""The tables of the docs come from `results/*.json`."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT

from cq.errors import InputError
from eval.report.tables import main, rendered

PAGE = "Before.\n\n<!-- table talks: Talks -->\n| old |\n\nBehind.\n"


@pytest.mark.parametrize("name", ["results.md", "corpora.md", "cerealbar.md", "guard.md"])
def test_the_page_shows_what_the_results_hold(name):
    main(ROOT / "docs" / name, ROOT / "results", check=True)


def test_a_result_is_added_and_shown(tmp_path):
    page, file = tmp_path / "page.md", tmp_path / "out.json"
    page.write_text(PAGE)
    file.write_text(json.dumps({"tables": {"Talks": {"dev": {"cases": 3, "right": 2}, "all": {"cases": 3}}}}))
    main(page, tmp_path, add=("talks", file))
    assert (
        "| Talks | cases | right |\n| --- | --- | --- |\n| dev | 3 | 2 |\n| all | 3 | – |" in page.read_text()
    )
    assert json.loads((tmp_path / "talks.json").read_text())["command"] == "python -m eval talks"
    main(page, tmp_path, check=True)
    some = rendered("<!-- table talks: Talks | all -->\n", tmp_path)
    assert some.splitlines()[-2:] == ["| --- | --- |", "| all | 3 |"]
    file.write_text(json.dumps({"tables": {"Talks": {"all": {"cases": 4}}, "By kind": {}}}))
    main(page, tmp_path, add=("talks", file), command="mine")
    assert "| dev | 3 | 2 |\n| all | 4 | – |" in page.read_text()
    (tmp_path / "talks.json").write_text(json.dumps({"tables": {"Talks": {"dev": {"cases": 4}}}}))
    with pytest.raises(InputError, match="run: python -m eval report"):
        main(page, tmp_path, check=True)
    with pytest.raises(InputError, match="no table 'Other'; it has Talks"):
        rendered(PAGE.replace(": Talks", ": Other"), tmp_path)
