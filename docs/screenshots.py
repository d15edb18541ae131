"""Make the pictures of docs/page.md: `make screenshots`. Needs Chromium and the extra `dev`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

FLAGS = "--no-sandbox --disable-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader"
SIZES = {360: 780, 1280: 800, 1920: 1080}
THEMES = ("light", "dark")
DRAWN = 800
"""Milliseconds until the last change is drawn."""


def ask(page: Any) -> None:
    """A question, with the blocks that it is about."""
    page.fill("#say-text", "Break the yellow one")
    page.press("#say-text", "Enter")
    page.wait_for_selector(".options button")


def build(page: Any) -> None:
    """The question answered, and the plan of the next build."""
    ask(page)
    page.keyboard.press("Alt+2")
    page.wait_for_selector(".decide:visible")
    page.fill("#say-text", "Build a row of four green blocks south of the blue tower")
    page.press("#say-text", "Enter")
    page.locator(".bubble.builder").nth(2).wait_for()
    page.check("#plan")


SCENES = {360: ask, 1280: ask, 1920: build}


def main(folder: Path) -> None:
    """Write `page-WIDTH-THEME.png` for each width and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "cq", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().split()[0]
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=FLAGS.split()
                )
                for width, height in SIZES.items():
                    for theme in THEMES:
                        page = browser.new_page(
                            viewport={"width": width, "height": height},
                            color_scheme=theme,
                            reduced_motion="reduce",
                        )
                        page.set_default_timeout(120_000)
                        page.goto(url)
                        page.wait_for_selector("body[data-ready=yes]")
                        SCENES[width](page)
                        page.mouse.move(0, 0)
                        page.wait_for_timeout(DRAWN)
                        page.screenshot(path=folder / f"page-{width}-{theme}.png")
                        page.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
