"""Rounds through a real A2A client, in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx
import pytest

pytest.importorskip("a2a", reason="needs the extra agent")

from a2a.client import ClientConfig, create_client
from a2a.helpers import get_stream_response_text, new_text_message
from a2a.types import Role, SendMessageRequest

from cq.agent.server import application

URL = "http://builder.test/"


async def _said(*messages: str) -> list[str]:
    transport = httpx.ASGITransport(application(URL))
    async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
        client = await create_client(URL, ClientConfig(httpx_client=http, streaming=False))
        replies, conversation = [], "one"
        for message in messages:
            sent = new_text_message(message, context_id=conversation, role=Role.ROLE_USER)
            async for response in client.send_message(SendMessageRequest(message=sent)):
                replies.append(get_stream_response_text(response))
        return replies


def run(work: Coroutine[Any, Any, list[str]]) -> list[str]:
    return asyncio.run(work)


def test_rounds_are_played_through_a_client() -> None:
    asked, built, thanked, again = run(
        _said(
            "[START_STRUCTURE] \nStack two red blocks in the middle. Put a block to the right of the stack.",
            "Answer: blue",
            "Feedback: Correct structure built. Red,0,50,0;Red,0,150,0",
            "[SPEAKER] Ada\n[START_STRUCTURE] \nPut a red block in the bottom left corner.",
        )
    )
    assert asked.startswith("[ASK];")
    assert built.startswith("[BUILD];")
    assert thanked
    assert again == "[BUILD];Red,-400,50,400"


def test_the_server_answers_on_behind_what_does_not_parse() -> None:
    refused, built = run(
        _said("[START_STRUCTURE] Red,0\nPut a block.", "[START_STRUCTURE] \nPut a red block in the middle.")
    )
    assert refused.startswith("[ASK];")
    assert "Red,0" in refused
    assert built == "[BUILD];Red,0,50,0"


def test_the_card_tells_both_versions_of_the_protocol() -> None:
    async def card() -> list[str]:
        transport = httpx.ASGITransport(application(URL))
        async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
            found = (await http.get("/.well-known/agent-card.json")).json()
            return [one["protocolVersion"] for one in found["supportedInterfaces"]]

    assert run(card()) == ["1.0", "0.3"]
