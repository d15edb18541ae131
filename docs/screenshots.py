"""Make the pictures of docs/page.md and the README: `make screenshots`. Needs Chromium, extra `dev`."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

FLAGS = "--no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader"
SIZES = {360: 780, 768: 1024, 1280: 800}
THEMES = ("light", "dark")
DRAWN = 800
"""Milliseconds until the last change is drawn."""
FILM = (1200, 680)
"""The size of the moving picture, in pixels."""


def say(page: Any, words: str, typed: Callable[[], None] = lambda: None) -> None:
    """Say something, and wait for the builder's turn; `typed` is called while it is typed."""
    turns = page.locator(".bubble.builder").count()
    for word in words.split():
        page.type("#say-text", f"{word} ")
        typed()
    page.press("#say-text", "Enter")
    page.locator(".bubble.builder").nth(turns).wait_for()


def ask(page: Any) -> None:
    """A question, the blocks that it is about, and what its second option would do."""
    say(page, "Break the yellow one")
    page.hover(".options button >> nth=1")
    page.wait_for_selector("#world[data-ghosts='1']")


def build(page: Any) -> None:
    """A goal beside its target, half built."""
    page.click("#open-button")
    page.click("text=A gate")
    page.wait_for_selector("#target-view")
    say(page, "Build a tower of three green blocks two cells west of the middle")
    page.mouse.move(0, 0)


SCENES = {360: ask, 768: build, 1280: ask}


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of the page."""
    command = [sys.executable, "-m", "cq", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[0]
        finally:
            server.terminate()


def pictures(browser: Any, url: str, folder: Path) -> None:
    """Write `page-WIDTH-THEME.png` for each width and theme."""
    for width, height in SIZES.items():
        for theme in THEMES:
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
            page.set_default_timeout(120_000)
            page.goto(url)
            page.wait_for_selector("body[data-ready=yes]")
            SCENES[width](page)
            page.wait_for_timeout(DRAWN)
            page.screenshot(path=folder / f"page-{width}-{theme}.png")
            page.close()


def film(browser: Any, url: str, path: Path) -> None:
    """Write the moving picture of the README: an instruction, a question, an answer, and more."""
    page = browser.new_page(viewport=dict(zip(("width", "height"), FILM, strict=True)), color_scheme="light")
    page.set_default_timeout(120_000)
    page.goto(url)
    page.wait_for_selector("body[data-ready=yes]")
    frames: list[Image.Image] = []
    times: list[int] = []

    def take(milliseconds: int) -> None:
        frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        times.append(milliseconds)

    def falling(pause: int) -> None:
        """Frames while blocks fall, and one that stays."""
        for _ in range(14):
            take(90)
            page.wait_for_timeout(60)
        take(pause)

    take(1500)
    say(page, "Break the yellow one", lambda: take(160))
    page.wait_for_timeout(DRAWN)
    take(1400)
    for option in (0, 3):
        page.hover(f".options button >> nth={option}")
        page.wait_for_timeout(DRAWN)
        take(900)
    page.keyboard.press("Alt+4")
    page.wait_for_selector(".decide:visible")
    page.wait_for_timeout(DRAWN)
    take(1400)
    for words in ("Build a tower of four purple blocks in the northeast corner", "Make it two blocks higher"):
        say(page, words, lambda: take(130))
        falling(1500)
    page.close()
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=60, method=4
    )


def main(folder: Path) -> None:
    """Write all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        pictures(browser, url, folder)
        film(browser, url, folder / "page.webp")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
