"""The replay of a game of CerealBar: what the server sends of a log, and what a visitor sees."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from cq.env.cerealbar import PlanningLeader, RandomFollower, draw_svg, play, random_map, write_log
from cq.web.limits import MAX_BYTES
from cq.web.replays import MOST_ACTIONS


@pytest.fixture(scope="module")
def game():
    return play(random_map(3), PlanningLeader(), RandomFollower(), 3)


def test_each_moment_of_a_log_is_the_picture_and_the_state_of_the_game(send, game):
    status, replay = send("cerealbar", {"log": write_log(game)})
    assert status == 200
    assert len(replay["moments"]) == len(game.states)
    said = [one["said"] for one in replay["moments"] if one["said"]]
    for moment, state in zip(replay["moments"], game.states, strict=True):
        assert moment["player"] == state.player.name.lower()
        assert [moment[name] for name in ("steps", "turns", "score")] == [
            state.steps,
            state.turns,
            state.score,
        ]
        words = None if moment["instruction"] is None else said[moment["instruction"]]
        assert words == (state.queue[0] if state.queue else None)
        pieces = "".join(replay["drawings"][piece] for piece in moment["pieces"])
        whole = draw_svg(state)
        assert f"{replay['map']}{pieces}" in whole.replace("\n", "")
        assert whole.startswith(replay["head"])
    for step, moment in zip(game.steps, replay["moments"][1:], strict=True):
        is_said = isinstance(step.action, str)
        assert moment["said"] == (step.action if is_said else None)
        assert moment["move"] == (None if is_said else step.action.name.lower())


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda lines: ["no log"], "less than two lines"),
        (lambda lines: [*lines[:2], "{", *lines[3:]], "line 3 of the log is damaged"),
        (lambda lines: [*lines[:1], '{"instruction": [1]}', *lines[2:]], "line 2 of the log is damaged"),
        (lambda lines: [*lines[:1], '{"instruction": "\\ud800"}', *lines[2:]], "line 2 of the log cannot be"),
        (lambda lines: [*lines[:-2], lines[-1]], "the log is damaged or was cut"),
        (
            lambda lines: [lines[0], *['{"instruction": "go"}'] * (MOST_ACTIONS + 1), lines[-1]],
            "at most 1,000",
        ),
    ],
)
def test_a_damaged_log_is_told_in_one_sentence(send, game, damage, told):
    lines = write_log(game).splitlines()
    status, answer = send("cerealbar", {"log": "\n".join(damage(lines)) + "\n"})
    assert status == 400
    assert told in answer["error"]


def test_a_log_that_is_too_large_or_no_text_is_refused(send):
    assert send("cerealbar", json.dumps({"log": "x" * MAX_BYTES}).encode())[0] == 413
    assert send("cerealbar", {"log": 3}) == (422, {"error": "log: input should be a valid string"})


def test_words_of_a_log_are_no_markup_of_its_pictures(send, game):
    log = write_log(game)
    lines = log.splitlines()
    hostile = json.dumps({"instruction": "</svg><script>alert(1)</script>"})
    status, replay = send("cerealbar", {"log": "\n".join([lines[0], hostile, _result(0, 12, 0)])})
    assert status == 200
    drawn = replay["head"] + replay["map"] + "".join(replay["drawings"]) + "</svg>"
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(drawn).iter()}
    assert tags <= {"svg", "title", "polygon", "circle", "path", "rect", "text"}


def _result(score: int, turns: int, finished: int) -> str:
    return json.dumps({"score": score, "turns": turns, "finished": finished})


WITHOUT_GYMNASIUM = """
import sys
sys.modules["gymnasium"] = None  # as where it is not installed
from cq.web.app import create_app
from cq.web.replays import ReplayRequest, cerealbar
create_app()
cerealbar(ReplayRequest())
"""


def test_without_the_extra_the_server_starts_and_says_what_a_game_needs():
    command = [sys.executable, "-c", WITHOUT_GYMNASIUM]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "InputError: a game of CerealBar needs gymnasium; in the folder of your copy" in done.stderr
    assert "pip install '.[env]'" in done.stderr


def test_the_page_has_the_headers_of_all_pages(server):
    with urllib.request.urlopen(f"{server}cerealbar") as response:
        assert response.headers["Content-Type"].startswith("text/html")
        assert "script-src 'self';" in response.headers["Content-Security-Policy"]


@pytest.fixture
def page(browser, server):
    """The page of games; afterwards it has no error, and has called no other server."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    faults: list[str] = []
    opened.on("console", lambda message: faults.append(message.text))
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "request",
        lambda request: None if request.url.startswith((server, "data:")) else faults.append(request.url),
    )
    opened.goto(f"{server}cerealbar")
    opened.wait_for_selector("body[data-ready=yes]")
    yield opened
    context.close()
    assert [fault for fault in faults if "status of 400" not in fault] == []


def test_a_visitor_watches_a_sample_game_and_one_of_theirs(page, game):
    page.click("#sample")
    page.wait_for_selector("#moment-words")
    page.wait_for_selector("text=the game begins")
    for pressed in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(pressed)
    first = page.inner_text("#moment-words")
    assert first.startswith("1 of 365: Leader says “")
    assert page.inner_text("#moment-instruction") in first
    assert page.inner_text("#moment-turnOf") == "Leader"
    assert page.inner_text("#moment-score_") == "0"
    page.focus("#step")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#moment-words").startswith("2 of 365: ")
    assert page.get_attribute("#step", "aria-valuetext").startswith("2 of 365: ")
    before = page.get_attribute("#pieces", "src")
    page.click("#play")
    page.wait_for_selector("text=/^4 of 365/")
    page.click("#play")
    assert page.get_attribute("#pieces", "src") != before
    page.keyboard.press("End")
    assert page.inner_text("#moment-score_") == "14"
    assert page.inner_text("#moment-turnOf") == "nobody: the game is over"
    assert page.is_disabled("#next")
    # Both layers are pictures that the browser can draw, and nothing is wider than the screen.
    assert page.evaluate(
        "() => ['map', 'pieces'].every((id) => document.getElementById(id).naturalWidth > 0)"
    )
    assert page.evaluate("document.querySelector('main').scrollWidth") == 390

    log = write_log(game)
    page.set_input_files("#file", {"name": "cut.jsonl", "mimeType": "", "buffer": log[:-200].encode()})
    page.wait_for_selector("text=of the log")
    assert page.inner_text("#moment-score_") == "14"
    page.set_input_files("#file", {"name": "game.jsonl", "mimeType": "", "buffer": log.encode()})
    page.wait_for_selector(f"text=0 of {len(game.steps)}: the game begins")
    assert page.inner_text("#status") == ""


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing(page, width, theme):
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=theme)
    page.wait_for_selector(f"html[data-theme={theme}]")
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    for step in (None, "#sample", "#next"):
        if step is not None:
            page.click(step)
            page.wait_for_selector("text=0 of 365" if step == "#sample" else "text=1 of 365")
        assert page.evaluate("() => axe.run(document)")["violations"] == []
