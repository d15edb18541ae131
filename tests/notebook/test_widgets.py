"""Worlds and dialogues in a notebook: the widgets' own module in a real browser, with Python behind it."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from typing import Any

import pytest

import cq
from cq.dialogue.replies import reply
from cq.notebook import show

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = "--no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader"
# What a notebook does with a widget: import its module, give it a model, and tell it what changes.
HOST = """async ({ esm, css, state }) => {
    const style = document.createElement("style");
    style.textContent = css;
    document.head.append(style);
    const heard = {};
    const model = {
        get: (name) => state[name],
        on: (name, call) => (heard[name] ??= []).push(call),
        send: async (step) => {
            const next = await window.python(step);
            const differs = (name) => JSON.stringify(next[name]) !== JSON.stringify(state[name]);
            const changed = Object.keys(next).filter(differs);
            Object.assign(state, next);
            for (const name of changed) for (const call of heard[`change:${name}`] ?? []) call();
        },
    };
    const module = new Blob([esm], { type: "text/javascript" });
    const { default: widget } = await import(URL.createObjectURL(module));
    widget.render({ model, el: document.body });
}"""


def test_without_anywidget_there_are_pictures(monkeypatch):
    monkeypatch.setattr("cq.notebook.find_spec", lambda name: None)
    world = cq.World.parse([(0, 63, 0, "red")])
    assert show(world) is world
    assert "<" in show(cq.Dialogue(world))._repr_html_()


def test_what_is_no_world_is_refused():
    with pytest.raises(cq.InputError, match="give a world or a dialogue"):
        show([(99, 63, 0, "red")])


@pytest.mark.skipif(find_spec("anywidget") is None, reason="needs anywidget")
def test_a_dialogue_goes_on_in_the_widget():
    if find_spec("playwright") is None or CHROMIUM is None:
        pytest.skip("needs playwright and Chromium")
    from playwright.sync_api import sync_playwright

    dialogue = cq.Dialogue([(2, 63, 1, "yellow"), (4, 63, 4, "yellow")])
    widget = show(dialogue)
    names = ("world", "description", "talks", "turns", "options", "error")

    def python(step: dict[str, Any]) -> dict[str, Any]:
        widget.hear(step)
        return json.loads(json.dumps({name: getattr(widget, name) for name in names}))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(60_000)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.expose_function("python", python)
        state = {name: getattr(widget, name) for name in names}
        page.evaluate(HOST, {"esm": widget._esm, "css": widget._css, "state": state})
        page.wait_for_selector("canvas[aria-label*='yellow']")
        page.fill("input", "Break the yellow one")
        page.press("input", "Enter")
        page.click("button:has-text('the southernmost yellow block')")
        page.wait_for_selector("text=Done: removed 1 block.")
        assert "x 4" not in page.get_attribute("canvas", "aria-label")
        page.fill("input", "  ??? ")
        page.press("input", "Enter")
        page.wait_for_selector("[role=alert]:has-text('holds no words')")
        assert faults == []
        browser.close()
    assert [one.action for one in dialogue.turns] == ["ask", "build"]
    assert len(dialogue.world) == 1
    assert widget.turns[-1] == ["the southernmost yellow block", reply(dialogue.turns[-1])]
