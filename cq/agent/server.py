"""An A2A server (Agent2Agent protocol, JSON-RPC, versions 1.0 and 0.3) that serves an `Entrant`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import anyio.to_thread
import uvicorn
from a2a.helpers import new_text_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from starlette.applications import Starlette

from cq.agent.entrant import Entrant
from cq.agent.protocol import ASK
from cq.errors import InputError
from cq.settings import VERSION

MOST_CONVERSATIONS = 64
"""Open conversations; the one that was silent longest is dropped first."""


def agent_card(url: str) -> AgentCard:
    """The card of the agent that is served at a URL."""
    versions = ("1.0", "0.3")
    return AgentCard(
        name="cq",
        description="Builds what is meant, and asks when a colour or a number is missing.",
        version=VERSION,
        supported_interfaces=[
            AgentInterface(url=url, protocol_binding="JSONRPC", protocol_version=version)
            for version in versions
        ],
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        capabilities=AgentCapabilities(streaming=False),
        skills=[
            AgentSkill(
                id="block_building",
                name="Block building",
                description="Builds blocks on a 9 x 9 grid from instructions in English.",
                tags=["blocks", "building", "clarification"],
            )
        ],
    )


def application(url: str, entrant: Callable[[], Entrant] = Entrant) -> Starlette:
    """The server as an ASGI application. `entrant` makes the builder of each conversation."""
    card = agent_card(url)
    handler = DefaultRequestHandler(
        agent_executor=_Executor(entrant), task_store=InMemoryTaskStore(), agent_card=card
    )
    routes = [
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, rpc_url="/", enable_v0_3_compat=True),
    ]
    return Starlette(routes=routes)


class _Executor(AgentExecutor):
    """One entrant for each conversation. An invalid message gets an answer, and the conversation
    continues.
    """

    def __init__(self, entrant: Callable[[], Entrant]) -> None:
        self._new = entrant
        self._entrants: OrderedDict[str, Entrant] = OrderedDict()

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        conversation = context.context_id or ""
        entrant = self._entrants.pop(conversation, None) or self._new()
        self._entrants[conversation] = entrant
        while len(self._entrants) > MOST_CONVERSATIONS:
            self._entrants.popitem(last=False)
        reply = await anyio.to_thread.run_sync(_replied, entrant, context.get_user_input())
        await event_queue.enqueue_event(new_text_message(reply, context_id=conversation))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError("a reply takes no time that could be cancelled")


def _replied(entrant: Entrant, message: str) -> str:
    try:
        return entrant.reply(message) or "Thank you."
    except InputError as error:
        return f"{ASK};{error}"


def serve(host: str, port: int, card_url: str | None = None, **options: Any) -> None:
    """Serve until interrupted. `options` are those of `Entrant`."""
    url = card_url or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/"
    # The benchmark waits between two rounds, and uses one connection.
    uvicorn.run(application(url, lambda: Entrant(**options)), host=host, port=port, timeout_keep_alive=300)
