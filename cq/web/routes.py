"""The addresses of the HTTP API."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from fastapi import FastAPI

from cq.web import handlers
from cq.web.limits import ORDER, READING, ModelThreads
from cq.web.replays import ReplayJson, ReplayRequest, cerealbar
from cq.web.responses import CollectionJson, StoredWorldJson
from cq.web.stored_worlds import collections, stored_world

MODELS: tuple[Callable[..., Any], ...] = (
    handlers.classify,
    handlers.rank,
    handlers.build,
    handlers.ask,
    handlers.dialogue,
)
WORLDS: tuple[Callable[..., Any], ...] = (handlers.score, handlers.world)


def add_routes(app: FastAPI, threads: ModelThreads) -> None:
    """Add the API to an application: each handler under its name. `threads` run all slow calls."""

    for tag, group in (("models", MODELS), ("worlds", WORLDS)):
        for handler in group:
            app.post(f"/api/{handler.__name__}", tags=[tag])(in_threads(threads, handler))
    for version in ("v1", "v2"):  # Clients of either version of Cohere's API find it below our address.
        app.post(f"/{version}/rerank", tags=["models"], name=version)(in_threads(threads, handlers.rerank))
    app.get("/api/defaults", tags=["models"])(in_threads(threads, handlers.defaults))

    @app.get("/api/worlds", tags=["worlds"])
    async def worlds() -> list[CollectionJson]:
        """The collections of worlds to begin with."""
        return collections()

    @app.get("/api/worlds/{collection}/{name}", tags=["worlds"], responses={404: {}})
    async def one_world(collection: str, name: str) -> StoredWorldJson:
        """A world of a collection, with its target and its instruction where they are recorded."""
        return await threads.run(stored_world, collection, name, limit=READING)

    @app.post("/api/cerealbar", tags=["games"], name="cerealbar")
    async def one_game(body: ReplayRequest) -> ReplayJson:
        """A game of CerealBar, moment by moment."""
        return await threads.run(cerealbar, body, limit=READING)


def in_threads(threads: ModelThreads, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a route that runs in `threads`; its signature is the schema. A request with a bank of
    questions gets the time for one.
    """

    @wraps(function)
    async def run(**arguments: Any) -> Any:
        has_bank = any(getattr(body, "has_bank", False) for body in arguments.values())
        return await threads.run(function, *arguments.values(), limit=READING if has_bank else ORDER)

    run.__signature__ = inspect.signature(function, eval_str=True)  # type: ignore[attr-defined]
    return run
