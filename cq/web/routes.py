"""The addresses of the HTTP API."""

from __future__ import annotations

from fastapi import FastAPI

from cq.web import handlers
from cq.web.limits import ModelThreads
from cq.web.requests import (
    AskRequest,
    BuildRequest,
    ClassifyRequest,
    DialogueRequest,
    RankRequest,
    ScoreRequest,
    WorldRequest,
)
from cq.web.responses import (
    BuildJson,
    CollectionJson,
    DefaultsJson,
    DialogueJson,
    RankedQuestionJson,
    ScoresJson,
    StoredWorldJson,
    TurnJson,
    VerdictJson,
    WorldJson,
)
from cq.web.stored_worlds import collections, stored_world


def add_routes(app: FastAPI, threads: ModelThreads) -> None:
    """Add the API to an application. `threads` runs all that takes time."""

    @app.post("/api/classify", tags=["models"])
    async def classify(body: ClassifyRequest) -> VerdictJson:
        """Is the instruction clear enough to act on in this world, and what do its words leave open?"""
        return await threads.run(handlers.classify, body)

    @app.post("/api/rank", tags=["models"])
    async def rank(body: RankRequest) -> list[RankedQuestionJson]:
        """The questions of a bank, best first."""
        return await threads.run(handlers.rank, body)

    @app.post("/api/build", tags=["models"])
    async def build(body: BuildRequest) -> BuildJson:
        """What would a person build?"""
        return await threads.run(handlers.build, body)

    @app.post("/api/ask", tags=["models"])
    async def ask(body: AskRequest) -> TurnJson:
        """One turn of the builder: it asks, builds, replies or refuses."""
        return await threads.run(handlers.ask, body)

    @app.post("/api/dialogue", tags=["models"])
    async def dialogue(body: DialogueRequest) -> DialogueJson:
        """One step of a dialogue: say something, answer the open question, or take a step back."""
        return await threads.run(handlers.dialogue, body)

    @app.get("/api/defaults", tags=["models"])
    async def defaults() -> DefaultsJson:
        """The cost of asking and the threshold that hold where a request does not say them."""
        return await threads.run(handlers.defaults)

    @app.post("/api/score", tags=["worlds"])
    async def score(body: ScoreRequest) -> ScoresJson:
        """How near is a built world to its target, and where do they differ?"""
        return await threads.run(handlers.score, body)

    @app.post("/api/world", tags=["worlds"])
    async def world(body: WorldRequest) -> WorldJson:
        """Check a world, in any form that the API reads, and describe it in words."""
        return await threads.run(handlers.world, body)

    @app.get("/api/worlds", tags=["worlds"])
    async def worlds() -> list[CollectionJson]:
        """The collections of worlds to begin with."""
        return collections()

    @app.get("/api/worlds/{collection}/{name}", tags=["worlds"], responses={404: {}})
    async def one_world(collection: str, name: str) -> StoredWorldJson:
        """A world of a collection, with its target and its instruction where they are recorded."""
        return await threads.run(stored_world, collection, name)
