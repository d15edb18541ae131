"""The addresses of a study, for participants."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from cq.web.limits import ModelThreads
from cq.web.routes import in_threads
from cq.web.study.study_handlers import Participants


def add_study(app: FastAPI, threads: ModelThreads, participants: Participants) -> None:
    """Add the requests of participants below `/api/study`, and serve the page in their form."""
    posts: tuple[Callable[..., Any], ...] = (
        participants.begin,
        participants.state,
        participants.step,
        participants.rate,
        participants.finish,
        participants.answers,
        participants.withdraw,
    )
    app.get("/api/study", tags=["study"])(in_threads(threads, participants.introduction))
    for handler in posts:
        app.post(f"/api/study/{handler.__name__}", tags=["study"])(in_threads(threads, handler))

    page = files("cq.web").joinpath("static", "index.html").read_text("utf-8")
    page = page.replace("<body>", '<body data-study="yes">')

    @app.get("/", include_in_schema=False)
    async def page_of_study() -> HTMLResponse:
        return HTMLResponse(page)
