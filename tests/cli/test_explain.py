"""`cq explain`: how a text is read, for people and for machines."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import cq
from cq.cli.main import app

RUNNER = CliRunner()


def explained(*arguments: object):
    return RUNNER.invoke(app, ["explain", *map(str, arguments)])


def test_words_rules_meanings_holes_and_outcomes_are_shown(towers):
    done = explained("Break the yellow one", "--world", towers)
    assert done.exit_code == 0
    for part in ("words: break · the · yellow · one", "Program", "In this world", "Left open", "Outcomes"):
        assert part in done.stdout
    assert "Not sure: " in done.stdout


def test_json_is_what_the_function_tells(towers):
    done = explained("Break the yellow one", "--world", towers, "--json")
    data = json.loads(done.stdout)
    assert data == json.loads(json.dumps(cq.explain("Break the yellow one", towers).to_dict()))
    assert cq.Program.from_dict(data["programs"][0]["program"])


def test_a_dialogue_comes_before_the_text(towers):
    before = "<Architect> Break the yellow one <Builder> Which yellow block do you mean?"
    done = explained("the eastern one", "--world", towers, "--dialogue", before, "--json")
    assert [one["text"] for one in json.loads(done.stdout)["said"]] == [
        "Break the yellow one",
        "the eastern one",
    ]


def test_control_characters_do_not_reach_the_terminal():
    done = explained("Break the \x1b[31m yellow \x1b[0m one")
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("arguments", [("",), ("Break it", "--world", "nowhere.json")])
def test_bad_input_is_an_error(arguments):
    assert explained(*arguments).exit_code != 0
