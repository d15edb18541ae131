"""The page in a real browser: what a visitor sees and does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from statistics import median
from typing import Any, ClassVar

import pytest
from conftest import ROOT
from PIL import Image

import cq
from cq.dialogue.policy import COST_OF_ASKING
from cq.reading.grounded import GroundedInstruction

UNCLEAR = "Break the yellow one"
READY = "body[data-ready=yes]"
# The jump is an entry of its own, kept in turn. The content policy forbids `wait_for_function`.
KEPT_BEHIND_JUMP = """() => new Promise(done => {
    const look = () => location.hash && history.state ? done() : setTimeout(look, 20);
    look();
})"""
# Reading pixels back is slow in software; drivers say so on the console.
ZONE, PALETTE = cq.Zone(20, 16, 5), {"white": 1, "teal": 2, "dark green": 3}
HARMLESS = "GPU stall due to ReadPixels"
SIZE_AND_PAINT = """() => [
    performance.getEntriesByType("resource").reduce((sum, one) => sum + one.decodedBodySize, 0),
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
]"""
# All that a visitor changes but what is said and built, which can be undone.
BEGIN_AGAIN = """() => {
    const all = (selector) => document.querySelectorAll(selector);
    all("dialog[open]").forEach((one) => one.close());
    all("details[open]").forEach((one) => (one.open = false));
    all("#plan:checked, #differences:checked, #cost-reset").forEach((one) => one.click());
    all("#collections").forEach((one) => one.replaceChildren());
    all("textarea").forEach((one) => (one.value = ""));
    localStorage.clear();
    const [undo] = all("#undo");
    while (!undo.disabled) undo.click();
}"""


class Visitor:
    """A page of its own, with what it wrote on the console and whom it called."""

    opened: ClassVar[list[tuple[float, float]]] = []
    """Of all pages, the bytes of what was loaded and the milliseconds until something was seen."""

    def __init__(self, browser: Any, server: str, fragment: str = ""):
        self.context = browser.new_context(
            viewport={"width": 1000, "height": 640}, reduced_motion="reduce", accept_downloads=True
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.urls: list[str] = []
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.urls.append(request.url))
        self.page.goto(server + fragment)
        self.page.wait_for_selector(READY)
        self.opened.append(self.page.evaluate(SIZE_AND_PAINT))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and HARMLESS not in text:
            self.faults.append(text)

    def begin_again(self, width: int, height: int) -> None:
        """As the page was when it was opened, but for the cursor and where the world is seen from."""
        self.page.evaluate(BEGIN_AGAIN)
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(reduced_motion="reduce", color_scheme="light")
        self.page.mouse.move(0, 0)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def say(self, words: str) -> None:
        turns = self.page.locator(".bubble.builder").count()
        self.page.fill("#say-text", words)
        self.page.press("#say-text", "Enter")
        self.page.locator(".bubble.builder").nth(turns).wait_for()


@pytest.fixture(scope="module")
def opened(browser, server) -> Iterator[list[Visitor]]:
    """The pages that were opened; the first is that of most tests, as opening one takes seconds."""
    visitors = [Visitor(browser, server)]
    yield visitors
    visitors[0].context.close()


@pytest.fixture
def visit(browser, server, opened) -> Iterator[Any]:
    """Gives the page of most tests from its beginning, or opens one at a fragment; afterwards none may have
    an error, or have called another server.
    """

    def visited(width: int = 1000, height: int = 640, fragment: str | None = None) -> Visitor:
        if fragment is not None:
            opened.append(Visitor(browser, server, fragment))
            return opened[-1]
        opened[0].begin_again(width, height)
        return opened[0]

    yield visited
    for visitor in opened[1:]:
        visitor.context.close()
    faults = [fault for one in opened for fault in one.faults]
    urls = [url for one in opened for url in one.urls if not url.startswith((server, "blob:"))]
    del opened[1:], opened[0].faults[:], opened[0].urls[:]
    assert faults == []
    assert urls == []


def test_a_visitor_places_a_block_asks_answers_and_sees_the_build(visit):
    visitor = visit()
    page = visitor.page
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"
    page.click("label:has(#colour-green)")
    # The middle of the ground's southern half is free.
    frame = page.locator("#world").bounding_box()
    page.mouse.click(frame["x"] + 0.6 * frame["width"], frame["y"] + 0.75 * frame["height"])
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue, 1 green"
    assert "You changed 1 block." in visitor.text("#log")
    page.click("#undo")
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"
    page.click("#redo")

    visitor.say(UNCLEAR)
    assert "Builder asks" in visitor.text("#log")
    assert visitor.text("mark") == "the yellow one"
    assert "I can't start yet:" in visitor.text(".bubble.builder")
    assert "could be any of 4 blocks" in visitor.text(".evidence")
    # The options are shown once, as buttons; a screen reader hears the whole question.
    assert visitor.text(".bubble.builder p") == "Which yellow block do you mean?"
    whole = page.text_content(".bubble.builder p.hidden")
    assert whole == cq.ask(UNCLEAR, "cq/examples/towers.json").question.text
    assert page.get_attribute("#gauge", "aria-valuenow") is not None
    assert not page.is_visible("#gauge")
    options = page.locator(".options button")
    chosen = options.nth(1).locator("span").inner_text()
    options.nth(1).click()
    page.wait_for_selector(".decide")
    assert page.locator(".bubble.you").nth(1).inner_text().endswith(chosen)
    assert visitor.text("#world-count") == "4 red, 3 yellow, 2 blue, 1 green"
    assert "break the block at" in visitor.text("#step-words")

    page.locator("#step").fill("0")
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue, 1 green"
    page.check("#plan")
    assert "likelier" in visitor.text("#plan-legend")
    page.click("text=Take it back")
    assert "Builder builds" not in visitor.text("#log")
    assert options.first.is_enabled()


def test_everything_can_be_done_by_keyboard(visit):
    visitor = visit(fragment="")
    page = visitor.page
    page.focus("#world")
    for pressed in ("ArrowLeft", "PageUp", "5", "Enter"):
        page.keyboard.press(pressed)
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue, 1 purple"
    assert "purple at x -1, z 0" in page.text_content("#world-words")
    page.keyboard.press("Delete")
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"
    page.keyboard.press("Control+z")
    assert "1 purple" in visitor.text("#world-count")
    page.keyboard.press("Control+y")
    visitor.say(UNCLEAR)
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")
    assert visitor.text("#world-count") == "4 red, 3 yellow, 2 blue"
    page.focus(".decide button")
    page.keyboard.press("Enter")
    assert visitor.text("#status") == "Kept. Say what comes next."
    page.keyboard.press("Control+z")
    assert visitor.text("#status") == ""
    # The box keeps its own undo while it holds words; when it is empty, the turn is undone.
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")
    page.focus("#say-text")
    page.keyboard.type("paint")
    page.keyboard.press("Control+z")
    assert visitor.text("#world-count") == "4 red, 3 yellow, 2 blue"
    page.fill("#say-text", "")
    page.keyboard.press("Control+z")
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"


def test_nothing_typed_becomes_html(visit):
    visitor = visit()
    visitor.say("<img src=x onerror=alert(1)> <b>Break</b> the yellow one & </script>")
    assert "<img src=x onerror=alert(1)>" in visitor.text(".bubble.you")
    assert visitor.page.locator("#log img, #log b").count() == 0


def test_a_link_carries_the_dialogue_to_another_visitor(visit, tmp_path):
    first = visit()
    first.say(UNCLEAR)
    first.page.click("#share-button")
    first.page.wait_for_selector("#share-dialog[open]")
    link = first.page.input_value("#link")
    with first.page.expect_download() as saving:
        first.page.click("#save-dialogue")
    saved = json.loads(saving.value.path().read_text())
    assert [step["said"] for step in saved["steps"]] == [UNCLEAR]

    second = visit(fragment=link[link.index("#") :])
    assert second.text(".bubble.builder p") == first.text(".bubble.builder p")
    second.page.keyboard.press("Alt+2")
    second.page.wait_for_selector(".decide")
    assert second.text("#world-count") == "4 red, 3 yellow, 2 blue"
    assert first.text("#world-count") == "4 red, 4 yellow, 2 blue"

    first.page.keyboard.press("Escape")
    dialogue = cq.Dialogue.from_dict(saved)
    dialogue.answer(2)
    (tmp_path / "saved.json").write_text(json.dumps(dialogue.to_dict()))
    first.page.click("#open-button")
    first.page.set_input_files("#file", tmp_path / "saved.json")
    first.page.wait_for_selector("#open-dialog", state="hidden")
    assert "Opened: a saved dialogue" in first.text("#log")
    assert first.text("#world-count") == "4 red, 3 yellow, 2 blue"
    first.page.click("text=Take it back")
    first.page.wait_for_selector(".options button:not(:disabled)")
    assert first.text("#world-count") == "4 red, 4 yellow, 2 blue"
    assert first.page.locator(".options button").first.is_enabled()


def test_a_task_is_built_beside_its_target(visit):
    visitor = visit()
    page = visitor.page
    page.click("#open-button")
    page.wait_for_selector("#collections section:nth-of-type(5)")
    if not page.locator("#collections select").count():
        pytest.skip("the goals of the tasks are not here; set CQ_DATA")
    page.select_option("#collections select", "C17")
    page.click("#collections section:has(select) button")
    page.wait_for_selector("#target-view")
    assert visitor.text("#target-count") == "3 orange"
    page.wait_for_selector("text=0 of 3 target blocks stand")
    page.check("#differences")
    page.focus("#world")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=1 too many (1 if it is moved or turned)")


@pytest.mark.parametrize("width", [360, 1920])
def test_the_page_fits_its_screen_in_both_themes(visit, width):
    visitor = visit(width=width, height=900)
    page = visitor.page
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.click("#theme-button")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, textarea, canvas")].filter(
            (one) => !(one.labels?.length || one.textContent.trim() || one.getAttribute("aria-label")
                       || one.getAttribute("aria-labelledby"))).map((one) => one.id)"""
    )
    assert unnamed == []


def test_on_a_telephone_the_world_stays_in_sight_and_a_reload_restores_everything(visit):
    visitor = visit(width=360, height=640)
    page = visitor.page
    visitor.say(UNCLEAR)
    for selector in ("#world", ".options button"):
        box = page.locator(selector).first.bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= 640
    page.click("#details summary")
    page.fill("#cost", "0.1")
    page.click("#details summary")
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")
    world, decide = (page.locator(one).bounding_box() for one in ("#world", ".decide"))
    assert 0 <= world["y"] < world["y"] + world["height"] <= decide["y"] < 640

    # Nothing is lost, not even after a jump within the page.
    page.focus("a.skip")
    page.keyboard.press("Enter")
    page.evaluate(KEPT_BEHIND_JUMP)
    page.reload()
    page.wait_for_selector(READY)
    assert visitor.text("#world-count") == "4 red, 3 yellow, 2 blue"
    assert page.locator(".bubble.you").count() == 2
    assert page.input_value("#cost") == "0.1"
    page.click("text=Take it back")
    page.locator(".options button:not(:disabled)").first.wait_for()
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"
    # While a question is open, the tools make room for it.
    page.keyboard.press("Control+z")
    assert page.locator(".bubble").count() == 0
    page.click("#redo")
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")


def test_how_much_a_visitor_minds_questions_is_apart_from_what_people_do(visit):
    visitor = visit()
    page = visitor.page
    visitor.say("Build a red tower")
    page.click("#details summary")
    assert float(page.input_value("#cost")) == pytest.approx(1 - COST_OF_ASKING)
    threshold = visitor.text("#verdict-number")
    page.fill("#cost", "0.1")
    page.fill("#say-text", "Build a green tower")
    page.click("#say-anew")
    last = page.locator(".bubble.builder").nth(1)
    last.wait_for()
    assert visitor.text("#verdict-number") == threshold
    assert "no place is said" in (last.locator(".evidence").first.text_content() or "")
    page.click("#cost-reset")
    assert float(page.input_value("#cost")) == pytest.approx(1 - COST_OF_ASKING)


def test_a_message_covers_nothing_and_goes_with_the_next_action(visit):
    visitor = visit(fragment="#garbage")
    page = visitor.page
    assert visitor.text("#status") == "the link is damaged; ask for it again"
    page.fill("#say-text", "???")
    assert visitor.text("#status") == ""
    page.press("#say-text", "Enter")
    page.wait_for_selector("#status:has-text('holds no words')")
    box = page.locator("#status").bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", middle) == "status"
    for one in page.locator("button:visible:not(#scroll button)").all():
        other = one.bounding_box()
        beside = box["x"] >= other["x"] + other["width"] or other["x"] >= box["x"] + box["width"]
        assert beside or box["y"] >= other["y"] + other["height"] or other["y"] >= box["y"] + box["height"]
    visitor.faults.clear()  # the browser reports the refused request
    page.click("#above")
    assert visitor.text("#status") == ""


def test_without_data_the_examples_can_be_opened_and_suggestions_fit(visit, send, tmp_path, monkeypatch):
    for name in ("CQ_DATA", "CQ_CACHE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("IGLU_DATA_PATH", raising=False)
    from cq.web.stored_worlds import EXAMPLES

    visitor = visit()
    page = visitor.page
    ideas = page.locator("#suggestions button")
    assert ideas.all_inner_texts()[:3] == [
        "Break the yellow one", "Build a tower", "Place a red block on top of the highest block"
    ]  # fmt: skip
    page.click("#open-button")
    page.wait_for_selector("#collections section:nth-of-type(5)")
    assert page.locator("#collections select, #collections input").count() == 0
    assert page.locator("#collections .missing").all_inner_texts() == [
        "Not in the data folders (CQ_DATA): docs/data.md says how minecraft_task_goals.json is made.",
        *(
            f"Not in the data folders (CQ_DATA): `cq data download {one}` fetches the rows, see docs/data.md."
            for one in ("singleturn", "multiturn")
        ),
    ]
    page.keyboard.press("Escape")
    for name, title in EXAMPLES.items():
        page.click("#open-button")
        page.click(f"#collections section:first-of-type >> text='{title}'")
        page.wait_for_selector("#open-dialog", state="hidden")
        world = cq.World.parse(send(f"worlds/examples/{name}")[1]["world"])
        assert ideas.count() == 6
        for text in ideas.all_inner_texts():
            kinds = {one.kind for one in GroundedInstruction(text, world).obstacles}
            assert kinds <= {"several", "open"} or cq.ask(text, world).action == "reply"


def test_what_was_built_is_taken_back_in_words(visit):
    visitor = visit()

    def count() -> set[str]:
        return set(visitor.text("#world-count").split(", "))

    before = count()
    visitor.say("Remove the red tower")
    assert "red" not in visitor.text("#world-count")
    visitor.say("Undo that, please")
    assert count() == before
    visitor.say("redo")
    assert "red" not in visitor.text("#world-count")
    visitor.say("start over")
    assert count() == before
    visitor.say("undo")
    assert "red" not in visitor.text("#world-count")
    visitor.page.click("#log > li:last-child >> text=Take it back")
    assert count() == before
    visitor.say(UNCLEAR)
    assert visitor.text("#say-label") == "Which yellow block do you mean?"
    visitor.say("undo")
    assert visitor.text("#say-label") == "Instruction"
    assert count() == before


def test_a_refusal_says_once_why(visit):
    visitor = visit()
    visitor.say("Quel temps fait-il demain?")
    assert visitor.text(".bubble.builder").count("not something I can build") == 1
    visitor.say("Build a house")
    assert visitor.text(".bubble.builder >> nth=1").count("I know no way to make a house") == 1
    visitor.page.click("#say-anew")  # without words for something new
    visitor.page.wait_for_selector(".bubble.reply")
    assert visitor.text("#say-label") == "Instruction"


ELSEWHERE = cq.World.parse([(-10, 63, 7, "teal"), (3, 63, 3, "dark green")], zone=ZONE, palette=PALETTE)


def test_a_world_of_another_zone_is_opened_edited_spoken_of_and_saved(visit, tmp_path):
    path = tmp_path / "world.json"
    path.write_text(json.dumps(ELSEWHERE.to_recorded()), encoding="utf-8")
    visitor = visit()
    page = visitor.page
    page.click("#open-button")
    page.set_input_files("#file", str(path))
    page.wait_for_selector("text=Opened: world.json")
    assert visitor.text("#world-count") == "1 teal, 1 dark green"
    assert page.locator("#palette label").count() == len(PALETTE) + 1
    assert "x -10, z 7" in page.text_content("#world-words")

    # By keyboard the cursor reaches the zone's own edge, and no farther.
    page.focus("#world")
    for _ in range(11):
        page.keyboard.press("ArrowLeft")
    assert "this is the edge: x -10 to 9, z -8 to 7, levels 1 to 5" in visitor.text("#cursor-words")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert "1 white" in visitor.text("#world-count")

    visitor.say("Build a tower of two dark green blocks in the northeast corner")
    page.wait_for_selector(".decide")
    assert "3 dark green" in visitor.text("#world-count")
    assert "place dark green at x 9, z -8, level 2" in visitor.text("#step-words")
    page.check("#plan")
    page.click("#share-button")
    with page.expect_download() as saved:
        page.click("#save-world")
    built = cq.World.parse(saved.value.path())
    assert (built.zone, built.palette.to_dict()) == (ZONE, PALETTE)
    assert built.grid[:2, 19, 0].tolist() == [3, 3]

    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert "3 dark green" in visitor.text("#world-count")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (768, 1024), (1280, 800)])
def test_the_answer_box_is_always_in_view_and_holds_the_question_with_its_options(visit, width, height):
    visitor = visit(width=width, height=height)
    page = visitor.page

    def in_view(*selectors: str) -> None:
        for selector in selectors:
            box = page.locator(selector).first.bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height

    in_view("#say-text", "#send", "#details", "#welcome h3")
    assert page.locator("#suggestions button").count() == 6
    world, frame = page.locator("#world").bounding_box(), page.locator("main").bounding_box()
    assert width > 900 or world["width"] >= 0.95 * frame["width"]
    visitor.say(UNCLEAR)
    in_view("#say-text", "#send", "#say-label", ".options button", "#say-anew", "#details")
    assert visitor.text("#say-label") == "Which yellow block do you mean?"
    assert visitor.text("#say-anew") == "Start something new instead"
    assert page.locator("#say .options button").count() == 4
    page.click("#details summary")
    in_view("#say-text", "#send", "#details")  # which scrolls
    page.click("#details summary")
    visitor.say("Put a green block next to the blue tower")  # a question of two lines on a telephone
    in_view("#say-text", "#send", "#say-label", ".options button", "#say-anew", "#details")
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")
    page.click("#details summary")  # what takes room moves the end of the conversation up
    page.wait_for_timeout(100)
    in_view("#say-text", "#send", ".decide button", "#cost")
    decide, box = (page.locator(one).last.bounding_box() for one in (".decide", "#say"))
    assert decide["y"] + decide["height"] <= box["y"]
    title, canvas = (page.locator(one).first.bounding_box() for one in ("figcaption", "#world"))
    assert title["y"] + title["height"] <= canvas["y"] + 1
    assert not page.is_visible("#welcome")
    assert page.evaluate("document.documentElement.scrollHeight") <= height


def test_a_build_says_what_was_read_and_what_was_not_and_how_sure_it_is(visit):
    visitor = visit()
    page = visitor.page
    visitor.say("Put a green block on the red tower")
    assert "I read: “put a green block on the red tower”." in visitor.text(".bubble.builder")
    assert re.search(r"I'm about \d+ % sure\.", visitor.text(".bubble.builder"))
    assert page.locator(".decide button").all_inner_texts() == ["Keep", "Take it back"]
    visitor.say("Put a blue block on its west side")
    visitor.say("no, on the other side")
    assert "I read all your words." in visitor.text(".bubble.builder >> nth=2")


def test_an_unsure_build_sounds_unsure_and_its_words_can_be_said_again(visit):
    visitor = visit()
    page = visitor.page

    def lower(route: Any) -> None:
        """The builder's own answer, with less confidence, a doubt and a word that it did not read."""
        found = route.fetch().json()
        for turn in found["turns"]:
            turn["build"]["confidence"] = 0.58
            turn["reading"]["unread"] = ["shiny"]
            turn |= {"reply": f"{turn['reply']} I doubt it.", "reasons": ["I doubt it"]}
        route.fulfill(json=found)

    page.route("**/api/dialogue", lower)
    visitor.say("Put a green block on the red tower")
    page.unroute("**/api/dialogue")
    assert "I'm not sure that this is what you meant: about 58 %." in visitor.text(".unsure")
    assert "Not read: shiny." in visitor.text(".read")
    assert visitor.text(".bubble.builder").count("I doubt it") == 1
    assert page.locator(".decide button").all_inner_texts() == ["Keep", "Try again"]
    page.click("text=Try again")
    assert page.input_value("#say-text") == "Put a green block on the red tower"
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"
    assert visitor.text("#status") == "Taken back. Say it in other words."


def test_an_option_under_the_pointer_or_in_focus_shows_its_build_as_a_ghost(visit):
    visitor = visit()
    page = visitor.page
    visitor.say(UNCLEAR)
    page.hover(".options button >> nth=1")
    page.wait_for_selector("#world[data-ghosts='1']")
    page.mouse.move(0, 0)
    page.wait_for_selector("#world[data-ghosts='0']")
    page.focus(".options button >> nth=2")
    page.wait_for_selector("#world[data-ghosts='1']")
    assert visitor.text("#world-count") == "4 red, 4 yellow, 2 blue"


def test_the_world_outlines_what_is_asked_about_and_what_it_is(visit):
    visitor = visit()
    page = visitor.page
    visitor.say(UNCLEAR)
    assert page.get_attribute("#world", "data-outlined") == "-3,63,3 -2,63,3 -1,63,3 0,63,3"
    visitor.say("never mind")
    visitor.say("Put a green block on the red tower")
    page.fill("#say-text", "paint it purple")
    page.wait_for_selector("#world[data-outlined='-3,67,-2']")


def test_from_the_south_the_middle_of_the_ground_is_in_the_middle(visit):
    visitor = visit(fragment="")
    page = visitor.page
    page.click("#front")
    frame = page.locator("#world").bounding_box()
    page.mouse.click(frame["x"] + frame["width"] / 2, frame["y"] + 0.73 * frame["height"])
    assert re.search(r"blue at x 0, z [45]", page.text_content("#world-words"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_blocks_fall_into_place_unless_motion_is_unwelcome(visit, motion):
    visitor = visit()
    page = visitor.page
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        """() => { window.fallen = 0; new MutationObserver(() => {
            window.fallen += Number(document.getElementById("world").dataset.falling);
        }).observe(document.getElementById("world"), { attributeFilter: ["data-falling"] }); }"""
    )
    visitor.say("Build a tower of three green blocks in the middle")
    page.wait_for_selector("text=3 of 3: place green")
    page.wait_for_selector("#world[data-falling='0']")
    assert (page.evaluate("window.fallen") > 0) == (motion == "no-preference")


def test_a_goal_is_scored_in_plain_words_with_turns_and_questions(visit):
    visitor = visit()
    page = visitor.page
    page.click("#open-button")
    page.wait_for_selector("#collections section:nth-of-type(2)")
    assert page.locator("#collections section:nth-of-type(2) button").count() == 12
    page.click("text=A lamp")
    page.wait_for_selector("text=0 of 5 target blocks stand")
    assert visitor.text("#welcome-title") == "Hello! Tell me how to build the target."
    visitor.say("Build a tower of four blue blocks in the middle")
    page.wait_for_selector("text=4 of 5 target blocks stand")
    visitor.say("Put a yellow block on top of it")
    page.wait_for_selector("text=5 of 5 target blocks stand: it is done!")
    assert visitor.text("#effort") == "2 turns, 0 questions"
    page.click("#share-button")
    page.wait_for_selector("#share-dialog[open]")
    link = page.input_value("#link")
    second = visit(fragment=link[link.index("#") :])
    second.page.wait_for_selector("text=5 of 5 target blocks stand: it is done!")
    assert second.text("#target-count") == "4 blue, 1 yellow"

    # A target that is higher than the world is in sight as a whole: no red at its frame's upper edge.
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    page.click("#open-button")
    page.click("text=A taller tower")
    page.wait_for_selector("text=10 of 12 target blocks stand")

    def is_cut() -> bool:
        with Image.open(BytesIO(page.locator("#target").screenshot())) as shot:
            edge = shot.convert("RGB").crop((0, 0, shot.width, 4))
        return any(red > green + 60 for _, (red, green, _) in edge.getcolors(4 * edge.width))

    for _ in range(50):  # A busy machine draws the new size late.
        if not is_cut():
            break
        page.wait_for_timeout(100)
    assert not is_cut()


def test_the_page_is_small_and_paints_early(visit):
    visit()
    assert max(size for size, _ in Visitor.opened) < 1_000_000
    assert median(paint for _, paint in Visitor.opened) < 1_500


def test_no_word_of_the_laboratory_is_on_the_page(visit):
    visitor = visit()
    for said in (UNCLEAR, "never mind", "Build a tower of three green blocks in the middle"):
        visitor.say(said)
    shown = visitor.page.inner_text("body")
    strings = (ROOT / "cq" / "web" / "static" / "strings.js").read_text(encoding="utf-8")
    for text in (shown, strings):
        assert not re.search(r"changed F1|whatever the cost|\bzone\b|for most people", text, re.IGNORECASE)


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (768, "light"), (1280, "dark")])
def test_axe_finds_no_serious_fault(visit, width, theme):
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    visitor = visit(width=width, height=900)
    page = visitor.page
    page.emulate_media(color_scheme=theme)
    page.wait_for_selector(f"html[data-theme={theme}]")
    page.evaluate(source)

    def serious() -> list[str]:
        found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
        return [
            f"{one['id']}: {node['html'][:120]} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    assert serious() == []
    visitor.say(UNCLEAR)
    page.click("#details summary")
    page.click(".bubble.builder details summary")
    page.wait_for_selector(".ranking .meter")
    assert serious() == []
    page.keyboard.press("Alt+1")
    page.wait_for_selector(".decide")
    page.check("#plan")
    assert serious() == []
    for name in ("open", "share", "keys"):
        page.click(f"#{name}-button")
        page.wait_for_selector(f"#{name}-dialog[open]")
        assert serious() == []
        page.keyboard.press("Escape")
